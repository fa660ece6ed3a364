#!/bin/sh
# Writes requirements.lock from pyproject.toml and those of the extensions: exact versions with hashes, for every platform, and no
# addresses, so that it installs through whatever index the machine is set up with. requirements-tests.lock has what the tests alone
# need and is large; what both name has one version.
set -eu
cd "$(dirname "$0")/.."

# usage: lock TARGET OPTION...
lock() {
  target=$1
  shift
  .venv/bin/uv pip compile "$@" --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url \
    --no-emit-find-links --output-file "$target"
}

python3 -c '
import sys, tomllib
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        needed = tomllib.load(file)["project"]["dependencies"]
    print(*(name for name in needed if not name.startswith("ufo-")), sep="\n")
' extensions/*/pyproject.toml |
  lock requirements.lock pyproject.toml - --group dev --extra anthropic --extra google --extra bedrock --extra s3 --extra otel --extra gnome "$@"
lock requirements-tests.lock --group page-tests --constraints requirements.lock "$@"
