#!/bin/sh
# Prints the path of a cargo tool, built once from its own lock file and stored with the other downloads: cargo-tool.sh NAME VERSION
set -eu
. "$(dirname "$0")/lib.sh"

name=$1
version=$2
home="$(cache_dir)/$name-$version"
tool="$home/bin/$name"

if [ ! -x "$tool" ]; then
  say "building $name $version, which takes some minutes once ..."
  mkdir -p "$(dirname "$home")"
  unfinished=$(mktemp -d "$(dirname "$home")/.new.XXXXXX")
  trap 'rm -rf "$unfinished"' EXIT
  # The tool runs for a second or two, so a fast build matters more than fast code. Built from another folder,
  # so that no setting of this workspace applies.
  (cd "$unfinished" && CARGO_TARGET_DIR="$unfinished/target" CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_STRIP=true \
    cargo install --quiet --locked --root "$unfinished/root" --version "$version" "$name" >&2)
  [ -e "$home" ] || mv "$unfinished/root" "$home" 2>/dev/null || [ -x "$tool" ]
fi
echo "$tool"
