"""Asks an application what a click at a point would reach inside its window.

Something invisible may lie over a control: a layer of a page, a widget without a picture. No tree and no picture shows it.
Browsers ask their page what lies at a point; some toolkits pick the widget that would get the click; others answer by places
alone, but paint in the order of their trees (`paint_order.py`). Which of these a toolkit does is its `Probe`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.hypertext import text_with_embedded
from ufo.desktop.linux.atspi.interfaces import (
    ACCESSIBLE,
    COMPONENT,
    PROPERTIES,
    rect_of,
    refs_of,
    related_refs,
    variant,
)
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.hit_test.paint_order import PaintOrder
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.toolkit import Probe
from ufo.schema.geometry import Point, Rect

_DOCUMENTS, _LABEL, _LABEL_FOR = frozenset({82, 95}), 29, 1
_FACES = frozenset({29, 39, 85, 116})
"""Labels, panels, sections and static texts, with which a page draws the face of a control."""
_VIEWS = frozenset({31, 65, 98})
"""Lists, trees and list boxes, which answer a hit test themselves where one of their entries lies."""
_ENTRIES = frozenset({32, 91})
_DRAGGED = frozenset({48, 50, 51, 53})
"""Scroll bars, separators, sliders and split panes."""
_RIM_PX, _GRIP_PX = 4, 8
_DEEPEST = 80
_GUESS_S, _SURE_S, _TICK_S = 0.08, 0.4, 0.02
_ROOT = "/org/a11y/atspi/accessible/root"


@dataclass(frozen=True, slots=True)
class HitTest:
    """Asks one application, until the loop time `deadline`."""

    line: Line
    deadline: float
    stall_s: float
    shown: frozenset[str] = frozenset()
    """What the control is called and what it shows."""

    async def over(self, control: Ref, probe: Probe, at: Point, *, acts: bool) -> str:
        """Describe in words what lies over the control at a point; "" where nothing does or it cannot be told. `at` is in the
        coordinates of the toolkit; `acts`: a click works the control itself, and not what contains it.
        """
        match probe:
            case Probe.PAGE:
                return await self._over_page(control, at, acts=acts)
            case Probe.PICK:
                return await self._over_widget(control, at)
            case Probe.PAINT_ORDER | Probe.PAINT_ORDER_OF_ALL:
                return await self._over_by_paint_order(control, at, fillers=probe is Probe.PAINT_ORDER_OF_ALL)
            case Probe.NONE:
                return ""

    async def _over_by_paint_order(self, control: Ref, at: Point, *, fillers: bool) -> str:
        layers = PaintOrder(self.line, self.deadline, self.stall_s, fillers)
        over = await layers.over(await self._chain(control), at)
        return "" if over is None else await self._described(over)

    async def _over_page(self, control: Ref, at: Point, *, acts: bool) -> str:
        above = await self._chain(control)
        kinds = await self._kinds(above)
        pages = [ref for ref, kind in zip(above, kinds, strict=True) if kind in _DOCUMENTS]
        if not pages or kinds[0] in _DOCUMENTS:
            return ""
        hit = await self._answered(pages[-1], at, _GUESS_S)
        over = await self._over_by(hit, control, above, kinds, acts=acts)
        if not over:
            return ""
        # The page may be busy with what the pointer has just opened: only its own answer counts against a control.
        later = await self._answered(pages[-1], at, _SURE_S)
        return over if later == hit else await self._over_by(later, control, above, kinds, acts=acts)

    async def _over_by(
        self, hit: Ref | None, control: Ref, above: Sequence[Ref], kinds: Sequence[object], *, acts: bool
    ) -> str:
        if hit is None or hit == control:
            return ""
        around = await self._chain(hit)
        if control in around or (not acts and hit in above) or self._answers_for(hit, above, kinds):
            return ""
        shared = next((ref for ref in around if ref in above), None)
        labels = [ref for ref, kind in zip(around, await self._kinds(around), strict=True) if kind == _LABEL]
        # A click on a label beside a control works the control, but without a relation if the control has another name.
        beside = bool(labels) and shared is not None and above[1:2] == [shared]
        if beside or shared in labels or await self._label_control(labels, control):
            return ""
        if await self._is_face(hit, control, is_dragged=kinds[0] in _DRAGGED):
            return ""
        return await self._described(hit)

    @staticmethod
    def _answers_for(hit: Ref, above: Sequence[Ref], kinds: Sequence[object]) -> bool:
        """Tell whether the list that a control is an entry of was hit: a list box draws its entries and takes their clicks."""
        views = (ref for ref, kind in zip(above, kinds, strict=True) if kind in _VIEWS)
        return kinds[0] in _ENTRIES and next(views, None) == hit

    async def _is_face(self, hit: Ref, control: Ref, *, is_dragged: bool) -> bool:
        """Tell whether what was hit is painted in place of the control: a piece of page without a function of its own, inside of
        the control's place, that shows just what the control is called or holds. Of what is dragged it may be the grip, which
        shows nothing and is somewhat wider.
        """
        role, name, place, its_place = await self._ask(
            [
                Question(hit, ACCESSIBLE, "GetRole"),
                Question(hit, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
                Question(hit, COMPONENT, "GetExtents", "u", (0,)),
                Question(control, COMPONENT, "GetExtents", "u", (0,)),
            ]
        )
        inner, outer = rect_of(place), rect_of(its_place)
        if not role or role[0] not in _FACES or inner is None or outer is None:
            return False
        rim = _GRIP_PX if is_dragged else _RIM_PX
        if not Rect(outer.x - rim, outer.y - rim, outer.width + 2 * rim, outer.height + 2 * rim).covers(inner):
            return False
        words = clean_name(variant(name)) or await text_with_embedded(self.line, hit, self.stall_s, self.stall_s) or ""
        return words.strip() in self.shown if words.strip() else is_dragged

    async def _answered(self, page: Ref, at: Point, within_s: float) -> Ref | None:
        """Return the page's own answer. Chromium's first answer is a guess while it asks its page, and nothing signals when the
        page has answered; so ask again for a moment, until the answer changes.
        """
        clock = asyncio.get_running_loop().time
        guess = await self._hit(page, at, 0)
        until = min(clock() + within_s, self.deadline)
        now = guess
        while now == guess and clock() < until:
            await asyncio.sleep(_TICK_S)
            now = await self._hit(page, at, 0)
        return now

    async def _over_widget(self, control: Ref, at: Point) -> str:
        """Compare what the window picks with what the control picks: the window picks the topmost widget, the control picks
        inside itself, and both find the same where nothing lies over the control.
        """
        above = await self._chain(control)
        on_top, inside = await self._hit(above[-1], at, 1), await self._hit(control, at, 1)
        if on_top in (inside, control):
            return ""
        if on_top is None:
            return "another part of its window"
        around = await self._chain(on_top)
        if control in around or await self._is_dropped(around, above):
            return ""
        return await self._described(on_top)

    async def _is_dropped(self, around: Sequence[Ref], above: Sequence[Ref]) -> bool:
        """Tell whether what was picked is no part any more of what it shares with the control: lists of GTK keep the widgets of
        rows that were scrolled away for later ones, and pick them at their last places.
        """
        place = next((place for place, ref in enumerate(around) if ref in above), 0)
        if not place:
            return False
        (body,) = await self._ask([Question(around[place], ACCESSIBLE, "GetChildren")])
        return body is not None and around[place - 1] not in refs_of(body)

    async def _hit(self, ref: Ref, at: Point, coordinates: int) -> Ref | None:
        (body,) = await self._ask([Question(ref, COMPONENT, "GetAccessibleAtPoint", "iiu", (at.x, at.y, coordinates))])
        return next(iter(refs_of([body])), None)

    async def _chain(self, ref: Ref) -> list[Ref]:
        """Return the object and its ancestors, up to its window."""
        found = [ref]
        while len(found) < _DEEPEST:
            (body,) = await self._ask([Question(found[-1], PROPERTIES, "Get", "ss", (ACCESSIBLE, "Parent"))])
            above = next((entry for entry in refs_of([[variant(body)]]) if entry.path != _ROOT), None)
            if above is None or above in found:
                break
            found.append(above)
        return found

    async def _kinds(self, refs: Sequence[Ref]) -> list[object]:
        answers = await self._ask([Question(ref, ACCESSIBLE, "GetRole") for ref in refs])
        return [body[0] if body else None for body in answers]

    async def _label_control(self, labels: Sequence[Ref], control: Ref) -> bool:
        """Tell whether one of the labels is the control's, so that a click on the label works the control."""
        for body in await self._ask([Question(ref, ACCESSIBLE, "GetRelationSet") for ref in labels]):
            if control in related_refs(body, _LABEL_FOR):
                return True
        return False

    async def _described(self, ref: Ref) -> str:
        role, name = await self._ask(
            [Question(ref, ACCESSIBLE, "GetRole"), Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name"))]
        )
        words = clean_name(variant(name))
        kind = roles.role_of(role[0]) if role and isinstance(role[0], int) else "Custom"
        return f"{kind} {words!r} of its own window" if words else f"a {kind} of its own window"

    async def _ask(self, questions: Sequence[Question]) -> list[list[Any] | None]:
        return await ask_all(self.line, questions, self.deadline, self.stall_s) if questions else []
