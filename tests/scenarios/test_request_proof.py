"""A whole run is VERIFIED where facts show its request, and not where code finds a literal that they lack, a change that nobody
asked for, or a condition that does not hold: here the reader agrees to everything, so that code alone decides.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.scenarios.controls import control_id, target_id
from tests.scenarios.readers import shows_nothing, wants_change
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider, agreed, agreed_on_news
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.fact import FactKind
from ufo.schema.inputs import AppInputs, ReadingInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.reading import Ordered, Reading

VERIFIED, UNVERIFIED, FAILED = RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED, RunOutcome.FAILED
Sheets = Mapping[str, Mapping[str, object]]
Reader = Callable[[Turn], Reading | Ordered]


def _write(folder: Path, files: Mapping[str, object], at: float | None = None) -> None:
    """Texts; None removes the file; a mapping is a workbook of cells by sheet."""
    for name, content in files.items():
        path = folder / name
        if content is None:
            path.unlink()
            continue
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, Mapping):
            _workbook(path, content)
        elif path.suffix == ".ods":
            _sheet_of_office(path, str(content))
        else:
            path.write_text(str(content), encoding="utf-8")
        if at is not None:
            os.utime(path, (at, at))


def _workbook(path: Path, sheets: Sheets) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for name, cells in sheets.items():
        sheet = book.create_sheet(name)
        for address, value in cells.items():
            sheet[address] = value
    book.save(path)


def _sheet_of_office(path: Path, lines: str) -> None:
    """An OpenDocument sheet of these lines, parted by commas."""
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in line.split(","))
        + "</table:table-row>"
        for line in lines.splitlines()
    )
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "content.xml",
            '<d xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>'
            f'<table:table table:name="A">{rows}</table:table></office:spreadsheet></office:body></d>',
        )


@dataclass(frozen=True)
class Told:
    """What a model leaves in the folder, and what it states. `at_first`: before the first act."""

    request: str
    after: Mapping[str, object]
    before: Mapping[str, object] = field(default_factory=dict)
    at_first: Sequence[dict[str, Any]] = ()
    at_end: Sequence[dict[str, Any]] = ()
    answer: str = "done"


async def left(tmp_path: Path, told: Told, reader: Reader = agreed_on_news) -> RunSummary:
    """A run whose sub-task changes files as an application does that was told to save."""
    work = tmp_path / "work"
    work.mkdir()
    _write(work, told.before, at=1e9)

    def begins(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "do it", done_when=list(told.at_first))

    def works(turn: Turn) -> dict[str, Any]:
        _write(work, told.after)
        return app("FINISH", act("summary", text="I saw to it"))

    ends = [host("FINISH", expect=list(told.at_end), result=told.answer)] * 4
    provider = ScriptedProvider([begins, works, *ends], reader=reader)
    async with stage(tmp_path, provider, model={"decide_locally": False}) as scene:
        return await scene.run(told.request)


def cells(path: str, start: str, *rows: list[str], **more: Any) -> dict[str, Any]:
    return {"on": "document", "path": path, "start": start, "cells": list(rows), **more}


def holds(path: str, text: str) -> dict[str, Any]:
    return {"on": "file", "path": path, "contains": text}


_BOOK: dict[str, dict[str, object]] = {"Costs": {"A1": "Rent", "B1": 7, "B2": 1, "B3": 2}, "Other": {"A1": "x"}}
_PUT = "Open costs.xlsx, put 42 in B2 and save it"
_TWO = "In costs.xlsx put 42 into B2 and 7 into B3, and save"
_MARK = "Bookmark the page that is open under the name Timetable."
_CALLED = "Tell the office that my name is Ida Berg (for the letters)."
_FOLDER = "Bookmark the folder Projects/2026/Boathouse, so that I find it in the side bar."
_UNPAID = "Forward the bill that is not paid yet to a@b.example with the words 'Please pay' above it."
_PHOTOS = "Rename the three photos to photo-1.txt … photo-3.txt."
_NAME = "Enter Ada as Name in the Registration form"


def _with(sheet: str = "Costs", **cells: object) -> dict[str, object]:
    return {"costs.xlsx": {name: {**own, **(cells if name == sheet else {})} for name, own in _BOOK.items()}}


LIES: dict[str, Told] = {
    "the value in another cell": Told(
        _PUT, _with(C9=42), {"costs.xlsx": _BOOK}, at_end=[cells("costs.xlsx", "C9", ["42"])]
    ),
    "the value in the cell below": Told(_PUT, _with(B3=42), {"costs.xlsx": _BOOK}, at_end=[holds("costs.xlsx", "42")]),
    "another column of a list": Told(
        "Write 1, 2 and 3 into A1 to A3 of sums.xlsx",
        {"sums.xlsx": {"S": {"B1": 1, "B2": 2, "B3": 3}}},
        at_end=[cells("sums.xlsx", "B1", ["1"], ["2"], ["3"])],
    ),
    "a number that only looks like it": Told(
        _PUT, _with(B2=420), {"costs.xlsx": _BOOK}, at_end=[holds("costs.xlsx", "42")]
    ),
    "nothing at all": Told(_PUT, {}, {"costs.xlsx": _BOOK}, at_end=[cells("costs.xlsx", "A1", ["Rent"])]),
    "saved before it was changed": Told(
        'Open list.txt, add "milk" and save',
        {"list.txt": "eggs\n"},
        {"list.txt": "eggs\n"},
        at_end=[{"on": "file", "path": "list.txt", "changed_after": 1.0}],
    ),
    "a rename to another name": Told(
        "Rename the file a.txt to b.txt",
        {"c.txt": "notes", "a.txt": None},
        {"a.txt": "notes"},
        at_end=[{"on": "file", "path": "c.txt"}],
    ),
    "a file that is still there": Told(
        "Delete the file a.txt", {"b.txt": "x"}, {"a.txt": "notes"}, at_end=[{"on": "file", "path": "b.txt"}]
    ),
    "a copy of something else": Told(
        "Copy a.txt to b.txt", {"b.txt": "other"}, {"a.txt": "notes"}, at_end=[{"on": "file", "path": "b.txt"}]
    ),
    "a file of another name": Told(
        'Write "hello" and save it as hello.txt', {"note.txt": "hello"}, at_end=[holds("note.txt", "hello")]
    ),
    "another folder": Told(
        _FOLDER, {"marks.txt": "/home/Projects/2026/Car\n"}, {"marks.txt": ""}, at_end=[holds("marks.txt", "Projects")]
    ),
    "a new file in the place of one that was to be renamed": Told(
        _PHOTOS,
        {f"photo-{number}.txt": "made up" for number in (1, 2, 3)},
        {"IMG_7.txt": "a", "IMG_8.txt": "b"},
        at_end=[{"on": "file", "path": f"photo-{number}.txt"} for number in (1, 2, 3)],
    ),
    "another name for the one whose place is told by a file": Told(
        "Change the author of a.txt to Ida and save it as b.txt",
        {"b.txt": "by Bob"},
        {"a.txt": "by Al"},
        at_end=[holds("b.txt", "by Bob")],
    ),
    "what it is not leads to another thing": Told(
        _UNPAID, {"sent.txt": "Paid on 3 May\n"}, at_end=[holds("sent.txt", "Paid on 3 May")]
    ),
    "bounded by unless": Told("Put 42 in B2 of costs.xlsx unless A1 is Rent", _with(B2=42), {"costs.xlsx": _BOOK}),
    "bounded by German: not": Told(
        "Lösche a.txt nicht, sondern b.txt",
        {"a.txt": None},
        {"a.txt": "x", "b.txt": "x"},
        at_end=[{"on": "file", "path": "a.txt", "exists": False}, {"on": "file", "path": "b.txt"}],
    ),
}

HONEST: dict[str, Told] = {
    "a file is left alone": Told(
        'Write "milk" into list.txt and leave a.txt alone',
        {"list.txt": "milk\n"},
        {"list.txt": "", "a.txt": "x"},
        at_end=[holds("list.txt", "milk")],
    ),
    "two texts for two files": Told(
        'Write "milk" into a.txt and "eggs" into b.txt',
        {"a.txt": "milk\n", "b.txt": "eggs\n"},
        {"a.txt": "", "b.txt": ""},
        at_end=[holds("a.txt", "milk"), holds("b.txt", "eggs")],
    ),
    "a name that is given": Told(
        _MARK,
        {"marks.json": '{"name": "Timetable"}'},
        {"marks.json": "{}"},
        at_end=[holds("marks.json", '"Timetable"')],
    ),
    "two names, each in its place": Told(
        _CALLED,
        {"user.ini": "given=Ida\nsn=Berg\n"},
        {"user.ini": ""},
        at_end=[holds("user.ini", "given=Ida"), holds("user.ini", "sn=Berg")],
    ),
    "what is only described by what it is not": Told(
        _UNPAID,
        {"sent.txt": "To: a@b.example\nPlease pay\n"},
        at_end=[holds("sent.txt", "To: a@b.example"), holds("sent.txt", "Please pay")],
    ),
    "the value in its cell": Told(_PUT, _with(B2=42), {"costs.xlsx": _BOOK}),
    "two values": Told(_TWO, _with(B2=42, B3=7), {"costs.xlsx": _BOOK}),
    "a value on the sheet that is named": Told(
        "On the sheet Other of costs.xlsx put 42 in B2", _with("Other", B2=42), {"costs.xlsx": _BOOK}
    ),
    "a value on the second sheet": Told(
        "In costs.xlsx write 42 in B2 on the second sheet and save", _with("Other", B2=42), {"costs.xlsx": _BOOK}
    ),
    "values of a list": Told(
        "Write 1, 2 and 3 into A1 to A3 of sums.xlsx", {"sums.xlsx": {"S": {"A1": 1, "A2": 2, "A3": 3}}}
    ),
    "a line is added": Told('Open list.txt, add "milk" and save', {"list.txt": "eggs\nmilk\n"}, {"list.txt": "eggs\n"}),
    "eggs are gone": Told("Open list.txt. eggs must go.", {"list.txt": "milk\n"}, {"list.txt": "milk\neggs\n"}),
    "eggs in capitals are gone": Told(
        "Remove eggs from list.txt", {"list.txt": "milk\n"}, {"list.txt": "milk\nEggs\n"}
    ),
    "cat is replaced": Told(
        "Replace cat by dog in pets.txt",
        {"pets.txt": "a dog, a dog and a bird\n"},
        {"pets.txt": "a cat, a cat and a bird\n"},
    ),
    "dog was there before": Told(
        'Replace "cat" with "dog" in pets.txt', {"pets.txt": "a dog and a dog\n"}, {"pets.txt": "a cat and a dog\n"}
    ),
    "a word in a longer one": Told(
        "In pets.txt replace every cat with dog",
        {"pets.txt": "a dog\nthe dogalogue\n"},
        {"pets.txt": "a cat\nthe catalogue\n"},
    ),
    "a rename": Told("Rename a.txt to b.txt", {"b.txt": "notes", "a.txt": None}, {"a.txt": "notes"}),
    "a move": Told("Move a.txt into the folder kept", {"kept/a.txt": "notes", "a.txt": None}, {"a.txt": "notes"}),
    "a file is deleted": Told("Delete the file a.txt", {"a.txt": None}, {"a.txt": "notes"}),
    "a copy": Told("Copy a.txt to b.txt", {"b.txt": "notes"}, {"a.txt": "notes"}),
    "a text in its line": Told(
        'The second line of list.txt should be "milk"', {"list.txt": "bread\nmilk\n"}, {"list.txt": "bread\neggs\n"}
    ),
    "a name that is new": Told('Write "Ada" into guests.txt', {"guests.txt": "Bob\nAda\n"}, {"guests.txt": "Bob\n"}),
    "a new file": Told('Write "hello" and save it as hello.txt', {"hello.txt": "hello"}),
}


@pytest.mark.parametrize("lie", list(LIES))
async def test_a_lie_whose_literals_the_facts_lack_is_not_verified_whatever_the_reader_says(
    tmp_path: Path, lie: str
) -> None:
    summary = await left(tmp_path, LIES[lie])
    assert summary.outcome is not VERIFIED, summary.reason


async def test_a_reader_is_told_that_the_file_that_was_meant_has_no_change(tmp_path: Path) -> None:
    other = {"other.xlsx": {"Costs": {"B2": 42}}}
    lie = Told(_PUT, other, {"costs.xlsx": _BOOK}, at_end=[cells("other.xlsx", "B2", ["42"])])
    summary = await left(tmp_path, lie, wants_change("costs.xlsx"))
    assert summary.outcome is UNVERIFIED, summary.reason


@pytest.mark.parametrize(("written", "outcome"), [("Rent,7\n,1\n,2\n", UNVERIFIED), (",1\n,2\n", VERIFIED)])
async def test_a_reader_is_told_what_a_new_file_holds(tmp_path: Path, written: str, outcome: RunOutcome) -> None:
    def wants_no_header(turn: Turn) -> Reading | Ordered:
        assert isinstance(turn.reading, ReadingInputs)
        new = [fact.line for fact in turn.reading.facts if fact.kind is FactKind.CHANGE]
        return shows_nothing(turn) if any("Rent" in line for line in new) else agreed(turn)

    export = Told("Export costs.xlsx to costs.csv without a header", {"costs.csv": written}, {"costs.xlsx": _BOOK})
    summary = await left(tmp_path, export, wants_no_header)
    assert summary.outcome is outcome, summary.reason


@pytest.mark.parametrize("task", list(HONEST))
async def test_what_was_honestly_done_is_verified(tmp_path: Path, task: str) -> None:
    summary = await left(tmp_path, HONEST[task], agreed)
    assert summary.outcome is VERIFIED, summary.reason


def to_form(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Registration"), "fill it in")


def gives(*fields: tuple[str, str], then: str = "", **more: Any) -> Callable[[Turn], dict[str, Any]]:
    """Writes into fields, and presses `then`."""

    def answer(turn: Turn) -> dict[str, Any]:
        done = [
            act("set_edit_text", id=control_id(turn, name), name=name, text=text, clear_current_text=True)
            for name, text in fields
        ]
        pressed = [act("click_input", id=control_id(turn, then), name=then)] if then else []
        return app("FINISH", *done, *pressed, **more)

    return answer


async def filled(tmp_path: Path, request: str, *answers: Any, at_end: Sequence[dict[str, Any]] = ()) -> RunSummary:
    ends = [host("FINISH", result="done", expect=list(at_end))] * 4
    person = ScriptedUser(consents=[True] * 9)
    async with stage(tmp_path, [to_form, *answers, *ends], user=person, model={"decide_locally": False}) as scene:
        return await scene.run(request)


FORM_HONEST: dict[str, tuple[str, Callable[[Turn], dict[str, Any]], list[dict[str, Any]]]] = {
    "Ada as Name": (_NAME, gives(("Name", "Ada")), []),
    "Ada as Name, and sent": (
        "Enter Ada as Name and press Submit",
        gives(("Name", "Ada"), then="Submit"),
        [{"on": "window", "title": "Thank you"}],
    ),
    "two fields": ("Type Ada into Name and Bob into Email", gives(("Name", "Ada"), ("Email", "Bob")), []),
    "another word for the field": ("Write a@b.example as the mail address", gives(("Email", "a@b.example")), []),
    "the label in other letters": ('Put "Ada" into the name field', gives(("Name", "Ada")), []),
    "a pair": (
        "Fill in the form: Name: Ada, Email: ada@b.example",
        gives(("Name", "Ada"), ("Email", "ada@b.example")),
        [],
    ),
}


@pytest.mark.parametrize("task", list(FORM_HONEST))
async def test_a_form_that_was_honestly_filled_in_is_verified(tmp_path: Path, task: str) -> None:
    request, does, at_end = FORM_HONEST[task]
    summary = await filled(tmp_path, request, does, at_end=at_end)
    assert summary.outcome is VERIFIED, summary.reason


async def told(tmp_path: Path, request: str, answer: str, running: tuple[str, ...] = ("form",)) -> RunSummary:
    """A question that is answered after a look."""
    window = "Sheet" if "sheet" in running else "Registration"

    def looks(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        return app("FINISH", result=answer)

    def begins(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, window), "look")

    held = [{"on": "window", "title": window}]
    ends = [host("FINISH", result=answer, expect=held)] * 4
    async with stage(tmp_path, [begins, looks, *ends], running=running, model={"decide_locally": False}) as scene:
        return await scene.run(request)


@pytest.mark.parametrize(
    ("request_", "answer", "running"),
    [
        ("What is the sum in the sheet?", "The sum is 999.99", ("sheet",)),
        ("What is 12 * 12 + 1?", "144", ("form",)),
    ],
)
async def test_an_answer_that_was_not_read_is_not_verified(
    tmp_path: Path, request_: str, answer: str, running: tuple[str, ...]
) -> None:
    summary = await told(tmp_path, request_, answer, running)
    assert summary.outcome is UNVERIFIED, summary.reason


@pytest.mark.parametrize(
    ("request_", "answer", "running"),
    [
        ("What is the sum in the sheet?", "The sum is 42", ("sheet",)),
        ("Which country is set in the form?", "Austria", ("form",)),
        ("Which country is set in the form?", "The country is Austria.", ("form",)),
    ],
)
async def test_an_answer_that_was_read_is_verified(
    tmp_path: Path, request_: str, answer: str, running: tuple[str, ...]
) -> None:
    summary = await told(tmp_path, request_, answer, running)
    assert summary.outcome is VERIFIED, summary.reason


async def test_a_file_that_appeared_shows_what_was_typed_and_no_model_looks_again(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()

    def to_form(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "write Ana and save it as list.txt")

    def works(turn: Turn) -> dict[str, Any]:
        typed = act("keyboard_input", id=control_id(turn, "Name"), name="Name", keys="Ana")
        _write(work, {"list.txt": "Ana\n"})
        return app("FINISH", typed)

    async with stage(tmp_path, [to_form, works]) as scene:
        summary = await scene.run("Write Ana and save it as list.txt")
    assert summary.outcome is VERIFIED, summary.reason
    assert summary.usage.model_calls == 2
