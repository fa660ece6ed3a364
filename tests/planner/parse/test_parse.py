"""Requests as people write them, and the steps that they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.planner.intents import (
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
    SwitchTo,
    TypeInto,
    Unclear,
    WaitFor,
    WriteCell,
)
from ufo.planner.parse.parse import parse


def _phrasings() -> list[tuple[str, tuple[str, ...]]]:
    """The table in `phrasings.txt`: a request, and its steps indented under it."""
    found: list[tuple[str, list[str]]] = []
    for line in (Path(__file__).parent / "phrasings.txt").read_text(encoding="utf-8").splitlines():
        text = line.strip().replace("\\n", "\n")
        if line.startswith("#"):
            continue
        if line.startswith("    "):
            found[-1][1].append(text)
        else:
            found.append((text, []))
    return [(request, tuple(steps)) for request, steps in found]


@pytest.mark.parametrize(
    ("request_text", "steps"), _phrasings(), ids=lambda value: value[:60] if isinstance(value, str) else ""
)
def test_a_request_asks_for_these_steps(request_text: str, steps: tuple[str, ...]) -> None:
    assert tuple(step.text for step in parse(request_text)) == steps


@pytest.mark.parametrize(
    ("request_text", "step"),
    [
        ("open sales.ods", Open("", "", "sales.ods", is_document=True)),
        ("open example.org", Open("", "", "example.org", is_address=True)),
        ("start the calculator app", Open("", "", "calculator")),
        ("go to the calculator", SwitchTo("", "calculator")),
        ("quit gedit", Close("", "", "gedit")),
        ("right-click the OK button", ClickControl("", "", ControlPhrase("OK", "Button"), button="right")),
        ("double click 'a.txt'", ClickControl("", "", ControlPhrase("a.txt"), double=True)),
        ("click the last link", ClickControl("", "", ControlPhrase("", "Hyperlink", -1))),
        (
            "click the second Delete button next to 'Bob' in the 'People' table",
            ClickControl("", "", ControlPhrase("Delete", "Button", 2, "Bob", "People")),
        ),
        ("Insert > Chart...", ChooseMenu("", "", ("Insert", "Chart"))),
        ("select 'a' in the first list", SelectItem("", "", "a", ControlPhrase("", "List", 1))),
        ("turn on 'Wrap lines'", SetChecked("", "", ControlPhrase("Wrap lines"), True)),
        ("untick the Wrap lines checkbox", SetChecked("", "", ControlPhrase("Wrap lines", "CheckBox"), False)),
        ("fill the Name field with Ann", TypeInto("", "", "Ann", ControlPhrase("Name", "Edit"), replace=True)),
        ("type 'Ann' into the Name field", TypeInto("", "", "Ann", ControlPhrase("Name", "Edit"))),
        ("press ctrl+shift+s and then Enter", PressKeys("", "", (("ctrl", "shift", "s"),))),
        ("read the Total field", ReadValue("", "", ControlPhrase("Total", "Edit"))),
        ("what does it say?", ReadValue("", "")),
        ("compute 2 x (3 + 4)", Compute("", "", "2*(3+4)")),
        ("extract table 2 from a.odt", ExtractTable("", "", "", 2, "a.odt")),
        ("put =SUM(A1:A3) in b4", WriteCell("", "", "B4", "=SUM(A1:A3)")),
        ("insert the table at C3", InsertTable("", "", "C3")),
        ("insert a line chart of a1:b5 titled 'T'", MakeChart("", "", "line", "A1:B5", "T")),
        ("save it as a.ods", Save("", "", "a.ods")),
        ("visit https://example.org/x", GoTo("", "", "https://example.org/x")),
        ("wait up to 3 seconds until 'Done' disappears", WaitFor("", "", "Done", gone=True, seconds=3.0)),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_step_holds_what_was_said(request_text: str, step: Intent) -> None:
    found = parse(request_text)[0]
    assert _without_text(found) == _without_text(step)


@pytest.mark.parametrize(
    ("request_text", "reason"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("click", "what to click"),
        ("type", "what to type"),
        ("open", "what to open"),
        ("calculate foo", "not a calculation"),
        ("calculate 3 +", "not a calculation"),
        ("draw a scatter chart", "scatter"),
        ("extract the last table", "number"),
        ("save it as a PDF", "name"),
        ("wait for it", "what to wait for"),
        ("don't click OK", "only what not to do"),
        ("never close the window", "only what not to do"),
        ("close gedit without saving", "loses work"),
        ("open x.png in GIMP, do something nice with it", "the words after what to open"),
        ("write the following words to notes.txt", "what to type"),
        ("append the current date to notes.txt", "between quotation marks"),
        ("add a table to plan.odt", "between quotation marks"),
        ("delete all files in archive", "one by one"),
        ("move a.txt and b.txt to c.txt", "one by one"),
        ('write "Budget" twice', "the words after the text"),
        ("don't save it", "only what not to do"),
        ("hello", "what to do"),
        ("In Excel, hello", "what to do in 'Excel'"),
        ("öffne bitte den Taschenrechner", "not a step"),
        ("打开计算器", "not a step"),
        ("ouvre le document", "not a step"),
    ],
)
def test_what_is_not_understood_is_unclear_with_a_reason(request_text: str, reason: str) -> None:
    step = parse(request_text)[0]
    assert isinstance(step, Unclear)
    assert reason in step.reason


def test_an_unclear_part_does_not_hide_the_others() -> None:
    steps = parse("Open Calc, then frobnicate the widget, then put 5 in A1")
    assert [type(step) for step in steps] == [Open, Unclear, WriteCell]


def test_nothing_is_parted_within_quotation_marks() -> None:
    (step,) = parse("type 'open Calc, then press Enter; save. And \"more\"'")
    assert isinstance(step, TypeInto)
    assert step.content == 'open Calc, then press Enter; save. And "more"'


def test_a_table_in_a_spreadsheet_is_charted_where_it_is() -> None:
    steps = parse("extract the table from Calc and create a chart in Calc")
    assert [type(step) for step in steps] == [ExtractTable, MakeChart]


def _without_text(step: Intent) -> tuple[object, ...]:
    names = [name for kind in type(step).__mro__ for name in getattr(kind, "__slots__", ()) if name != "text"]
    return (type(step), *(getattr(step, name) for name in names))


def test_what_is_not_to_be_done_is_kept_to_and_is_no_part_of_a_text_or_a_name() -> None:
    (_, typed) = parse('add "z" to the end of list.txt but do not save it')
    assert isinstance(typed, TypeInto)
    assert typed.content == "\nz"
    (removed,) = parse("delete old.txt, but keep notes.txt")
    assert removed.text == 'delete the file "old.txt"'


@pytest.mark.parametrize(
    "request_text",
    [
        "open form.html, press Send, but don't send it",
        "delete notes.txt, but keep notes.txt",
        "save it as x.txt and don't save it",
        "sort the table in people.ods by Age but don't move the header",
    ],
)
def test_what_is_asked_for_and_forbidden_is_asked_about(request_text: str) -> None:
    assert isinstance(parse(request_text)[-1], Unclear)


@pytest.mark.parametrize(
    "request_text",
    [
        "set B2 to 12 unless it is 12 already",
        "set B2 to 5 and B3 to twice that",
        "put my name in A1",
        "type the alphabet in mousepad",
        "compute 3+4 and then 100/8, and type both results into mousepad",
        "in x.odt make the heading Plan red and 20 pt",
        'write "yes" or "no" in A1',
        "in notes.txt write hello at the top and bye at the bottom",
        "write 'rock 'n' roll' into music.txt",
        "in a new Writer document, write the heading Shopping and below it the bullets apples and pears",
        'replace every "cat" except the last with "dog" in notes.txt',
        "tick both Newsletter and Gift wrap",
        "put 5 in B2, I mean it",
    ],
)
def test_words_about_a_text_or_a_control_are_never_its_words(request_text: str) -> None:
    assert any(isinstance(step, Unclear) for step in parse(request_text))


@pytest.mark.parametrize(
    "request_text",
    [
        'In notes.txt change every "Monday" to "Tuesday", no wait, to "Wednesday"',
        "Open notes.txt. Actually open todo.txt instead and delete the last line.",
        "Rename a.txt to c.txt, no, d.txt",
        "click Save. I mean the second one",
        "Tick Newsletter, not Gift wrap, in form.html",
    ],
)
def test_a_request_that_corrects_itself_is_asked_about_as_a_whole(request_text: str) -> None:
    assert [type(step) for step in parse(request_text)] == [Unclear]


_SAMPLE = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc "
    "and save the spreadsheet as sales.ods"
)


@pytest.mark.parametrize("request_text", [_SAMPLE, *(one for one, _ in _phrasings() if "sales" in one)])
@pytest.mark.parametrize("word", ["staff", "rainfall"])
def test_no_word_of_a_document_means_more_than_another(request_text: str, word: str) -> None:
    told = [step.text.replace("sales", word) for step in parse(request_text)]
    assert [step.text for step in parse(request_text.replace("sales", word))] == told


@pytest.mark.parametrize(
    ("words", "control"),
    [
        ("Click on the button ONE", ControlPhrase("ONE", "Button")),
        ("click button one", ControlPhrase("one", "Button")),
        ("click the tab ONE", ControlPhrase("ONE", "TabItem")),
        ("press ONE", ControlPhrase("ONE")),
        ("click the ONE button", ControlPhrase("ONE", "Button")),
        ("Click button labelled 'two'", ControlPhrase("two", "Button")),
        ("click the first one", ControlPhrase("", None, 1)),
        ("click the Delete one", ControlPhrase("Delete")),
        ("click the one next to Bob", ControlPhrase("", near="Bob")),
    ],
)
def test_one_is_a_name_where_it_is_no_word_for_a_control(words: str, control: ControlPhrase) -> None:
    assert [step.control for step in parse(words) if isinstance(step, ClickControl)] == [control]


@pytest.mark.parametrize(
    "request_text",
    [
        "type the text below",
        "Type the text below into the text field and press Submit",
        "Enter the text above in the text field",
        "type the following text into the Name field",
        "type the following:\nhello world",
        "Enter the number shown above into the field Code",
        "put the word above into the field Answer",
        'replace "cat" with the word below',
        "set Name to the text below",
        "write the text shown below in notes.txt",
        "put the value below in A1",
    ],
)
def test_a_text_that_stands_elsewhere_is_asked_about_and_never_typed_as_it_is_called(request_text: str) -> None:
    assert isinstance(parse(request_text)[0], Unclear)


@pytest.mark.parametrize(
    ("request_text", "content"),
    [
        ("type the following text: hello world", "hello world"),
        ('type "the text below" in the Name field', "the text below"),
        ("type see you below", "see you below"),
    ],
)
def test_a_text_that_follows_or_is_quoted_is_typed(request_text: str, content: str) -> None:
    assert [step.content for step in parse(request_text) if isinstance(step, TypeInto)] == [content]
