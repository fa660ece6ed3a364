"""What entries of menus are made of: an act on the chosen boat, on each boat that fits, or on the whole list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .ledger import Ledger, Line, Refused, money, number, plain, read, write

Answers = Sequence[str]
Act = Callable[[Ledger, Answers], None]
OnLine = Callable[[Line, Answers], None]
Fits = Callable[[Line], bool]
Choices = Callable[[Ledger], list[str]]


@dataclass(frozen=True)
class Ask:
    """One field of a dialog: free text, or a choice. `given`: what stands in a free field at first."""

    label: str
    choices: Choices | None = None
    given: str = ""


@dataclass(frozen=True)
class Entry:
    """An entry: its menus and its label, what it says of itself ("" for nothing), what it does, and what it asks before."""

    path: tuple[str, ...]
    says: str
    act: Act
    asks: tuple[Ask, ...] = ()
    key: str = ""


def entry(path: str, says: str, act: Act, *asks: Ask, key: str = "") -> Entry:
    return Entry(tuple(path.split(" > ")), says, act, asks, key)


def one(change: OnLine, fits: Fits | None = None, otherwise: str = "") -> Act:
    """Change the chosen boat. `otherwise`: what is said where it does not fit, with {} for its name."""

    def act(ledger: Ledger, answers: Answers) -> None:
        line = ledger.chosen
        if fits is not None and not fits(line):
            raise Refused(otherwise.format(line["Boat"]))
        change(line, answers)

    return act


def each(change: OnLine, fits: Fits | None = None) -> Act:
    """Change each boat that fits."""

    def act(ledger: Ledger, answers: Answers) -> None:
        for line in ledger.boats:
            if fits is None or fits(line):
                change(line, answers)

    return act


def to(column: str, value: str) -> OnLine:
    """Write a value into a column."""
    return lambda line, answers: line.update({column: value})


def told(*columns: str) -> OnLine:
    """Write the answers into columns, none of them empty."""

    def change(line: Line, answers: Answers) -> None:
        if not all(answer.strip() for answer in answers):
            raise Refused("Fill in all fields.")
        line.update(zip(columns, map(str.strip, answers), strict=True))

    return change


def said(column: str, change: Callable[[str], str]) -> OnLine:
    """Change the text of a column."""
    return lambda line, answers: line.update({column: change(line[column])})


def reckoned(column: str, change: Callable[[float], float]) -> OnLine:
    """Change the number of a column; what has none stays."""

    def on_line(line: Line, answers: Answers) -> None:
        if line[column]:
            amount = change(number(line[column]))
            line[column] = money(amount) if column == "Fee" else plain(amount)

    return on_line


def added(rate: Callable[[Line, Answers], float]) -> OnLine:
    """Add to the fee."""

    def change(line: Line, answers: Answers) -> None:
        line["Fee"] = money((number(line["Fee"]) if line["Fee"] else 0.0) + rate(line, answers))

    return change


def has(column: str, *values: str) -> Fits:
    return lambda line: line[column] in values


def over(column: str, limit: float) -> Fits:
    return lambda line: bool(line[column]) and number(line[column]) > limit


def under(column: str, limit: float) -> Fits:
    return lambda line: bool(line[column]) and number(line[column]) < limit


def both(*all_of: Fits) -> Fits:
    return lambda line: all(fits(line) for fits in all_of)


def ordered(column: str, *, last_first: bool = False) -> Act:
    """Sort the boats by a column, numbers as numbers. The line with the sum stays the last."""

    def key(line: Line) -> tuple[float, str, float]:
        text = line[column]
        if column in ("Metres", "Nights", "Fee"):
            return (number(text) if text else 0.0, "", 0.0)
        return (
            (0.0, text[:1].casefold(), float(text[1:])) if column == "Berth" and text[1:] else (0.0, text.casefold(), 0)
        )

    def act(ledger: Ledger, answers: Answers) -> None:
        others = [line for line in ledger.lines if line not in ledger.boats]
        ledger.lines = sorted(ledger.boats, key=key, reverse=last_first) + others
        ledger.at = None

    return act


def moved(by: int) -> Act:
    """Move the chosen line up or down."""

    def act(ledger: Ledger, answers: Answers) -> None:
        line, place = ledger.chosen, ledger.at or 0
        if not 0 <= place + by < len(ledger.boats):
            raise Refused(f"The {line['Boat']} is at the end of the list already.")
        ledger.lines.insert(place + by, ledger.lines.pop(place))
        ledger.at = place + by

    return act


def put_aside(fits: Fits) -> Act:
    """Write the lines that fit to another file beside the list's own, and take them off the list."""

    def act(ledger: Ledger, answers: Answers) -> None:
        gone = [line for line in ledger.boats if fits(line)]
        if not gone:
            raise Refused("No line is to be broken out.")
        write(beside(ledger, answers[0]), gone)
        ledger.lines = [line for line in ledger.lines if line not in gone]
        ledger.at = None

    return act


def copied_out(column: str) -> Act:
    """Write one column to a text file beside the list's own, each text once."""

    def act(ledger: Ledger, answers: Answers) -> None:
        texts = dict.fromkeys(line[column] for line in ledger.boats if line[column])
        beside(ledger, answers[0]).write_text("".join(f"{one}\n" for one in texts), encoding="utf-8")

    return act


def spliced(ledger: Ledger, answers: Answers) -> None:
    """Add the lines of another list."""
    path = beside(ledger, answers[0])
    if not path.is_file():
        raise Refused(f"There is no {path.name}.")
    ledger.lines += read(path)


def beside(ledger: Ledger, name: str) -> Path:
    """Return a file in the folder of the list. Raises Refused where the name is none."""
    if not name.strip() or "/" in name or name.strip() == ledger.path.name:
        raise Refused(f"{name!r} is no name for another file.")
    return ledger.path.parent / name.strip()


def boats(ledger: Ledger) -> list[str]:
    return [line["Boat"] for line in ledger.boats if line["Boat"]]


def owners(ledger: Ledger) -> list[str]:
    return sorted({line["Owner"] for line in ledger.boats if line["Owner"]})
