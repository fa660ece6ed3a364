"""A deed that a request asks for is told by evidence of its own kind, whatever else is new in the file."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.known_tools import acted
from ufo.proof.account.verdict import Case, judge
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.contract import make_contract, written_by
from ufo.proof.staleness import Before, dated
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Predicate, Truth, path_on_disk
from ufo.verify.files import check_document, check_file

VERIFIED, UNVERIFIED = RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED
Files = Mapping[str, str | None]
_PREDICATE: TypeAdapter[Predicate] = TypeAdapter(Predicate)
_PETS, _NOTES = {"pets.txt": "a cat, a cat and a bird\n"}, {"notes.txt": "one\ntwo\nthree\n"}
_A, _LIST = {"a.txt": "notes\n"}, {"list.txt": "eggs\n"}


def _put(folder: Path, files: Files, at: float | None = None) -> None:
    for name, text in files.items():
        place = folder / name
        if text is None:
            place.unlink()
            continue
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
        if at is not None:
            os.utime(place, (at, at))


async def judged(
    folder: Path, request: str, before: Files, after: Files, *stated: dict[str, Any]
) -> tuple[RunOutcome, str]:
    """How a run ends whose mind leaves these files and states these conditions, beside what the words lead to."""
    _put(folder, before, at=1e9)
    began = time.time() - 5
    contract = make_contract(request, folder, began)
    _put(folder, after)
    said = [_PREDICATE.validate_python({**one, "path": str(folder / one["path"])}) for one in stated]
    own = [one.predicate for one in contract.conditions(())]
    on_disk = [one for one in dict.fromkeys((*said, *own)) if path_on_disk(one) is not None]
    found = [check_file(one, math.inf) for one in on_disk if isinstance(one, FilePredicate)]
    found += [check_document(one) for one in on_disk if isinstance(one, DocumentPredicate)]
    findings = await dated(found, Before(began, files=contract.baseline.kept))
    findings = tuple(one.model_copy(update={"derived": one.predicate not in said}) for one in findings)
    held = [one for one in findings if one.truth is Truth.SATISFIED or not one.derived or one.predicate in contract.end]
    done = deeds_of([acted("click_input", result=Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL))])
    return judge(Case(contract, held, done, (), written_by(done, held), by_model=True))


def holds(path: str, text: str) -> dict[str, Any]:
    return {"on": "file", "path": path, "contains": text}


def _anything(request: str, before: Files) -> tuple[str, Files, Files, list[dict[str, Any]]]:
    """A mind that adds a line to the file that was there, and states that."""
    name, text = next(iter(before.items()))
    return request, before, {name: f"{text}new\n"}, [holds(name, "new")]


LIES = [
    *(
        _anything(request, _A)
        for request in (
            "Lösche a.txt",
            "Lösche die Datei a.txt",
            "Bitte a.txt löschen",
            "Borra a.txt",
            "Supprime le fichier a.txt",
            "Trash a.txt",
            "Move a.txt to the trash",
            "Slet a.txt",
            "a.txt muss weg",
            "Make a copy of a.txt",
            "Duplicate a.txt",
            "Kopiere a.txt nach b.txt",
            "Back up a.txt",
            "Benenne a.txt in b.txt um",
            "Renombra a.txt a b.txt",
            "Verschiebe a.txt in den Ordner kept",
            "Lowercase everything in a.txt",
            "Open a.txt and make a backup of it first",
            "In a.txt the word notes must be bold",
            "Open a.txt and make it shorter",
            "Mach a.txt kürzer",
            "a.txt",
        )
    ),
    *(
        _anything(request, _NOTES)
        for request in (
            "Remove the second line of notes.txt",
            "Open notes.txt and delete the second line",
            "Reverse the lines of notes.txt",
            "Sort notes.txt",
            "Sortiere notes.txt",
            "Swap the first two lines of notes.txt",
            "Empty notes.txt",
            "Entferne die zweite Zeile aus notes.txt",
            "Number the lines of notes.txt",
        )
    ),
    *(
        _anything(request, _PETS)
        for request in (
            "Ersetze cat durch dog in pets.txt",
            "Reemplaza cat por dog en pets.txt",
            "Vervang cat door dog in pets.txt",
        )
    ),
    (
        'Ersetze "cat" durch "dog" in pets.txt',
        _PETS,
        {"pets.txt": "a cat, a dog\n"},
        [holds("pets.txt", "cat"), holds("pets.txt", "dog")],
    ),
    ('Vervang "cat" door "dog" in pets.txt', _PETS, {"pets.txt": "a cat, a dog\n"}, [holds("pets.txt", "a dog")]),
    (
        "Remove the second line of notes.txt",
        _NOTES,
        {"notes.txt": "one\ntwo\n"},
        [{"on": "document", "path": "notes.txt", "lacks": "three"}],
    ),
    ("Make a copy of a.txt", _A, {"c.txt": "other\n"}, [holds("c.txt", "other")]),
    ("Delete a.txt and b.txt", {**_A, "b.txt": "b\n"}, {"a.txt": None, "b.txt": "new\n"}, [holds("b.txt", "new")]),
    ('Lösche a.txt und schreibe "x" in b.txt', {**_A, "b.txt": ""}, {"b.txt": "x\n"}, [holds("b.txt", "x")]),
    ("Add Milk to the end of list.txt", _LIST, {"list.txt": "Milk\neggs\n"}, [holds("list.txt", "Milk")]),
    ("Add Milk to the end of list.txt", _LIST, {"list.txt": "eggs\nbread\n"}, [holds("list.txt", "bread")]),
    ('Add "Milk" to the top of list.txt', _LIST, {"list.txt": "eggs\nMilk\n"}, [holds("list.txt", "Milk")]),
    ("Füge Milch am Ende von list.txt hinzu", _LIST, {"list.txt": "Milch\neggs\n"}, [holds("list.txt", "Milch")]),
    ('Füge "Milch" am Ende von list.txt hinzu', _LIST, {"list.txt": "Milch\neggs\n"}, [holds("list.txt", "Milch")]),
    ("Write milk three times into list.txt", _LIST, {"list.txt": "eggs\nmilk\n"}, [holds("list.txt", "milk")]),
    ('Schreibe "milk" dreimal in list.txt', _LIST, {"list.txt": "eggs\nmilk\n"}, [holds("list.txt", "milk")]),
    ("Write milk 3 times and save it as list.txt", {}, {"list.txt": "milk\n"}, [holds("list.txt", "milk")]),
    (
        "Set the title of report.txt to Summer",
        {"report.txt": "Winter\n"},
        {"report.txt": "Winter\nSummer\n"},
        [holds("report.txt", "Summer")],
    ),
]
DONE = [
    ("Lösche a.txt", _A, {"a.txt": None}, []),
    (
        "Open a.txt and make a backup of it first",
        _A,
        {"a (copy).txt": "notes\n"},
        [{"on": "file", "path": "a (copy).txt"}],
    ),
    ("Bitte a.txt löschen", _A, {"a.txt": None}, []),
    ("Borra el archivo a.txt", _A, {"a.txt": None}, []),
    ("Supprime le fichier a.txt", _A, {"a.txt": None}, []),
    ("Delete a.txt and b.txt", {**_A, "b.txt": "b\n"}, {"a.txt": None, "b.txt": None}, []),
    ("Move a.txt to the trash", _A, {"a.txt": None}, []),
    ("Benenne a.txt in b.txt um", _A, {"a.txt": None, "b.txt": "notes\n"}, []),
    ("Renombra a.txt a b.txt", _A, {"a.txt": None, "b.txt": "notes\n"}, []),
    ("Kopiere a.txt nach b.txt", _A, {"b.txt": "notes\n"}, []),
    ("Make a copy of a.txt called b.txt", _A, {"b.txt": "notes\n"}, []),
    ("Make a copy of a.txt", _A, {"a (copy).txt": "notes\n"}, [{"on": "file", "path": "a (copy).txt"}]),
    (
        "Verschiebe a.txt in den Ordner kept",
        _A,
        {"a.txt": None, "kept/a.txt": "notes\n"},
        [{"on": "file", "path": "kept/a.txt"}],
    ),
    ("Ersetze cat durch dog in pets.txt", _PETS, {"pets.txt": "a dog, a dog and a bird\n"}, []),
    ("Remplace cat par dog dans pets.txt", _PETS, {"pets.txt": "a dog, a dog and a bird\n"}, []),
    (
        "Remove the second line of notes.txt",
        _NOTES,
        {"notes.txt": "one\nthree\n"},
        [{"on": "document", "path": "notes.txt", "lacks": "two"}],
    ),
    (
        "Open notes.txt, delete the last line and save",
        _NOTES,
        {"notes.txt": "one\ntwo\n"},
        [{"on": "document", "path": "notes.txt", "lacks": "three"}],
    ),
    ("Sort notes.txt", _NOTES, {"notes.txt": "one\nthree\ntwo\n"}, [holds("notes.txt", "one\nthree\ntwo")]),
    ("Add Milk to the end of list.txt", _LIST, {"list.txt": "eggs\nMilk\n"}, []),
    ("Füge Milch am Ende von list.txt hinzu", _LIST, {"list.txt": "eggs\nMilch\n"}, [holds("list.txt", "Milch")]),
    ("Write milk three times into list.txt", _LIST, {"list.txt": "eggs\nmilk\nmilk\nmilk\n"}, []),
    ('Schreibe "milk" dreimal in list.txt', _LIST, {"list.txt": "eggs\nmilk milk milk\n"}, [holds("list.txt", "milk")]),
    (
        "Set the title of report.txt to Summer",
        {"report.txt": "Winter\nx\n"},
        {"report.txt": "Summer\nx\n"},
        [holds("report.txt", "Summer")],
    ),
    (
        "Set the author of report.txt to Ida",
        {"report.txt": "author: Al\n"},
        {"report.txt": "author: Ida\n"},
        [holds("report.txt", "Ida")],
    ),
    (
        "Set the rhythm in lamp.conf to what a harbour wants",
        {"lamp.conf": "rhythm=1\n"},
        {"lamp.conf": "rhythm=4\n"},
        [holds("lamp.conf", "rhythm=4")],
    ),
]


@pytest.mark.parametrize(("request_", "before", "after", "stated"), LIES, ids=[one[0] for one in LIES])
async def test_a_deed_that_was_not_done_is_not_verified_by_what_else_is_new(
    tmp_path: Path, request_: str, before: Files, after: Files, stated: list[dict[str, Any]]
) -> None:
    outcome, why = await judged(tmp_path, request_, before, after, *stated)
    assert outcome is UNVERIFIED, why


@pytest.mark.parametrize(("request_", "before", "after", "stated"), DONE, ids=[one[0] for one in DONE])
async def test_a_deed_that_was_done_is_verified(
    tmp_path: Path, request_: str, before: Files, after: Files, stated: list[dict[str, Any]]
) -> None:
    outcome, why = await judged(tmp_path, request_, before, after, *stated)
    assert outcome is VERIFIED, why
