"""The lists of boats that tasks in Ebbmaster begin with, and what they should have become."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench.minds.learning.harbour.ledger import COLUMNS, Line, Refused, read, write
from bench.minds.task import Place, Verdict

PROGRAM = Path(__file__).parent / "harbour" / "program.py"
NEEDS = ("/usr/bin/python3",)
_FLEET = """A1,Marie,Ida Berg,9.2,12,165.60,no,moored,
A2,Anna,Jan Cerny,7.5,31,348.75,no,moored,
A4,Tern,Olga Dorn,5.4,40,324.00,yes,moored,
A5,Ida,Petra Vogel,11,3,49.50,no,moored,
A6,Bora,Emil Sand,12.6,45,850.50,no,moored,
A7,Lotte,Ida Berg,5.9,8,70.80,no,moored,
A8,Swift,Karl Holm,6,33,297.00,no,moored,
A9,Gull,Rosa Lind,6.2,30,279.00,no,moored,
B1,Nora,Jan Cerny,8.1,2,24.30,yes,moored,
B2,Frieda,Olga Dorn,14.3,60,1287.00,yes,moored,
B3,Plover,Max Reuter,4.8,5,36.00,no,moored,
B5,Kea,Lena Wirth,10.4,34,530.40,no,moored,
B6,Heron,Emil Sand,7.2,19,205.20,yes,moored,
B7,Wanda,Lena Wirth,5.1,14,107.10,no,moored,
B8,Curlew,Max Reuter,9.9,36,534.60,yes,moored,
B9,Otto,Rosa Lind,13,7,136.50,no,moored,
C1,Selma,Karl Holm,6.8,21,214.20,no,moored,
C2,Dipper,Petra Vogel,5.6,32,268.80,no,moored,
C4,Alma,Max Reuter,8.8,16,211.20,no,moored,
C5,Stork,Ida Berg,15.2,10,228.00,yes,moored,
"""


def fleet(begin: int = 0, count: int = 20) -> list[Line]:
    """Return some boats that lie in the harbour, from that place on, and round to the first ones."""
    rows = list(csv.reader(_FLEET.splitlines()))
    return [dict(zip(COLUMNS, row, strict=True)) for row in (rows[begin:] + rows[:begin])[:count]]


def changed(lines: Sequence[Line], boats: Mapping[str, Mapping[str, str]]) -> list[Line]:
    """Return the lines with other values for some boats."""
    return [line | dict(boats.get(line["Boat"], {})) for line in lines]


def lays(file: str, lines: Sequence[Line]) -> Callable[[Place], None]:
    """Lay a list as a task's input."""
    return lambda place: write(place.folder / file, list(lines))


def holds(file: str, wanted: Sequence[Line]) -> Callable[[Place, str], Verdict]:
    """Judge that a file holds these lines and no others, in this order."""
    return lambda place, answer: compared(place.folder / file, wanted)


def compared(path: Path, wanted: Sequence[Line]) -> Verdict:
    """Return whether a file holds these lines, with the first that differs."""
    try:
        found = read(path)
    except (OSError, UnicodeDecodeError, Refused) as error:
        return Verdict(False, str(error))
    if len(found) != len(wanted):
        return Verdict(False, f"{path.name} has {len(found)} lines, not {len(wanted)}")
    differs = next((pair for pair in zip(found, wanted, strict=True) if pair[0] != pair[1]), None)
    if differs is None:
        return Verdict(True)
    return Verdict(False, f"{path.name} has {','.join(differs[0].values())}, not {','.join(differs[1].values())}")


def opens(file: str) -> tuple[str, ...]:
    """Return the command that opens a list in Ebbmaster."""
    return "/usr/bin/python3", str(PROGRAM), f"{{folder}}/{file}"
