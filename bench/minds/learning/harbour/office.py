"""What the office does that is more than a change of one column, with its rules of what must come before what."""

from __future__ import annotations

from collections.abc import Callable

from .acts import Answers, beside, boats
from .ledger import COLUMNS, SUM, Ledger, Line, Refused, money, number, plain

_RATE = 1.5
"""Euros for a metre and a night."""
LENT = "key lent"


def stow(ledger: Ledger, answers: Answers) -> None:
    _no_key_is_lent(ledger)
    ledger.write()


def stow_as(ledger: Ledger, answers: Answers) -> None:
    _no_key_is_lent(ledger)
    ledger.write(beside(ledger, answers[0]))


def _no_key_is_lent(ledger: Ledger) -> None:
    lent = next((line for line in ledger.boats if line["Mark"] == LENT), None)
    if lent is not None:
        raise Refused(f"The {lent['Boat']} still has the wire key; the list is not stowed before it is handed in.")


def haul_back(ledger: Ledger, answers: Answers) -> None:
    ledger.read()


def belay(ledger: Ledger, answers: Answers) -> None:
    if all(line["Boat"] != SUM for line in ledger.lines):
        raise Refused("The list is not cast up yet.")
    for line in ledger.boats:
        line["State"] = "settled"


def sight(ledger: Ledger, answers: Answers) -> None:
    boat, owner, metres = map(str.strip, answers)
    if not boat or not owner:
        raise Refused("Fill in all fields.")
    if boat in boats(ledger):
        raise Refused(f"The {boat} is in the list already.")
    found = dict.fromkeys(COLUMNS, "") | {"Boat": boat, "Owner": owner, "Metres": plain(number(metres, "length"))}
    ledger.lines.append(found | {"Paid": "no", "State": "sighted"})
    ledger.at = len(ledger.lines) - 1


def make_fast(ledger: Ledger, answers: Answers) -> None:
    line = ledger.chosen
    if line["State"] != "sighted":
        raise Refused(f"The {line['Boat']} is not sighted.")
    nights = plain(number(answers[1], "number of nights"))
    line |= {"Berth": ledger.free(answers[0]), "Nights": nights, "State": "moored"}


def shift(ledger: Ledger, answers: Answers) -> None:
    line = ledger.chosen
    if line["State"] != "singled":
        raise Refused(f"The {line['Boat']} is not singled up.")
    line["Berth"] = ledger.free(answers[0])


def cross(ledger: Ledger, answers: Answers) -> None:
    first, second = ledger.named(answers[0]), ledger.named(answers[1])
    first["Berth"], second["Berth"] = second["Berth"], first["Berth"]


def foul(ledger: Ledger, answers: Answers) -> None:
    berth = ledger.free(answers[0])
    ledger.lines.insert(
        0, dict.fromkeys(COLUMNS, "") | {"Berth": berth, "State": "closed", "Mark": answers[1].strip() or "foul"}
    )
    ledger.at = None


def clear(ledger: Ledger, answers: Answers) -> None:
    held = ledger.at_berth(answers[0].strip())
    if held is None or held["State"] != "closed":
        raise Refused(f"Berth {answers[0]} is not foul.")
    ledger.lines.remove(held)
    ledger.at = None


def strike_out(ledger: Ledger, answers: Answers) -> None:
    ledger.lines.remove(ledger.chosen)
    ledger.at = None


def twin(ledger: Ledger, answers: Answers) -> None:
    line = ledger.chosen
    ledger.lines.insert((ledger.at or 0) + 1, line | {"Boat": f"{line['Boat']} II", "Berth": ""})


def cast_up(ledger: Ledger, answers: Answers) -> None:
    if bare := next((line for line in ledger.boats if not line["Fee"]), None):
        raise Refused(f"The dues of the {bare['Boat']} are not struck.")
    drop_sum(ledger, answers)
    total = sum(number(line["Fee"]) for line in ledger.boats)
    ledger.lines.append(dict.fromkeys(COLUMNS, "") | {"Boat": SUM, "Fee": money(total)})


def drop_sum(ledger: Ledger, answers: Answers) -> None:
    ledger.lines = ledger.boats
    ledger.at = None


def rehand(ledger: Ledger, answers: Answers) -> None:
    if not answers[1].strip():
        raise Refused("Fill in all fields.")
    for line in ledger.boats:
        if line["Owner"] == answers[0]:
            line["Owner"] = answers[1].strip()


def invert(ledger: Ledger, answers: Answers) -> None:
    ledger.lines = ledger.boats[::-1] + [line for line in ledger.lines if line not in ledger.boats]
    ledger.at = None


def tell_off(ledger: Ledger, answers: Answers) -> None:
    for place, line in enumerate(ledger.boats, 1):
        line["Mark"] = str(place)


def strike(line: Line, answers: Answers) -> None:
    line["Fee"] = money(number(line["Metres"]) * number(line["Nights"]) * _RATE)


def turned(text: str) -> str:
    """Turn "Ida Berg" into "Berg, Ida" and back."""
    if ", " in text:
        return " ".join(reversed(text.split(", ", 1)))
    return ", ".join(reversed(text.rsplit(" ", 1)))


def shortened(text: str) -> str:
    first, _, last = text.partition(" ")
    return f"{first[:1]}. {last}" if last else text


def sweep(ledger: Ledger, answers: Answers) -> None:
    ledger.lines = [line for line in ledger.lines if line["State"] != "gone"]
    ledger.at = None


def repeat(ledger: Ledger, answers: Answers) -> None:
    mark = ledger.chosen["Mark"]
    for line in ledger.boats:
        line["Mark"] = mark


def letter(ledger: Ledger, answers: Answers) -> None:
    pier = answers[0].strip().upper()
    if len(pier) != 1 or not pier.isalpha():
        raise Refused(f"{answers[0]!r} is no pier; a pier is a letter.")
    for line in ledger.boats:
        line["Berth"] = pier + line["Berth"][1:] if line["Berth"] else ""


def walk(by: int) -> Callable[[Ledger, Answers], None]:
    """Count every berth up or down."""

    def act(ledger: Ledger, answers: Answers) -> None:
        if any(line["Berth"][1:].isdecimal() and int(line["Berth"][1:]) + by < 1 for line in ledger.boats):
            raise Refused("A berth's number cannot be lower than 1.")
        for line in ledger.boats:
            if line["Berth"][1:].isdecimal():
                line["Berth"] = f"{line['Berth'][0]}{int(line['Berth'][1:]) + by}"

    return act
