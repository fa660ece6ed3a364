"""Fills many fields in one call, in the order given."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import AmbiguousElement, DesktopError, NotActionable, StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect
from ufo.schema.roles import CHOICE_HOLDERS, FILLED
from ufo.text.labels import label
from ufo.tools.act.actor import Actor
from ufo.tools.observe.control_names import called, listed, named
from ufo.tools.observe.in_view import pages_in, scrolled_to
from ufo.tools.verbs.context import VerbContext
from ufo.tools.verbs.date_boxes import boxes
from ufo.tools.verbs.file_and_colour import picked_by
from ufo.tools.verbs.fill_at_once import Wish, put_at_once
from ufo.tools.verbs.select import select
from ufo.tools.verbs.set_value import Value, choose_value, set_value

_OF_ONE_FIELD = (StaleElement, NotActionable, AmbiguousElement, ToolError)
"""What says something of one field only: after anything else the window may be gone, or answers nothing."""
_MOST_S = 45.0
"""Less than a call may take, so that one that takes long says what it did."""
_WEAKEST_FIRST = (Effect.SUSPECTED_NOOP, Effect.UNVERIFIABLE, Effect.PARTIAL, Effect.CONFIRMED)


class FieldValue(BaseModel):
    """One field and what it should hold: its `id` or name, and a text, a number, true or false, or the items to select."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    name: str = ""
    value: bool | int | float | str | list[str] = Field(description="text, number, true or false, or items to select")


@dataclass(frozen=True, slots=True)
class _Filled:
    name: str
    report: ActionReport


async def fill(context: VerbContext, fields: Sequence[FieldValue], within_s: float = _MOST_S) -> ActionReport:
    """Fill the fields. All are found before the first is written. One that refuses is told with its reason, and the others are
    filled all the same, as long as their window answers. After `within_s` seconds none is begun any more: those that are left
    are told by name, for the next call to go on there.

    Raises ToolError where a field does not exist, and what the first one raised where none was filled.
    """
    if not fields:
        raise ToolError('`fields` is empty; give a list such as [{"name": "City", "value": "Ghent"}]')
    newest = await _fields_now(context, fields)
    done: list[_Filled] = []
    missed: list[tuple[str, DesktopError | ToolError]] = []
    deadline = asyncio.get_running_loop().time() + within_s
    at_once: dict[int, ActionReport] = {}
    tried = 0
    for place, field in enumerate(fields):
        if place and place not in at_once and asyncio.get_running_loop().time() > deadline:
            left = ToolError(f"not begun after {within_s:g} s; give what is left in another call")
            missed += [(named(element), left) for element in newest[place:]]
            break
        try:
            if place and place not in at_once:
                newest = _as_seen(newest, await context.look(settled=False))
            if place >= tried:
                ahead = zip(newest[place:], fields[place:], strict=True)
                run = await put_at_once(context, [Wish(element, wanted.value) for element, wanted in ahead])
                at_once |= {place + further: report for further, report in enumerate(run) if report is not None}
                tried = place + max(1, len(run))
            report = at_once.get(place) or await _put(context, newest[place], field)
        except (DesktopError, ToolError) as error:
            missed.append((named(newest[place]), error))
            if not isinstance(error, _OF_ONE_FIELD):
                break
        else:
            done.append(_Filled(newest[place].name or newest[place].label or field.name, report))
    if not done:
        raise missed[0][1]
    return _without(_whole(done), missed, len(fields)) if missed else _whole(done)


def _as_seen(elements: Sequence[Element], snapshot: Snapshot) -> list[Element]:
    """Return the elements as the newest look has them: filling a field takes several looks, and old looks are forgotten. An
    element that has another role or name by now stays as it was, so that it is refused.
    """
    seen = {element.handle.key: element for element in snapshot}
    shown = [seen.get(element.handle.key, element) for element in elements]
    return [
        now if (now.role, now.name) == (then.role, then.name) else then
        for then, now in zip(elements, shown, strict=True)
    ]


async def _fields_now(context: VerbContext, fields: Sequence[FieldValue]) -> list[Element]:
    """Find the fields. Where an earlier action took the first of those that are named away, as by opening another page, all of
    them are found by their names among what is shown in its place.
    """
    found = [await _field_now(context, field) for field in fields]
    first = next((element for element, field in zip(found, fields, strict=True) if not field.id), None)
    if first is None or first.by_sight or await _is_there(context, first):
        return found
    return [
        element if field.id else await _among_shown(context, field)
        for element, field in zip(found, fields, strict=True)
    ]


async def _is_there(context: VerbContext, element: Element) -> bool:
    try:
        await context.desktop.reidentify(element.handle)
    except StaleElement:
        return False
    return True


async def _field_now(context: VerbContext, wanted: FieldValue) -> Element:
    """Find the field in the list, or else among what is shown by now: an earlier action may have opened a dialog or scrolled."""
    try:
        return find_field(context.actor, wanted)
    except ToolError:
        return await _among_shown(context, wanted)


async def _among_shown(context: VerbContext, wanted: FieldValue) -> Element:
    """Find the field in a new look, once its page was scrolled to it. Where a modal dialog blocks the window, only its fields
    count.
    """
    await scrolled_to(context.desktop, pages_in(context.actor.scope.selection.snapshot or ()), wanted.name)
    look = await context.look()
    modal = {window.id for window in await context.desktop.windows() if window.modal}
    inside = [element for element in look if element.window in modal] or [*look]
    around = context.actor.scope.selection.surroundings(look)
    shown = [element for element in with_labels_beside(inside, around) if "offscreen" not in element.states]
    return _find_among(context.actor, wanted, shown, look)


def find_field(actor: Actor, wanted: FieldValue) -> Element:
    """Find the field by its id, or else by the name or label that it has at the last look."""
    if wanted.id:
        return actor.scope.selection.resolve(wanted.id, wanted.name)
    selection = actor.scope.selection
    return _find_among(actor, wanted, selection.controls.values(), selection.snapshot)


def _find_among(actor: Actor, wanted: FieldValue, shown: Collection[Element], look: Snapshot | None) -> Element:
    parts = {box.handle.key: element for element in shown for box in (boxes(look, element) if look else {}).values()}
    wholes = {element.handle.key for element in parts.values()}
    controls = [element for element in shown if element.role in FILLED or element.handle.key in wholes]
    found = called(controls, wanted.name)
    # A date field contains a box that is also named "Day".
    found = [element for element in found if element.handle.key not in parts] or found
    # The words in a cell count as the name of a field only where no field has that name.
    found = [element for element in found if label(wanted.name) in map(label, (element.name, element.label))] or found
    # A combo box has the same name as the field in it.
    boxed = [element for element in found if element.role == "ComboBox"]
    found = [element for element in found if not any(_is_in(element, box) for box in boxed)]
    apparent = [element for element in found if "disabled" not in element.states] or found
    if not apparent and isinstance(wanted.value, str):
        apparent = picked_by(actor.scope.selection.require_window(), shown, wanted.name, wanted.value)
    if len(apparent) > 1:
        raise AmbiguousElement(
            f"{len(apparent)} fields are called {wanted.name!r}; give the id of the one that is meant"
        )
    if not apparent:
        others = called([element for element in shown if element not in controls and element.actions], wanted.name)
        hint = f"; {named(others[0])} is not a field: press it, and look what it opens" if others else ""
        more = "; more of it is out of sight: scroll_to the field first" if look is not None and look.more else ""
        raise ToolError(f"no field is called {wanted.name!r}{hint}; there are {listed(controls)}{more}")
    return apparent[0]


def _is_in(element: Element, box: Element) -> bool:
    return element.role == "Edit" and element.depth == box.depth + 1 and box.rect.covers(element.rect)


async def _put(context: VerbContext, element: Element, wanted: FieldValue) -> ActionReport:
    values = wanted.value if isinstance(wanted.value, list) else [wanted.value]
    context = context.weighing(element, element.name, values)
    if isinstance(wanted.value, list):
        return await choose_value(context, element, tuple(wanted.value))
    if element.role in CHOICE_HOLDERS:
        return await select(context, element, (str(wanted.value),))
    value: Value = wanted.value
    return await set_value(context, element, value)


def _without(whole: ActionReport, missed: Sequence[tuple[str, DesktopError | ToolError]], count: int) -> ActionReport:
    names: dict[str, list[str]] = {}
    for name, error in missed:
        names.setdefault(str(error), []).append(name)
    reasons = [why if all(name in why for name in told) else f"{', '.join(told)}: {why}" for why, told in names.items()]
    said = f"{count - len(whole.value)} of {count} fields are not filled: {'; '.join(reasons)}"
    return whole.model_copy(update={"effect": Effect.PARTIAL, "evidence": (*whole.evidence, said), "unfinished": said})


def _whole(done: Sequence[_Filled]) -> ActionReport:
    effects = [filled.report.effect for filled in done]
    weakest = next(effect for effect in _WEAKEST_FIRST if effect in effects)
    if len(set(effects)) > 1 and weakest is not Effect.UNVERIFIABLE:
        weakest = Effect.PARTIAL
    evidence = tuple(said for filled in done for said in filled.report.evidence)
    routes = [filled.report.route for filled in done if filled.report.route is not None]
    value: list[Mapping[str, Any]] = [
        {"field": filled.name, "effect": filled.report.effect.value, "value": filled.report.value} for filled in done
    ]
    left = [filled.name for filled in done if filled.report.effect is Effect.SUSPECTED_NOOP]
    # What follows in the turn, such as the button that sends the form, counts on all of them.
    said = f"{len(left)} of {len(done)} fields seem to be as they were: {', '.join(left)}" if left else ""
    return ActionReport(
        value=value, effect=weakest, route=routes[-1] if routes else None, evidence=evidence, unfinished=said
    )
