"""Tests that wait for a real application have one bound: `tests/waiting.py`. A shorter one has a name that says why."""

from __future__ import annotations

from pathlib import Path

from tests.waiting import WAITED_S
from ufo.schema.patterns import regex

_TESTS = Path(__file__).parents[1]
_BOUND = regex(r"\b(?:fail_after|move_on_after)\(([\d.]+)\)")


def test_no_test_of_a_real_application_waits_shorter_by_a_bound_of_its_own() -> None:
    files = (file for folder in ("apps", "cli", "desktop") for file in sorted((_TESTS / folder).rglob("*.py")))
    bounds = [(str(file), float(bound)) for file in files for bound in _BOUND.findall(file.read_text("utf-8"))]
    assert not [(file, bound) for file, bound in bounds if bound < WAITED_S]
