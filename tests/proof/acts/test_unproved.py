"""Which of the things that were done no condition tells of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.known_tools import acted
from ufo.proof.acts.unproved import told_as, untold
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    Finding,
    Predicate,
    Truth,
    WindowPredicate,
)
from ufo.schema.target import TargetInfo, TargetKind

_FILE = FilePredicate(path="/x/letter.odt")
_WORDS = DocumentPredicate(path="/x/letter.odt", paragraph="Hello world")
_BOLD = DocumentPredicate(path="/x/letter.odt", paragraph="world", property="bold", value="on")
_SHEETS = DocumentPredicate(path="/x/staff.ods", sheets=("Staff",))
_ROWS = DocumentPredicate(path="/x/staff.ods", cells=(("Bob", "41"), ("Ada", "36")))


def _did(function: str, **arguments: Any) -> ActionCommandInfo:
    return acted(function, arguments=arguments, result=Result(status=ResultStatus.SUCCESS))


def _left(functions: Sequence[str], *held: Predicate) -> list[str]:
    return _untold([_did(name) for name in functions], *held)


@pytest.mark.parametrize(
    ("done", "held", "left"),
    [
        (["format_text", "save_as"], [_FILE], ["format_text"]),
        (["keyboard_input", "format_text"], [_WORDS], ["format_text"]),
        (["keyboard_input", "format_text"], [_WORDS, _BOLD], []),
        (["change_sheets", "sort_table"], [_FILE], ["change_sheets", "sort_table"]),
        (["change_sheets", "sort_table"], [_SHEETS], ["sort_table"]),
        (["change_sheets", "sort_table"], [_SHEETS, _ROWS], []),
        (["keyboard_input", "save_as"], [_WORDS], []),
    ],
)
def test_only_a_condition_of_its_own_kind_tells_of_a_look_of_sheets_and_of_rows(
    done: list[str], held: list[Predicate], left: list[str]
) -> None:
    assert _left(done, *held) == left


def test_what_nothing_tells_of_names_the_kind_of_condition_that_could() -> None:
    done = [_did("format_text", look="bold", value="on")]
    (bold,) = told_as(done, done)
    assert (bold.kind, bold.alone) == ("looks", True)


def test_a_field_that_did_not_take_what_was_written_is_not_spoken_for_by_another_field() -> None:
    acts = [
        acted(
            "set_edit_text",
            arguments={"name": name, "text": "4"},
            result=Result(status=ResultStatus.SUCCESS, effect=effect),
        )
        for name, effect in (("Quantity", Effect.SUSPECTED_NOOP), ("Name", Effect.CONFIRMED))
    ]
    other = ElementPredicate(name="Name", value="4")
    held = Finding(predicate=other, truth=Truth.SATISFIED, evidence="", channel="accessibility")
    assert [one.arguments["name"] for one in untold(acts, [held], begun=0)] == ["Quantity"]


_TITLED = WindowPredicate(title="letter.odt")
_SHOWN = ElementPredicate(name="Sum: 50")
_WRITTEN = FilePredicate(path="/x/letter.odt", contains="Dear Ana")
_OTHER = FilePredicate(path="/x/service.log", contains="started")
_PART = DocumentPredicate(path="/x/letter.odt", paragraph="Dear")


@pytest.mark.parametrize(
    ("role", "held", "is_told"),
    [
        ("Document", [_TITLED], False),
        ("Edit", [_TITLED], True),
        ("Document", [_FILE], False),
        ("Edit", [_FILE], False),
        ("Document", [_SHOWN], True),
        ("Document", [_SHOWN, _FILE], False),
        ("Document", [_WRITTEN, _FILE], True),
        ("Document", [_PART], True),
        ("Document", [_OTHER], False),
        ("Edit", [_OTHER], False),
        ("Document", [DocumentPredicate(path="/x/letter.odt", pages=1)], False),
    ],
)
@pytest.mark.parametrize("arguments", [{"text": "Dear Ana"}, {"keys": "{HOME}Dear Ana^s"}], ids=["written", "typed"])
def test_that_something_is_there_or_open_does_not_tell_what_was_written_into_it(
    arguments: dict[str, Any], role: str, held: list[Predicate], is_told: bool
) -> None:
    function = "keyboard_input" if "keys" in arguments else "set_edit_text"
    act = _did(function, **arguments).model_copy(update={"target": _control(role, "")})
    assert (_untold([act], *held) == []) is is_told


@pytest.mark.parametrize(("pressed", "is_told"), [("Send", True), ("Save", False)])
def test_what_was_sent_is_no_document_any_more(pressed: str, is_told: bool) -> None:
    acts = [
        _did("set_edit_text", text="Dear Ana").model_copy(update={"target": _control("Document", "Message")}),
        _did("click_input", name=pressed).model_copy(update={"target": _control("Button", pressed)}),
    ]
    assert (_untold(acts, WindowPredicate(title="Thank you")) == []) is is_told


@pytest.mark.parametrize("typed", ["letter.odt{ENTER}", "/home/ana/letter.odt", "letter"])
def test_a_name_that_was_given_to_a_file_is_told_by_the_file(typed: str) -> None:
    assert _untold([_did("keyboard_input", keys=typed)], _FILE) == []


def _control(role: str, name: str) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name=name, type=role, id="1")


def _untold(acts: Sequence[ActionCommandInfo], *held: Predicate) -> list[str]:
    findings = [Finding(predicate=one, truth=Truth.SATISFIED, evidence="", channel="file") for one in held]
    return [one.function for one in untold(acts, findings, begun=0)]


def test_what_was_entered_to_search_needs_no_proof() -> None:
    def wrote(name: str) -> ActionCommandInfo:
        field = TargetInfo(kind=TargetKind.CONTROL, name=name, id="1", type="Edit")
        return _did("set_edit_text", id="1", name=name, text="VAT").model_copy(update={"target": field})

    assert _untold([wrote("Search settings")], _WORDS) == []
    assert _untold([wrote("Street address")], _WORDS) == ["set_edit_text"]


def test_a_try_without_effect_is_made_good_by_what_was_done_to_the_same_control_afterwards() -> None:
    def wrote(name: str, effect: Effect) -> ActionCommandInfo:
        act = acted(
            "set_edit_text",
            arguments={"id": "1", "name": name, "text": "4"},
            result=Result(status=ResultStatus.SUCCESS, effect=effect),
        )
        return act.model_copy(update={"target": _control("Edit", name)})

    page = DocumentPredicate(path="/x/letter.odt", paragraph="4")
    held = Finding(predicate=page, truth=Truth.SATISFIED, evidence="", channel="file")
    done = wrote("Copies", Effect.CONFIRMED)
    assert untold([wrote("Copies", Effect.SUSPECTED_NOOP), done], [held], begun=0) == ()
    sum_shown = ElementPredicate(name="Copies", role="Edit", value="4")
    told = Finding(predicate=sum_shown, truth=Truth.SATISFIED, evidence="", channel="accessibility")
    (left,) = untold([wrote("Pages", Effect.SUSPECTED_NOOP), done], [told], begun=0)
    assert left.arguments["name"] == "Pages"


def test_a_cell_that_was_written_over_needs_no_proof_of_its_first_text() -> None:
    acts = [_did("write_cell", cell="B2", content=text) for text in ("Berlin", "Graz")]
    assert _untold(acts, DocumentPredicate(path="/x/a.ods", start="B2", cells=(("Graz",),))) == []


@pytest.mark.parametrize(("role", "typed", "left"), [("Edit", "/x/boat.png", []), ("Table", "~/boat.png", [])])
def test_the_path_that_a_file_dialog_needs_is_no_end(role: str, typed: str, left: list[str]) -> None:
    act = _did("keyboard_input", text=typed).model_copy(update={"target": _control(role, "Files")})
    assert _untold([act], _WORDS) == left


@pytest.mark.parametrize("role", ["Document", "Paragraph"])
def test_a_path_that_was_typed_into_a_document_is_one(role: str) -> None:
    act = _did("keyboard_input", text="/x/boat.png").model_copy(update={"target": _control(role, "")})
    assert _untold([act], _WORDS) == ["keyboard_input"]


@pytest.mark.parametrize(("stated", "left"), [("7", []), ("17", ["set_value"])])
def test_a_value_that_was_set_is_told_by_the_setting_that_holds_it(stated: str, left: list[str]) -> None:
    act = _did("set_value", id="1", name="", value=7).model_copy(update={"target": _control("Spinner", "")})
    setting = DocumentPredicate(path="/x/registrymodifications.xcu", key="a/Save.Minutes", value=stated)
    assert _untold([act], setting) == left


@pytest.mark.parametrize(
    ("name", "shown", "text", "left"),
    [
        ("", "A1", "A2:A31", []),
        ("Name Box", "A1", "B7", []),
        ("Seat", "A1", "B7", ["set_edit_text"]),
        ("", "A1", "Graz", ["set_edit_text"]),
        ("", "", "B7", ["set_edit_text"]),
    ],
)
def test_the_address_that_a_sheets_name_box_is_given_selects_cells_and_changes_none(
    name: str, shown: str, text: str, left: list[str]
) -> None:
    box = _control("Edit", name).model_copy(update={"value": shown})
    act = _did("set_edit_text", id="1", name=name, text=text).model_copy(update={"target": box})
    assert _untold([act], _ROWS) == left
