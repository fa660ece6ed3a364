"""The accessibility of a Chromium that was started without it: turned on while it is attached, and off again afterwards.

The browser's own page for it is opened in no window, so nothing is seen of it and no focus is taken. The browser closes it by
itself when we are gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ufo.conditions.readers.pages.connection import QuestionRefused
from ufo.errors import ToolError
from ufo_browser.tab import until

_PAGE = "chrome://accessibility/"
_MODES = ("native", "web")
_OPEN_S = 20.0
# The boxes are there before the script that hears them.
_READY = "document.readyState === 'complete' && document.querySelectorAll('#native, #web').length === 2"
_TURN = """JSON.stringify({names}.filter(name => {{
  const box = document.getElementById(name);
  if (box.checked === {on} || box.disabled) return false;
  box.click();
  return true;
}}))"""

Ask = Callable[..., Awaitable[Any]]
"""Takes a method and a session, and what belongs to the question by name."""


@dataclass(frozen=True, slots=True)
class Tree:
    """What was turned on: the browser keeps it so as long as its page is open. `target` is "" where nothing was."""

    target: str = ""
    session: str = ""
    modes: tuple[str, ...] = ()


async def turn_on(ask: Ask) -> Tree:
    """Turn on what is off of it. Where the browser has no such page, nothing is: its tree stays asleep."""
    target = ""
    try:
        async with asyncio.timeout(_OPEN_S):
            target = str((await ask("Target.createTarget", "", url=_PAGE, hidden=True))["targetId"])
            session = str((await ask("Target.attachToTarget", "", targetId=target, flatten=True))["sessionId"])
            await until(partial(_is_ready, ask, session), _OPEN_S)
            return Tree(target, session, await _turned(ask, session, _MODES, "true"))
    except (TimeoutError, QuestionRefused, ToolError, KeyError, ValueError):
        await _closed(ask, target)
        return Tree()


async def turn_off(ask: Ask, tree: Tree) -> None:
    """Turn off what was turned on, and close the page."""
    if tree.target:
        with contextlib.suppress(QuestionRefused, ToolError, KeyError, ValueError):
            await _turned(ask, tree.session, tree.modes, "false")
        await _closed(ask, tree.target)


async def _is_ready(ask: Ask, session: str) -> bool:
    said = await ask("Runtime.evaluate", session, expression=_READY, returnByValue=True)
    return bool(said["result"]["value"])


async def _turned(ask: Ask, session: str, modes: Sequence[str], on: str) -> tuple[str, ...]:
    turn = _TURN.format(names=json.dumps(list(modes)), on=on)
    said = await ask("Runtime.evaluate", session, expression=turn, returnByValue=True)
    return tuple(json.loads(said["result"]["value"]))


async def _closed(ask: Ask, target: str) -> None:
    with contextlib.suppress(QuestionRefused, ToolError):
        if target:
            await ask("Target.closeTarget", "", targetId=target)
