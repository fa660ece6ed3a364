#!/bin/sh
# Writes requirements.lock from pyproject.toml: exact versions with hashes, for every platform, and no addresses,
# so that it installs through whatever index the machine is set up with.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/uv pip compile pyproject.toml --group dev --extra sight --extra anthropic --extra google --extra bedrock --universal --python-version 3.11 --generate-hashes \
  --no-annotate --no-header --no-emit-index-url --no-emit-find-links --output-file requirements.lock "$@"
