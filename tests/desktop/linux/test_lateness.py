"""Trees that lag: whether the place of a control looks other than at the look that it is known from."""

from __future__ import annotations

from ufo.desktop.linux.lateness import LateTrees
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_WINDOW = Rect(10, 10, 4, 2)


def _frame(*shades: int, rect: Rect = _WINDOW) -> Frame:
    return Frame(rect, b"".join(bytes([shade]) * 4 for shade in shades))


def test_a_window_that_was_not_painted_on_since_needs_no_comparing() -> None:
    trees = LateTrees()
    trees.keep(1, _frame(*[0] * 8), ((7, 1),))
    assert not trees.knows(1, ((7, 1),))
    assert trees.knows(1, ((7, 2),)) and trees.knows(1, None)
    assert not trees.knows(2, ((7, 2),))


def test_only_the_place_of_the_control_counts() -> None:
    trees = LateTrees()
    trees.keep(1, _frame(*[0] * 8), None)
    now = _frame(0, 0, 0, 9, 0, 0, 0, 9)
    assert not trees.differs(1, now, Rect(10, 10, 2, 2))
    assert trees.differs(1, now, Rect(12, 10, 2, 2))


def test_a_window_that_moved_or_grew_looks_other() -> None:
    trees = LateTrees()
    trees.keep(1, _frame(*[0] * 8), None)
    assert trees.differs(1, _frame(*[0] * 8, rect=Rect(11, 10, 4, 2)), Rect(12, 10, 1, 1))


def test_few_pictures_are_kept_and_those_in_use_longest() -> None:
    trees = LateTrees()
    for number in (1, 2, 3):
        trees.keep(number, _frame(*[0] * 8), None)
    assert trees.knows(1, None)
    trees.keep(4, _frame(*[0] * 8), None)
    assert [number for number in (1, 2, 3, 4) if trees.knows(number, None)] == [1, 3, 4]
