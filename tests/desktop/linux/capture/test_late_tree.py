"""Trees that lag: whether the place of a control looks other than at the look that it is known from."""

from __future__ import annotations

from dataclasses import replace

from ufo.desktop.linux.capture.late_tree import LateTrees
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_WINDOW = Rect(10, 10, 4, 2)


def _look(number: int, *elements: Element) -> Snapshot:
    return Snapshot(number, "w", _WINDOW, elements)


def _frame(*shades: int, rect: Rect = _WINDOW) -> Frame:
    return Frame(rect, b"".join(bytes([shade]) * 4 for shade in shades))


def test_a_window_that_was_not_painted_on_since_needs_no_comparing() -> None:
    trees = LateTrees()
    trees.keep(_look(1), _frame(*[0] * 8), ((7, 1),), 5.0)
    assert not trees.knows(1, ((7, 1),))
    assert trees.knows(1, ((7, 2),)) and trees.knows(1, None)
    assert not trees.knows(2, ((7, 2),))


def test_only_the_place_of_the_control_counts() -> None:
    trees = LateTrees()
    trees.keep(_look(1), _frame(*[0] * 8), None, 5.0)
    now = _frame(0, 0, 0, 9, 0, 0, 0, 9)
    assert not trees.differs(1, now, Rect(10, 10, 2, 2))
    assert trees.differs(1, now, Rect(12, 10, 2, 2))


def test_a_window_that_moved_or_grew_looks_other() -> None:
    trees = LateTrees()
    trees.keep(_look(1), _frame(*[0] * 8), None, 5.0)
    assert trees.differs(1, _frame(*[0] * 8, rect=Rect(11, 10, 4, 2)), Rect(12, 10, 1, 1))


def test_few_pictures_are_kept_and_those_in_use_longest() -> None:
    trees = LateTrees()
    for number in (1, 2, 3):
        trees.keep(_look(number), _frame(*[0] * 8), None, 5.0)
    assert trees.knows(1, None)
    trees.keep(_look(4), _frame(*[0] * 8), None, 5.0)
    assert [number for number in (1, 2, 3, 4) if trees.knows(number, None)] == [1, 3, 4]


def test_a_difference_is_explained_once_the_tree_tells_another_state_value_or_place_than_at_the_look() -> None:
    field = Element(Handle(1, "a", "Edit", "Name"), "Edit", "Name", Rect(10, 10, 2, 1), frozenset({"enabled"}), "old")
    trees = LateTrees()
    trees.keep(_look(1, field), _frame(*[0] * 8), None, 5.0)
    assert not trees.explained(field)
    assert not trees.explained(replace(field, depth=3, path=("Page",)))
    for other in (
        replace(field, states=frozenset({"enabled", "focused"})),
        replace(field, value="new"),
        replace(field, rect=Rect(11, 10, 2, 1)),
    ):
        assert trees.explained(other)


def test_a_focus_that_the_tree_tells_is_what_the_place_of_the_control_shows() -> None:
    field = Element(Handle(1, "a", "Edit", "Name"), "Edit", "Name", Rect(10, 10, 2, 1), frozenset({"enabled"}), "old")
    trees = LateTrees()
    trees.keep(_look(1, field), _frame(*[0] * 8), None, 5.0)
    assert trees.shows_focus(replace(field, states=frozenset({"enabled", "focused"})))
    assert not trees.shows_focus(field)
    assert not trees.shows_focus(replace(field, value="new"))


def test_a_tree_tells_the_places_of_what_was_painted_a_moment_after_it_was() -> None:
    trees = LateTrees()
    trees.keep(_look(1), _frame(*[0] * 8), ((7, 1),), 5.0)
    assert 5.5 < trees.tells_by(1) < 6.0
    assert trees.tells_by(2) < 5.0
