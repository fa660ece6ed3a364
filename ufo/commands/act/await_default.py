"""Waits for the button that Enter presses: a dialog may need a moment to see that what was just written enables it.

GTK's file dialogs look for the file of a name first; an Enter that comes before that is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.commands.act.actor import Actor
from ufo.desktop.snapshot import Element
from ufo.desktop.values import InputEvent, Keys, Window
from ufo.errors import DesktopError

_WAIT_S = 1.0


async def await_default_button(actor: Actor, window: Window, events: Sequence[InputEvent]) -> None:
    """Wait at most a second until the default button is enabled. Does nothing for keys without Enter."""
    button = _disabled_default(actor) if any(one == Keys(("enter",)) for one in events) else None
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
    found = [one for one in look or () if one.role == "Button" and {"default", "disabled"} <= one.states]
    return found[0] if len(found) == 1 else None
