#!/bin/sh
# Every mechanism, tried once each, and `make check` beside it. What takes long, and what is tried again on other toolkits and
# applications, is marked `matrix`: make test-apps. Fails if a test or a check fails. Up to five tests that failed beside others are
# run once more, alone; which passed only then is told at the end.
# usage: [WORKERS=number] scripts/test.sh
set -eu
cd "$(dirname "$0")/.."

# Much of what is done with an application is waiting for it: two workers a core leave a quarter of it idle. Each takes up to 1.2 GB.
least() { printf '%s\n' "$@" | sort -n | head -n 1; }
memory=$(awk '/MemAvailable/ {print int($2 / 1200000)}' /proc/meminfo)
workers=${WORKERS:-$(least "$((3 * $(nproc)))" "$((memory > 1 ? memory : 1))" 8)}

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
failed() { .venv/bin/python -c 'import json, sys; print("".join(f"{name}\n" for name in json.load(open(sys.argv[1]))), end="")' \
  "$files/cache/v/cache/lastfailed" 2>/dev/null || true; }
run() { .venv/bin/pytest -m 'not matrix' --ignore tests/structure -o cache_dir="$files/cache" "$@"; }
clear() { [ "$tests_code" -ne 0 ] || rm -rf "$files" >/dev/null 2>&1 & }
nice -n 10 make --no-print-directory check >"$said" 2>&1 &
checks=$!
trap 'kill "$checks" 2>/dev/null || true; rm -f "$said"; clear' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

run -n "$workers" --basetemp "$files/tests" --durations=40 || tests_code=$?
failed >"$files/failed"
checks_code=0
wait "$checks" || checks_code=$?

# What needs more time than a busy machine has fails beside others, each time another test. Alone it fails only of itself.
count=$(grep -c . "$files/failed" || true)
tried=false
if [ "$tests_code" -eq 1 ] && [ "$count" -ge 1 ] && [ "$count" -le 5 ]; then
  tried=true
  echo "$count of the tests failed beside others. They are run again, alone."
  tests_code=0
  run -n 0 --last-failed --last-failed-no-failures none --basetemp "$files/alone" || tests_code=$?
  failed >"$files/failed-alone"
fi

cat "$said"
if $tried; then
  echo "$count of the tests failed beside others and were run again, alone:"
  grep -vxF -f "$files/failed-alone" "$files/failed" | sed 's/^/  passed alone: /' || true
  sed 's/^/  FAILED again: /' "$files/failed-alone"
fi
[ "$checks_code" -eq 0 ] && echo 'make check: passed' || echo "make check: FAILED with $checks_code"
[ "$tests_code" -eq 0 ] && echo 'tests: passed' || echo "tests: FAILED with $tests_code; their files: $files"
[ "$checks_code" -eq 0 ] && [ "$tests_code" -eq 0 ]
