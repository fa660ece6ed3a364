"""Has a program that was started without accessibility tell what is in its windows: while it runs, or by a restart."""

from __future__ import annotations

from ufo.commands.observe.selection import ToolScope
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect, Route


async def wake(scope: ToolScope, window: Window) -> ActionReport:
    """Turn the tree on while the program runs. Raises NotActionable where that does not work, with the next move."""
    if not await scope.desktop.wake(window.id):
        raise NotActionable(
            f"{window.title!r} cannot be made to tell its controls while it runs; work by sight, or call this with `restart`, "
            "which a person has to allow"
        )
    return _told(window)


async def restart_awake(scope: ToolScope, window: Window) -> ActionReport:
    """Start the program again and go on in its new window. Raises NotActionable, LaunchFailed."""
    again = await scope.desktop.restart(window.id)
    scope.selection.choose(again)
    # What tells already is left alone.
    if await scope.desktop.wake(again.id):
        return _told(again)
    said = f"{again.title!r} was started again, but still does not tell its controls; work by sight"
    return ActionReport(effect=Effect.PARTIAL, route=Route.NATIVE, evidence=(said,))


def _told(window: Window) -> ActionReport:
    said = f"the controls of {window.title!r} are told from now on; look at them"
    return ActionReport(effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,))
