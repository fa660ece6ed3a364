"""Refuses to act on a control that lies under something else of its own application, because a person does not see it.

The accessible action would still reach a covered control, past the menu, panel or layer that the application has put over it
for a reason. Windows of other applications do not count, nor do own windows that can be raised: see `Aimer.uncover`.
"""

from __future__ import annotations

from ufo.commands.observe.selection import ToolScope
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable


async def require_uncovered(scope: ToolScope, element: Element, latest: Snapshot | None) -> None:
    """Raise NotActionable where the newest look shows the element as covered and one more look confirms it."""
    window = scope.selection.window
    shown = None if latest is None else latest.same(element)
    if window is None or element.by_sight or "covered" not in (shown or element).states:
        return
    # A menu that is about to close does not cover it for long.
    await scope.desktop.settle(window.id, scope.settle_timeout_s)
    now = await scope.look(window.id)
    found = now.same(element)
    if found is None or "covered" not in found.states:
        return
    above = _above(now, found)
    what = f"{above.role} {above.name!r}" if above is not None else "something else of its application"
    raise NotActionable(
        f"{element.role} {element.name!r} lies under {what}; close what lies over it or scroll, then look again"
    )


def _above(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the smallest named control that is shown at the middle of the element."""
    centre = element.rect.center
    here = [
        one
        for one in snapshot
        if one.name and one.rect.contains(centre) and not one.states & {"covered", "offscreen"}
        if one.actions or one.role == "Dialog"
    ]
    return min(here, key=lambda one: one.rect.area, default=None)
