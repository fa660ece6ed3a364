"""Tasks in a program that no mind knows, in the words of somebody who does not know its jargon (source: menus)."""

from __future__ import annotations

from bench.minds.learning.boat_lists import NEEDS, changed, compared, fleet, holds, lays, opens
from bench.minds.learning.harbour.ledger import COLUMNS, Line, Refused, read
from bench.minds.task import Place, Task, Verdict

SMALL, SWAP, LATE, GUESTS, LONG, SILT = fleet(0), fleet(3), fleet(7), fleet(9), fleet(5), fleet(12)
LEFT = ("Selma", "Tern", "Wanda", "Kea")
GUESTS = changed(GUESTS, {boat: {"State": "gone", "Berth": ""} for boat in LEFT})


def _halved(lines: list[Line]) -> list[Line]:
    return [line | {"Fee": f"{float(line['Fee']) / 2:.2f}"} if float(line["Metres"]) < 6 else line for line in lines]


def _judge_late(place: Place, answer: str) -> Verdict:
    try:
        found = read(place.folder / "late.csv")
    except (OSError, UnicodeDecodeError, Refused) as error:
        return Verdict(False, str(error))
    marked = {line["Boat"] for line in found if line["Mark"]}
    owing = {line["Boat"] for line in LATE if line["Paid"] == "no" and int(line["Nights"]) > 30}
    rest = compared(
        place.folder / "late.csv", [line | {"Mark": record["Mark"]} for line, record in zip(LATE, found, strict=False)]
    )
    return rest if marked == owing else Verdict(False, f"marked are {sorted(marked)}, not {sorted(owing)}")


def _judge_left(place: Place, answer: str) -> Verdict:
    stay = compared(place.folder / "guests.csv", [line for line in GUESTS if line["Boat"] not in LEFT])
    return (
        stay
        if not stay.solved
        else compared(place.folder / "left.csv", [line for line in GUESTS if line["Boat"] in LEFT])
    )


def _judge_silt(place: Place, answer: str) -> Verdict:
    try:
        found = read(place.folder / "silt.csv")
    except (OSError, UnicodeDecodeError, Refused) as error:
        return Verdict(False, str(error))
    closed = [line for line in found if line["Berth"] == "B4"]
    others = [line for line in found if line["Berth"] != "B4"]
    if others != SILT:
        return Verdict(False, "other lines were changed")
    bare = dict.fromkeys(COLUMNS, "") | {"Berth": "B4", "State": "closed"}
    good = len(closed) == 1 and closed[0] | {"Mark": ""} == bare and "silt" in closed[0]["Mark"].casefold()
    return Verdict(good, f"B4 has {[','.join(line.values()) for line in closed]}")


def _longest_first() -> list[Line]:
    lines = sorted(LONG, key=lambda line: -float(line["Metres"]))
    return [line | {"Mark": str(place)} for place, line in enumerate(lines, 1)]


TASKS = (
    Task(
        "desk-small",
        "Boats shorter than six metres need pay only half of their fee. Change small.csv in Ebbmaster accordingly and save.",
        NEEDS,
        lays("small.csv", SMALL),
        holds("small.csv", _halved(SMALL)),
        opens=opens("small.csv"),
    ),
    Task(
        "desk-swap",
        "The Marie and the Nora change places. Enter that into swap.csv with Ebbmaster and save.",
        NEEDS,
        lays("swap.csv", SWAP),
        holds("swap.csv", changed(SWAP, {"Marie": {"Berth": "B1"}, "Nora": {"Berth": "A1"}})),
        opens=opens("swap.csv"),
    ),
    Task(
        "desk-late",
        "Mark everybody for a reminder in Ebbmaster's late.csv who has been here for more than 30 nights and has not paid, "
        "nobody else. Save it.",
        NEEDS,
        lays("late.csv", LATE),
        _judge_late,
        opens=opens("late.csv"),
    ),
    Task(
        "desk-left",
        "Remove the boats that have left from guests.csv in Ebbmaster, but keep them in a separate file left.csv beside it, "
        "and save.",
        NEEDS,
        lays("guests.csv", GUESTS),
        _judge_left,
        opens=opens("guests.csv"),
    ),
    Task(
        "desk-long",
        "Sort long.csv in Ebbmaster by length with the longest boats at the top, then number the rows from 1 in the column "
        "Mark, and save.",
        NEEDS,
        lays("long.csv", LONG),
        holds("long.csv", _longest_first()),
        opens=opens("long.csv"),
    ),
    Task(
        "desk-silt",
        "Berth B4 has silted up and cannot be used any more. Close it in silt.csv with Ebbmaster, with silt as the reason, "
        "and save.",
        NEEDS,
        lays("silt.csv", SILT),
        _judge_silt,
        opens=opens("silt.csv"),
    ),
)
