"""docs/security.md says which test shows what; each of them is there, and runs in `make test`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_TEST = re.compile(r"((?:^ *@.*\n|^    .*\n|^ *\)\n)*)^ *(?:async )?def (test_\w+)\(", re.MULTILINE)
_WHOLLY_MATRIX = re.compile(r"^ *@pytest\.mark\.matrix$", re.MULTILINE)


@pytest.fixture(scope="module")
def named() -> set[str]:
    return set(re.findall(r"`(test_\w+)`", (_ROOT / "docs" / "security.md").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def marks() -> dict[str, str]:
    """What stands above each test."""
    texts = (path.read_text(encoding="utf-8") for path in (_ROOT / "tests").rglob("test_*.py"))
    return {match[2]: match[1] for text in texts for match in _TEST.finditer(text)}


def test_every_test_that_the_page_names_is_there(named: set[str], marks: dict[str, str]) -> None:
    assert len(named) > 40
    assert sorted(named - marks.keys()) == []


def test_none_of_them_is_left_to_make_test_apps(named: set[str], marks: dict[str, str]) -> None:
    assert [name for name in named & marks.keys() if _WHOLLY_MATRIX.search(marks[name])] == []
