"""Waits until words are shown, or gone: looks again and again, at moments when the window is idle where it has any."""

from __future__ import annotations

import asyncio

from ufo.commands.act.actor import Actor
from ufo.commands.observe.beyond_sight import beyond_sight, pages_in
from ufo.commands.observe.control_names import called
from ufo.desktop.snapshot import Element
from ufo.errors import ApplicationHung
from ufo.text.fold import caseless

_PAUSE_S, _SEARCH_EVERY_S = 0.1, 2.0


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
    """Return where the words are shown, and whether they are all that is said there: "" where they are not shown, None where
    the application does not answer.
    """
    window = await actor.window()
    for one in await actor.scope.desktop.windows():
        if wanted in caseless(one.title):
            return f"window {one.title!r} is there", True
    try:
        snapshot = await actor.scope.desktop.snapshot(window.id)
    except ApplicationHung:
        return None, False
    shown = [one for one in snapshot if wanted in _words(one) and "offscreen" not in one.states]
    if not shown:
        return (None if snapshot.is_deaf else ""), False
    exact = [one for one in shown if wanted in (caseless(one.name), caseless(one.value or ""))]
    element = (exact or shown)[0]
    return f"{element.role} {(element.name or element.value or '')[:80]!r} is shown", bool(exact)


async def _is_out_of_sight(actor: Actor, words: str) -> bool:
    desktop = actor.scope.desktop
    try:
        snapshot = await desktop.snapshot(actor.scope.selection.require_window().id)
        return bool(called(await beyond_sight(desktop, pages_in(snapshot)) or (), words))
    except ApplicationHung:
        return False


def _words(element: Element) -> str:
    return caseless(f"{element.name}\n{element.value or ''}")
