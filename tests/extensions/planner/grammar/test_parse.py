"""What the built-in planner understands, and what it says that it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from ufo_planner.grammar.parse import parse, parts_of
from ufo_planner.intents import (
    RESULT,
    ChooseMenu,
    ClickControl,
    Close,
    Compute,
    ControlPhrase,
    ExtractTable,
    GoTo,
    InsertTable,
    Intent,
    MakeChart,
    Open,
    PressKeys,
    ReadValue,
    Save,
    SelectItem,
    SetChecked,
    TypeInto,
    Unclear,
    WriteCell,
)

EXAMPLE = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc and save the "
    "spreadsheet as sales.ods"
)


def _field(name: str) -> ControlPhrase:
    return ControlPhrase(name, "Edit")


@pytest.mark.parametrize(
    ("request_text", "steps"),
    [
        ("open mousepad", [Open("open mousepad", "", "mousepad")]),
        ("Please open the calculator!", [Open("Please open the calculator!", "", "calculator")]),
        ("open page.html in Chromium", [Open("open page.html in Chromium", "Chromium", "page.html", is_document=True)]),
        ("open example.org", [Open("open example.org", "", "example.org", is_address=True)]),
        ("open the folder docs", [Open("open the folder docs", "", "./docs/", is_document=True)]),
        (
            "open the file manager in the folder 'my docs' and select b.txt",
            [
                Open("open the file manager in the folder 'my docs'", "", "./my docs/", is_document=True),
                SelectItem("select b.txt", "./my docs/", "b.txt"),
            ],
        ),
        ("open the folder /srv/a/", [Open("open the folder /srv/a/", "", "/srv/a/", is_document=True)]),
        ("open the folder list", [ClickControl("open the folder list", "", ControlPhrase("folder", "List"))]),
        ("switch to Calc", [Open("switch to Calc", "", "Calc")]),
        ("close it", [Close("close it", "", "")]),
        ("go to localhost:8000/a.html", [GoTo("go to localhost:8000/a.html", "", "localhost:8000/a.html")]),
        ("type ' Ana' at the end", [TypeInto("type ' Ana' at the end", "", " Ana")]),
        ("add 'Ana' to the end of the text", [TypeInto("add 'Ana' to the end of the text", "", "Ana")]),
        ("press the 2nd OK button", [ClickControl("press the 2nd OK button", "", ControlPhrase("OK", "Button", 2))]),
        ("right-click Bin", [ClickControl("right-click Bin", "", ControlPhrase("Bin"), "right")]),
        ("press Ctrl+S", [PressKeys("press Ctrl+S", "", (("ctrl", "s"),))]),
        ("press tab twice", [PressKeys("press tab twice", "", (("tab",), ("tab",)))]),
        ("choose Format > Bold", [ChooseMenu("choose Format > Bold", "", ("Format", "Bold"))]),
        ("choose Large from Size", [SelectItem("choose Large from Size", "", "Large", ControlPhrase("Size"))]),
        ("select the General tab", [ClickControl("select the General tab", "", ControlPhrase("General", "TabItem"))]),
        ("tick Gift wrap", [SetChecked("tick Gift wrap", "", ControlPhrase("Gift wrap"), True)]),
        ("turn off Notifications", [SetChecked("turn off Notifications", "", ControlPhrase("Notifications"), False)]),
        ("type 'a, b'", [TypeInto("type 'a, b'", "", "a, b")]),
        ("type Ada in the Name field", [TypeInto("type Ada in the Name field", "", "Ada", _field("Name"))]),
        ("fill in City with Linz", [TypeInto("fill in City with Linz", "", "Linz", ControlPhrase("City"), replace=True)]),
        ("set Country to Austria", [TypeInto("set Country to Austria", "", "Austria", ControlPhrase("Country"), replace=True)]),
        ("compute 12*(3+4)", [Compute("compute 12*(3+4)", "", "12*(3+4)")]),
        ("what is 15 % of 80?", [Compute("what is 15 % of 80?", "", "15/100*80")]),
        ("compute 3 times 4 and tell me the result", [Compute("compute 3 times 4", "", "3*4")]),
        ("put 42 in B2", [WriteCell("put 42 in B2", "", "B2", "42")]),
        ("what is in B2 of a.ods", [ReadValue("what is in B2 of a.ods", "a.ods", ControlPhrase("B2", "Cell"))]),
        ("tell me what the Total field says", [ReadValue("tell me what the Total field says", "", _field("Total"))]),
        ("read the text", [ReadValue("read the text", "")]),
        ("make a pie chart of A1:B5", [MakeChart("make a pie chart of A1:B5", "", "pie", "A1:B5")]),
    ],
)  # fmt: skip
def test_a_step_is_understood(request_text: str, steps: list[Intent]) -> None:
    assert list(parse(request_text)) == steps


def test_the_example_is_understood_with_the_step_that_it_implies() -> None:
    assert parse(EXAMPLE) == (
        ExtractTable(EXAMPLE.split(", ")[0], "", "sales", 0, "quarterly-report.odt"),
        InsertTable("insert the table", "Calc"),
        MakeChart("create a bar chart of it in Calc", "Calc", "bar"),
        Save("save the spreadsheet as sales.ods", "Calc", "sales.ods"),
    )


@pytest.mark.parametrize(
    "name",
    ["list of groceries.txt", "quarterly report final.odt", "notes in a box.txt", "salt and pepper.md", "v1.2 it.ods"],
)  # fmt: skip
@pytest.mark.parametrize("rest", ["", ".", " and close it", ", then press Tab"])
def test_a_files_name_is_never_read_apart(name: str, rest: str) -> None:
    saved = parse(f'open mousepad, type "milk" and save it as {name}{rest}')
    assert [step.path for step in saved if isinstance(step, Save)] == [name]
    opened = parse(f"open {name}{rest}")[0]
    assert isinstance(opened, Open) and (opened.what, opened.is_document) == (name, True)
    read = parse(f"what is in B2 of {name}{rest}")[0]
    assert read.app == name
    taken = parse(f"extract the sales table from {name}{rest}")[0]
    assert isinstance(taken, ExtractTable) and taken.document == name


def test_a_name_with_a_comma_is_saved_whole_and_else_must_be_quoted() -> None:
    assert parse("save it as milk, bread.txt")[0] == Save("save it as milk, bread.txt", "", "milk, bread.txt")
    for request_text in ("open a, b.txt", "write 1 in A1 of a, b.ods", "type 'x' in mousepad, saving it as gross.txt"):
        assert isinstance(parse(request_text)[0], Unclear), request_text
    assert parse("open 'a, b.txt'")[0] == Open("open 'a, b.txt'", "", "a, b.txt", is_document=True)


def test_a_new_document_is_opened_and_not_one_that_is_open() -> None:
    for request_text in ("in a new Calc spreadsheet put 1 in A1", "put 1 in A1 in a new Calc spreadsheet"):
        assert [type(step) for step in parse(request_text)] == [Open, WriteCell], request_text
    assert [type(step) for step in parse("in a new spreadsheet, put 1 in A1 and 2 in A2")] == [
        Open,
        WriteCell,
        WriteCell,
    ]
    assert not any(isinstance(step, Open) for step in parse("in Calc, put 1 in A1"))


def test_a_name_that_may_go_on_after_an_and_must_be_quoted() -> None:
    first, _ = parse("save it as report and open notes.txt")
    assert isinstance(first, Unclear) and "quotation marks" in first.reason
    assert parse("save it as 'report and open notes.txt'")[0] == Save(
        "save it as 'report and open notes.txt'", "", "report and open notes.txt"
    )


@pytest.mark.parametrize(
    "request_text",
    [
        "frobnicate it", "open mousepad, frobnicate it",
        "don't press Send", "press anything but Send", "set B1 to 5 if it is empty", "write today's date",
        "press Send unless it is late", "is the total below 50? Then press Send", "tell me the text below", "type a poem",
        "type milk, eggs and flour", "type 'Ana' under the title", 'write "Ana" twice',
        "press the button next to Bob", "Otw\u00f3rz mousepad", "delete a.txt", "never press Send",
        "press Send only tomorrow, if at all", "write it in A1", "", "thanks!",
    ],
)  # fmt: skip
def test_what_is_not_understood_is_said(request_text: str) -> None:
    assert any(isinstance(step, Unclear) for step in parse(request_text))


@pytest.mark.parametrize(
    ("request_text", "cells"),
    [
        ("put 1 in A1 and 2 in A2", [("A1", "1", ""), ("A2", "2", "")]),
        ("in Calc, put 1 in A1", [("A1", "1", "Calc")]),
        ("compute 3+4 and put the result in B2 of a.ods", [("B2", RESULT, "a.ods")]),
        ("write 42 in B2 of my numbers.ods and put 3 in C2", [("B2", "42", "my numbers.ods"), ("C2", "3", "my numbers.ods")]),
    ],
)  # fmt: skip
def test_cells_share_a_verb_and_a_place(request_text: str, cells: list[tuple[str, str, str]]) -> None:
    written = [step for step in parse(request_text) if isinstance(step, WriteCell)]
    assert [(step.cell, step.content, step.app) for step in written] == cells


@pytest.mark.parametrize("place", ["to the end of notes.txt", "at the end of the file notes.txt", "to notes.txt"])
def test_a_text_is_added_to_the_end_of_a_file_that_is_named(place: str) -> None:
    said = f'add "Milk" {place}'
    assert parse(said) == (TypeInto(said, "notes.txt", "Milk"), Save("save notes.txt", "notes.txt"))


def test_a_file_that_is_named_where_it_is_changed_is_saved_once_and_after_the_last_change() -> None:
    steps = parse("write 42 in B2 of a.ods and put 3 in C2; tell me what is in B2 of a.ods")
    assert [type(step) for step in steps] == [WriteCell, WriteCell, Save, ReadValue]
    assert not any(isinstance(step, Save) for step in parse("open a.ods and put 3 in C2"))
    assert [step.path for step in parse("put 3 in C2 of a.ods, save it as b.ods") if isinstance(step, Save)] == [
        "b.ods"
    ]


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        ("open mousepad, type 'a, b' and then save it as x.txt. Thanks!",
         ["open mousepad,", "type 'a, b' and then", "save it as x.txt.", "Thanks!"]),
        ("1. open mousepad\n2. type 'a'", ["1. open mousepad", "2. type 'a'"]),
        ("in Calc, put 1 in A1 and 2 in A2", ["in Calc, put 1 in A1 and 2 in A2"]),
        ("compute 3+4 and tell me the result", ["compute 3+4 and tell me the result"]),
    ],
)  # fmt: skip
def test_each_part_knows_its_words(request_text: str, parts: list[str]) -> None:
    assert [request_text[part.start : part.end].strip() for part in parts_of(request_text)] == parts


@examples(3)
@given(st.one_of(st.text(max_size=120), st.lists(st.sampled_from(
    ["open Calc", "close it", "click 'x'", "save as a b.ods", "1.", "please", " and ", ", then ", "in Word", "\n", "blah"]
), max_size=8).map(" ".join)))  # fmt: skip
def test_the_parts_are_the_whole_request_whatever_it_says(request_text: str) -> None:
    assert "".join(request_text[part.start : part.end] for part in parts_of(request_text)) == request_text
