#!/bin/sh
# Provides qpdf and poppler's tools, with which the tests read the sealed PDF independently. Without them those checks are skipped.
set -eu
. "$(dirname "$0")/lib.sh"

have() {
  for tool in qpdf pdftotext pdfinfo pdffonts pdfdetach; do
    command -v "$tool" >/dev/null 2>&1 || return 1
  done
}

have && exit

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing qpdf and poppler-utils ..."
  export DEBIAN_FRONTEND=noninteractive
  if apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends qpdf poppler-utils >/dev/null; then
    have && exit
  fi
fi

say "without qpdf and poppler-utils the sealed PDF's text is not read in the tests: apt-get install qpdf poppler-utils"
