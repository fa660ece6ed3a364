"""A selector finds the control that it was made of, or says that it cannot; it never takes another one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.desktop.trees import Box, boxes, element_of, mark_of, selector_of, snapshot_of
from tests.properties import examples
from ufo.desktop.matching.find_again import Ambiguous, Finding, Found, Gone, find
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.snapshot import Snapshot
from ufo.schema.selector import Selector


def _in_other_words(words: str) -> str:
    """One word for each, none like another's."""
    return f"{words[::-1]}ung" if any(char.isalpha() for char in words) else words


def _same_or_unsure(found: Finding, mark: int) -> bool:
    return not isinstance(found, Found) or mark_of(found.element) == mark


@examples(0.5)
@given(boxes())
def test_every_control_is_found_in_its_own_window(top: list[Box]) -> None:
    snapshot = snapshot_of(top)
    again = snapshot_of(top, snapshot_id=2)
    for element, selector in zip(snapshot, selectors_of(snapshot, snapshot), strict=True):
        found = find(selector, again)
        assert _same_or_unsure(found, mark_of(element)), (selector, found)
        if element.name and sum(other.name == element.name for other in snapshot) == 1:
            assert isinstance(found, Found), (selector, found)


@examples(0.5)
@given(boxes(), st.integers(400, 2000))
def test_another_size_and_a_restart_change_nothing(top: list[Box], width: int) -> None:
    snapshot, resized = snapshot_of(top), snapshot_of(top, snapshot_id=2, width=width)
    for element in snapshot:
        found = find(selector_of(snapshot, element), resized)
        assert _same_or_unsure(found, mark_of(element)), (element, found)


@examples(0.5)
@given(boxes())
def test_in_another_language_no_other_control_is_taken(top: list[Box]) -> None:
    snapshot, other = snapshot_of(top), snapshot_of(top, snapshot_id=2, say=_in_other_words)
    for element in snapshot:
        found = find(selector_of(snapshot, element), other)
        assert _same_or_unsure(found, mark_of(element)), (element, found)


@examples(0.5)
@given(boxes(), st.data())
def test_a_control_that_went_away_is_not_replaced_by_another(top: list[Box], data: st.DataObject) -> None:
    snapshot = snapshot_of(top)
    leaves = [node for box in top for node in box.walk() if not node.children]
    gone = data.draw(st.sampled_from(leaves))
    selector = selector_of(snapshot, element_of(snapshot, gone.mark))
    _remove(top, gone)
    found = find(selector, snapshot_of(top, snapshot_id=2))
    assert not isinstance(found, Found), (selector, found)


@examples(0.5)
@given(boxes(), st.data())
def test_where_others_came_moved_or_went_no_other_control_is_taken(top: list[Box], data: st.DataObject) -> None:
    snapshot = snapshot_of(top)
    wanted = data.draw(st.sampled_from([node for box in top for node in box.walk()]))
    assume(_is_unlike_all_others(snapshot, wanted))
    selector = selector_of(snapshot, element_of(snapshot, wanted.mark))
    _shuffle(top, data, wanted)
    found = find(selector, snapshot_of(top, snapshot_id=2))
    assert _same_or_unsure(found, wanted.mark), (selector, found)


@examples(0.5)
@given(boxes(), st.data())
def test_a_selector_comes_back_from_json_as_it_was(top: list[Box], data: st.DataObject) -> None:
    snapshot = snapshot_of(top)
    selector = selector_of(snapshot, data.draw(st.sampled_from(snapshot.elements)))
    assert Selector.model_validate_json(selector.model_dump_json()) == selector


def _is_unlike_all_others(snapshot: Snapshot, wanted: Box) -> bool:
    return (
        bool(wanted.name)
        and sum((element.role, element.name) == (wanted.role, wanted.name) for element in snapshot) == 1
    )


def _remove(top: list[Box], gone: Box) -> None:
    for siblings in [top, *(node.children for box in top for node in box.walk())]:
        if any(sibling is gone for sibling in siblings):
            siblings[:] = [sibling for sibling in siblings if sibling is not gone]
            return


def _shuffle(top: list[Box], data: st.DataObject, keep: Box) -> None:
    marks = 1000
    for siblings in [top, *(node.children for box in top for node in box.walk())]:
        order: list[int] = data.draw(st.permutations(range(len(siblings))))
        siblings[:] = [siblings[at] for at in order]
        removable = [sibling for sibling in siblings if all(other is not keep for other in sibling.walk())]
        removed: Box | None = data.draw(st.sampled_from([None, *removable]))
        if removed is not None:
            _remove(siblings, removed)
        added: str = data.draw(st.sampled_from(("", "Button New", "Edit ", "CheckBox Other")))
        if added:
            marks += 1
            role, _, name = added.partition(" ")
            siblings.insert(0, Box(marks, role, name))


def _window(*rows: tuple[str, str], role: str = "Button") -> list[Box]:
    """A list of rows, each a text and a control beside it."""
    made: list[Box] = []
    for row, (words, control) in enumerate(rows):
        made.append(Box(10 * row, "Group", "", [Box(10 * row + 1, "Text", words), Box(10 * row + 2, role, control)]))
    return made


def test_one_of_many_equal_buttons_is_told_by_what_stands_beside_it_when_the_rows_are_sorted_anew() -> None:
    rows = [("Invoice 7", "Delete"), ("Invoice 8", "Delete"), ("Invoice 9", "Delete")]
    snapshot = snapshot_of(_window(*rows))
    selector = selector_of(snapshot, element_of(snapshot, 12))
    sorted_anew = snapshot_of(_window(rows[1], rows[2], rows[0]), snapshot_id=2)
    found = find(selector, sorted_anew)
    assert isinstance(found, Found)
    assert mark_of(found.element) == 2


def test_in_a_list_of_a_hundred_rows_the_button_beside_the_same_words_is_found_at_the_other_end() -> None:
    rows = [(f"Invoice {chr(65 + at % 26)}{at}", "Delete") for at in range(100)]
    snapshot = snapshot_of(_window(*rows))
    selector = selector_of(snapshot, element_of(snapshot, 52))
    found = find(selector, snapshot_of(_window(*reversed(rows[:90])), snapshot_id=2))
    assert isinstance(found, Found), found
    assert mark_of(found.element) == 10 * (89 - 5) + 2


def test_a_button_whose_row_was_deleted_is_ambiguous_and_names_the_others() -> None:
    rows = [("Invoice 7", "Delete"), ("Invoice 8", "Delete"), ("Invoice 9", "Delete")]
    snapshot = snapshot_of(_window(*rows))
    selector = selector_of(snapshot, element_of(snapshot, 12))
    found = find(selector, snapshot_of(_window(rows[0], rows[2]), snapshot_id=2))
    assert isinstance(found, Ambiguous)
    assert {candidate.element.name for candidate in found.candidates} == {"Delete"}
    assert "3 of them" in found.reason or "nothing tells them apart" in found.reason


_DIALOG = ("Font", "Size", "Bold", "Italic", "Underline", "Shadow")


@pytest.mark.parametrize("place", range(6))
def test_in_another_language_a_control_is_told_by_its_place_among_the_same_controls(place: int) -> None:
    english = [
        Box(0, "Dialog", "Character", [Box(number + 1, "CheckBox", name) for number, name in enumerate(_DIALOG)])
    ]
    snapshot = snapshot_of(english)
    selector = selector_of(snapshot, element_of(snapshot, place + 1))
    found = find(selector, snapshot_of(english, snapshot_id=2, width=1400, say=_in_other_words))
    assert isinstance(found, Found), found
    assert mark_of(found.element) == place + 1


def test_an_entry_of_a_list_is_never_told_by_its_place_for_another_language_sorts_otherwise() -> None:
    countries = ["Austria", "Germany", "Hungary", "Spain"]
    top = [Box(0, "List", "Country", [Box(number + 1, "ListItem", name) for number, name in enumerate(countries)])]
    snapshot = snapshot_of(top)
    selector = selector_of(snapshot, element_of(snapshot, 2))
    assert isinstance(find(selector, snapshot_of(top, snapshot_id=2, say=_in_other_words)), Gone)


def test_a_button_that_was_renamed_where_it_stands_is_found_and_says_so() -> None:
    before = [
        Box(0, "ToolBar", "Player", [Box(1, "Button", "Back"), Box(2, "Button", "Play"), Box(3, "Button", "Next")])
    ]
    snapshot = snapshot_of(before)
    selector = selector_of(snapshot, element_of(snapshot, 2))
    before[0].children[1].name = "Pause"
    found = find(selector, snapshot_of(before, snapshot_id=2))
    assert isinstance(found, Found)
    assert "it says 'Pause', not 'Play'" in found.match.reasons


def test_a_button_of_another_dialog_is_not_taken_though_it_says_the_same() -> None:
    save = [Box(0, "Dialog", "Save As", [Box(1, "Edit", "Name"), Box(2, "Button", "Cancel")])]
    ask = [Box(0, "Dialog", "Discard changes?", [Box(1, "Button", "Discard"), Box(2, "Button", "Cancel")])]
    snapshot = snapshot_of(save)
    found = find(selector_of(snapshot, element_of(snapshot, 2)), snapshot_of(ask, snapshot_id=2))
    assert isinstance(found, Ambiguous)
    assert "another dialog" in found.reason


def test_a_count_in_a_name_may_change_and_a_number_that_is_part_of_it_may_not() -> None:
    top = [Box(0, "Tree", "Folders", [Box(1, "TreeItem", "Inbox (5)"), Box(2, "TreeItem", "Sheet1")])]
    snapshot = snapshot_of(top)
    inbox, sheet = (selector_of(snapshot, element_of(snapshot, mark)) for mark in (1, 2))
    top[0].children[0].name, top[0].children[1].name = "Inbox (12)", "Sheet2"
    later = snapshot_of(top, snapshot_id=2)
    assert isinstance(find(inbox, later), Found)
    assert isinstance(find(sheet, later), Gone)


_TOOLS = [("", "Alpha"), ("", "Beta"), ("", "Gamma")]


def _named_by_program(snapshot: Snapshot, names: dict[str, str]) -> dict[str, str]:
    return {element.handle.key: names[element.name] for element in snapshot if element.name in names}


def test_what_the_program_calls_it_finds_a_control_that_says_something_else_elsewhere() -> None:
    snapshot = snapshot_of(_window(*_TOOLS))
    selector = selector_of(snapshot, element_of(snapshot, 12), _named_by_program(snapshot, {"Beta": "middle"}))
    assert Selector.model_validate_json(selector.model_dump_json()).identifier == "middle"
    later = snapshot_of(_window(("", "Gamma"), ("", "Alpha"), ("", "Zwei")), snapshot_id=2)
    assert not isinstance(find(selector, later), Found)
    found = find(selector, later, _named_by_program(later, {"Zwei": "middle", "Alpha": "first"}))
    assert isinstance(found, Found)
    assert found.element.name == "Zwei"


def test_where_the_words_and_the_program_name_two_controls_neither_is_taken() -> None:
    snapshot = snapshot_of(_window(*_TOOLS))
    selector = selector_of(snapshot, element_of(snapshot, 12), _named_by_program(snapshot, {"Beta": "middle"}))
    later = snapshot_of(_window(*_TOOLS), snapshot_id=2)
    found = find(selector, later, _named_by_program(later, {"Alpha": "middle"}))
    assert isinstance(found, Ambiguous)
    assert {candidate.element.name for candidate in found.candidates} == {"Alpha", "Beta"}
    other = find(selector, later, _named_by_program(later, {"Beta": "end"}))
    assert isinstance(other, Ambiguous)
    assert "'end', and not 'middle'" in other.reason


def test_a_program_s_name_with_a_number_in_it_or_that_several_have_decides_nothing() -> None:
    snapshot = snapshot_of(_window(*_TOOLS))
    later = snapshot_of(_window(("", "Gamma"), ("", "Alpha"), ("", "Zwei")), snapshot_id=2)
    for made, held in (("row-2", {"Zwei": "row-2"}), ("middle", {"Zwei": "middle", "Alpha": "middle"})):
        selector = selector_of(snapshot, element_of(snapshot, 12), _named_by_program(snapshot, {"Beta": made}))
        assert not isinstance(find(selector, later, _named_by_program(later, held)), Found)


def test_another_application_has_none_of_its_controls() -> None:
    snapshot = snapshot_of(_window(("Name", "Save")))
    selector = selector_of(snapshot, element_of(snapshot, 2))
    assert isinstance(find(selector, replace(snapshot, app_root="other")), Gone)


@given(st.permutations(range(7)), st.sets(st.integers(0, 6), max_size=3), st.integers(0, 6), st.booleans())
def test_of_equal_buttons_in_lines_the_one_beside_the_same_words_is_found_in_any_order_or_none(
    order: list[int], removed: set[int], wanted: int, flat: bool
) -> None:
    def lines(numbers: list[int]) -> list[Box]:
        boxes = _window(*((f"Invoice {chr(65 + number)}", "Delete") for number in numbers))
        for box, number in zip(boxes, numbers, strict=True):
            for at, item in enumerate(box.walk()):
                item.mark = 10 * number + at
        return boxes

    def look(boxes: list[Box], number: int) -> Snapshot:
        snapshot = snapshot_of(boxes, snapshot_id=number)
        if not flat:
            return snapshot
        kept = tuple(replace(element, depth=0, path=()) for element in snapshot if element.role != "Group")
        return replace(snapshot, elements=kept)

    before = look(lines(list(range(7))), 1)
    selector = selector_of(before, element_of(before, 10 * wanted + 2))
    found = find(selector, look(lines([number for number in order if number not in removed]), 2))
    if wanted in removed:
        assert not isinstance(found, Found), found
    else:
        assert isinstance(found, Found), found
        assert mark_of(found.element) == 10 * wanted + 2
