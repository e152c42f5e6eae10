#!/bin/sh
# Writes a bill of materials of each half next to the release binary (CycloneDX, JSON): all components with name, version and licence.
set -eu
cd "$(dirname "$0")/.."
. .make/lib.sh

folder="$(target_dir)/release"
mkdir -p "$folder"
tool=$(.make/cargo-tool.sh cargo-cyclonedx 0.5.9)
# It writes one next to the manifest of each crate that only other crates of the workspace depend on; only the program's own is needed.
name=.sbom-$$
trap 'find backend migrations -name "$name.json" -exec rm -f {} +' EXIT
"$tool" cyclonedx --quiet --format json --spec-version 1.5 --no-build-deps --override-filename "$name" --manifest-path backend/Cargo.toml
mv "backend/$name.json" "$folder/proffer.cdx.json"
(PATH="$(.make/node.sh):$PATH" && cd frontend && npm sbom --sbom-format cyclonedx --sbom-type application --omit dev --package-lock-only) \
  >"$folder/proffer-frontend.cdx.json"
for file in "$folder/proffer.cdx.json" "$folder/proffer-frontend.cdx.json"; do
  say "$file ($(grep -c '"purl"' "$file") components)"
done
