"""Waits until words are shown, or gone: looks again and again, at moments when the window is idle where it has any."""

from __future__ import annotations

import asyncio

from ufo.commands.act.actor import Actor
from ufo.desktop.snapshot import Element
from ufo.errors import ApplicationHung

_PAUSE_S = 0.1


async def wait_until_shown(actor: Actor, words: str, *, gone: bool, timeout_s: float) -> str:
    """Return a sentence that says where the words were seen, or that they are gone; "" where the time was up first."""
    wanted = _plain(words)
    deadline = asyncio.get_running_loop().time() + timeout_s
    while True:
        seen = await _seen(actor, wanted)
        if seen and not gone:
            return seen
        if seen == "" and gone:
            return f"{words!r} is not shown any more"
        left = deadline - asyncio.get_running_loop().time()
        if left <= 0:
            return ""
        await actor.scope.desktop.settle(actor.scope.selection.require_window().id, min(left, _PAUSE_S))
        await asyncio.sleep(min(left, _PAUSE_S))


async def _seen(actor: Actor, wanted: str) -> str | None:
    """Return where the words are shown, "" where they are not, or None where the application does not answer."""
    window = await actor.window()
    for one in await actor.scope.desktop.windows():
        if wanted in _plain(one.title):
            return f"window {one.title!r} is there"
    try:
        snapshot = await actor.scope.desktop.snapshot(window.id)
    except ApplicationHung:
        return None
    for element in snapshot:
        if wanted in _words(element) and "offscreen" not in element.states:
            return f"{element.role} {(element.name or element.value or '')[:80]!r} is shown"
    return ""


def _words(element: Element) -> str:
    return _plain(f"{element.name}\n{element.value or ''}")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
