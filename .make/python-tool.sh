#!/bin/sh
# Prints the path of a Python program, installed in its own folder with the other downloads: python-tool.sh
# PACKAGE VERSION PROGRAM [EXTRAS]. Without Python's venv and pip, or without a network, it prints nothing and
# exits with 75: the steps that need the program are skipped.
set -eu
. "$(dirname "$0")/lib.sh"

package=$1
version=$2
program=$3
home="$(cache_dir)/$package-$version"
tool="$home/bin/$program"

works() { [ -x "$tool" ] && "$tool" --help >/dev/null 2>&1; }

if ! works; then
  say "installing $package $version ..."
  mkdir -p "$(dirname "$home")"
  rm -rf "$home"
  python3 -m venv "$home" >&2 && "$home/bin/pip" install --quiet --disable-pip-version-check "$package${4:-}==$version" >&2 || true
fi

if works; then
  echo "$tool"
else
  rm -rf "$home"
  say "$package is not available: it needs the network once, and Python with venv and pip (apt-get install python3-venv)"
  exit 75
fi
