#!/bin/sh
# Provides qpdf, poppler's tools and openssl, with which the tests read the sealed PDF independently and give it a timestamp. Without them those
# checks are skipped.
set -eu
. "$(dirname "$0")/lib.sh"

have() {
  for tool in qpdf pdftotext pdfinfo pdffonts pdfdetach openssl; do
    command -v "$tool" >/dev/null 2>&1 || return 1
  done
}

have && exit

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing qpdf, poppler-utils and openssl ..."
  export DEBIAN_FRONTEND=noninteractive
  if apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends qpdf poppler-utils openssl >/dev/null; then
    have && exit
  fi
fi

say "without qpdf, poppler-utils and openssl the sealed PDF is not read independently in the tests: apt-get install qpdf poppler-utils openssl"
