"""The built-in planner is frozen: its lines may only become fewer."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_AT_THE_FREEZE = 5_000


def _lines_of(folder: Path) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in folder.rglob("*.py"))


def _budget() -> int:
    told = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return int(told["tool"]["ufo"]["planner_lines"])


def _complaints(lines: int, budget: int) -> list[str]:
    found = (
        []
        if budget <= _AT_THE_FREEZE
        else [f"the budget of {budget} lines is above the {_AT_THE_FREEZE} of the freeze"]
    )
    return found if lines <= budget else [*found, f"extensions/planner has {lines} lines; its budget is {budget}"]


def test_the_planner_keeps_its_budget_of_lines() -> None:
    assert _complaints(_lines_of(_ROOT / "extensions" / "planner"), _budget()) == []


@pytest.mark.parametrize(("lines", "budget"), [(101, 100), (12_600, 12_600)])
def test_more_lines_than_the_budget_and_a_higher_budget_are_told(lines: int, budget: int) -> None:
    assert _complaints(lines, budget)


def test_every_line_of_the_folders_counts(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text("a = 1\n\nb = 2\n")
    (tmp_path / "two.py").write_text("c = 3\n")

    assert _lines_of(tmp_path) == 4
