"""No name is assigned for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sources import sources
from tests.structure.assigned_names import assigned_twice, never_read

TREE = Path(__file__).parents[2]
SOURCES = {
    f"{room}/{path}": text
    for room in ("ufo", "extensions", "bench", "scripts", "tests")
    for path, text in sources(TREE / room)
}


def test_every_private_name_of_a_module_is_read() -> None:
    assert never_read(SOURCES) == []


def test_no_name_is_assigned_again_before_it_is_read() -> None:
    assert [fault for path, source in SOURCES.items() for fault in assigned_twice(path, source)] == []


def test_a_private_name_that_nothing_reads_is_a_fault_and_an_imported_one_is_not() -> None:
    modules = {"a.py": "_A = _B = 1\n_C: int = _A\n__all__ = []\nD = 1\n", "b.py": "from a import _C\n"}
    assert never_read(modules) == ["a.py: _B is assigned and never read"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("_VERB = 1\n_NOUN = 2\n_VERB = 3\n", ["_VERB"]),
        ("a = 1\na = a + 1\n", []),
        ("class One:\n    size: int = 1\n    size = 2\n", ["size"]),
        ("if here:\n    a = 1\nelse:\n    a = 2\n", []),
        ("a: int\na = 1\n", []),
    ],
)
def test_a_name_assigned_twice_is_a_fault_where_nothing_read_it_between(source: str, names: list[str]) -> None:
    assert assigned_twice("m.py", source) == [f"m.py: {name} is assigned twice" for name in names]
