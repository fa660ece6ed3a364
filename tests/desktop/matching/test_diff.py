"""Two looks at a window: what came, went and changed."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.desktop.trees import Box, boxes, mark_of, snapshot_of
from ufo.desktop.matching.diff import difference
from ufo.desktop.snapshot import Snapshot


def _keyed_alike(snapshot: Snapshot) -> Snapshot:
    """As a later look at the same run of the application: keys stay."""
    kept = (replace(element, handle=replace(element.handle, key=str(mark_of(element)))) for element in snapshot)
    return replace(snapshot, elements=tuple(kept))


@given(boxes())
def test_a_window_does_not_differ_from_itself_not_even_after_a_restart(top: list[Box]) -> None:
    assert not difference(snapshot_of(top), snapshot_of(top, snapshot_id=2))


@given(boxes(), boxes())
def test_what_came_went_and_stayed_is_all_that_the_two_looks_show(item: list[Box], other: list[Box]) -> None:
    before, after = snapshot_of(item), snapshot_of(other, snapshot_id=2)
    found = difference(before, after)
    assert len(before.elements) - len(found.removed) == len(after.elements) - len(found.added)
    backwards = difference(after, before)
    assert len(backwards.added) == len(found.removed)


@given(boxes(), st.data())
def test_one_control_that_changes_is_told_with_what_changed_of_it(top: list[Box], data: st.DataObject) -> None:
    before = _keyed_alike(snapshot_of(top))
    at = data.draw(st.integers(0, len(before.elements) - 1))
    other = replace(before.elements[at], value="other", states=frozenset({"enabled", "checked"}))
    after = replace(before, id=2, elements=(*before.elements[:at], other, *before.elements[at + 1 :]))
    found = difference(before, after)
    assert (found.added, found.removed) == ((), ())
    (change,) = found.changed
    assert change.after is other
    assert change.facets == ("value", "states")
    assert change.gained == {"checked"}


def test_a_key_that_belongs_to_another_kind_of_control_now_is_another_control() -> None:
    before = _keyed_alike(snapshot_of([Box(1, "Button", "Save")]))
    after = _keyed_alike(snapshot_of([Box(1, "Edit", "Name")]))
    found = difference(before, after)
    assert [element.name for element in found.removed] == ["Save"]
    assert [element.name for element in found.added] == ["Name"]


def test_a_control_that_was_renamed_where_it_stands_has_changed_even_with_another_key() -> None:
    found = difference(snapshot_of([Box(1, "Button", "Play")]), snapshot_of([Box(1, "Button", "Pause")], snapshot_id=2))
    (change,) = found.changed
    assert (change.before.name, change.after.name, change.facets) == ("Play", "Pause", ("name",))


def test_another_object_in_the_place_of_one_that_went_is_another_control_while_the_application_runs() -> None:
    first, second = Box(2, "Button", "On the first page"), Box(3, "Button", "On the second page")
    before = _keyed_alike(snapshot_of([Box(1, "Tab", "Pages", [first])]))
    after = _keyed_alike(snapshot_of([Box(1, "Tab", "Pages", [second])]))
    assert before.elements[1].rect == after.elements[1].rect
    found = difference(before, after)
    assert [element.name for element in found.removed] == ["On the first page"]
    assert [element.name for element in found.added] == ["On the second page"]
    assert not found.changed


def test_what_changes_by_itself_can_be_left_out() -> None:
    before = _keyed_alike(snapshot_of([Box(1, "Text", "12:00"), Box(2, "Button", "Play")]))
    after = _keyed_alike(snapshot_of([Box(1, "Text", "12:01"), Box(2, "Button", "Pause")]))
    left = difference(before, after).without(frozenset({"1"}))
    assert [change.after.name for change in left.changed] == ["Pause"]
