"""Tasks in a program that no mind knows, each twice with other values: what worked the first time is known the second
(source: experience). Each takes several entries of menus in an order that the program tells only by refusing another.
"""

from __future__ import annotations

from bench.minds.learning.boat_lists import NEEDS, changed, fleet, holds, lays, opens
from bench.minds.learning.harbour.ledger import COLUMNS, Line
from bench.minds.task import Task

_NOTHING: Line = dict.fromkeys(COLUMNS, "")


def _arrival(name: str, file: str, begin: int, boat: str) -> Task:
    """Make a task of a boat that arrives. `boat`: its line as it should be."""
    line = dict(zip(COLUMNS, boat.split(","), strict=True))
    start = fleet(begin, 8)
    return Task(
        name,
        f"The {line['Boat']} of {line['Owner']} has arrived: {line['Metres']} metres, {line['Nights']} nights, berth "
        f'{line["Berth"]}. Enter it into {file} with Ebbmaster, with its fee, so that its line is "{boat}", and save.',
        NEEDS,
        lays(file, start),
        holds(file, [*start, line]),
        opens=opens(file),
        careful_calls=4,
    )


def _move(name: str, file: str, begin: int, boat: str, berth: str) -> Task:
    """Make a task of a boat that gets another berth."""
    start = fleet(begin, 12)
    return Task(
        name,
        f"Move the {boat} to berth {berth} in {file} with Ebbmaster, so that its state is moored at the end, and save.",
        NEEDS,
        lays(file, start),
        holds(file, changed(start, {boat: {"Berth": berth}})),
        opens=opens(file),
        careful_calls=4,
    )


def _power(name: str, file: str, begin: int, boat: str, hours: int) -> Task:
    """Make a task of a boat that pays for electricity, 0.45 a kilowatt hour."""
    start = fleet(begin, 10)
    line = next(record for record in start if record["Boat"] == boat)
    fee = f"{float(line['Fee']) + 0.45 * hours:.2f}"
    return Task(
        name,
        f"The {boat} used electricity and must pay for it. Enter that into {file} with Ebbmaster, so that its mark is "
        f"{hours} kWh and its fee {fee}, and save.",
        NEEDS,
        lays(file, start),
        holds(file, changed(start, {boat: {"Fee": fee, "Mark": f"{hours} kWh"}})),
        opens=opens(file),
        careful_calls=4,
    )


def _closing(name: str, file: str, begin: int, count: int) -> Task:
    """Make a task of a list that is closed: its fees, its sum, its states."""
    whole = fleet(begin, count)
    total = f"{sum(float(line['Fee']) for line in whole):.2f}"
    settled = [line | {"State": "settled"} for line in whole]
    return Task(
        name,
        f"The month is over. Close {file} in Ebbmaster: its fees are missing, a line Sum must come to {total} at its end, and "
        "the column State must say settled. Save it.",
        NEEDS,
        lays(file, [line | {"Fee": ""} for line in whole]),
        holds(file, [*settled, _NOTHING | {"Boat": "Sum", "Fee": total}]),
        opens=opens(file),
        careful_calls=4,
    )


TASKS_BEFORE = (
    _arrival("first-arrival", "june.csv", 2, "A3,Nele,Petra Lund,7.5,4,45.00,no,moored,"),
    _move("first-move", "piers.csv", 0, "Anna", "C3"),
    _power("first-power", "wires.csv", 4, "Swift", 120),
    _closing("first-closing", "may.csv", 6, 7),
)
"""The tasks whose verified runs are the experience of those below."""
TASKS = (
    _arrival("again-arrival", "guests.csv", 9, "D2,Finja,Ole Krug,10,5,75.00,no,moored,"),
    _move("again-move", "summer.csv", 5, "Heron", "D4"),
    _power("again-power", "week.csv", 10, "Otto", 140),
    _closing("again-closing", "august.csv", 1, 9),
)
BEFORE = {task.name: before.name for task, before in zip(TASKS, TASKS_BEFORE, strict=True)}
"""Each task here, with the one whose verified run is its experience."""
