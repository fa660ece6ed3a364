"""Finds the facts that show an intent: by what they hold and where they are, never by how they are worded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from ufo.schema.arithmetic import value_of
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.patterns import regex
from ufo_planner import intents
from ufo_planner.grammar.places import is_document
from ufo_planner.text.applications import kind_in
from ufo_planner.text.displays import agrees
from ufo_planner.text.vocabulary import kind_of_application
from ufo_planner.ui.cells import cell_reference, row_and_column

_AREA = regex(
    r"(?<![A-Za-z0-9_])\$?([A-Z]{1,3})\$?([1-9]\d{0,6})(?::\$?([A-Z]{1,3})\$?([1-9]\d{0,6}))?(?![A-Za-z0-9_])"
)
_FILES = (Channel.FILE, Channel.DOCUMENT)
_KNOWN = (FactKind.READ, FactKind.STATE)
_WINDOWS = (Channel.WINDOWS, Channel.PROCESS)


@dataclass(frozen=True, slots=True)
class Asked:
    """An intent with what the rest of the request tells of it: `document`: the file that it is done to, "" where that is not
    known; `values`: what was read or computed before it; `answer`: what is told; `is_used`: later steps use its application.
    """

    intent: intents.Intent
    document: str = ""
    values: tuple[str, ...] = ()
    answer: str = ""
    is_used: bool = False


def showing(asked: Asked, facts: Sequence[Fact]) -> list[Fact] | None:
    """Return the facts that show the intent, or None where it asks for nothing that could be seen afterwards. Facts that do not
    hold are returned only where no other fact speaks of it.
    """
    intent = asked.intent
    if isinstance(intent, intents.Open) and asked.is_used and not (intent.is_document or intent.is_address):
        return None
    found = [fact for fact in facts if _is_shown(asked, fact)]
    held = [fact for fact in found if fact.satisfied]
    sound = [fact for fact in held if fact.independent or fact.outward] or held or found
    if isinstance(intent, intents.InsertTable):
        return [fact for fact in facts if any(fact is item or _is_within(fact, item) for item in sound)]
    control = intent.control if isinstance(intent, intents.ReadValue) else None
    return [fact for fact in sound if control and _speaks_of(fact, control.name)] or sound


def asks_for(asked: Asked, fact: Fact, facts: Sequence[Fact]) -> bool:
    """Tell whether an intent asks for a change that shows it. Saving asks for the file, and for what the sheets of a new one have
    by themselves, but for no contents; opening asks for a window."""
    if isinstance(asked.intent, intents.Open | intents.GoTo | intents.Close):
        return fact.channel in _WINDOWS
    is_new = any(_base(other.place) == _base(asked.document) for other in facts)
    is_sheet = is_new and any(other.place.startswith(f"{fact.place}!") for other in facts)
    is_file = _base(fact.place) == _base(asked.document)
    return not isinstance(asked.intent, intents.Save) or not fact.loss and (is_file or is_sheet)


def _is_shown(asked: Asked, fact: Fact) -> bool:
    intent = asked.intent
    match intent:
        case intents.ReadValue():
            return fact.kind in _KNOWN and any(holds(fact, line) for line in asked.answer.splitlines() if line.strip())
        case intents.ExtractTable():
            return fact.kind in _KNOWN and (not intent.document or _is_of(fact, intent.document))
        case intents.Compute():
            value = value_of(intent.expression)
            return (
                fact.kind in _KNOWN
                and value is not None
                and any(_agrees(number, value) for number in (*fact.numbers, *fact.texts))
            )
        case intents.Open():
            return _is_opened(intent, fact)
        case intents.Close():
            return fact.channel in _WINDOWS and _says(fact.gone, intent.what or intent.app)
        case intents.GoTo():
            return _speaks_of(fact, intent.address.rstrip("/"))
    return fact.kind is not FactKind.READ and (_is_in_document(asked, fact) or _is_on_control(intent, fact))


def _is_in_document(asked: Asked, fact: Fact) -> bool:
    """Tell whether a fact is what became of a change: in the intent's own file, where it is in a file."""
    intent = asked.intent
    if fact.channel is Channel.FILE and asked.document and not _is_of(fact, asked.document):
        return False
    contents = [intent.content] if isinstance(intent, intents.WriteCell | intents.TypeInto) else []
    contents = list(asked.values) if contents == [intents.RESULT] else contents
    match intent:
        case intents.Save():
            return fact.channel is Channel.FILE
        case intents.WriteCell():
            return covers(fact, intent.cell) and any(holds(fact, content) for content in contents)
        case intents.InsertTable():
            return fact.channel in _FILES and len(set(asked.values) & set(fact.texts)) > 1
        case intents.MakeChart():
            return intent.chart in fact.texts and ("chart" in fact.texts or fact.kind is FactKind.STATE)
        case intents.TypeInto():
            lines = [line for content in contents for line in content.split("\n") if line.strip()]
            named = intent.control is None or _speaks_of(fact, intent.control.name)
            return named and any(holds(fact, line) for line in lines)
    return False


def _is_on_control(intent: intents.Intent, fact: Fact) -> bool:
    """Tell whether a fact is of the control that is pressed, chosen or ticked. Keys leave nothing that could be told apart."""
    match intent:
        case intents.ClickControl():
            return fact.kind is FactKind.ACT and bool(intent.control.name) and intent.control.name in fact.texts
        case intents.ChooseMenu():
            return intent.path[-1] in fact.texts
        case intents.SelectItem():
            return intent.item in fact.texts and (intent.control is None or _speaks_of(fact, intent.control.name))
        case intents.SetChecked():
            return ("checked" if intent.checked else "unchecked") in fact.texts and _speaks_of(
                fact, intent.control.name
            )
    return False


def _is_opened(intent: intents.Open, fact: Fact) -> bool:
    if intent.is_document or intent.is_address:
        return _speaks_of(fact, _base(intent.what)) or _says(fact.gone, _base(intent.what))
    kind = kind_of_application(intent.what)
    return fact.channel in _WINDOWS and (
        _says(fact.texts, intent.what) or kind is not None and any(kind_in(text) == kind for text in fact.texts)
    )


def _is_of(fact: Fact, document: str) -> bool:
    """Tell whether a fact is about a file: its place or one of its texts is the file's name, or a path to it."""
    name = _base(document)
    return bool(name) and (
        fact.place.startswith(f"{name}, ") or name in {_base(text) for text in (fact.place, *fact.texts)}
    )


def _speaks_of(fact: Fact, name: str) -> bool:
    return _says((fact.place, *fact.texts), name) or bool(cell_reference(name)) and covers(fact, name)


def holds(fact: Fact, literal: str) -> bool:
    """Tell whether a fact holds a text or a number, as it is or among other words."""
    number = _number(literal)
    if number is not None and any(_number(text) == number for text in (*fact.numbers, *fact.texts)):
        return True
    return number is None and _says(fact.texts, literal.strip())


def _says(texts: Iterable[str], literal: str) -> bool:
    if not literal:
        return False
    whole = re.compile(rf"(?<!\w){re.escape(literal)}(?!\w)", re.IGNORECASE)
    return any(whole.search(text) for text in texts)


def covers(fact: Fact, cell: str) -> bool:
    """Tell whether a fact is about a cell: its place is a range around it, or one of its texts is the cell."""
    row, column = row_and_column(cell)
    return any(
        top <= row <= bottom and left <= column <= right
        for text in (fact.place.rpartition("!")[2] if "!" in fact.place else "", *fact.texts)
        for top, left, bottom, right in _areas(text)
    )


def _is_within(fact: Fact, other: Fact) -> bool:
    """Tell whether a change is to cells that another one fills, such as their format."""
    (sheet, _, area), around = fact.place.rpartition("!"), other.place.rpartition("!")[0]
    return (
        bool(sheet)
        and sheet == around
        and all(cell_reference(cell) and covers(other, cell) for cell in area.split(":"))
    )


def _areas(text: str) -> Iterator[tuple[int, int, int, int]]:
    found = _AREA.fullmatch(text.rpartition("!")[2])
    if found:
        first = row_and_column(f"{found[1]}{found[2]}")
        last = row_and_column(f"{found[3]}{found[4]}") if found[3] else first
        yield (*first, *last)


def _agrees(text: str, value: Fraction) -> bool:
    number = _number(text)
    return number is not None and agrees(number, value)


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text.strip().lstrip("= "))
    except InvalidOperation:
        return None


def _base(name: str) -> str:
    return name.rstrip("/").rpartition("/")[2]


def documents(steps: Sequence[intents.Intent]) -> list[str]:
    """Return for each step the file that it is done to: the one that it is saved as later, else the one that it names."""
    found: list[str] = []
    for place, step in enumerate(steps):
        saves = [
            item.path or item.app for item in steps[place:] if isinstance(item, intents.Save) and item.app == step.app
        ]
        found.append(next((path for path in saves if path), step.app if is_document(step.app) else ""))
    return found
