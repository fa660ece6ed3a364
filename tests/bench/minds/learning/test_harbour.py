"""The program of the harbour office: every entry does something, its rules hold, and its window shows and saves the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.minds.learning.boat_lists import fleet
from bench.minds.learning.harbour.acts import Entry
from bench.minds.learning.harbour.entries import ENTRIES
from bench.minds.learning.harbour.ledger import SUM, Ledger, Line, Refused, read, write

_ANSWERS = ("7", "left.csv", "D7", "B", "C9", "Bora", "Ida Berg")
_STATES = ("moored", "singled", "sighted", "gone", "closed", "settled", "laid up")
_MARKS = ("", "key lent", "reminder", "last notice", "120 kWh")


def _lists() -> list[list[Line]]:
    """Return lists in which something can be done: boats of all states and marks, with and without a sum."""
    found = []
    for state in _STATES:
        for mark in _MARKS:
            lines = [line | {"State": state, "Mark": mark} for line in fleet(2, 6)]
            lines[0] |= {"Boat": "The sea gull ", "Metres": "5.3", "Fee": "10.50", "Nights": "31", "Berth": "C9"}
            lines[1] |= {"Owner": "berg", "Paid": "no", "Fee": "12.30", "Nights": "4"}
            lines[2] |= {"Paid": "yes"}
            lines[3] |= {"State": "gone", "Mark": "x"}
            found += [lines, [*lines, dict.fromkeys(lines[0], "") | {"Boat": SUM, "Fee": "1.00"}]]
    return found


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda item: " > ".join(item.path))
def test_every_entry_of_the_menus_changes_the_list_or_a_file(entry: Entry, tmp_path: Path) -> None:
    write(tmp_path / "list.csv", fleet(0, 3))
    write(tmp_path / "7", fleet(5, 2))
    for lines in _lists():
        for answer in _ANSWERS if entry.asks else ("", "7"):
            ledger = Ledger(tmp_path / "list.csv", [dict(line) for line in lines], 1 if answer == "7" else 2)
            before = _world(ledger)
            try:
                entry.act(ledger, (answer, *["Swift" if answer == "Bora" else "9"] * (len(entry.asks) - 1)))
            except Refused:
                continue
            if _world(ledger) != before:
                return
    pytest.fail("it changed nothing")


def _world(ledger: Ledger) -> tuple[object, ...]:
    folder = ledger.path.parent
    return [dict(line) for line in ledger.lines], {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_list_is_read_as_it_was_written_and_another_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "list.csv", fleet())
    assert read(tmp_path / "list.csv") == fleet()
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(Refused, match=r"other\.csv is no list of boats"):
        read(tmp_path / "other.csv")
