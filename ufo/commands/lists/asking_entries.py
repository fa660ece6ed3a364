"""Tells an entry that opens a dialog in place of being chosen, such as "New Style..." among the styles."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet

from ufo.commands.verb.context import VerbContext
from ufo.desktop.matching.family import is_of
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.schema.command import ActionReport, Effect, Route

_LATE_S = 1.5


async def dialogs(context: VerbContext) -> frozenset[str]:
    """Return the ids of all dialogs that are open."""
    return frozenset(one.id for one in await context.desktop.windows() if _is_dialog(one))


async def dialog_of(
    context: VerbContext, chosen: Element, before: AbstractSet[str], route: Route
) -> ActionReport | None:
    """Return the report of an entry that opened a dialog, or None. Dots at its end announce one, so it is waited for: opening
    the list once more would only find the dialog in its way. `before`: the dialogs that were open.
    """
    waited = chosen.name.rstrip().endswith(("…", "..."))
    deadline = asyncio.get_running_loop().time() + (_LATE_S if waited else 0)
    while True:
        await context.desktop.settle(context.window.id, context.actor.scope.settle_timeout_s)
        windows = tuple(await context.desktop.windows())
        opened = [one for one in windows if one.id not in before and _is_dialog(one) and one.title]
        mine = next((one for one in opened if is_of(one, context.window, windows)), None)
        if mine is not None:
            said = f"{chosen.name!r} was chosen, and dialog {mine.title!r} opened"
            effect = Effect.CONFIRMED if waited else Effect.PARTIAL
            return ActionReport(value=chosen.name, effect=effect, route=route, evidence=(said,))
        if asyncio.get_running_loop().time() >= deadline:
            return None


def _is_dialog(window: Window) -> bool:
    return window.modal or window.parent is not None
