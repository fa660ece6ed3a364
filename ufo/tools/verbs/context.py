"""What every verb works with: looks at one window until something holds, and works its controls by the narrowest route.

Each verb is guarded in the same way: it finds the control, leaves it alone where the end holds already, goes each way in turn
until the control shows the end, and reports what it shows then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from ufo.desktop.matching.diff import Change, difference
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import ElementVerb, Keys, Window
from ufo.errors import DesktopError, NotActionable, StaleElement
from ufo.schema.action_class import ActionClass
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import BUTTONS_AND_LINKS, ROWS_AND_TABS
from ufo.tools.act.actor import Actor
from ufo.tools.act.keyboard import type_into
from ufo.tools.effects.by_itself import keys_by_themselves
from ufo.tools.effects.compare import in_one_list, is_same_row
from ufo.tools.observe.control_names import named
from ufo.tools.observe.in_view import in_page
from ufo.tools.policy.input.verbs import classes_of, require_judged, weighed

_log = logging.getLogger(__name__)
T = TypeVar("T")
Way = Callable[[], Awaitable[Route | None]]
"""One way to act on a control. It returns None where the control cannot be worked so."""

CALLED_S = 0.3
"""The seconds that what an accessible call set may take to show, before another way is gone: the application has taken the call
when it answers it.
"""
PATIENCE_S = 3.0
"""The seconds that something may take to appear after the action that opens it."""
_TICK_S = 0.05


class VerbContext:
    """Looks at one window and acts on its controls. `judged`: the classes of action that were judged for this command."""

    def __init__(self, actor: Actor, window: Window, judged: frozenset[ActionClass] = classes_of(())) -> None:
        self.actor = actor
        self.window = window
        self.judged = judged
        self.desktop = actor.scope.desktop
        self.listed: list[Element] = []
        """The entries of the lists that this command opened."""
        self._last_look: int | None = None

    def weighing(self, element: Element, name: str, values: Iterable[object]) -> VerbContext:
        """Return a context for one of several controls: only what was said about that control counts as judged."""
        return VerbContext(self.actor, self.window, classes_of(weighed(element, name, values)))

    async def look(self, settled: bool = True) -> Snapshot:
        """Take a look once the window is idle, or at once with `settled` False."""
        if settled:
            await self.desktop.settle(self.window.id, self.actor.scope.settle_timeout_s)
        snapshot = await self.actor.look(self.window.id)
        self._last_look = snapshot.id
        return snapshot

    @property
    def newest(self) -> Snapshot | None:
        """The newest look at the window that was taken for anything."""
        return self.actor.scope.selection.latest(self.window.id)

    async def seen(self, element: Element) -> Snapshot:
        """Return this command's last look where the element comes from it, or else a new one."""
        known = None
        if self._last_look == element.handle.snapshot_id:
            known = self.actor.scope.selection.recent(element.handle.snapshot_id)
        return known or await self.look(settled=False)

    async def until(self, holds: Callable[[Snapshot], T | None], timeout_s: float = PATIENCE_S) -> T | None:
        """Look until `holds` returns something, and return that; None after `timeout_s` seconds."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while True:
            found = holds(await self.look())
            if found is not None or asyncio.get_running_loop().time() > deadline:
                return found
            await asyncio.sleep(_TICK_S)

    async def until_it(self, element: Element, holds: Callable[[Element], bool], timeout_s: float) -> Element | None:
        """Look until this holds of the element, and return it as it is then; None after `timeout_s` seconds."""
        return await self.until(where(element, holds), timeout_s)

    async def until_windows(self, holds: Callable[[Sequence[Window]], T | None], timeout_s: float) -> T | None:
        """Ask which windows there are until `holds` returns something, and return that; None after `timeout_s` seconds."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while True:
            found = holds(await self.desktop.windows())
            if found is not None or asyncio.get_running_loop().time() >= deadline:
                return found
            await asyncio.sleep(_TICK_S)

    async def now(self, element: Element) -> Element | None:
        """Return the same element at a new look, with its current place; None where it is gone."""
        return same(await self.look(), element)

    async def press(self, element: Element) -> Route:
        """Press the element as a click would, after checking that this does no more than what was judged."""
        await self.judge(element)
        return await self.actor.press(await self.actor.ready(element), self.window)

    async def click(self, element: Element) -> Route:
        """Click the element with the pointer, where its own action had no effect."""
        await self.judge(element)
        await self.actor.click(self.window, await self.actor.ready(element))
        return Route.POINTER

    async def hover(self, element: Element) -> None:
        """Rest the pointer on the element, which opens what a page shows only then."""
        current = await self.actor.ready(element)
        await self.actor.aiming.rest_on(self.window, current, await self.seen(current))

    async def act(self, element: Element, verb: ElementVerb, text: str | None = None) -> Route | None:
        """Perform the accessible action and return its route; None where the element has no such action."""
        await self.actor.aiming.uncover(self.window, element.rect.center, element)
        try:
            return (await self.desktop.act(element.handle, verb, text)).route
        except NotActionable as error:
            _log.debug("%s has no action %r: %s", named(element), verb, error)
            return None

    async def keys(self, element: Element, *chords: tuple[str, ...]) -> Route:
        """Press the chords in the element."""
        return await type_into(self.actor, self.window, element, [Keys(chord) for chord in chords])

    async def judge(self, element: Element) -> None:
        snapshot = await self.seen(element)
        require_judged(self.actor.scope, await self.desktop.windows(), snapshot, element, self.judged)

    async def try_each(
        self,
        ways: Iterable[Way],
        holds: Callable[[Snapshot], T | None],
        timeout_s: float,
        called_s: float | None = None,
    ) -> tuple[Route | None, T | None]:
        """Go each way until `holds` returns something. Return the last route that was taken, and that. `called_s`: how long an
        accessible call is waited for, where going another way after it can do no harm.
        """
        route: Route | None = None
        for way in ways:
            tried = await way()
            if tried is not None:
                route = tried
                quick = called_s if tried is Route.ACCESSIBILITY else None
                held = await self.until(holds, timeout_s if quick is None else quick)
                if held is not None:
                    return route, held
        return route, None

    def confirm(self, before: Element, now: Element, said: str, route: Route | None, value: object) -> ActionReport:
        """Report an end that was seen on the control, and remember it, so that it is noticed if it does not last."""
        self.actor.claim(before, now)
        return ActionReport.of(Effect.CONFIRMED, said, route, value)

    def shows_now(self, before: Element, now: Element, route: Route | None, when: str = "now") -> ActionReport:
        """Report that the control shows the value that was wanted."""
        said = f"{named(now)} shows {now.value!r} {when}, it showed {before.value!r}"
        return self.confirm(before, now, said, route, now.value)

    async def missed(self, before: Element, wanted: object, route: Route | None = None) -> ActionReport:
        """Report what the control shows in place of the value that was wanted."""
        left = await self.now(before)
        shown = None if left is None else left.value
        noop = Effect.SUSPECTED_NOOP if shown == before.value else Effect.PARTIAL
        said = f"{named(before)} shows {shown!r}, not {wanted!r}"
        return ActionReport.of(Effect.UNVERIFIABLE if left is None else noop, said, route, shown)


def same(snapshot: Iterable[Element], element: Element) -> Element | None:
    """Return the same control in the snapshot, found by its handle. A control with another role, or a row with other words, is
    not the same. Some toolkits recreate rows and pages whenever anything changes, so those may also be found by their words
    where only one has them, and where the old row now says something else, only in the same list.
    """
    elements = tuple(snapshot)
    found = next((other for other in elements if other.handle.key == element.handle.key), None)
    if found is not None and (found.role != element.role or is_same_row(element, found)):
        return found if found.role == element.role else None
    if element.role not in ROWS_AND_TABS or not element.name:
        return None
    said = (element.role, element.name, element.path)
    alike = [other for other in elements if (other.role, other.name, other.path) == said]
    if len(alike) != 1 or (found is not None and not in_one_list(elements, found, alike[0])):
        return None
    return alike[0]


def where(element: Element, holds: Callable[[Element], bool]) -> Callable[[Snapshot], Element | None]:
    """Return what finds the same control in a look, where this holds of it."""
    return lambda look: now if (now := same(look, element)) is not None and holds(now) else None


async def require(context: VerbContext, element: Element) -> Element:
    """Return the element with its place in the window, in sight and enabled. Raises StaleElement, NotActionable."""
    await context.actor.ready(element)
    found = same(await context.actor.scope.look(context.window.id), element)
    if found is None:
        raise StaleElement(f"{named(element)} is not there any more; look again")
    return found


def unsure(element: Element, route: Route, refusal: DesktopError) -> ActionReport:
    """Report a second try that was refused. The first was delivered, so it cannot be said that nothing was done."""
    said = f"{named(element)} was acted on and does not show the result; a second try by a click was refused: {refusal}"
    return ActionReport.of(Effect.UNVERIFIABLE, said, route)


def already(said: str, value: object = None) -> ActionReport:
    return ActionReport.of(Effect.CONFIRMED, f"{said} already; nothing was done", value=value)


def already_shows(element: Element) -> ActionReport:
    return already(f"{named(element)} shows {element.value!r}", element.value)


async def may_press_again(context: VerbContext, element: Element, before: Snapshot) -> bool:
    """Tell whether to click with the pointer after the element's own action had no visible success: a form must not be sent
    twice. `before` is the look before that action.

    In a page, the own action of a button or link is all that a click is, and its answer may take long. Other parts, such as a tab
    around a link, may take only the click; but where anything changed, they took the action.
    """
    if not in_page(before, element):
        return True
    if element.role in BUTTONS_AND_LINKS:
        return False
    what = difference(before, await context.look())
    left = what.without(keys_by_themselves(what, frozenset(context.actor.scope.selection.running)))
    return not (left.added or left.removed or any(map(_is_more_than_focus, left.changed)))


def _is_more_than_focus(change: Change) -> bool:
    return change.facets != ("states",) or bool((change.gained | change.lost) - {"focused"})
