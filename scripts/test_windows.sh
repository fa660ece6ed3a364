#!/bin/sh
# The tests that need no Linux, FakeDesktop's conformance and the desktop of Windows among them, in a Windows Python under Wine.
# usage: scripts/test_windows.sh [few | PATH...]   `few`: what make test runs, in half a minute.
# What is left out is what imports something of Linux alone, and what tests/portable.py names with its reason.
set -eu
cd "$(dirname "$0")/.."

few='tests/conformance/test_fake.py tests/windows/test_commands.py'
# Like scripts/quick.sh, they need no application; many more than these would try the same code once more, as slowly as Wine reads files.
portable='tests/schema tests/config tests/text tests/memory tests/prompts tests/trace tests/viewer tests/network
  tests/recipes tests/knowledge tests/secrets tests/agents'
desktop='tests/conformance tests/windows'
marks='not apps and not table and not hypothesis'

# shellcheck disable=SC2048,SC2086 # each word is an argument
run() { scripts/windows_python.sh -m pytest -q -n 0 -p no:cacheprovider -m "$marks" --durations=10 $*; }

case ${1:-} in
  '') ;;
  few) marks="$marks and not matrix"; run $few; exit ;;
  *) run "$*"; exit ;;
esac
# Beside one another: what works a desktop waits most of its time, and each has a screen of its own.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
run $portable >"$said" 2>&1 &
code=0
run $desktop || code=$?
wait $! || code=$?
cat "$said"
exit "$code"
