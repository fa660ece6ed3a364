"""How many rows are new after a turn of the wheel."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect
from ufo.tools.verbs.scroll_wheel import new_rows


def _cell(name: str, y: int) -> Element:
    return Element(Handle(1, f"0,{y}", "Cell", name), "Cell", name, Rect(0, y, 40, 20), frozenset())


def _list(*names: str) -> list[list[Element]]:
    return [[_cell(name, 20 * place)] for place, name in enumerate(names)]


def test_rows_that_stayed_tell_how_many_are_new_and_rows_that_look_alike_tell_nothing() -> None:
    assert new_rows(_list("a", "b", "c", "d"), _list("c", "d", "e", "f")) == 2
    assert new_rows(_list("a", "b", "c"), _list("d", "e", "f")) is None
    assert new_rows(_list("a", "a", "a"), _list("a", "a", "a")) is None
    assert new_rows(_list("a", "b", "a", "b"), _list("a", "b", "c", "d")) == 2
