#!/bin/sh
# Prints the path of a second S3 server, with which the tests put files into a storage that is not the embedded one. It is moto, a
# Python program; without Python those tests are left out, and nothing is printed.
set -eu
. "$(dirname "$0")/lib.sh"

# From 5.2 on it answers the list of parts with a root element that no strict client reads.
version=5.1.18
home="$(cache_dir)/moto-$version"
server="$home/bin/moto_server"

works() { [ -x "$server" ] && "$server" --help >/dev/null 2>&1; }

if ! works; then
  say "installing moto $version ..."
  mkdir -p "$(dirname "$home")"
  rm -rf "$home"
  python3 -m venv "$home" >&2 && "$home/bin/pip" install --quiet --disable-pip-version-check "moto[server,s3]==$version" >&2 || true
fi

if works; then
  echo "$server"
else
  rm -rf "$home"
  say "without Python's venv and pip the uploads are not tested against a second S3 server: apt-get install python3-venv"
fi
