"""Clicks a control at the moment when another one shows what was waited for."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

from ufo.commands.act.actor import Actor
from ufo.commands.act.pointer import press_judge
from ufo.commands.observe.element_text import descendants, lines_in, text_of
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.errors import StaleElement, ToolError
from ufo.schema.command import ActionReport, Route
from ufo.schema.patterns import regex
from ufo.text.fold import caseless

_COMPARISON = regex(r"\s*(<=|>=|==?|!=|<|>)\s*(-?\d+(?:[.,]\d+)?)\s*")
_NUMBER = regex(r"-?\d+(?:[.,]\d+)?")
_COMPARES: MappingProxyType[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
        "=": operator.eq,
        "==": operator.eq,
        "!=": operator.ne,
    }
)
_TICK_S = 0.05


@dataclass(frozen=True, slots=True)
class Shown:
    """What a control has to show: words in its text, or a number in a relation to another, such as "< 50"."""

    said: str

    def holds(self, text: str) -> bool:
        found = _COMPARISON.fullmatch(self.said)
        if found is None:
            return caseless(self.said) in caseless(text)
        number = _NUMBER.search(text)
        return number is not None and _COMPARES[found[1]](_float(number[0]), _float(found[2]))


@dataclass(frozen=True, slots=True)
class Watch:
    """The control that is watched, what it has to show, and for how many seconds to wait for that."""

    element: Element
    shown: Shown
    timeout_s: float


async def click_when(actor: Actor, window: Window, element: Element, watch: Watch) -> ActionReport:
    """Click the control once the watched one shows what was said. Raises ToolError where it never did, and StaleElement where
    the control to click has become another one meanwhile.
    """
    if not watch.shown.said.strip():
        raise ToolError('`shows` is empty; say what to wait for, such as "< 50" or "Ready"')
    deadline = asyncio.get_running_loop().time() + watch.timeout_s
    around = descendants(await actor.scope.desktop.snapshot(window.id), watch.element)
    # What is waited for changes by itself, which proves nothing about the click.
    actor.expect_changes(one.handle.key for one in (watch.element, *around))

    async def act() -> Route:
        # All that takes time is done before the wait: a number may go on meanwhile.
        await actor.ready(element)
        await _wait(actor, window, watch, deadline)
        current = await actor.scope.desktop.reidentify(element.handle)
        if (current.role, current.name) != (element.role, element.name):
            raise StaleElement(f"{element.role} {element.name!r} is {current.role} {current.name!r} now; look again")
        return await actor.press(replace(current, path=element.path, depth=element.depth), window)

    return await actor.perform(window, element, act, press_judge(element))


async def _wait(actor: Actor, window: Window, watch: Watch, deadline: float) -> None:
    clock = asyncio.get_running_loop().time
    while True:
        looked = clock()
        text = await _text(actor, window, watch.element)
        if watch.shown.holds(text):
            return
        if clock() >= deadline:
            raise ToolError(
                f"{watch.element.role} shows {text[:80]!r} and never {watch.shown.said!r} within {watch.timeout_s:g} s; "
                "nothing was clicked"
            )
        await actor.scope.desktop.changed(window.id, looked, _TICK_S)


async def _text(actor: Actor, window: Window, element: Element) -> str:
    """Return what the control shows. A page may put another text in place of the one that was there."""
    try:
        return await text_of(actor.scope.desktop, window, element)
    except StaleElement:
        snapshot = await actor.scope.desktop.snapshot(window.id)
        beginning = (element.role, element.rect.x, element.rect.y)
        now = next((one for one in snapshot if (one.role, one.rect.x, one.rect.y) == beginning), None)
        return "" if now is None else now.value or lines_in(snapshot, now) or now.name


def _float(number: str) -> float:
    return float(number.replace(",", "."))
