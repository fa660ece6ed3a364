"""The works that once ended VERIFIED though they were wrong. The world is real files; the reader agrees to everything where code
alone finds the fault, and else says what an honest mind says.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import pytest

from ufo.llm.scripted import agreeing
from ufo.proof.beginning import Places, begin
from ufo.proof.closure import close
from ufo.proof.verdict import verdict
from ufo.proof.whole_world import facts_of_world
from ufo.schema.fact import Facts
from ufo.schema.inputs import ReadingInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Account, PartVerdict, ReadChange, Reading, ReadPart

Rows = Sequence[Sequence[object]]
Content = str | Rows | None
Reader = Callable[[str, Facts], Reading]

_PRICES: Rows = [["Item", "Price"], ["Tea", 3], ["Coffee", 4], ["Water", 1]]
_NINETEEN: Rows = [["Name", "Code"], *[[f"N{number}", number * 7] for number in range(1, 20)]]


@dataclass(frozen=True)
class Work:
    request: str
    after: Mapping[str, Content]
    before: Mapping[str, Content] = field(default_factory=dict)


def _write(folder: Path, files: Mapping[str, Content]) -> None:
    for name, content in files.items():
        if content is None:
            (folder / name).unlink()
        elif isinstance(content, str):
            (folder / name).write_text(content, encoding="utf-8")
        else:
            book = openpyxl.Workbook()
            assert book.active is not None
            book.active.title = "Sheet1"
            for row in content:
                book.active.append(list(row))
            book.save(folder / name)


def _facts(tmp_path: Path, work: Work) -> Facts:
    folder = tmp_path / "work"
    folder.mkdir()
    _write(folder, work.before)
    beginning = begin(work.request, Places(folder, tmp_path / "images", tmp_path), time.time())
    _write(folder, work.after)
    return facts_of_world(beginning.world, work.request).numbered()


def _account(tmp_path: Path, work: Work, reader: Reader) -> Account:
    facts = _facts(tmp_path, work)
    return close(work.request, facts, reader(work.request, facts), "test")


def _agrees(request: str, facts: Facts) -> Reading:
    return agreeing(ReadingInputs(request, facts.facts))


def _new(facts: Facts) -> list[str]:
    return [fact.id for fact in facts.facts if fact.must_be_asked_for]


def _honest(*open_words: str, unasked: str = "") -> Reader:
    """Says that these words are not shown, and that nobody asked for changes whose line has the words `unasked`."""

    def read(request: str, facts: Facts) -> Reading:
        parts: list[ReadPart] = []
        left = request
        for words in open_words:
            before, _, left = left.partition(words)
            parts += [ReadPart(quote=before, verdict=PartVerdict.SHOWN, shown_by=_new(facts))] if before.strip() else []
            parts.append(ReadPart(quote=words, verdict=PartVerdict.NOT_SHOWN, why="only some of it"))
        parts += [ReadPart(quote=left, verdict=PartVerdict.SHOWN, shown_by=_new(facts))] if left.strip() else []
        changes = [
            ReadChange(fact=fact.id, asked_by="" if unasked and unasked in fact.line else parts[0].quote)
            for fact in facts.facts
            if fact.must_be_asked_for
        ]
        return Reading(parts=parts, changes=changes)

    return read


WRONG: dict[str, tuple[Work, Reader]] = {
    "3 of 19 values copied": (
        Work(
            "Copy the codes of codes.xlsx into codes.csv, each in a line",
            {"codes.csv": "7\n14\n21\n"},
            {"codes.xlsx": _NINETEEN},
        ),
        _honest("each in a line"),
    ),
    "5 of 19 rows filled with the same": (
        Work(
            'Every row of codes.xlsx should say "Ireland" in the column Country',
            {
                "codes.xlsx": [
                    [*row, ("Country" if at == 0 else "Ireland" if at < 6 else None)]
                    for at, row in enumerate(_NINETEEN)
                ]
            },
            {"codes.xlsx": [[*row, "Country"] if at == 0 else row for at, row in enumerate(_NINETEEN)]},
        ),
        _agrees,
    ),
    "the last row left out of a sum": (
        Work("Write the sum of the prices of prices.xlsx into sum.txt", {"sum.txt": "7\n"}, {"prices.xlsx": _PRICES}),
        _honest("the sum of the prices"),
    ),
    "one paragraph of four": (
        Work("Put a dash before every line of list.txt", {"list.txt": "- a\nb\nc\nd\n"}, {"list.txt": "a\nb\nc\nd\n"}),
        _honest("every line"),
    ),
    "a wrong formula": (
        Work(
            "Put the sum of B2:B4 into B5 of prices.xlsx as a formula",
            {"prices.xlsx": [*_PRICES, ["", "=SUM(B2:B3)"]]},
            {"prices.xlsx": _PRICES},
        ),
        _honest("the sum of B2:B4"),
    ),
    "B2 is right, and Coffee's price became 999": (
        Work(
            "Put 42 in B2 of prices.xlsx",
            {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 999], ["Water", 1]]},
            {"prices.xlsx": _PRICES},
        ),
        _agrees,
    ),
    "B2 is right, and a row is gone": (
        Work(
            "Put 42 in B2 of prices.xlsx",
            {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Water", 1]]},
            {"prices.xlsx": _PRICES},
        ),
        _agrees,
    ),
    "another file was emptied": (
        Work(
            "Put 42 in B2 of prices.xlsx",
            {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 4], ["Water", 1]], "b.txt": ""},
            {"prices.xlsx": _PRICES, "b.txt": "keep me\n"},
        ),
        _agrees,
    ),
    "another file was removed": (
        Work(
            "Put 42 in B2 of prices.xlsx",
            {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 4], ["Water", 1]], "b.txt": None},
            {"prices.xlsx": _PRICES, "b.txt": "keep me\n"},
        ),
        _agrees,
    ),
    "adding left only what was added": (
        Work('Add "Milk" to the end of list.txt', {"list.txt": "Milk\n"}, {"list.txt": "Bread\nEggs\n"}),
        _honest(unasked="Bread"),
    ),
    "a French ban was ignored": (
        Work(
            "Mets 42 en B2 de prices.xlsx, mais pas dans B3",
            {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 42], ["Water", 1]]},
            {"prices.xlsx": _PRICES},
        ),
        _honest("mais pas dans B3"),
    ),
    "the value in the cell below": (
        Work(
            "Put 42 in B2 of prices.xlsx",
            {"prices.xlsx": [["Item", "Price"], ["Tea", 3], ["Coffee", 42], ["Water", 1]]},
            {"prices.xlsx": _PRICES},
        ),
        lambda request, facts: _agrees(request, Facts(facts=tuple(fact for fact in facts.facts if fact.news))),
    ),
}


@pytest.mark.parametrize("name", list(WRONG))
def test_a_wrong_work_is_not_verified(tmp_path: Path, name: str) -> None:
    work, reader = WRONG[name]
    account = _account(tmp_path, work, reader)
    outcome, reason = verdict(account)
    assert outcome is not RunOutcome.VERIFIED, reason
    assert account.open or account.refuted


def test_a_change_that_nobody_asked_for_is_named(tmp_path: Path) -> None:
    work, reader = WRONG["B2 is right, and Coffee's price became 999"]
    _, reason = verdict(_account(tmp_path, work, reader))
    assert "Coffee" in reason
    assert "999" in reason


RIGHT: dict[str, Work] = {
    "a value in a cell": Work(
        "Put 42 in B2 of prices.xlsx",
        {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 4], ["Water", 1]]},
        {"prices.xlsx": _PRICES, "b.txt": "keep me\n"},
    ),
    "the same in Polish": Work(
        "W pliku prices.xlsx wpisz 42 do komórki B2",
        {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 4], ["Water", 1]]},
        {"prices.xlsx": _PRICES},
    ),
    "the same in Chinese": Work(
        "请把prices.xlsx里B2的值改成42",
        {"prices.xlsx": [["Item", "Price"], ["Tea", 42], ["Coffee", 4], ["Water", 1]]},
        {"prices.xlsx": _PRICES},
    ),
    "a line at the end": Work(
        'Add "Milk" to the end of list.txt', {"list.txt": "Bread\nEggs\nMilk\n"}, {"list.txt": "Bread\nEggs\n"}
    ),
    "a file with spaces in its name": Work(
        'Type "milk" and save it as list of groceries.txt', {"list of groceries.txt": "milk\n"}
    ),
}


@pytest.mark.parametrize("name", list(RIGHT))
def test_a_right_work_is_verified_in_any_language(tmp_path: Path, name: str) -> None:
    outcome, reason = verdict(_account(tmp_path, RIGHT[name], _honest()))
    assert outcome is RunOutcome.VERIFIED, reason


def test_where_nobody_reads_nothing_is_verified(tmp_path: Path) -> None:
    work = RIGHT["a value in a cell"]
    outcome, reason = verdict(close(work.request, _facts(tmp_path, work), None, ""))
    assert outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "nobody read" in reason
