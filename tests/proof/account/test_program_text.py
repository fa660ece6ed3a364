"""A name that is changed wherever a program uses it, and tabs that become spaces, by the file as it was and as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.proof.account.verdict import Case, weigh
from ufo.proof.conditions.contract import make_contract

_WAS = 'def area(side):\n\t"""The area of a square."""\n\treturn side * side  # area\n\n\nprint("area:", area(3))\n'
_RIGHT = (
    'def surface(side):\n  """The area of a square."""\n  return side * side  # area\n\n\nprint("area:", surface(3))\n'
)
_SPARES = "Rename the function area to surface in maths.py wherever it is used (not in the comments and texts)"
_TABS = "turn the tabs into two spaces each, and save"


def _gaps(folder: Path, request: str, becomes: str) -> tuple[str, ...]:
    file = folder / "maths.py"
    file.write_text(_WAS, encoding="utf-8")
    contract = make_contract(request, folder, at=0)
    file.write_text(becomes, encoding="utf-8")
    return weigh(Case(contract, (), (), (), ())).gaps


def test_a_name_and_tabs_that_were_changed_throughout_are_proved_by_the_file(tmp_path: Path) -> None:
    assert not [one for one in _gaps(tmp_path, f"{_SPARES}, {_TABS}", _RIGHT) if "file does not show" in one]


@pytest.mark.parametrize(
    "wrong",
    [
        _RIGHT.replace("surface(3)", "area(3)"),
        _RIGHT.replace('"area:"', '"surface:"'),
        _RIGHT.replace("# area", "# surface"),
        _RIGHT.replace("surface", "area"),
        _RIGHT.replace('print("area:", surface(3))\n', ""),
    ],
)
def test_a_name_that_is_left_or_changed_in_texts_that_stay_is_not_proved(tmp_path: Path, wrong: str) -> None:
    assert any("'area' is 'surface'" in one for one in _gaps(tmp_path, _SPARES, wrong))


@pytest.mark.parametrize(
    "wrong",
    [_RIGHT.replace("  return", "   return"), _RIGHT.replace("  return", "\treturn"), _RIGHT.replace("  ", "")],
)
def test_tabs_that_became_other_than_the_spaces_that_were_asked_for_are_not_proved(tmp_path: Path, wrong: str) -> None:
    assert any("each tab is 2 spaces" in one for one in _gaps(tmp_path, f"In maths.py {_TABS}", wrong))
