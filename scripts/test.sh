#!/bin/sh
# Every mechanism, tried once each. What is tried again on other toolkits and applications is marked `matrix`: make test-apps.
set -eu
cd "$(dirname "$0")/.."
exec .venv/bin/pytest -n 2 -m 'not matrix' --durations=15
