"""Waits: for words to be shown or gone, for the button that Enter presses, and for the moment to click."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ufo.desktop.snapshot import Element, descendants
from ufo.desktop.values import InputEvent, Keys, Window
from ufo.errors import ApplicationHung, DesktopError, StaleElement, ToolError
from ufo.schema.command import ActionReport, Route
from ufo.schema.patterns import regex
from ufo.text.fold import caseless
from ufo.tools.act.actor import Actor
from ufo.tools.act.pointer import press_judge
from ufo.tools.observe.control_names import called
from ufo.tools.observe.in_view import beyond_sight, lines_in, pages_in, text_of

_PAUSE_S, _SEARCH_EVERY_S = 0.1, 2.0
_WAIT_S = 1.0
_COMPARISON = regex(r"\s*(<=|>=|==?|!=|<|>)\s*(-?\d+(?:[.,]\d+)?)\s*")
_NUMBER = regex(r"-?\d+(?:[.,]\d+)?")
_COMPARES: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_TICK_S = 0.05


async def wait_until_shown(actor: Actor, words: str, *, gone: bool, timeout_s: float) -> str:
    """Return a sentence that says where the words were seen, or that they are gone; "" where the time was up first."""
    wanted = caseless(words)
    clock = asyncio.get_running_loop().time
    deadline, next_search = clock() + timeout_s, clock()
    while True:
        seen, is_exact = await _seen(actor, wanted)
        if not gone and not is_exact and clock() >= next_search:
            # Words that merely occur in a text may be the instruction that names what is further down.
            if await _is_out_of_sight(actor, words):
                return f"{words!r} is on the page, out of sight: scroll_to it before it is acted on"
            next_search = clock() + _SEARCH_EVERY_S
        if seen and not gone:
            return seen
        if seen == "" and gone:
            return f"{words!r} is not shown any more"
        left = deadline - clock()
        if left <= 0:
            return ""
        await actor.scope.desktop.settle(actor.scope.selection.require_window().id, min(left, _PAUSE_S))
        await asyncio.sleep(min(left, _PAUSE_S))


async def _seen(actor: Actor, wanted: str) -> tuple[str | None, bool]:
    """Return where the words are shown ("" for nowhere, None for no answer), and whether they are all that is said there."""
    window = await actor.window()
    for other in await actor.scope.desktop.windows():
        if wanted in caseless(other.title):
            return f"window {other.title!r} is there", True
    try:
        snapshot = await actor.scope.desktop.snapshot(window.id)
    except ApplicationHung:
        return None, False
    shown = [
        other
        for other in snapshot
        if wanted in caseless(f"{other.name}\n{other.value or ''}") and "offscreen" not in other.states
    ]
    if not shown:
        return (None if snapshot.is_deaf else ""), False
    exact = [other for other in shown if wanted in (caseless(other.name), caseless(other.value or ""))]
    element = (exact or shown)[0]
    return f"{element.role} {(element.name or element.value or '')[:80]!r} is shown", bool(exact)


async def _is_out_of_sight(actor: Actor, words: str) -> bool:
    desktop = actor.scope.desktop
    try:
        snapshot = await desktop.snapshot(actor.scope.selection.require_window().id)
        return bool(called(await beyond_sight(desktop, pages_in(snapshot)) or (), words))
    except ApplicationHung:
        return False


async def await_default_button(actor: Actor, window: Window, events: Sequence[InputEvent]) -> None:
    """Wait at most a second until the default button is enabled. Does nothing for keys without Enter."""
    button = _disabled_default(actor) if any(event == Keys(("enter",)) for event in events) else None
    if button is None:
        return
    desktop, clock = actor.scope.desktop, asyncio.get_running_loop().time
    deadline = clock() + _WAIT_S
    try:
        while (left := deadline - clock()) > 0:
            asked = clock()
            if "disabled" not in (await desktop.reidentify(button.handle)).states:
                return
            if not await desktop.changed(window.id, asked, left):
                return
    except DesktopError:
        # It is gone or does not answer; whoever sends the keys finds out more.
        return


def _disabled_default(actor: Actor) -> Element | None:
    look = actor.scope.selection.newest or actor.scope.selection.snapshot
    found = [
        element for element in look or () if element.role == "Button" and {"default", "disabled"} <= element.states
    ]
    return found[0] if len(found) == 1 else None


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
    """Click the control once the watched one shows what was said. Raises ToolError where it never did, StaleElement."""
    if not watch.shown.said.strip():
        raise ToolError('`shows` is empty; say what to wait for, such as "< 50" or "Ready"')
    deadline = asyncio.get_running_loop().time() + watch.timeout_s
    around = descendants(await actor.scope.desktop.snapshot(window.id), watch.element)
    # What is waited for changes by itself, which proves nothing about the click.
    actor.expect_changes(item.handle.key for item in (watch.element, *around))

    async def act() -> Route:
        # All that takes time is done before the wait: a number may go on meanwhile.
        await actor.ready(element)
        await _until_shown(actor, window, watch, deadline)
        current = await actor.scope.desktop.reidentify(element.handle)
        if (current.role, current.name) != (element.role, element.name):
            raise StaleElement(f"{element} is {current} now; look again")
        return await actor.press(replace(current, path=element.path, depth=element.depth), window)

    return await actor.perform(window, element, act, press_judge(element))


async def _until_shown(actor: Actor, window: Window, watch: Watch, deadline: float) -> None:
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
        now = next((shown for shown in snapshot if (shown.role, shown.rect.x, shown.rect.y) == beginning), None)
        return "" if now is None else now.value or lines_in(snapshot, now) or now.name


def _float(number: str) -> float:
    return float(number.replace(",", "."))
