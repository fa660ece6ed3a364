"""Goes to another window of the selected window's application, such as a dialog that belongs to no other window."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.observe.selection import ToolScope
from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.document_paths import document_path
from ufo.desktop.values import Window
from ufo.errors import AmbiguousElement, ToolError
from ufo.schema.command import ActionReport, Effect


async def go_to_window(scope: ToolScope, window: Window, title: str) -> ActionReport:
    """Select the window with that title, or the one that shows the document of that path, and give it the keyboard. Raises
    ToolError with the titles that there are, AmbiguousElement.
    """
    theirs = [one for one in await scope.desktop.windows() if window.pid and one.pid == window.pid]
    found = await _showing(theirs, title) if "/" in title else _called(theirs, title)
    if not found:
        have = ", ".join(map(repr, sorted(one.title for one in theirs if one.title)))
        raise ToolError(f"the application has no window {title!r}; it has {have or 'none with a title'}")
    if len(found) > 1:
        raise AmbiguousElement(
            f"{len(found)} windows of the application are called {title!r}; name it whole, or by the path of its document"
        )
    (chosen,) = found
    await scope.desktop.focus(chosen.id)
    scope.selection.go_to(chosen)
    return ActionReport(effect=Effect.CONFIRMED, evidence=(f"window {chosen.title!r} is worked in from now on",))


async def _showing(windows: Sequence[Window], path: str) -> list[Window]:
    bridge = OfficeBridge()
    try:
        paths = [await document_path(bridge, one) for one in windows]
    finally:
        await bridge.close()
    found = [one for one, shown in zip(windows, paths, strict=True) if shown.endswith(path)]
    return found or _called(windows, path)


def _called(windows: Sequence[Window], title: str) -> list[Window]:
    """Return the windows with exactly this title, or else those whose title contains it."""
    wanted = " ".join(title.split()).casefold()
    exact = [one for one in windows if " ".join(one.title.split()).casefold() == wanted]
    return exact or [one for one in windows if wanted and wanted in " ".join(one.title.split()).casefold()]
