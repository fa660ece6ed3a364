"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import ufo.proof
import ufo_planner
from ufo.schema.patterns import regex


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    words = regex(r"(?P<one>\w+) to (\w+)", re.IGNORECASE)
    found = words.fullmatch("Linz TO Wels")
    assert found is not None and found["one"] == "Linz"
    assert words.sub(r"\2", "a to b") == "b"
    assert words.groups == 2
    assert words.pattern == r"(?P<one>\w+) to (\w+)"


def test_a_fault_in_a_pattern_is_told_at_its_first_use() -> None:
    broken = regex("(")
    with pytest.raises(re.error, match="position 0"):
        broken.search("text")


@pytest.mark.parametrize(("room", "least"), [(ufo_planner, 50), (ufo.proof, 5)], ids=["planner", "proof"])
def test_every_pattern_of_a_room_can_be_compiled(room: object, least: int) -> None:
    kind = type(regex(""))
    seen = 0
    for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):  # type: ignore[attr-defined]
        for value in vars(importlib.import_module(found.name)).values():
            if isinstance(value, kind):
                seen += 1
                assert value.groups >= 0
    assert seen > least


def test_a_start_compiles_nearly_none() -> None:
    code = """
import re, sys
import ufo
compiled, compiling, package = [], re.compile, ufo.__path__[0] + "/"
def count(pattern, flags=0):
    if sys._getframe(1).f_code.co_filename.startswith(package):
        compiled.append(pattern)
    return compiling(pattern, flags)
re.compile = count
import ufo.runs.assembly
print(len(compiled))
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert int(said.stdout) < 120
