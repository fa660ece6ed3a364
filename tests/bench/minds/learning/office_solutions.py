"""Solutions of the tasks in Ebbmaster, done with its own entries as its window does them, and mistakes that come close."""

from __future__ import annotations

from collections.abc import Callable

from bench.minds.learning.harbour.entries import ENTRIES
from bench.minds.learning.harbour.ledger import Ledger, Refused
from bench.minds.task import Place

Step = tuple[str, ...]
"""The boat whose line is chosen before, "" for none; the entry; what its dialog is answered."""
_BY_PATH = {" > ".join(entry.path): entry for entry in ENTRIES}
_STOW: Step = ("", "Ledger > Stow")


def does(file: str, *steps: Step) -> Callable[[Place], None]:
    """Do entries one after another; what the office refuses changes nothing."""

    def solve(place: Place) -> None:
        ledger = Ledger(place.folder / file)
        ledger.read()
        for boat, path, *answers in steps:
            choose(ledger, boat)
            try:
                _BY_PATH[path].act(ledger, answers)
            except Refused:
                continue

    return solve


def choose(ledger: Ledger, boat: str) -> None:
    ledger.at = next((place for place, line in enumerate(ledger.lines) if line["Boat"] == boat), None)


def _arrives(file: str, boat: str, owner: str, metres: str, berth: str, nights: str) -> tuple[str, Step, Step, Step]:
    sight = ("", "Hull > Sight...", boat, owner, metres)
    return file, sight, (boat, "Lay > Make Fast...", berth, nights), (boat, "Tally > Strike")


def _moves(file: str, boat: str, berth: str) -> tuple[str, Step, Step, Step]:
    shift = (boat, "Lay > Warping > Shift...", berth)
    return file, (boat, "Lay > Single Up"), shift, (boat, "Lay > Double Up")


def _charges(file: str, boat: str, hours: str) -> tuple[str, Step, Step, Step]:
    take = (boat, "Watch > Wires > Take Key...", hours)
    return file, (boat, "Watch > Wires > Lend Key"), take, (boat, "Tally > Sundries > Spark")


def _closes(file: str) -> tuple[str, Step, Step, Step]:
    return file, ("", "Tally > Strike All"), ("", "Tally > Proof > Cast Up"), ("", "Ledger > Belay")


_WAYS: dict[str, tuple[str, Step, Step, Step]] = {
    "first-arrival": _arrives("june.csv", "Nele", "Petra Lund", "7.5", "A3", "4"),
    "first-move": _moves("piers.csv", "Anna", "C3"),
    "first-power": _charges("wires.csv", "Swift", "120"),
    "first-closing": _closes("may.csv"),
    "again-arrival": _arrives("guests.csv", "Finja", "Ole Krug", "10", "D2", "5"),
    "again-move": _moves("summer.csv", "Heron", "D4"),
    "again-power": _charges("week.csv", "Otto", "140"),
    "again-closing": _closes("august.csv"),
}
OFFICE_SOLUTIONS = {
    "desk-small": does("small.csv", ("", "Tally > Eases > Minnow Ease"), _STOW),
    "desk-swap": does("swap.csv", ("", "Lay > Warping > Cross Hawse...", "Marie", "Nora"), _STOW),
    "desk-late": does("late.csv", ("", "Roll > Pennants > Black Pennant"), _STOW),
    "desk-left": does("guests.csv", ("", "Ledger > Break Out > Ebbed...", "left.csv"), _STOW),
    "desk-long": does("long.csv", ("", "Rake > Stem First"), ("", "Rake > Tell Off"), _STOW),
    "desk-silt": does("silt.csv", ("", "Lay > Groundwork > Foul...", "B4", "silt"), _STOW),
    **{name: does(*way, _STOW) for name, way in _WAYS.items()},
}
OFFICE_MISTAKES = {
    "desk-small": does("small.csv", ("", "Tally > Eases > Barnacle Ease"), _STOW),
    "desk-swap": does("swap.csv", ("", "Lay > Warping > Cross Hawse...", "Marie", "Anna"), _STOW),
    "desk-late": does("late.csv", ("Anna", "Signals > Bend On...", "reminder"), _STOW),
    "desk-left": does("guests.csv", ("", "Watch > Rounds > Sweep"), _STOW),
    "desk-long": does("long.csv", ("", "Rake > Tell Off"), ("", "Rake > Stem First"), _STOW),
    "desk-silt": does("silt.csv", ("", "Lay > Groundwork > Foul...", "B4", ""), _STOW),
    # The right entries, but the first two of them the other way round.
    **{name: does(way[0], way[2], way[1], way[3], _STOW) for name, way in _WAYS.items()},
}
