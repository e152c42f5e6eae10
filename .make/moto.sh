#!/bin/sh
# Prints the path of a second S3 server, with which the tests upload files to a storage other than the embedded one. It is moto, a
# Python program; without Python, those tests are skipped and nothing is printed.
set -eu

# From 5.2 on, its response for listing parts has a root element that strict clients reject.
exec "$(dirname "$0")/python-tool.sh" moto 5.1.18 moto_server "[server,s3]"
