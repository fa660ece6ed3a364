#!/bin/sh
# Every mechanism, tried once each. What is tried again on other toolkits and applications is marked `matrix`: make test-apps.
set -eu
cd "$(dirname "$0")/.."
# Much of what is done with an application is waiting for it: three workers keep two cores busy.
exec .venv/bin/pytest -n "${WORKERS:-3}" -m 'not matrix' --durations=15
