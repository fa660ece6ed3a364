"""Which controls an answer was read from."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.geometry import Rect
from ufo.tools.observe.answer_sources import tellers
from ufo.tools.observe.selection import Selection


def _selection(*rows: tuple[str, str, str | None], states: frozenset[str] = frozenset()) -> Selection:
    elements = tuple(
        Element(Handle(1, str(number), role, name), role, name, Rect(0, 30 * number, 80, 20), states, value)
        for number, (role, name, value) in enumerate(rows)
    )
    return Selection(snapshot=Snapshot(1, "w", Rect(0, 0, 400, 400), elements))


def _told(selection: Selection, answer: str) -> list[tuple[str, str, str]]:
    return [(teller.selector.role, teller.selector.name, teller.shows) for teller in tellers(selection, answer)]


def test_the_control_whose_value_is_the_answer_told_it() -> None:
    keypad = _selection(("Edit", "", "900"), ("Button", "9", None), ("ListItem", "900", None))
    assert _told(keypad, " 900 ") == [("Edit", "", "900")]


def test_a_button_that_happens_to_be_called_so_told_nothing() -> None:
    assert _told(_selection(("Button", "3", None), ("Edit", "Rows", "")), "3") == []


def test_a_text_that_says_just_the_answer_told_it_and_is_known_by_its_place() -> None:
    assert _told(_selection(("Button", "Sum", None), ("Text", "Sum: 42", None)), "Sum: 42") == [("Text", "", "Sum: 42")]


def test_a_sentence_is_told_by_the_longest_values_that_stand_in_it() -> None:
    form = _selection(
        ("Edit", "Name", "Ada Lovelace"), ("Edit", "First", "Ada"), ("Edit", "Age", "36"), ("Edit", "x", "3")
    )
    assert _told(form, "Ada Lovelace is 36.") == [("Edit", "Name", "Ada Lovelace"), ("Edit", "Age", "36")]


def test_what_is_out_of_sight_or_secret_told_nothing() -> None:
    for state in ("offscreen", "password"):
        assert _told(_selection(("Edit", "Key", "x1"), states=frozenset({state})), "x1") == []
    assert tellers(Selection(), "x1") == ()
    assert _told(_selection(("Edit", "Key", "x1")), "  ") == []
