"""The mutations are of code that there is and of requirements that tests claim; one is tried, the script tries all."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.claims import claims
from tests.mutations.mutant import ROOT, Mutation
from tests.mutations.table import MUTATIONS, WITHOUT
from tests.requirements import REQUIREMENTS

TRIED = "host-state:none"
"""The one that each run tries, always the same: the result of a run must not depend on its date."""


def test_the_code_of_each_mutation_is_there() -> None:
    assert not [key for key, fixed in MUTATIONS.items() for one in fixed if not one.applies() or one.old == one.new]


def test_no_fault_serves_two_requirements_or_two_parts_of_one() -> None:
    serving: dict[tuple[str, str, str], list[str]] = {}
    for key, fixed in MUTATIONS.items():
        for one in fixed:
            serving.setdefault((one.path, one.old, one.new), []).append(key)
    assert not [keys for keys in serving.values() if len(keys) > 1]


def test_each_requirement_has_a_mutation_or_says_why_not() -> None:
    asked = [key for key, one in REQUIREMENTS.items() if not one.deferred]
    assert not [key for key in asked if (key in MUTATIONS) == (key in WITHOUT)]
    assert not [key for key in (*MUTATIONS, *WITHOUT) if key not in claims()]


def test_a_mutant_and_a_drawn_fault_are_noticed_by_their_requirements_own_tests() -> None:
    _check([TRIED, "--seed", "5"], 0, "1 of 1 noticed; 1 of 1 drawn with --seed 5")


def _check(ids: list[str], code: int, said: str) -> None:
    command = [sys.executable, "-m", "scripts.check_mutations", *ids]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code and said in done.stdout, (ids, done.stdout, done.stderr)


def test_a_name_that_is_no_requirement_is_told() -> None:
    _check(["host-state:dance"], 2, "no mutation for host-state:dance")


def test_a_mutation_names_its_module() -> None:
    assert Mutation("ufo/schema/target.py", "a", "b").module == "ufo.schema.target"
    with pytest.raises(FileNotFoundError):
        Mutation("ufo/schema/nothing.py", "a", "b").applies()
