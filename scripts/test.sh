#!/bin/sh
# Every mechanism, tried once each, and `make check` beside it. What takes long, and what is tried again on other toolkits and
# applications, is marked `matrix`: make test-apps. Fails if a test or a check fails.
# usage: [WORKERS=number] scripts/test.sh
set -eu
cd "$(dirname "$0")/.."

# Much of what is done with an application is waiting for it, so that two workers a core keep it busy. Each takes up to 1.2 GB.
least() { printf '%s\n' "$@" | sort -n | head -n 1; }
memory=$(awk '/MemAvailable/ {print int($2 / 1200000)}' /proc/meminfo)
workers=${WORKERS:-$(least "$((2 * $(nproc)))" "$((memory > 1 ? memory : 1))" 8)}

# Each worker and many tests import the same thousand modules: without bytecode each compiles all of them.
unset PYTHONDONTWRITEBYTECODE

# Tracebacks without carets. CPython 3.11.7 fails to parse a source ("AST constructor recursion depth mismatch") when an object
# that is collected in the middle of it has a traceback made whose carets need a parse of their own.
export PYTHONNODEBUGRANGES=1

# The checks, tests/structure among them, run beside the tests, in the time that these leave; what they said is told after them.
said=$(mktemp)
# A folder of this run's own: pytest would remove that of an older run before it ends, alone, for half a minute. It stays where a
# test failed.
files=$(mktemp -d)
tests_code=0
clear() { [ "$tests_code" -ne 0 ] || rm -rf "$files" >/dev/null 2>&1 & }
nice -n 10 make --no-print-directory check >"$said" 2>&1 &
checks=$!
trap 'kill "$checks" 2>/dev/null || true; rm -f "$said"; clear' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What one process has compiled all workers read: each of them would compile every test by itself. Most is compiled by now where
# few tests are newer than when all were.
compiled=.venv/compiled-tests
if [ ! -e "$compiled" ] || [ "$(find tests -name '*.py' -newer "$compiled" | wc -l)" -gt 50 ]; then
  .venv/bin/pytest -m 'not matrix' --ignore tests/structure --collect-only -q >/dev/null 2>&1 || true
fi
touch "$compiled"

.venv/bin/pytest -n "$workers" -m 'not matrix' --ignore tests/structure --basetemp "$files/tests" --durations=40 || tests_code=$?
checks_code=0
wait "$checks" || checks_code=$?

cat "$said"
[ "$checks_code" -eq 0 ] && echo 'make check: passed' || echo "make check: FAILED with $checks_code"
[ "$tests_code" -eq 0 ] && echo 'tests: passed' || echo "tests: FAILED with $tests_code; their files: $files"
[ "$checks_code" -eq 0 ] && [ "$tests_code" -eq 0 ]
