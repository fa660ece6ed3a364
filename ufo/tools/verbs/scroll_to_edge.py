"""Scrolls to the beginning or the end: of a list or page, or of the part around a control that scrolls by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Rect
from ufo.schema.roles import STAYS_IN_SCROLLED
from ufo.tools.observe.control_names import named
from ufo.tools.observe.in_view import (
    VIEWPORTS,
    above,
    around,
    beyond_sight,
    hidden_with,
    holders_of,
    in_sight,
    inside,
    is_brought,
    pages_in,
    parts_of,
    seen_part,
)
from ufo.tools.verbs.context import VerbContext, already
from ufo.tools.verbs.scroll_wheel import DOWN, UP, Wheel

Edge = Literal["", "start", "end"]

_TURNS_AT_MOST = 20
_FAR_NOTCHES = 400
_STANDS = 0.5
_BROUGHT_S = 1.0


async def to_edge(context: VerbContext, element: Element | None, edge: Edge) -> ActionReport:
    """Scroll to the edge of the list or page, or of what scrolls around the control. Raises NotActionable where more is left."""
    if element is not None and element.role not in VIEWPORTS:
        return await _around(context, element, edge)
    direction = DOWN if edge == "end" else UP
    moved = await Wheel(context, element).to_edge(direction)
    where = named(element) if element is not None else repr(context.window.title)
    look = await context.look()
    pages = pages_in(look if element is None else [element])
    page = pages[0] if len(pages) == 1 else None
    beyond = await beyond_sight(context.desktop, pages) or []
    # A part that scrolls by itself hides what is out of sight though the page shows its place.
    hidden = [] if page is None else [part for part in beyond if page.rect.contains(part.rect.center)]
    if not moved and hidden:
        return await _of_a_part(context, hidden, edge)
    last = None if moved or element is None or pages else await _cut_off(context, look, element, edge)
    if last is not None:
        return await _around(context, last, edge)
    if not moved and element is not None and not inside(look, element)[:1]:
        return _untold(element, edge)
    if not moved:
        return already(f"{where} is at its {edge}")
    also = f"; {len(hidden)} parts that scroll by themselves in it are out of sight" if hidden else ""
    return _confirmed(where, edge, also)


async def _cut_off(context: VerbContext, look: Snapshot, holder: Element, edge: Edge) -> Element | None:
    """Return the last (for its start the first) that a list of a page has in sight, where more of it is out of sight that way:
    another part, which is not listed, scrolls it.
    """
    held = [element for element in inside(look, holder) if in_sight(element)]
    if not held:
        return None
    last = held[-1] if edge == "end" else held[0]
    further = await (await _Part.around(context, look, last, edge)).further(look) or []
    return last if any(holder.name in element.path for element in further) else None


async def _of_a_part(context: VerbContext, hidden: Sequence[Element], edge: Edge) -> ActionReport:
    """Scroll a part that scrolls by itself where the page has no more: the last such part for its end, or the first."""
    part = hidden[-1] if edge == "end" else hidden[0]
    await is_brought(context.desktop, part)
    shown = await context.until_it(part, in_sight, _BROUGHT_S)
    if shown is None:
        raise NotActionable(
            f"nothing scrolled, and {len(hidden)} parts of the page are out of sight, such as {named(part)}; turn the wheel over "
            "a control beside them"
        )
    report = await _around(context, shown, edge)
    return report if report.route else _confirmed(f"what scrolls around {named(shown)}", edge)


async def _around(context: VerbContext, element: Element, edge: Edge) -> ActionReport:
    """Turn the wheel over the control until what scrolls there stands still, or until all the rest of its page goes instead."""
    look = await context.look()
    current = look.same(element) or element
    if not in_sight(current):
        raise NotActionable(f"{named(element)} is out of sight; scroll to it first")
    part = await _Part.around(context, look, current, edge)
    where = f"what scrolls around {named(element)}"
    hidden = await part.hidden(look)
    if hidden and not any(map(part.is_further, hidden)):
        # The wheel would scroll the page instead.
        return already(f"{where} is at its {edge}")
    holder = around(look, current)
    wheel = Wheel(context, holder, over=part.place)
    before, stood = look, dict[str, Rect]()
    moved = False
    for _ in range(_TURNS_AT_MOST):
        if not await wheel.turn(DOWN if edge == "end" else UP, _FAR_NOTCHES):
            break
        after = wheel.after or before
        if moved and _went(stood, after):
            await _back(context, before, stood, holder)
            break
        stood = stood if moved else _standing(inside(before, holder), after)
        moved, before = True, after
        # One more turn would go to the page, once the part has nothing more.
        if stood and await part.further(after) == []:
            break
    if moved:
        return _confirmed(where, edge)
    further = await part.further(before)
    if further is None or "editable" in current.states:
        return _untold(current, edge)
    if further:
        raise NotActionable(
            f"nothing scrolled around {named(element)}, though {len(further)} more parts lie there out of sight, such as "
            f"{named(further[0])}; scroll to that text"
        )
    return already(f"{where} is at its {edge}")


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a page that scrolls around a control. `place`: where the control stood at first; `holders`: the keys of what it
    stands in; None each where its application does not tell.
    """

    context: VerbContext
    place: Rect
    edge: Edge
    page: Element | None
    holders: frozenset[str] | None

    @classmethod
    async def around(cls, context: VerbContext, look: Snapshot, element: Element, edge: Edge) -> _Part:
        page = next(reversed(pages_in(above(look, element))), None)
        parts = None if page is None else await parts_of(context.desktop, page)
        holders = None if parts is None else holders_of(element, parts)
        return cls(context, seen_part(look, element), edge, page, holders)

    async def further(self, look: Snapshot) -> list[Element] | None:
        """Return what the part hides that way; None where it is not told."""
        hidden = await self.hidden(look)
        return None if hidden is None else [element for element in hidden if self.is_further(element)]

    async def hidden(self, look: Snapshot) -> list[Element] | None:
        """Return what the part hides above and below that place; None where it is not told."""
        page = None if self.page is None else look.same(self.page)
        parts = None if page is None or self.holders is None else await parts_of(self.context.desktop, page)
        if page is None or self.holders is None or parts is None:
            return None
        place = self.place
        return [
            element
            for element in hidden_with(self.holders, parts, page)
            if element.rect.x < place.right and place.x < element.rect.right
        ]

    def is_further(self, element: Element) -> bool:
        return element.rect.y > self.place.y if self.edge == "end" else element.rect.y < self.place.y


def _standing(before: Iterable[Element], after: Snapshot) -> dict[str, Rect]:
    now = {element.handle.key: element.rect for element in after if in_sight(element)}
    held = [element for element in before if in_sight(element) and element.role not in STAYS_IN_SCROLLED]
    return {element.handle.key: element.rect for element in held if now.get(element.handle.key) == element.rect}


def _went(stood: Mapping[str, Rect], after: Snapshot) -> bool:
    """Tell whether what stood while the part scrolled has gone: then the part is at its edge, and its page scrolled."""
    now = {element.handle.key: element.rect for element in after if in_sight(element)}
    return sum(now.get(key) == rect for key, rect in stood.items()) < _STANDS * len(stood)


async def _back(context: VerbContext, before: Snapshot, stood: Mapping[str, Rect], holder: Element | None) -> None:
    """Bring what the part showed at its edge back into sight, after its page scrolled it away."""
    shown = [element for element in inside(before, holder) if in_sight(element) and element.handle.key not in stood]
    keys = {element.handle.key for element in shown}
    beyond = await beyond_sight(context.desktop, pages_in(before)) or ()
    for part in [element for element in beyond if element.handle.key in keys][-1:]:
        await is_brought(context.desktop, part)
        await context.look()


def _untold(element: Element, edge: Edge) -> ActionReport:
    """Return the report for a text or picture that may have scrolled, which nothing that is listed shows."""
    other = "press ctrl and Home or End in it" if "editable" in element.states else "scroll to a text"
    said = (
        f"the wheel was turned over {named(element)} and nothing that is listed moved, so that it is not known whether it is at "
        f"its {edge}; look at its picture, or {other}"
    )
    return ActionReport.of(Effect.UNVERIFIABLE, said, Route.POINTER)


def _confirmed(where: str, edge: Edge, also: str = "") -> ActionReport:
    return ActionReport.of(Effect.CONFIRMED, f"{where} is at its {edge} now{also}", Route.POINTER)
