"""The list of a harbour's boats: a CSV file with one line for each boat, and the line that is chosen."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

COLUMNS = ("Berth", "Boat", "Owner", "Metres", "Nights", "Fee", "Paid", "State", "Mark")
SUM = "Sum"
"""What the line with the sum of all fees has as its boat."""
Line = dict[str, str]


class Refused(Exception):
    """What the office does not allow now; nothing was changed."""


@dataclass
class Ledger:
    """`at`: the place of the chosen line among `lines`, None where none is."""

    path: Path
    lines: list[Line] = field(default_factory=list)
    at: int | None = None

    def read(self) -> None:
        """Read the file anew. Raises OSError, and Refused where it is no list of boats."""
        self.lines, self.at = read(self.path), None

    def write(self, path: Path | None = None) -> None:
        """Write the file, or all of it to another one that is from then on the list's own. Raises OSError."""
        write(path or self.path, self.lines)
        self.path = path or self.path

    @property
    def boats(self) -> list[Line]:
        """All lines but that of the sum."""
        return [one for one in self.lines if one["Boat"] != SUM]

    @property
    def chosen(self) -> Line:
        """The chosen boat's line. Raises Refused."""
        if self.at is None or self.lines[self.at]["Boat"] == SUM:
            raise Refused("Choose a boat in the list first.")
        return self.lines[self.at]

    def named(self, boat: str) -> Line:
        """Return the line of a boat. Raises Refused."""
        found = next((one for one in self.boats if one["Boat"] == boat), None)
        if found is None:
            raise Refused(f"There is no boat {boat!r} in the list.")
        return found

    def at_berth(self, berth: str) -> Line | None:
        """Return the line that holds a berth."""
        return next((one for one in self.boats if one["Berth"].casefold() == berth.casefold()), None)

    def free(self, berth: str) -> str:
        """Return the name of a berth as the harbour writes it. Raises Refused where it is held, or is none."""
        told = berth.strip().upper()
        if not (told[:1].isalpha() and told[1:].isdecimal()):
            raise Refused(f"{berth!r} is no berth; a berth is a letter and a number, such as C3.")
        held = self.at_berth(told)
        if held is not None:
            raise Refused(
                f"Berth {told} is {'closed' if held['State'] == 'closed' else 'held by the ' + held['Boat']}."
            )
        return told


def read(path: Path) -> list[Line]:
    """Return the lines of a file. Raises OSError, and Refused where it is no list of boats."""
    with path.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise Refused(f"{path.name} is no list of boats: its first line is not {','.join(COLUMNS)}")
    return [dict(zip(COLUMNS, (*row, *[""] * len(COLUMNS)), strict=False)) for row in rows[1:] if row]


def write(path: Path, lines: list[Line]) -> None:
    """Write lines to a file. Raises OSError."""
    with path.open("w", encoding="utf-8", newline="") as opened:
        table = csv.writer(opened, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows([line[column] for column in COLUMNS] for line in lines)


def number(text: str, what: str = "number") -> float:
    """Return what a text says as a number. Raises Refused."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise Refused(f"{text!r} is no {what}.") from None


def money(amount: float) -> str:
    return f"{amount:.2f}"


def plain(amount: float) -> str:
    """Return a number without needless digits: 7.5, 8."""
    return f"{amount:.2f}".rstrip("0").rstrip(".")
