"""Reads a request without a model: which facts show each of its parts, which is a clause of the grammar and knows its words, and
whether it orders exactly one act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ufo.schema.fact import Fact, FactKind
from ufo.schema.inputs import OrderInputs, ReadingInputs
from ufo.schema.reading import Ordered, PartVerdict, ReadChange, Reading, ReadPart
from ufo_planner.grammar.parse import Part, parts_of
from ufo_planner.grammar.places import is_document
from ufo_planner.intents import (
    ChooseMenu,
    ClickControl,
    Compute,
    ExtractTable,
    Intent,
    Open,
    ReadValue,
    SetChecked,
    Unclear,
)
from ufo_planner.reading.evidence import Asked, asks_for, documents, showing
from ufo_planner.text.applications import kind_in
from ufo_planner.text.vocabulary import kind_of_application


@dataclass(frozen=True, slots=True)
class _Shown:
    part: ReadPart
    asks: tuple[Fact, ...]


def read(inputs: ReadingInputs) -> Reading:
    """Return which facts show which words, and which words asked for which change."""
    parts = parts_of(inputs.request)
    steps = [step for part in parts for step in part.intents]
    asked = dict(zip(map(id, steps), _asked(steps, inputs), strict=True))
    shown = [_read_part(part, [asked[id(step)] for step in part.intents], inputs) for part in parts]
    # The words that ask for a change are those of the first part that it shows and that asks for it.
    asking = [item for item in shown if item.part.verdict is PartVerdict.SHOWN]
    changes = [
        ReadChange(fact=fact.id, asked_by=next((shown.part.quote for shown in asking if fact in shown.asks), ""))
        for fact in inputs.facts
        if fact.kind is FactKind.CHANGE or fact.outward
    ]
    return Reading(parts=[item.part for item in shown], changes=changes)


def _asked(steps: Sequence[Intent], inputs: ReadingInputs) -> list[Asked]:
    """Return the steps, each with the file it is done to and what was read before it."""
    found: list[Asked] = []
    values: tuple[str, ...] = ()
    for place, (step, document) in enumerate(zip(steps, documents(steps), strict=True)):
        app = (getattr(step, "what", "") or step.app).casefold()
        is_used = any(later.app.casefold() == app for later in steps[place + 1 :])
        asked = Asked(step, document, values, inputs.answer, is_used)
        if isinstance(step, Compute | ReadValue | ExtractTable):
            values = tuple(text for fact in showing(asked, inputs.facts) or () for text in (*fact.texts, *fact.numbers))
        found.append(asked)
    return found


def _read_part(part: Part, asked: Sequence[Asked], inputs: ReadingInputs) -> _Shown:
    quote = inputs.request[part.start : part.end].strip()
    unclear = [item.intent.reason for item in asked if isinstance(item.intent, Unclear)]
    if unclear:
        why = f"the built-in planner does not understand it: {unclear[0]}"
        return _Shown(ReadPart(quote=quote, verdict=PartVerdict.NOT_SHOWN, why=why), ())
    found = [(item, facts) for item in asked if (facts := showing(item, inputs.facts)) is not None]
    if not found:
        return _Shown(ReadPart(quote=quote, verdict=PartVerdict.NOTHING_TO_SHOW), ())
    missing = [item.intent.text for item, facts in found if not facts]
    cited = tuple({fact.id: fact for _, facts in found for fact in facts}.values())
    untrue = [fact for fact in cited if not fact.satisfied]
    if untrue:
        verdict, cited, why = PartVerdict.CONTRADICTED, tuple(untrue), untrue[0].line
    elif missing:
        verdict, why = PartVerdict.NOT_SHOWN, f"no fact shows {missing[0]!r}" if inputs.facts else ""
    else:
        verdict, why = PartVerdict.SHOWN, ""
    asks = tuple(fact for item, facts in found for fact in facts if asks_for(item, fact, inputs.facts))
    return _Shown(ReadPart(quote=quote, verdict=verdict, shown_by=[fact.id for fact in cited], why=why), asks)


def ordered(inputs: OrderInputs) -> Ordered:
    """Return the step that orders the act. Where any part of the request is not understood, it may forbid the act or bind it to a
    condition, so that nothing is ordered."""
    parts = parts_of(inputs.request)
    unclear = [step.text for part in parts for step in part.intents if isinstance(step, Unclear)]
    if unclear:
        return Ordered(ordered=False, why=f"the built-in planner does not understand {unclear[0]!r}")
    for part in parts:
        if any(_names(step, inputs) for step in part.intents):
            return Ordered(ordered=True, quote=inputs.request[part.start : part.end].strip())
    return Ordered(ordered=False, why=f"no step of the request names {inputs.target!r}, letter for letter")


def _names(step: Intent, inputs: OrderInputs) -> bool:
    match step:
        case ClickControl() | SetChecked():
            name = "" if step.control.inside else step.control.name
        case ChooseMenu():
            name = step.path[-1]
        case Open(is_document=True):
            # What the act is about stands in the request by its whole path, as whoever asks has checked.
            return inputs.act.startswith("Open ") and PurePath(step.what).name == PurePath(inputs.target).name
        case _:
            return False
    kind = kind_of_application(step.app)
    is_there = not step.app or is_document(step.app) or kind is not None and kind_in(inputs.application) in (kind, None)
    return bool(name) and name == inputs.target and is_there
