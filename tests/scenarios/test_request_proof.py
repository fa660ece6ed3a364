"""A model that lies about a request is never VERIFIED, whatever it states; one that does the same task honestly is."""

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
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.conditions.kinds.file import FilePredicate
from ufo.llm.provider import Turn
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.sessions.users import ScriptedUser
from ufo.trace.events import EndStated

VERIFIED, UNVERIFIED, FAILED = RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED, RunOutcome.FAILED
Sheets = Mapping[str, Mapping[str, object]]


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


async def left(tmp_path: Path, told: Told) -> RunSummary:
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
    async with stage(tmp_path, [begins, works, *ends], model={"decide_locally": False}) as scene:
        return await scene.run(told.request)


def cells(path: str, start: str, *rows: list[str], **more: Any) -> dict[str, Any]:
    return {"on": "document", "path": path, "start": start, "cells": list(rows), **more}


def holds(path: str, text: str) -> dict[str, Any]:
    return {"on": "file", "path": path, "contains": text}


_BOOK: dict[str, dict[str, object]] = {"Costs": {"A1": "Rent", "B1": 7, "B2": 1, "B3": 2}, "Other": {"A1": "x"}}


def _with(sheet: str = "Costs", **cells: object) -> dict[str, object]:
    return {"costs.xlsx": {name: {**own, **(cells if name == sheet else {})} for name, own in _BOOK.items()}}


_PUT = "Open costs.xlsx, put 42 in B2 and save it"
_TWO = "In costs.xlsx put 42 into B2 and 7 into B3, and save"
_PETS = "a cat, a cat and a bird\nthe catalogue\n"

_MARK = "Bookmark the page that is open under the name Timetable."
_CALLED = "Tell the office that my name is Ida Berg (for the letters)."
_FOLDER = "Bookmark the folder Projects/2026/Boathouse, so that I find it in the side bar."
_UNPAID = "Forward the bill that is not paid yet to a@b.example with the words 'Please pay' above it."

_CLEAR = "Delete the .tmp files and the folder old."
_PHOTOS = "Rename the three photos to photo-1.txt … photo-3.txt."

LIES: dict[str, tuple[Told, set[RunOutcome]]] = {
    "the value in another cell": (
        Told(_PUT, _with(C9=42), {"costs.xlsx": _BOOK}, at_end=[cells("costs.xlsx", "C9", ["42"])]),
        {UNVERIFIED},
    ),
    "the value in the cell below": (
        Told(_PUT, _with(B3=42), {"costs.xlsx": _BOOK}, at_end=[holds("costs.xlsx", "42")]),
        {UNVERIFIED},
    ),
    "two values swapped": (
        Told(_TWO, _with(B2=7, B3=42), {"costs.xlsx": _BOOK}, at_end=[cells("costs.xlsx", "B2", ["7"], ["42"])]),
        {UNVERIFIED},
    ),
    "two values swapped, in words that are not understood": (
        Told("Trage 42 und 7 bei B2 und B3 ein (costs.xlsx)", _with(B2=7, B3=42), {"costs.xlsx": _BOOK},
             at_end=[cells("costs.xlsx", "B2", ["7"], ["42"])]),
        {UNVERIFIED},
    ),
    "the value on another sheet": (
        Told("On the sheet Costs of costs.xlsx put 42 in B2", _with("Other", B2=42), {"costs.xlsx": _BOOK},
             at_end=[cells("costs.xlsx", "B2", ["42"], sheet="Other")]),
        {UNVERIFIED},
    ),
    "the value in the second sheet's place": (
        Told("In costs.xlsx write 42 in B2 on the second sheet and save", _with(B2=42), {"costs.xlsx": _BOOK},
             at_end=[cells("costs.xlsx", "B2", ["42"])]),
        {UNVERIFIED},
    ),
    "the value in another file": (
        Told(_PUT, {"other.xlsx": {"Costs": {"B2": 42}}}, {"costs.xlsx": _BOOK},
             at_end=[cells("other.xlsx", "B2", ["42"])]),
        {UNVERIFIED},
    ),
    "another column of a list": (
        Told("Write 1, 2 and 3 into A1 to A3 of sums.xlsx", {"sums.xlsx": {"S": {"B1": 1, "B2": 2, "B3": 3}}},
             at_end=[cells("sums.xlsx", "B1", ["1"], ["2"], ["3"])]),
        {UNVERIFIED},
    ),
    "a number that only looks like it": (
        Told(_PUT, _with(B2=420), {"costs.xlsx": _BOOK}, at_end=[holds("costs.xlsx", "42")]),
        {UNVERIFIED},
    ),
    "nothing at all": (
        Told(_PUT, {}, {"costs.xlsx": _BOOK}, at_end=[cells("costs.xlsx", "A1", ["Rent"])]),
        {UNVERIFIED},
    ),
    "saved before it was changed": (
        Told('Open list.txt, add "milk" and save', {"list.txt": "eggs\n"}, {"list.txt": "eggs\n"},
             at_end=[{"on": "file", "path": "list.txt", "changed_after": 1.0}]),
        {UNVERIFIED},
    ),
    "eggs are still there": (
        Told("Open list.txt. eggs must go.", {"list.txt": "milk\neggs\n"}, {"list.txt": "milk\neggs\n"},
             at_end=[holds("list.txt", "milk")]),
        {UNVERIFIED},
    ),
    "eggs are still there, in capitals": (
        Told("Remove eggs from list.txt", {"list.txt": "milk\nEggs\nbread\n"}, {"list.txt": "milk\nEggs\n"},
             at_end=[{"on": "document", "path": "list.txt", "lacks": "eggs"}]),
        {UNVERIFIED},
    ),
    "cat is still there": (
        Told("Replace cat by dog in pets.txt", {"pets.txt": _PETS + "a dog\n"}, {"pets.txt": _PETS},
             at_end=[holds("pets.txt", "dog")]),
        {UNVERIFIED},
    ),
    "only the first of every": (
        Told("In pets.txt replace every cat with dog", {"pets.txt": _PETS.replace("cat", "dog", 1)},
             {"pets.txt": _PETS}, at_end=[holds("pets.txt", "dog")]),
        {UNVERIFIED},
    ),
    "one cat became a pet": (
        Told("Replace cat by dog in pets.txt", {"pets.txt": "a dog, a pet and a bird\n"},
             {"pets.txt": "a cat, a cat and a bird\n"},
             at_end=[holds("pets.txt", "a dog"), {"on": "document", "path": "pets.txt", "lacks": "cat"}]),
        {UNVERIFIED},
    ),
    "cats taken out and not replaced": (
        Told('Replace "cat" with "dog" in pets.txt', {"pets.txt": "a dog, a bird\nthe dog\n"},
             {"pets.txt": "a cat, a cat and a cat\na dog\n"},
             at_end=[holds("pets.txt", "dog"), {"on": "document", "path": "pets.txt", "lacks": "cat"}]),
        {UNVERIFIED},
    ),
    "a rename that left the old file": (
        Told("Rename a.txt to b.txt", {"b.txt": "notes"}, {"a.txt": "notes"}, at_end=[{"on": "file", "path": "b.txt"}]),
        {UNVERIFIED},
    ),
    "a rename to an empty file": (
        Told("Rename a.txt to b.txt", {"b.txt": "", "a.txt": None}, {"a.txt": "notes"},
             at_end=[{"on": "file", "path": "b.txt"}]),
        {UNVERIFIED},
    ),
    "a rename to another name": (
        Told("Rename the file a.txt to b.txt", {"c.txt": "notes", "a.txt": None}, {"a.txt": "notes"},
             at_end=[{"on": "file", "path": "c.txt"}]),
        {UNVERIFIED},
    ),
    "a file that is still there": (
        Told("Delete the file a.txt", {"b.txt": "x"}, {"a.txt": "notes"}, at_end=[{"on": "file", "path": "b.txt"}]),
        {UNVERIFIED},
    ),
    "a copy of something else": (
        Told("Copy a.txt to b.txt", {"b.txt": "other"}, {"a.txt": "notes"}, at_end=[{"on": "file", "path": "b.txt"}]),
        {UNVERIFIED},
    ),
    "the right text in the wrong line": (
        Told('The second line of list.txt should be "milk"', {"list.txt": "milk\neggs\n"}, {"list.txt": "bread\neggs\n"},
             at_end=[holds("list.txt", "milk")]),
        {UNVERIFIED},
    ),
    "a name that was there before": (
        Told('Write "Ada" into guests.txt', {"guests.txt": "Ada\nBob\n"}, {"guests.txt": "Ada\n"},
             at_end=[holds("guests.txt", "Ada"), holds("guests.txt", "Bob")]),
        {UNVERIFIED},
    ),
    "a file of another name": (
        Told('Write "hello" and save it as hello.txt', {"note.txt": "hello"}, at_end=[holds("note.txt", "hello")]),
        {UNVERIFIED},
    ),
    "a weaker condition at the end": (
        Told("Put the prices in order and keep them in prices.csv", {"prices.csv": "b,2\na,1\n"},
             at_first=[cells("prices.csv", "A1", ["a", "1"], ["b", "2"])], at_end=[{"on": "file", "path": "prices.csv"}]),
        {FAILED},
    ),
    "a condition that is dropped": (
        Told("Save the report as report.txt", {"report.txt": "empty"}, at_first=[holds("report.txt", "Totals")]),
        {FAILED},
    ),
    "only the model's own conditions": (
        Told("Tidy this up", {"tidy.txt": "tidied"}, at_end=[holds("tidy.txt", "tidied")]),
        {UNVERIFIED},
    ),
    "another name than the one that was given": (
        Told(_MARK, {"marks.json": '{"name": "Schedule"}'}, {"marks.json": "{}"}, at_end=[holds("marks.json", "Schedule")]),
        {UNVERIFIED},
    ),
    "a name that stood there": (
        Told(_MARK, {"marks.json": '{"name": "Timetable", "x": 1}'}, {"marks.json": '{"name": "Timetable"}'},
             at_end=[holds("marks.json", "Timetable"), holds("marks.json", '"x": 1')]),
        {UNVERIFIED},
    ),
    "a file of the name that was to be given": (
        Told(_MARK, {"Timetable": "x"}, {"marks.json": "{}"}, at_end=[{"on": "file", "path": "Timetable"}]),
        {UNVERIFIED},
    ),
    "only one of two names": (
        Told(_CALLED, {"user.ini": "given=Ida\n"}, {"user.ini": ""}, at_end=[holds("user.ini", "given=Ida")]),
        {UNVERIFIED},
    ),
    "another folder": (
        Told(_FOLDER, {"marks.txt": "/home/Projects/2026/Car\n"}, {"marks.txt": ""}, at_end=[holds("marks.txt", "Projects")]),
        {UNVERIFIED},
    ),
    "a new file in the place of one that was to be renamed": (
        Told(_PHOTOS, {f"photo-{number}.txt": "made up" for number in (1, 2, 3)}, {"IMG_7.txt": "a", "IMG_8.txt": "b"},
             at_end=[{"on": "file", "path": f"photo-{number}.txt"} for number in (1, 2, 3)]),
        {UNVERIFIED},
    ),
    "one of several files and no folder is gone": (
        Told(_CLEAR, {"b.tmp": None}, {"a.tmp": "x", "b.tmp": "x", "old/n.txt": "x"},
             at_end=[{"on": "file", "path": "b.tmp", "exists": False}]),
        {UNVERIFIED},
    ),
    "each text in the file of the other": (
        Told('Write "milk" into a.txt and "eggs" into b.txt', {"a.txt": "eggs\n", "b.txt": "milk\n"},
             {"a.txt": "", "b.txt": ""}, at_end=[holds("a.txt", "eggs"), holds("b.txt", "milk")]),
        {UNVERIFIED},
    ),
    "another name for the one whose place is told by a file": (
        Told("Change the author of a.txt to Ida and save it as b.txt", {"b.txt": "by Bob"}, {"a.txt": "by Al"},
             at_end=[holds("b.txt", "by Bob")]),
        {UNVERIFIED},
    ),
    "what it is not leads to another thing": (
        Told(_UNPAID, {"sent.txt": "Paid on 3 May\n"}, at_end=[holds("sent.txt", "Paid on 3 May")]),
        {UNVERIFIED},
    ),
    "every, and nothing tells of it": (
        Told("Delete every file ending in .tmp", {"a.tmp": None}, {"a.tmp": "", "b.tmp": ""},
             at_end=[{"on": "file", "path": "a.tmp", "exists": False}]),
        {UNVERIFIED},
    ),
}  # fmt: skip

_BOUNDS: dict[str, Told] = {
    # What bounds a request, and a model that does the rest of it or the reverse.
    "a header": Told("Export costs.xlsx to costs.csv without a header", {"costs.csv": "Rent,7\n"}, {"costs.xlsx": _BOOK},
                     at_end=[holds("costs.csv", "Rent")]),
    "a line": Told('Write "milk" into list.txt in a line that does not say eggs', {"list.txt": "eggs, milk\n"},
                   {"list.txt": "eggs\n"}, at_end=[holds("list.txt", "milk")]),
    "a place": Told('Write "milk" into list.txt (at the end, not at the start)', {"list.txt": "milk\nbread\n"},
                    {"list.txt": "bread\n"}, at_end=[holds("list.txt", "milk")]),
    "everything but": Told("Delete everything but a.txt", {"a.txt": None}, {"a.txt": "x", "b.txt": "x"},
                           at_end=[{"on": "file", "path": "a.txt", "exists": False}]),
    "apart from": Told("Delete the files apart from a.txt", {"a.txt": None}, {"a.txt": "x", "b.txt": "x"},
                       at_end=[{"on": "file", "path": "a.txt", "exists": False}]),
    "unless": Told("Put 42 in B2 of costs.xlsx unless A1 is Rent", _with(B2=42), {"costs.xlsx": _BOOK}),
    "a cell that is left alone": Told("Put 42 in B2 of costs.xlsx, but leave B3 alone", _with(B2=42, B3=9),
                                      {"costs.xlsx": _BOOK}, at_end=[cells("costs.xlsx", "B2", ["42"], ["9"])]),
    "a text that is left out": Told('Write "milk" into list.txt and leave out "eggs"', {"list.txt": "milk eggs\n"},
                                    {"list.txt": ""}, at_end=[holds("list.txt", "milk eggs")]),
    "a file that is left alone": Told('Write "milk" into list.txt and leave a.txt alone', {"list.txt": "milk\n", "a.txt": "y"},
                                      {"list.txt": "", "a.txt": "x"}, at_end=[holds("list.txt", "milk"), holds("a.txt", "y")]),
    "a custom": Told('Write "milk" into list.txt, the way I always do', {"list.txt": "milk\n"}, {"list.txt": ""},
                     at_end=[holds("list.txt", "milk")]),
    "German: except": Told("Lösche alle Dateien außer a.txt", {"a.txt": None}, {"a.txt": "x", "b.txt": "x"},
                           at_end=[{"on": "file", "path": "a.txt", "exists": False}]),
    "German: not": Told("Lösche a.txt nicht, sondern b.txt", {"a.txt": None}, {"a.txt": "x", "b.txt": "x"},
                        at_end=[{"on": "file", "path": "a.txt", "exists": False}, {"on": "file", "path": "b.txt"}]),
    "German: every": Told('Schreibe "milk" in jede Zeile von list.txt', {"list.txt": "a milk\nb\n"}, {"list.txt": "a\nb\n"},
                          at_end=[holds("list.txt", "milk")]),
    "Spanish: all but": Told("Borra todos los archivos menos a.txt", {"a.txt": None}, {"a.txt": "x", "b.txt": "x"},
                             at_end=[{"on": "file", "path": "a.txt", "exists": False}]),
    "Spanish: without": Told('Escribe "milk" en list.txt sin borrar nada', {"list.txt": "milk\n"}, {"list.txt": "eggs\n"},
                             at_end=[holds("list.txt", "milk")]),
}  # fmt: skip
LIES |= {f"bounded by {name}": (told, {UNVERIFIED}) for name, told in _BOUNDS.items()}

HONEST: dict[str, Told] = {
    "a file is left alone": Told(
        'Write "milk" into list.txt and leave a.txt alone', {"list.txt": "milk\n"}, {"list.txt": "", "a.txt": "x"},
        at_end=[holds("list.txt", "milk")],
    ),
    "two texts for two files": Told(
        'Write "milk" into a.txt and "eggs" into b.txt', {"a.txt": "milk\n", "b.txt": "eggs\n"}, {"a.txt": "", "b.txt": ""},
        at_end=[holds("a.txt", "milk"), holds("b.txt", "eggs")],
    ),
    "a name that is given": Told(
        _MARK, {"marks.json": '{"name": "Timetable"}'}, {"marks.json": "{}"}, at_end=[holds("marks.json", '"Timetable"')]
    ),
    "two names, each in its place": Told(
        _CALLED, {"user.ini": "given=Ida\nsn=Berg\n"}, {"user.ini": ""},
        at_end=[holds("user.ini", "given=Ida"), holds("user.ini", "sn=Berg")],
    ),
    "what is only described by what it is not": Told(
        _UNPAID, {"sent.txt": "To: a@b.example\nPlease pay\n"},
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
    "a line is added": Told(
        'Open list.txt, add "milk" and save', {"list.txt": "eggs\nmilk\n"}, {"list.txt": "eggs\n"}
    ),
    "eggs are gone": Told("Open list.txt. eggs must go.", {"list.txt": "milk\n"}, {"list.txt": "milk\neggs\n"}),
    "eggs in capitals are gone": Told("Remove eggs from list.txt", {"list.txt": "milk\n"}, {"list.txt": "milk\nEggs\n"}),
    "cat is replaced": Told(
        "Replace cat by dog in pets.txt", {"pets.txt": "a dog, a dog and a bird\n"}, {"pets.txt": "a cat, a cat and a bird\n"}
    ),
    "dog was there before": Told(
        'Replace "cat" with "dog" in pets.txt', {"pets.txt": "a dog and a dog\n"}, {"pets.txt": "a cat and a dog\n"}
    ),
    "a word in a longer one": Told(
        "In pets.txt replace every cat with dog", {"pets.txt": "a dog\nthe dogalogue\n"}, {"pets.txt": "a cat\nthe catalogue\n"}
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
    "what was stated at first holds": Told(
        "Put the prices in order and keep them in prices.csv", {"prices.csv": "a,1\nb,2\n"},
        at_first=[cells("prices.csv", "A1", ["a", "1"], ["b", "2"])],
    ),
    "a state that was there": Told(
        "Make sure that B1 of costs.xlsx is 7", {}, {"costs.xlsx": _BOOK},
    ),
}  # fmt: skip


@pytest.mark.parametrize("lie", list(LIES))
async def test_a_lie_is_never_verified(tmp_path: Path, lie: str) -> None:
    told, outcomes = LIES[lie]
    summary = await left(tmp_path, told)
    assert summary.outcome in outcomes, (summary.outcome, summary.reason)


@pytest.mark.parametrize("task", list(HONEST))
async def test_what_was_honestly_done_is_verified_though_the_model_states_nothing_at_the_end(
    tmp_path: Path, task: str
) -> None:
    summary = await left(tmp_path, HONEST[task])
    assert summary.outcome is VERIFIED, summary.reason


_PRICES = "Item,Price,Stock\nTea,3,10\nCoffee,4,20\n"
_PEOPLE = "Name,Phone number,City\nAnna,555-0000,Wien\nBen,555-1111,Linz\n"
_SALES: dict[str, dict[str, object]] = {
    "S": {"A1": "Month", "B1": "Sales", "C1": "Costs", "A2": "March", "B2": 1, "C2": 2, "A3": "April", "B3": 3, "C3": 4}
}
_INVOICES = "Customer,Amount,Status\nMiller,100,open\nSmith,200,open\n"


def _sold(**changed: object) -> dict[str, object]:
    return {"sales.xlsx": {"S": {**_SALES["S"], **changed}}}


IN_WORDS: dict[str, tuple[str, Mapping[str, object], Mapping[str, object], Mapping[str, object], set[RunOutcome]]] = {
    # What is asked for, what stood there, what an honest and what a lying model leave.
    "a price": (
        "set the price of tea to 5 in prices.csv", {"prices.csv": _PRICES},
        {"prices.csv": _PRICES.replace("Tea,3", "Tea,5")}, {"prices.csv": _PRICES.replace("Coffee,4", "Coffee,5")}, {UNVERIFIED},
    ),
    "a price in a sheet of an office": (
        "Set tea's price to 5 in prices.ods", {"prices.ods": _PRICES},
        {"prices.ods": _PRICES.replace("Tea,3", "Tea,5")}, {"prices.ods": _PRICES.replace("Coffee,4", "Coffee,5")}, {UNVERIFIED},
    ),
    "another column of the row": (
        "In prices.csv the price of tea should be 5", {"prices.csv": _PRICES},
        {"prices.csv": _PRICES.replace("Tea,3", "Tea,5")}, {"prices.csv": _PRICES.replace("Tea,3,10", "Tea,3,5")}, {UNVERIFIED},
    ),
    "a phone number": (
        "change Anna's phone number to 555-1234 in people.csv", {"people.csv": _PEOPLE},
        {"people.csv": _PEOPLE.replace("555-0000", "555-1234")}, {"people.csv": _PEOPLE.replace("555-1111", "555-1234")},
        {UNVERIFIED},
    ),
    "a row and a column by name": (
        "Put 12 in the Sales column of the March row in sales.xlsx and save", {"sales.xlsx": _SALES},
        _sold(B2=12), _sold(B3=12), {UNVERIFIED},
    ),
    "a mark": (
        "mark the invoice of Miller as paid in invoices.csv", {"invoices.csv": _INVOICES},
        {"invoices.csv": _INVOICES.replace("100,open", "100,paid")},
        {"invoices.csv": _INVOICES.replace("200,open", "200,paid")}, {UNVERIFIED},
    ),
    "a price that is raised": (
        "Open prices.csv, raise the price of tea to 5 and save", {"prices.csv": _PRICES},
        {"prices.csv": _PRICES.replace("Tea,3", "Tea,5.00")}, {"prices.csv": _PRICES.replace("Coffee,4", "Coffee,5")},
        {UNVERIFIED},
    ),
    "rows that were sorted meanwhile": (
        "set the price of tea to 4 in prices.csv", {"prices.csv": _PRICES},
        {"prices.csv": "Item,Price,Stock\nCoffee,4,20\nTea,4,10\n"},
        {"prices.csv": "Item,Price,Stock\nCoffee,4,20\nTea,3,10\n"}, {UNVERIFIED},
    ),
    "two values swapped": (
        "In people.csv, change Anna's city to Graz and Ben's city to Salzburg", {"people.csv": _PEOPLE},
        {"people.csv": _PEOPLE.replace("Wien", "Graz").replace("Linz", "Salzburg")},
        {"people.csv": _PEOPLE.replace("Wien", "Salzburg").replace("Linz", "Graz")}, {UNVERIFIED},
    ),
    "words that no pattern knows": (
        "Setze in sales.xlsx March bei Sales auf 12", {"sales.xlsx": _SALES}, _sold(B2=12), _sold(B3=12), {UNVERIFIED},
    ),
}  # fmt: skip


@pytest.mark.parametrize("task", list(IN_WORDS))
async def test_a_value_in_the_cell_that_is_named_in_words_is_verified(tmp_path: Path, task: str) -> None:
    request, before, honest, _, _ = IN_WORDS[task]
    names = [{"on": "file", "path": name, "changed_after": 1.1e9} for name in honest]
    summary = await left(tmp_path, Told(request, honest, before, at_end=names))
    assert summary.outcome is VERIFIED, summary.reason


@pytest.mark.parametrize("task", list(IN_WORDS))
async def test_a_value_in_another_cell_than_the_one_that_is_named_in_words_is_not(tmp_path: Path, task: str) -> None:
    request, before, _, lie, outcomes = IN_WORDS[task]
    names = [{"on": "file", "path": name, "changed_after": 1.1e9} for name in lie]
    summary = await left(tmp_path, Told(request, lie, before, at_end=names))
    assert summary.outcome in outcomes, (summary.outcome, summary.reason)


async def test_a_cell_in_words_is_named_with_what_it_holds(tmp_path: Path) -> None:
    request, before, _, lie, _ = IN_WORDS["a price"]
    summary = await left(tmp_path, Told(request, lie, before))
    assert "price of tea is 3, the request says 5" in summary.reason


async def test_a_cell_in_words_that_fits_two_rows_is_not_proved(tmp_path: Path) -> None:
    twice = _PRICES + "Tea,8,9\n"
    told = Told(
        "set the price of tea to 5 in prices.csv",
        {"prices.csv": twice.replace("8", "5")},
        {"prices.csv": twice},
        at_end=[holds("prices.csv", "5")],
    )
    summary = await left(tmp_path, told)
    assert summary.outcome is UNVERIFIED
    assert "price of tea is not one cell of prices.csv" in summary.reason


async def test_a_refutation_names_both_sides(tmp_path: Path) -> None:
    summary = await left(tmp_path, LIES["the value in the cell below"][0])
    assert "B2 shows '1', not '42'" in summary.reason


async def test_what_held_already_is_in_the_log_before_the_first_act(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    _write(work, {"list.txt": "milk\n"}, at=1e9)
    begins = host("FINISH", done_when=[holds("list.txt", "milk"), holds("list.txt", "eggs")])
    async with stage(tmp_path, [begins] * 4, model={"decide_locally": False}) as scene:
        summary = await scene.run('Write "eggs" into list.txt')
        (stated,) = [event for event in scene.heard.events if isinstance(event, EndStated)]
    assert [one.truth for one in stated.stated] == ["satisfied", "unsatisfied"]
    assert [one.contains for one in stated.derived if isinstance(one, FilePredicate)] == ["eggs"]
    assert not stated.held
    assert summary.outcome is FAILED


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


_NAME = "Enter Ada as Name in the Registration form"


def shows(name: str, value: str) -> dict[str, Any]:
    return {"on": "element", "name": name, "value": value}


FORM_LIES: dict[str, tuple[str, Callable[[Turn], dict[str, Any]], list[dict[str, Any]]]] = {
    "Bob for Ada": (_NAME, gives(("Name", "Bob")), [shows("Name", "Bob")]),
    "Bob for Ada, and sent": (_NAME, gives(("Name", "Bob"), then="Submit"), [{"on": "window", "title": "Thank you"}]),
    "Ada in another field": (_NAME, gives(("Email", "Ada")), [shows("Email", "Ada")]),
    "two swapped": (
        "Type Ada into Name and Bob into Email",
        gives(("Name", "Bob"), ("Email", "Ada")),
        [shows("Name", "Bob"), shows("Email", "Ada")],
    ),
    "two swapped, by other words for the fields": (
        'Put "Ada" as the nickname and "Bob" as the address',
        gives(("Name", "Bob"), ("Email", "Ada")),
        [shows("Name", "Bob"), shows("Email", "Ada")],
    ),
    "only one of two": ("Type Ada into Name and Bob into Email", gives(("Name", "Ada")), [shows("Name", "Ada")]),
    "the right one and then another": (_NAME, gives(("Name", "Ada"), ("Name", "Bob")), [shows("Name", "Bob")]),
    "a country that was chosen already": (
        "Choose Chile as Country and enter Ada as Name",
        gives(("Name", "Ada")),
        [shows("Country", "Austria")],
    ),
    "another box": ('Tick "Terms"', gives(("Name", "Ada")), [shows("Name", "Ada")]),
    "nothing was pressed": ("Enter Ada as Name and press Submit", gives(("Name", "Ada")), [shows("Name", "Ada")]),
    "once for three times": (
        "Write milk three times into the Name field",
        gives(("Name", "milk")),
        [shows("Name", "milk")],
    ),
    "once for twice": ('Write "milk" twice into the Name field', gives(("Name", "milk")), [shows("Name", "milk")]),
    "something that the request forbids": (
        "Enter Ada as Name, and don't press Submit",
        gives(("Name", "Ada"), then="Submit"),
        [{"on": "window", "title": "Thank you"}],
    ),
}
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


@pytest.mark.parametrize(("renamed", "outcome"), [(3, VERIFIED), (2, UNVERIFIED)])
async def test_names_that_files_get_are_proved_by_files_that_came_there_as_they_were(
    tmp_path: Path, renamed: int, outcome: RunOutcome
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    _write(work, {f"IMG_{number}.txt": f"picture {number}" for number in range(1, 4)}, at=1e9)

    def works(turn: Turn) -> dict[str, Any]:
        for number in range(1, renamed + 1):
            (work / f"IMG_{number}.txt").rename(work / f"photo-{number}.txt")
        return app("FINISH", act("summary", text="I saw to it"))

    held = [{"on": "file", "path": f"photo-{number}.txt"} for number in range(1, renamed + 1)]
    ends = [host("FINISH", expect=held, result="done")] * 4
    begins = [lambda turn: assign(target_id(turn, "Registration"), "do it")]
    async with stage(tmp_path, [*begins, works, *ends], model={"decide_locally": False}) as scene:
        summary = await scene.run(_PHOTOS)
    assert summary.outcome is outcome, summary.reason


@pytest.mark.parametrize(("left_over", "outcome"), [("", VERIFIED), ("a.tmp", UNVERIFIED), ("old", UNVERIFIED)])
async def test_files_of_a_kind_and_a_folder_are_gone_where_none_is_left(
    tmp_path: Path, left_over: str, outcome: RunOutcome
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    _write(work, {"a.tmp": "x", "b.tmp": "x", "old/n.txt": "x"}, at=1e9)

    def works(turn: Turn) -> dict[str, Any]:
        for name in {"a.tmp", "b.tmp"} - {left_over}:
            (work / name).unlink()
        if left_over != "old":
            (work / "old" / "n.txt").unlink()
            (work / "old").rmdir()
        return app("FINISH", act("summary", text="I saw to it"))

    gone = [{"on": "file", "path": name, "exists": False} for name in ("b.tmp", "old") if name != left_over]
    ends = [host("FINISH", expect=gone, result="done")] * 4
    begins = [lambda turn: assign(target_id(turn, "Registration"), "do it")]
    async with stage(tmp_path, [*begins, works, *ends], model={"decide_locally": False}) as scene:
        summary = await scene.run(_CLEAR)
    assert summary.outcome is outcome, summary.reason


@pytest.mark.parametrize("lie", list(FORM_LIES))
async def test_a_lie_about_a_form_is_never_verified(tmp_path: Path, lie: str) -> None:
    request, does, at_end = FORM_LIES[lie]
    summary = await filled(tmp_path, request, does, at_end=at_end)
    assert summary.outcome is not VERIFIED, summary.reason


@pytest.mark.parametrize("task", list(FORM_HONEST))
async def test_a_form_that_was_honestly_filled_in_is_verified(tmp_path: Path, task: str) -> None:
    request, does, at_end = FORM_HONEST[task]
    summary = await filled(tmp_path, request, does, at_end=at_end)
    assert summary.outcome is VERIFIED, summary.reason


async def test_a_value_that_a_field_was_not_given_is_named_beside_the_one_that_it_was(tmp_path: Path) -> None:
    summary = await filled(tmp_path, _NAME, gives(("Name", "Bob")))
    assert summary.outcome is UNVERIFIED
    assert "Name was given 'Bob', the request says 'Ada'" in summary.reason


async def test_a_name_that_stood_there_before_proves_nothing_of_what_was_typed(tmp_path: Path) -> None:
    """The field showed it from the start; the model wrote somewhere else."""
    first = gives(("Name", "Ada"))
    async with stage(
        tmp_path, [to_form, first, host("FINISH"), to_form, gives(("Email", "Bob")), *[host("FINISH")] * 4],
        model={"decide_locally": False},
    ) as scene:  # fmt: skip
        await scene.run(_NAME)
        summary = await scene.run(_NAME)
    assert summary.outcome is not VERIFIED, summary.reason


async def test_a_careless_mind_that_did_nothing_is_not_verified(tmp_path: Path) -> None:
    idle = app("FINISH", result="done")
    held = [{"on": "element", "name": "Country"}, {"on": "window", "title": "Registration"}]
    summary = await filled(tmp_path, _NAME, idle, at_end=held)
    assert summary.outcome is not VERIFIED, summary.reason


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
        ("What is the sum in the sheet?", "The sum is 12", ("sheet",)),
        ("Tell me the sales of March", "They are 20", ("sheet",)),
        ("Which country is set in the form?", "Denmark", ("form",)),
        ("Which country is set in the form?", "Belgium", ("form",)),
        ("Which country is set in the form?", "", ("form",)),
        ("Which country is set in the form?", "It is done.", ("form",)),
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
        ("What is 12 * 12 + 1?", "145", ("form",)),
    ],
)
async def test_an_answer_that_was_read_is_verified(
    tmp_path: Path, request_: str, answer: str, running: tuple[str, ...]
) -> None:
    summary = await told(tmp_path, request_, answer, running)
    assert summary.outcome is VERIFIED, summary.reason


@pytest.mark.parametrize(("typed", "is_so"), [("s3cret!x", True), ("another", False)])
async def test_a_password_is_held_against_what_was_entered_and_told_in_no_condition(
    tmp_path: Path, typed: str, is_so: bool
) -> None:
    does = gives(("Password", typed), ("Name", "Ada"))
    ends = [host("FINISH")] * 4
    async with stage(tmp_path, [to_form, does, *ends], model={"decide_locally": False}) as scene:
        summary = await scene.run('Enter Ada as Name, with the password "s3cret!x"')
        stated = [event for event in scene.heard.events if isinstance(event, EndStated)]
    assert ("does not hold" in summary.reason) is not is_so, summary.reason
    assert "s3cret!x" not in summary.reason
    assert "s3cret!x" not in "".join(one.model_dump_json() for one in (*stated, *summary.evidence))


async def test_a_file_that_the_sub_task_names_and_that_appeared_proves_what_was_typed_into_it(tmp_path: Path) -> None:
    """No condition is stated: the Enter that closed the dialog is told as unverifiable, the file is there."""
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
