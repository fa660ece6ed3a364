#!/bin/sh
# Every test. Real applications share the machine with the tests beside them, so what failed there is tried once more alone: a
# defect fails again. More than a few failures are no accident, and nothing is tried again.
set -u
cd "$(dirname "$0")/.."
few=3
failed=.pytest_cache/v/cache/lastfailed
rm -f "$failed"
.venv/bin/pytest -n 2 --dist loadgroup
status=$?
[ "$status" -eq 1 ] || exit "$status"
count=$(.venv/bin/python -c 'import json, sys; print(len(json.load(open(sys.argv[1]))))' "$failed") || exit 1
[ "$count" -le "$few" ] || exit 1
printf '\n%s failed beside others (above); once more, alone:\n' "$count"
exec .venv/bin/pytest -n 0 --last-failed --last-failed-no-failures none
