"""A button of a row that was filled anew is another button, though its handle is good."""

from __future__ import annotations

from dataclasses import replace

from tests.desktop.trees import Box, element_of, mark_of, snapshot_of
from ufo.desktop.matching.same_owner import belongs_elsewhere, has_equals
from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.snapshot import Snapshot


def _rows(*words: str, number: int = 1) -> Snapshot:
    boxes = [
        Box(10 * at, "Group", "", [Box(10 * at + 1, "Text", text), Box(10 * at + 2, "Button", "Delete")])
        for at, text in enumerate(words)
    ]
    snapshot = snapshot_of(boxes, snapshot_id=number)
    kept = tuple(replace(element, handle=replace(element.handle, key=str(mark_of(element)))) for element in snapshot)
    return replace(snapshot, elements=kept)


def _told(before: Snapshot, after: Snapshot, mark: int = 12) -> str:
    return belongs_elsewhere(Surroundings(before), after, element_of(before, mark))


def test_rows_that_were_sorted_in_place_are_noticed() -> None:
    before = _rows("Order 7", "Order 8", "Order 9", "Order 10")
    told = _told(before, _rows("Order 10", "Order 9", "Order 8", "Order 7", number=2))
    assert told == "it stands with 'order 9' now, and stood with 'order 8' at the look"


def test_rows_that_were_filled_with_others_are_noticed() -> None:
    before = _rows("Order 7", "Order 8", "Order 9")
    assert _told(before, _rows("Order 31", "Order 32", "Order 33", number=2))


def test_a_row_whose_own_text_changed_alone_is_the_same_row() -> None:
    before = _rows("Order 7", "Order 8", "Order 9")
    assert _told(before, _rows("Order 7", "Order 8, paid", "Order 9", number=2)) == ""


def test_unchanged_rows_and_rows_that_only_moved_are_the_same() -> None:
    before = _rows("Order 7", "Order 8", "Order 9")
    assert _told(before, _rows("Order 7", "Order 8", "Order 9", number=2)) == ""
    moved = _rows("Order 7", "Order 8", "Order 9", number=2)
    down = tuple(replace(element, rect=element.rect.moved(0, 55)) for element in moved)
    assert _told(before, replace(moved, elements=down)) == ""


def test_a_control_without_equals_needs_no_second_look() -> None:
    before = _rows("Order 7")
    assert not has_equals(Surroundings(before), element_of(before, 2))
    assert has_equals(Surroundings(_rows("Order 7", "Order 8")), element_of(before, 2))
