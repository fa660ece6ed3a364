"""Which of the things that were done no condition tells of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ufo.agents.agent.untold import told_as, untold
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Finding, Predicate, Truth

_FILE = FilePredicate(path="/x/letter.odt")
_WORDS = DocumentPredicate(path="/x/letter.odt", paragraph="Hello world")
_BOLD = DocumentPredicate(path="/x/letter.odt", paragraph="world", look="bold", look_value="on")
_SHEETS = DocumentPredicate(path="/x/staff.ods", sheets=("Staff",))
_ROWS = DocumentPredicate(path="/x/staff.ods", cells=(("Bob", "41"), ("Ada", "36")))


def _did(function: str, **arguments: Any) -> ActionCommandInfo:
    return ActionCommandInfo(function=function, arguments=arguments, result=Result(status=ResultStatus.SUCCESS))


def _left(functions: Sequence[str], *held: Predicate) -> list[str]:
    findings = [Finding(predicate=one, truth=Truth.SATISFIED, evidence="", channel="file") for one in held]
    return [one.function for one in untold([_did(name) for name in functions], findings, begun=0)]


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
    (bold,) = told_as([_did("format_text", look="bold", value="on")])
    assert (bold.kind, bold.alone) == ("looks", True)


def test_a_field_that_did_not_take_what_was_written_is_not_spoken_for_by_another_field() -> None:
    acts = [
        ActionCommandInfo(
            function="set_edit_text",
            arguments={"name": name, "text": "4"},
            result=Result(status=ResultStatus.SUCCESS, effect=effect),
        )
        for name, effect in (("Quantity", Effect.SUSPECTED_NOOP), ("Name", Effect.CONFIRMED))
    ]
    other = ElementPredicate(name="Name", value="4")
    held = Finding(predicate=other, truth=Truth.SATISFIED, evidence="", channel="accessibility")
    assert [one.arguments["name"] for one in untold(acts, [held], begun=0)] == ["Quantity"]
