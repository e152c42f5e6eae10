#!/bin/sh
# Prints the path of a second S3 server, with which the tests put files into a storage that is not the embedded one. It is moto, a
# Python program; without Python those tests are left out, and nothing is printed.
set -eu

# From 5.2 on its answer to listing parts has a root element that strict clients reject.
exec "$(dirname "$0")/python-tool.sh" moto 5.1.18 moto_server "[server,s3]"
