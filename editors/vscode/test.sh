#!/bin/sh
# Packages the extension and checks what is in the package. Needs npm (Node 20 or later) and its registry.
set -eu
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
    echo "npm is missing: install Node 20 or later" >&2
    exit 1
fi
if grep '"resolved"' package-lock.json | grep -v '"https://registry.npmjs.org/'; then
    echo "package-lock.json names another registry than npmjs.org" >&2
    exit 1
fi
npm ci --no-audit --no-fund --ignore-scripts --silent
npm run --silent package

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m zipfile -e refine.vsix "$scratch"
node test.js "$scratch"
