"""Many fields at once: each gets the value it should have, in the order given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.commands.acting import Actor
from ufo.commands.verbs.hands import Hands, target
from ufo.commands.verbs.labels import called, listed, named
from ufo.commands.verbs.selecting import select
from ufo.commands.verbs.valuing import Value, set_value
from ufo.desktop.snapshot import Element
from ufo.errors import AmbiguousElement, DesktopError, ToolError
from ufo.schema.command import ActionReport, Effect

_FIELDS = frozenset(
    {
        "Edit",
        "Document",
        "Spinner",
        "Slider",
        "ComboBox",
        "CheckBox",
        "RadioButton",
        "ToggleButton",
        "List",
        "Table",
        "Tree",
    }
    | {"Cell", "Terminal", "Paragraph", "Group", "Tab"}
)
_WEAKEST_FIRST = (Effect.SUSPECTED_NOOP, Effect.UNVERIFIABLE, Effect.PARTIAL, Effect.CONFIRMED)


class FieldValue(BaseModel):
    """One field and what it should hold: `id` or the name that it goes by, and a text, a number, true or false, or the items
    to select."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    name: str = ""
    value: bool | int | float | str | list[str] = Field(description="text, number, true or false, or items to select")


@dataclass(frozen=True, slots=True)
class _Filled:
    name: str
    report: ActionReport


async def fill(hands: Hands, fields: Sequence[FieldValue]) -> ActionReport:
    """All fields are found before the first is written to. Stops at the first that refuses, and says which are left.

    Raises ToolError where a field is not there, StaleElement or NotActionable where the first one refuses.
    """
    if not fields:
        raise ToolError('`fields` is empty; give a list such as [{"name": "City", "value": "Ghent"}]')
    targets = [(find_field(hands.actor, one), one) for one in fields]
    done: list[_Filled] = []
    for element, one in targets:
        try:
            report = await _put(hands, element, one)
        except (DesktopError, ToolError) as error:
            if not done:
                raise
            return _stopped(done, named(element), str(error), len(fields))
        done.append(_Filled(element.name or element.label or one.name, report))
    return _whole(done)


def find_field(actor: Actor, one: FieldValue) -> Element:
    """By id, else by the name that it or its label has at the last look."""
    if one.id:
        return target(actor, one.id, one.name)
    controls = [element for element in actor.scope.selection.controls.values() if element.role in _FIELDS]
    found = called(controls, one.name)
    apparent = [element for element in found if "disabled" not in element.states] or found
    if len(apparent) > 1:
        raise AmbiguousElement(f"{len(apparent)} fields are called {one.name!r}; give the id of the one that is meant")
    if not apparent:
        raise ToolError(f"no field is called {one.name!r}; there are {listed(controls)}")
    return apparent[0]


async def _put(hands: Hands, element: Element, one: FieldValue) -> ActionReport:
    values = one.value if isinstance(one.value, list) else [one.value]
    hands = hands.weighing(element, element.name, values)
    if isinstance(one.value, list):
        return await select(hands, element, tuple(one.value))
    if element.role in ("List", "Table", "Tree", "Group", "Tab"):
        return await select(hands, element, (str(one.value),))
    value: Value = one.value
    return await set_value(hands, element, value)


def _stopped(done: Sequence[_Filled], name: str, why: str, count: int) -> ActionReport:
    whole = _whole(done)
    left = count - len(done)
    said = f"stopped at {name}: {why} ({left} of {count} fields are not filled)"
    return whole.model_copy(update={"effect": Effect.PARTIAL, "evidence": (*whole.evidence, said)})


def _whole(done: Sequence[_Filled]) -> ActionReport:
    effects = [one.report.effect for one in done]
    weakest = next(effect for effect in _WEAKEST_FIRST if effect in effects)
    if len(set(effects)) > 1 and weakest is not Effect.UNVERIFIABLE:
        weakest = Effect.PARTIAL
    evidence = tuple(said for one in done for said in one.report.evidence)
    routes = [one.report.route for one in done if one.report.route is not None]
    value: list[Mapping[str, Any]] = [
        {"field": one.name, "effect": one.report.effect.value, "value": one.report.value} for one in done
    ]
    return ActionReport(value=value, effect=weakest, route=routes[-1] if routes else None, evidence=evidence)
