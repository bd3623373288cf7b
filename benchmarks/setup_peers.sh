#!/bin/sh
# Make .venv-peers, the virtual environment of the contenders that driftsift is measured against.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
venv="${DRIFTSIFT_PEERS:-$here/../.venv-peers}"
requirements="$here/requirements-peers.txt"
installed="$venv/requirements-peers.txt"

if cmp -s "$requirements" "$installed"; then
    exit 0
fi
"${PYTHON:-python3}" -m venv "$venv"
pip="$venv/bin/pip --quiet --disable-pip-version-check --no-input"
$pip install --no-deps --no-warn-conflicts "$(grep '^capymoa' "$requirements")"
grep -v '^capymoa' "$requirements" > "$venv/importable.txt"
$pip install --no-warn-conflicts -r "$venv/importable.txt"
cp "$requirements" "$installed"
echo "peers installed in $venv"
