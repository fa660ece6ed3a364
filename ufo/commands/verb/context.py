"""What every verb works with: looks at one window until something holds, and works controls by the narrowest way."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from ufo.commands.act.actor import Actor
from ufo.commands.act.keyboard import type_into
from ufo.commands.effects.compare import in_one_list, is_same_row
from ufo.commands.observe.control_names import named
from ufo.commands.policy.input.verbs import classes_of, require_judged, weighed
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import ElementVerb, Keys, Window
from ufo.errors import DesktopError, NotActionable, StaleElement
from ufo.schema.action_class import ActionClass
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import ROWS_AND_TABS

_log = logging.getLogger(__name__)
T = TypeVar("T")

PATIENCE_S = 3.0
"""The seconds that something may take to appear after the action that opens it."""
_TICK_S = 0.05


class VerbContext:
    """`judged`: the classes of action that the policy has weighed for this command."""

    def __init__(self, actor: Actor, window: Window, judged: frozenset[ActionClass] = classes_of(())) -> None:
        self.actor = actor
        self.window = window
        self.judged = judged
        self.desktop = actor.scope.desktop
        self._last_look: int | None = None

    def weighing(self, element: Element, name: str, values: Iterable[object]) -> VerbContext:
        """For one control of several: only what was said of it counts as judged."""
        return VerbContext(self.actor, self.window, classes_of(weighed(element, name, values)))

    async def look(self, settled: bool = True) -> Snapshot:
        """Once it is quiet, or with `settled` False as it is."""
        if settled:
            await self.desktop.settle(self.window.id, self.actor.scope.settle_timeout_s)
        snapshot = await self.actor.look(self.window.id)
        self._last_look = snapshot.id
        return snapshot

    async def seen(self, element: Element) -> Snapshot:
        """This command's last look where the element was in it, else a new one."""
        known = None
        if self._last_look == element.handle.snapshot_id:
            known = self.actor.scope.selection.recent(element.handle.snapshot_id)
        return known or await self.look(settled=False)

    async def until(self, holds: Callable[[Snapshot], T | None], timeout_s: float = PATIENCE_S) -> T | None:
        """What `holds` finds, as soon as it finds it; None at the end of the time."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while True:
            found = holds(await self.look())
            if found is not None or asyncio.get_running_loop().time() > deadline:
                return found
            await asyncio.sleep(_TICK_S)

    async def now(self, element: Element) -> Element | None:
        """The same element at a new look, with its place in the window."""
        return same(await self.look(), element)

    async def press(self, element: Element) -> Route:
        """As a click would, after making sure that it is no more than what was judged."""
        await self.judge(element)
        return await self.actor.press(await self.actor.ready(element), self.window)

    async def click(self, element: Element, count: int = 1) -> Route:
        """With the pointer, where its own action did nothing."""
        await self.judge(element)
        current = await self.actor.ready(element)
        await self.actor.aiming.uncover(
            self.window, await self.actor.aiming.reachable(self.window, current.rect), current
        )
        await self.actor.aiming.click(self.window, current, count=count)
        return Route.POINTER

    async def act(self, element: Element, verb: ElementVerb, text: str | None = None) -> Route | None:
        """By the accessible action; None where it has none such."""
        await self.actor.aiming.uncover(self.window, element.rect.center, element)
        try:
            return (await self.desktop.act(element.handle, verb, text)).route
        except NotActionable as error:
            _log.debug("%s has no action %r: %s", named(element), verb, error)
            return None

    async def keys(self, element: Element, *chords: tuple[str, ...]) -> Route:
        """Into the element."""
        return await type_into(self.actor, self.window, element, [Keys(chord) for chord in chords])

    async def close_menus(self, count: int) -> None:
        """Takes back what was opened on the way to something that is not there."""
        if count:
            await self.actor.send(self.window, [Keys(("escape",))] * count)
            await self.desktop.settle(self.window.id, self.actor.scope.settle_timeout_s)

    async def judge(self, element: Element) -> None:
        snapshot = await self.seen(element)
        require_judged(self.actor.scope, await self.desktop.windows(), snapshot, element, self.judged)


def same(snapshot: Iterable[Element], element: Element) -> Element | None:
    """By its object. One that is another control by now (another role, a row with other words) is not the same; rows and pages,
    which some toolkits make anew whenever anything changes, are known by their words where only one has them: of a row that
    says something else now, one of the same list."""
    elements = tuple(snapshot)
    found = next((one for one in elements if one.handle.key == element.handle.key), None)
    if found is not None and (found.role != element.role or is_same_row(element, found)):
        return found if found.role == element.role else None
    if element.role not in ROWS_AND_TABS or not element.name:
        return None
    alike = [one for one in elements if (one.role, one.name, one.path) == (element.role, element.name, element.path)]
    if len(alike) != 1 or (found is not None and not in_one_list(elements, found, alike[0])):
        return None
    return alike[0]


def target(actor: Actor, control_id: str, name: str) -> Element:
    """The control with that id. Raises StaleElement for an unknown id, or one of another name."""
    return actor.scope.selection.resolve(control_id, name)


async def require(hands: VerbContext, element: Element) -> Element:
    """In sight, enabled, and with its place in the window. Raises StaleElement, NotActionable."""
    await hands.actor.ready(element)
    found = same(await hands.desktop.snapshot(hands.window.id), element)
    if found is None:
        raise StaleElement(f"{named(element)} is not there any more; look again")
    return found


def unsure(element: Element, route: Route, refusal: DesktopError) -> ActionReport:
    """For a second try that is refused: the first one was delivered, so that nothing is not what was done."""
    said = f"{named(element)} was worked and does not show it; a click there as well was refused: {refusal}"
    return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))


def already(said: str, value: object = None) -> ActionReport:
    return ActionReport(value=value, effect=Effect.CONFIRMED, evidence=(f"{said} already; nothing was done",))
