#!/bin/sh
# Prints the path of a Python with the dependencies of the tests of the chart, the image, compose.yaml and the workflow: Helm itself as a library, the
# schemas of Kubernetes, Compose and workflows, a linter for the Dockerfile. If they are not available, it prints nothing, and those tests are skipped.
set -eu
. "$(dirname "$0")/lib.sh"

wanted="$(dirname "$0")/../helm/tests/requirements.txt"
home="$(cache_dir)/helm-$(cksum <"$wanted" | cut -d ' ' -f 1)"
python="$home/bin/python"

works() { [ -x "$python" ] && "$python" -c 'import tomllib, check_jsonschema, docker, dockerfile_parse, helm_python, kubernetes_validate, promql_parser, pytest' 2>/dev/null; }

if ! works; then
  say "installing the tools that test the chart ..."
  mkdir -p "$(dirname "$home")"
  rm -rf "$home"
  python3 -m venv "$home" >&2 && "$home/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$wanted" >&2 || true
fi

if works; then
  echo "$python"
else
  rm -rf "$home"
  say "without Python 3.11 or newer, its venv and the packages of helm/tests/requirements.txt, chart, image, compose.yaml and workflow are not tested"
fi
