"""Tells whether a request orders exactly one act, without a model: only where a step names that very control or document."""

from __future__ import annotations

from pathlib import PurePath

from ufo.planner.grammar.parse import parts_of
from ufo.planner.grammar.places import is_document
from ufo.planner.intents import ChooseMenu, ClickControl, Intent, Open, SetChecked, Unclear
from ufo.planner.text.applications import kind_in
from ufo.planner.text.vocabulary import kind_of_application
from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered


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
