#!/bin/sh
# The tests that need no application, in about a minute on two cores: for after each change. They show what each room does by
# itself; make test shows the rest, on real applications too. Fails if a test fails.
# usage: [WORKERS=number] scripts/quick.sh [options of pytest]
set -eu
cd "$(dirname "$0")/.."

# They start programs, work a desktop, answer over HTTP, read many documents, try whole requests in many ways, or look at every file
# of the repository.
left_out='apps bench cli conditions/readers conformance corpus desktop extensions/browser extensions/computer_use extensions/core_fonts
  extensions/gtk_menus extensions/libreoffice extensions/media extensions/sight injection llm mcp_server mutations platform
  proof/difference scenarios scripts specification structure tools vision'
ignored=$(printf -- '--ignore tests/%s ' $left_out)

# As make test does: tracebacks without carets, and bytecode for each worker.
export PYTHONNODEBUGRANGES=1
unset PYTHONDONTWRITEBYTECODE

# shellcheck disable=SC2086 # each word is an argument
exec .venv/bin/pytest -q -n "${WORKERS:-$(nproc)}" -m 'not matrix and not apps and not table and not hypothesis' \
  --ignore-glob 'tests/test_*.py' $ignored "$@"
