"""What a trial says of tests that fail, are skipped or notice, in a process of its own: it forks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.mutations.mutant import ROOT

_TESTS = """
import os, subprocess, sys
import pytest

def test_passes(): pass
def test_fails(): assert False
def test_is_skipped(): pytest.skip("not here")
def test_of_a_program():
    command = [sys.executable, "-c", "from ufo.schema.exit_codes import EXIT_FAILED; print(EXIT_FAILED)"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "11\\n"
"""
_PROGRAM = """
import json, sys
import tests.conftest
from tests.mutations.mutant import Mutation
from tests.mutations.trial import fates, unbroken
file = sys.argv[1]
claims = {name: (f"{file}::test_{name}",) for name in ("fails", "is_skipped", "passes", "of_a_program")}
failing = [test.rpartition("::test_")[2] for _, tests in unbroken(claims, 2) for test in sorted(tests)]
broken = Mutation("ufo/schema/exit_codes.py", "EXIT_FAILED = 11", "EXIT_FAILED = 12")
gone = Mutation("ufo/schema/exit_codes.py", "EXIT_FAILED = 111", "")
tried = {"passes": broken, "of_a_program": broken, "fails": gone}
print(json.dumps([failing, dict(fates(tried, claims, 2))]))
"""


def test_only_tests_that_ran_and_passed_count_and_a_program_that_a_test_starts_is_broken_too(tmp_path: Path) -> None:
    file = tmp_path / "test_of_a_trial.py"
    file.write_text(_TESTS, encoding="utf-8")
    command = [sys.executable, "-c", _PROGRAM, str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    failing, tried = json.loads(done.stdout)
    assert failing == ["fails", "is_skipped"]
    assert tried["passes"] == "SURVIVED" and tried["of_a_program"] == "noticed" and tried["fails"].startswith("GONE")
