"""Finds the facts that show an intent: by what they hold and where they are, never by how they are worded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from ufo.planner import intents
from ufo.planner.grammar.places import is_document
from ufo.planner.grammar.rules import RESULT
from ufo.planner.text.applications import kind_in
from ufo.planner.text.evaluate import agrees, value_of
from ufo.planner.text.vocabulary import kind_of_application
from ufo.planner.ui.cells import row_and_column
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.patterns import regex

_AREA = regex(r"(?<![A-Za-z0-9_])\$?([A-Z]{1,3})\$?([1-9]\d{0,6})(?::\$?([A-Z]{1,3})\$?([1-9]\d{0,6}))?(?![A-Za-z0-9_])")
_FILES = (Channel.FILE, Channel.DOCUMENT)
_KNOWN = (FactKind.READ, FactKind.STATE)
Test = Callable[[Fact], bool]


@dataclass(frozen=True, slots=True)
class Asked:
    """An intent with what the rest of the request tells of it: `document`: the file that it is done to, "" where that is not
    known; `values`: what was read or computed before it; `answer`: what the person is told; `is_used`: later steps are done
    in the same application.
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
    test = _test(asked)
    if test is None:
        return None
    found = [fact for fact in facts if test(fact)]
    held = [fact for fact in found if fact.satisfied]
    sound = [fact for fact in held if fact.independent or fact.outward]
    return _closest(asked, sound or held or found)


def _test(asked: Asked) -> Test | None:
    intent = asked.intent
    match intent:
        case intents.SwitchTo() | intents.WaitFor():
            return None
        case intents.Open():
            return _opening(intent, asked.is_used)
        case intents.Close():
            return lambda fact: fact.channel in (Channel.WINDOWS, Channel.PROCESS) and _says(fact.gone, intent.what or intent.app)
        case intents.GoTo():
            return lambda fact: _says((fact.place, *fact.texts), intent.address.rstrip("/"))
        case intents.ReadValue() | intents.ExtractTable():
            return lambda fact: fact.kind in _KNOWN and _reads(intent, fact, asked)
        case intents.Compute():
            return lambda fact: fact.kind in _KNOWN and _has_value(fact, intent.expression)
        case intents.Save():
            return lambda fact: fact.channel is Channel.FILE and fact.kind in (FactKind.CHANGE, FactKind.STATE) and _is_of(fact, asked.document)
    return _of_document(asked) or _of_control(asked)


def _of_document(asked: Asked) -> Test | None:
    intent = asked.intent
    match intent:
        case intents.WriteCell():
            contents = asked.values if intent.content == RESULT else (intent.content,)
            return lambda fact: _is_done(fact, asked) and covers(fact, intent.cell) and any(holds(fact, one) for one in contents)
        case intents.InsertTable():
            return lambda fact: _is_done(fact, asked) and fact.channel in _FILES and bool(set(asked.values) & set(fact.texts))
        case intents.MakeChart():
            return lambda fact: _is_done(fact, asked) and intent.chart in fact.texts and ("chart" in fact.texts or fact.kind is FactKind.STATE)
        case intents.TypeInto():
            lines = [line for text in (asked.values if intent.content == RESULT else (intent.content,)) for line in text.split("\n") if line.strip()]
            return lambda fact: _is_done(fact, asked) and any(holds(fact, line) for line in lines) and _names(intent.control, fact)
    return None


def _of_control(asked: Asked) -> Test | None:
    """Return the test for a control that is pressed, chosen or ticked; keys leave nothing that could be told apart."""
    intent = asked.intent
    match intent:
        case intents.ClickControl():
            return lambda fact: fact.kind is FactKind.ACT and bool(intent.control.name) and intent.control.name in fact.texts
        case intents.ChooseMenu():
            return lambda fact: fact.kind is not FactKind.READ and intent.path[-1] in fact.texts
        case intents.SelectItem():
            return lambda fact: fact.kind is not FactKind.READ and intent.item in fact.texts and _names(intent.control, fact)
        case intents.SetChecked():
            state = "checked" if intent.checked else "unchecked"
            return lambda fact: fact.kind is not FactKind.READ and _names(intent.control, fact) and state in fact.texts
    return lambda fact: False


def _opening(intent: intents.Open, is_used: bool) -> Test | None:
    if intent.is_document or intent.is_address:
        name = _base(intent.what)
        return lambda fact: _says((fact.place, *fact.texts, *fact.gone), name)
    if is_used:
        return None
    kind = kind_of_application(intent.what)
    return lambda fact: fact.channel in (Channel.WINDOWS, Channel.PROCESS) and (
        _says(fact.texts, intent.what) or kind is not None and any(kind_in(text) == kind for text in fact.texts)
    )


def _reads(intent: intents.ReadValue | intents.ExtractTable, fact: Fact, asked: Asked) -> bool:
    if isinstance(intent, intents.ExtractTable):
        return bool(fact.texts) and (_is_of(fact, intent.document) or not intent.document)
    lines = [line.strip() for line in asked.answer.splitlines() if line.strip()]
    return any(holds(fact, line) for line in lines)


def _closest(asked: Asked, facts: list[Fact]) -> list[Fact]:
    """Return of several facts those that speak of the place that is named, where some do."""
    intent = asked.intent
    control = intent.control if isinstance(intent, intents.ReadValue) else None
    if control is None or not control.name:
        return facts
    return [fact for fact in facts if _says((fact.place, *fact.texts), control.name) or covers(fact, control.name)] or facts


def _is_done(fact: Fact, asked: Asked) -> bool:
    """Tell whether a fact may be what became of a change: it is in the intent's own file, where it is in a file."""
    if fact.kind is FactKind.READ:
        return False
    return fact.channel is not Channel.FILE or not asked.document or _is_of(fact, asked.document)


def _is_of(fact: Fact, document: str) -> bool:
    """Tell whether a fact is about a file: its place or one of its texts is the file's name, or a path to it."""
    name = _base(document)
    return bool(name) and (fact.place.startswith(f"{name}, ") or name in {_base(text) for text in (fact.place, *fact.texts)})


def _names(control: intents.ControlPhrase | None, fact: Fact) -> bool:
    if control is None:
        return True
    return _says((fact.place, *fact.texts), control.name or control.near or "")


def holds(fact: Fact, literal: str) -> bool:
    """Tell whether a fact holds a text or a number, as it is or among other words."""
    number = _number(literal)
    if number is not None and any(_number(one) == number for one in (*fact.numbers, *fact.texts)):
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


def _areas(text: str) -> Iterator[tuple[int, int, int, int]]:
    found = _AREA.fullmatch(text.rpartition("!")[2])
    if found:
        first = row_and_column(f"{found[1]}{found[2]}")
        last = row_and_column(f"{found[3]}{found[4]}") if found[3] else first
        yield (*first, *last)


def _has_value(fact: Fact, expression: str) -> bool:
    value = value_of(expression)
    return value is not None and any(_agrees(one, value) for one in (*fact.numbers, *fact.texts))


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
        saves = [one.path or one.app for one in steps[place:] if isinstance(one, intents.Save) and one.app == step.app]
        found.append(next((path for path in saves if path), step.app if is_document(step.app) else ""))
    return found
