#!/bin/sh
# Every mechanism, tried once each. What is tried again on other toolkits and applications is marked `matrix`: make test-apps.
# usage: [WORKERS=number] scripts/test.sh
set -eu
cd "$(dirname "$0")/.."

# Much of what is done with an application is waiting for it, so that two workers a core keep it busy. Each takes up to 1.2 GB.
least() { printf '%s\n' "$@" | sort -n | head -n 1; }
memory=$(awk '/MemAvailable/ {print int($2 / 1200000)}' /proc/meminfo)
workers=${WORKERS:-$(least "$((2 * $(nproc)))" "$((memory > 1 ? memory : 1))" 8)}

exec .venv/bin/pytest -n "$workers" -m 'not matrix' --durations=15
