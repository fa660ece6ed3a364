"""`make test`: what failed beside others is run once more, alone, and nothing of that is hidden."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.scripts.stubs import Stubs

_PYTEST = """#!/bin/sh
echo "pytest $*" >>"$SAID"
for word in "$@"; do
  case "$word" in cache_dir=*) kept=${word#cache_dir=}/v/cache ;; esac
done
[ -n "$kept" ] || exit 0
case "$*" in *--last-failed*) failed=$ALONE ;; *) failed=$BESIDE_OTHERS ;; esac
mkdir -p "$kept"
echo "$failed" >"$kept/lastfailed"
[ "$failed" = '{}' ]
"""
_FLAKY, _BROKEN = "tests/apps/test_one.py::test_it[a b]", "tests/apps/test_two.py::test_it"


@pytest.fixture
def script(tmp_path: Path) -> Stubs:
    made = Stubs(tmp_path, "test.sh")
    made.add("make")
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (programs / "python").symlink_to(sys.executable)
    (programs / "pytest").write_text(_PYTEST, encoding="utf-8")
    (programs / "pytest").chmod(0o755)
    return made


def _alone(script: Stubs) -> list[str]:
    return [line for line in script.said if "--last-failed" in line]


def _fails(script: Stubs, beside_others: list[str], alone: list[str]) -> None:
    script.environment["TMPDIR"] = str(script.home)
    script.environment["BESIDE_OTHERS"] = json.dumps(dict.fromkeys(beside_others, True))
    script.environment["ALONE"] = json.dumps(dict.fromkeys(alone, True))


def test_where_all_pass_nothing_is_run_again(script: Stubs) -> None:
    _fails(script, [], [])
    ended = script.run()
    assert ended.returncode == 0, ended.stderr
    assert not _alone(script) and "alone" not in ended.stdout


def test_what_passes_alone_fails_no_run_and_is_named(script: Stubs) -> None:
    _fails(script, [_FLAKY], [])
    ended = script.run()
    assert ended.returncode == 0, ended.stderr
    assert "1 of the tests failed beside others and were run again, alone" in ended.stdout
    assert f"  passed alone: {_FLAKY}\n" in ended.stdout
    assert "FAILED again" not in ended.stdout
    assert len(_alone(script)) == 1 and "-n 0" in _alone(script)[0]


def test_what_fails_alone_too_fails_the_run(script: Stubs) -> None:
    _fails(script, [_FLAKY, _BROKEN], [_BROKEN])
    ended = script.run()
    assert ended.returncode == 1
    assert f"  passed alone: {_FLAKY}\n  FAILED again: {_BROKEN}\n" in ended.stdout


def test_more_than_five_get_no_second_try(script: Stubs) -> None:
    _fails(script, [f"tests/test_many.py::test_{number}" for number in range(6)], [])
    ended = script.run()
    assert ended.returncode == 1
    assert not _alone(script)
