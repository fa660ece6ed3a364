"""A reading without a model: which facts show which words, and who asked for which change."""

from __future__ import annotations

from typing import Any

import pytest

from ufo.llm.provider import Turn
from ufo.schema.fact import Channel, Fact, FactKind, Facts
from ufo.schema.inputs import HostInputs, ReadingInputs
from ufo.schema.reading import PartVerdict, Reading
from ufo_planner.provider import BuiltinPlanner
from ufo_planner.reading.reader import read

_EXAMPLE = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc and save the "
    "spreadsheet as sales.ods"
)
_ROWS = ("Region", "Sales", "North", "120")


def _change(place: str, *texts: str, **more: Any) -> Fact:
    names = (place.partition(", ")[0], f"/w/{place.partition(', ')[0]}")
    return Fact(kind=FactKind.CHANGE, line=f"{place}: changed", place=place, texts=(*names, *texts), **more)


def _read(place: str, *texts: str) -> Fact:
    return Fact(kind=FactKind.READ, line="read", place=place, texts=texts, channel=Channel.DOCUMENT, news=False)


def _page(*texts: str, kind: FactKind = FactKind.STATE, **more: Any) -> Fact:
    return Fact(kind=kind, line="a control", place=texts[0], texts=texts, channel=Channel.ACCESSIBILITY, **more)


def _window(*texts: str) -> Fact:
    return Fact(kind=FactKind.CHANGE, line="a window", place=texts[0], texts=texts, channel=Channel.WINDOWS)


def _reading(request: str, *facts: Fact, answer: str = "") -> Reading:
    numbered = Facts(facts=facts).numbered().facts
    reading = read(ReadingInputs(request, numbered, answer=answer))
    letters = "".join(filter(str.isalnum, request))
    assert "".join(sign for part in reading.parts for sign in part.quote if sign.isalnum()) == letters
    assert all(part.quote in request for part in reading.parts)
    return reading


def _told(reading: Reading) -> list[tuple[str, PartVerdict, list[str]]]:
    return [(part.quote, part.verdict, part.shown_by) for part in reading.parts]


def test_the_example_is_shown_part_by_part_and_each_change_has_who_asked_for_it() -> None:
    reading = _reading(
        _EXAMPLE,
        _read("quarterly-report.odt", "quarterly-report.odt", "Region | Sales", "Region", "Sales", "North", "120"),
        _change("sales.ods"),
        _change("sales.ods, Sheet1!A1:B2", *_ROWS, numbers=("120",)),
        _change("sales.ods, Sheet1", "bar", "chart", "Sheet1!A1:B2"),
        _change("diary.txt"),
        answer="Saved /w/sales.ods.",
    )

    extract, chart, save = reading.parts
    assert {part.verdict for part in reading.parts} == {PartVerdict.SHOWN}
    assert extract.shown_by == ["1"]
    assert set(chart.shown_by) == {"3", "4"}
    assert {"2", "3", "4"} <= set(save.shown_by)
    asked = {change.fact: change.asked_by for change in reading.changes}
    assert asked == {"2": save.quote, "3": chart.quote, "4": chart.quote, "5": ""}


def test_a_text_is_shown_in_the_file_that_it_is_saved_as_and_nowhere_else() -> None:
    request = 'open mousepad, type "milk" and save it as list of groceries.txt'
    told = _told(_reading(request, _change("list of groceries.txt", "milk"), _change("other.txt", "milk")))
    assert told == [
        ("open mousepad,", PartVerdict.NOTHING_TO_SHOW, []),
        ('type "milk" and', PartVerdict.SHOWN, ["1"]),
        ("save it as list of groceries.txt", PartVerdict.SHOWN, ["1"]),
    ]

    elsewhere = _reading(request, _change("other.txt", "milk"))
    assert [part.verdict for part in elsewhere.parts[1:]] == [PartVerdict.NOT_SHOWN, PartVerdict.NOT_SHOWN]
    assert [change.asked_by for change in elsewhere.changes] == [""]


@pytest.mark.parametrize(
    ("place", "texts", "numbers", "is_shown"),
    [
        ("a.ods, Sheet1!B2", ("42",), ("42",), True),
        ("a.ods, Sheet1!A1:C3", ("1", "42"), ("1", "42"), True),
        ("a.ods, Sheet1!B3", ("42",), ("42",), False),
        ("a.ods, Sheet1!B2", ("43",), ("43",), False),
        ("b.ods, Sheet1!B2", ("42",), ("42",), False),
    ],
)
def test_a_cell_is_shown_by_its_place_and_its_value(
    place: str, texts: tuple[str, ...], numbers: tuple[str, ...], is_shown: bool
) -> None:
    reading = _reading("put 42 in B2 of a.ods", _change(place, *texts, numbers=numbers))
    assert (reading.parts[0].verdict is PartVerdict.SHOWN) is is_shown


def test_a_form_is_shown_by_what_its_controls_show_and_a_press_by_the_act() -> None:
    request = "open page.html in Chromium, type Ada in the Name field, tick Gift wrap and press Send"
    reading = _reading(
        request,
        _page("Name", "Ada"),
        _page("Gift wrap", "checked"),
        _page("Send", kind=FactKind.ACT, outward="send"),
        _window("Order", "file:///w/page.html"),
    )
    assert [part.shown_by for part in reading.parts] == [["4"], ["1"], ["2"], ["3"]]
    assert {change.fact: change.asked_by for change in reading.changes}["3"] == "press Send"

    unticked = _reading("tick Gift wrap", _page("Gift wrap", "unchecked"))
    assert unticked.parts[0].verdict is PartVerdict.NOT_SHOWN
    refuted = _reading("tick Gift wrap", _page("Gift wrap", "checked", satisfied=False))
    assert refuted.parts[0].verdict is PartVerdict.CONTRADICTED


def test_saving_asks_for_the_file_and_not_for_what_else_is_in_it() -> None:
    request = "open a.ods, put 42 in B2 and save it"
    asked = {
        change.fact: change.asked_by
        for change in _reading(
            request,
            _change("a.ods, Sheet1!B2", "42", numbers=("42",)),
            _change("a.ods, Sheet1!C5", "999", numbers=("999",)),
            _change("a.ods, Sheet1", "header"),
        ).changes
    }
    assert asked == {"1": "put 42 in B2 and", "2": "", "3": ""}

    new = _reading(
        "open calc, put 42 in B2 and save it as a.ods",
        _change("a.ods"),
        _change("a.ods, Sheet1!B2", "42", numbers=("42",)),
        _change("a.ods, Sheet1", "header"),
        _change("a.ods, Sheet1!C5", "999"),
    )
    assert [change.asked_by for change in new.changes] == [
        "save it as a.ods",
        "put 42 in B2 and",
        "save it as a.ods",
        "",
    ]


def test_an_act_that_no_words_name_is_asked_by_nobody() -> None:
    reading = _reading("press Preview", _page("Send", kind=FactKind.ACT, outward="send"))
    assert [change.asked_by for change in reading.changes] == [""]


@pytest.mark.parametrize(
    ("request_text", "fact", "answer", "is_shown"),
    [
        ("compute 12*(3+4)", _page("Calculator", "84"), "84", True),
        ("compute 12*(3+4)", _page("Calculator", "85"), "85", False),
        ("what is in B2 of a.ods", _read("a.ods, Sheet1!B2", "42"), "42", True),
        ("what is in B2 of a.ods", _read("a.ods, Sheet1!B2", "42"), "43", False),
        ("tell me what the Total field says", _read("Order", "Total: 12", "Total", "12"), "12", True),
    ],
)
def test_an_answer_is_shown_by_what_was_read(request_text: str, fact: Fact, answer: str, is_shown: bool) -> None:
    reading = _reading(request_text, fact, answer=answer)
    assert (reading.parts[0].verdict is PartVerdict.SHOWN) is is_shown


def test_an_opened_application_is_shown_by_its_window_where_nothing_else_is_asked() -> None:
    window = _window("Calculator", "gnome-calculator")
    assert _told(_reading("open the calculator", window)) == [("open the calculator", PartVerdict.SHOWN, ["1"])]
    assert _reading("open the calculator").parts[0].verdict is PartVerdict.NOT_SHOWN


def test_what_is_not_understood_is_not_shown_with_the_reason() -> None:
    known, other = _reading("open mousepad; frobnicate it").parts
    assert other.verdict is PartVerdict.NOT_SHOWN and "does not understand" in other.why
    assert known.quote == "open mousepad;"


async def test_the_provider_answers_a_reader() -> None:
    asked = ReadingInputs("compute 6*7", Facts(facts=(_page("Calculator", "42"),)).numbered().facts, answer="42")
    turn = Turn("reader", (), Reading, HostInputs("compute 6*7", (), ()), reading=asked)
    completion = await BuiltinPlanner().complete(turn)
    assert Reading.model_validate_json(completion.text).parts[0].shown_by == ["1"]
