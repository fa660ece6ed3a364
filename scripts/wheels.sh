#!/bin/sh
# Builds the wheels of ufo and of its extensions into dist/. Whoever has that folder installs ufo by
# `pipx install dist/ufo_desktop_agent-*.whl` or `uv tool install dist/ufo_desktop_agent-*.whl`; `ufo setup` then brings the rest.
# usage: scripts/wheels.sh [FOLDER]
set -eu
cd "$(dirname "$0")/.."
mkdir -p "${1:-dist}"
folder=$(cd "${1:-dist}" && pwd)
python=$PWD/.venv/bin/python
rm -f "$folder"/ufo_*.whl
"$python" -c 'import sys
from hatchling.builders.wheel import WheelBuilder
for package in sys.argv[2:]:
    list(WheelBuilder(package).build(directory=sys.argv[1], versions=["standard"]))' "$folder" . extensions/*/ >/dev/null
ls "$folder"/ufo_*.whl
