"""What stands in a document after keys were typed into it."""

from __future__ import annotations

import pytest

from tests.known_tools import acted
from ufo.proof.acts.typed import blocks, pieces
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind


def act(function: str, name: str = "", role: str = "", **arguments: object) -> ActionCommandInfo:
    target = TargetInfo(kind=TargetKind.CONTROL, id="1", name=name, type=role) if role else None
    return acted(function, arguments=arguments, target=target, result=Result(status=ResultStatus.SUCCESS))


def typed(*keys: str) -> list[ActionCommandInfo]:
    return [act("keyboard_input", keys=one) for one in keys]


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("Hel", "lo"), ["Hello"]),
        (("one{ENTER}", "two{ENTER}"), ["one\ntwo"]),
        (("Helo{LEFT}", "l"), ["Hello"]),
        (("Hellp{BACKSPACE}o",), ["Hello"]),
        (("ac{LEFT}b{RIGHT}d",), ["abcd"]),
        (("one{ENTER}two{HOME}", "x"), ["one\nxtwo"]),
        (("one", "{UP}", "two"), ["one", "two"]),
        (("old", "^a", "new"), ["new"]),
        (("gone{BACKSPACE 4}",), []),
        (("title^s", " goes on"), ["title goes on"]),
    ],
)
def test_pieces_are_joined_as_the_caret_went(keys: tuple[str, ...], text: list[str]) -> None:
    assert [piece.text for piece in pieces(typed(*keys))] == text


def test_each_piece_knows_the_acts_that_typed_it() -> None:
    (piece,) = pieces(typed("Hel", "{LEFT}{RIGHT}", "lo"))
    assert piece.acts == {0, 2}


def test_a_click_between_leaves_it_unknown_where_the_caret_is() -> None:
    acts = [*typed("one"), act("click_input", "Text", "Document"), *typed("two")]
    assert [piece.text for piece in pieces(acts)] == ["one", "two"]


@pytest.mark.parametrize("switch", [*typed("^b"), act("click_input", "Bold", "ToggleButton")])
def test_what_is_typed_while_bold_is_on_is_bold(switch: ActionCommandInfo) -> None:
    acts = [switch, *typed("Title"), switch, *typed("{ENTER}body")]
    (piece,) = pieces(acts)
    assert piece.text == "Title\nbody"
    assert [(one.look, one.text, one.acts) for one in piece.looks] == [("bold", "Title", frozenset({0}))]


@pytest.mark.parametrize("selects", [typed("+{HOME}"), [act("select_text", "Text", "Document")]])
def test_what_is_typed_after_a_selection_was_made_bold_is_not_taken_for_bold(selects: list[ActionCommandInfo]) -> None:
    found = pieces([*typed("Title"), *selects, *typed("^b", "{END}{ENTER}body")])
    assert [one for piece in found for one in piece.looks] == []


def test_all_that_was_typed_is_bold_when_it_is_selected_for_that() -> None:
    (piece,) = pieces(typed("one{ENTER}two", "^a", "^b"))
    assert [one.text for one in piece.looks] == ["one", "two"]


@pytest.mark.parametrize(
    ("keys", "cells"),
    [
        (("Ada{TAB}36{ENTER}Bob{TAB}41{ENTER}",), {(0, 0): "Ada", (0, 1): "36", (1, 0): "Bob", (1, 1): "41"}),
        (("Ada", "{TAB}", "36"), {(0, 0): "Ada", (0, 1): "36"}),
        (("a{DOWN}b{RIGHT}c",), {(0, 0): "a", (1, 0): "b", (1, 1): "c"}),
        (("x{ESC}y{ENTER}",), {(0, 0): "y"}),
    ],
)
def test_cells_are_typed_one_after_the_other(keys: tuple[str, ...], cells: dict[tuple[int, int], str]) -> None:
    (block,) = blocks(typed(*keys))
    assert ({place: piece.text for place, piece in block.cells.items()}, block.start) == (cells, "")


@pytest.mark.parametrize(
    "go", [[act("click_input", "B2", "Cell")], typed("B2{ENTER}"), [act("keyboard_input", "Name Box", "Edit", keys="B2{ENTER}")]]
)  # fmt: skip
def test_where_a_cell_was_gone_to_its_address_is_known(go: list[ActionCommandInfo]) -> None:
    (block,) = blocks([*go, *typed("42{ENTER}")])
    assert (block.start, block.cells[0, 0].text) == ("B2", "42")
