"""Goes to another window of an application, has a silent program tell its controls, and puts a save dialog away."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ufo.desktop.matching.family import is_of
from ufo.desktop.values import Keys, Window
from ufo.errors import AmbiguousElement, DesktopError, NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.tools.observe.selection import ToolScope
from ufo.tools.policy.files.save_dialogs import is_saving

_ESCAPE = Keys(("escape",))
_MOST = 4
"""How many dialogs may lie over one another: a question about the file, the dialog of a format, and the save dialog itself."""


async def go_to_window(scope: ToolScope, window: Window, title: str) -> ActionReport:
    """Focus and select the window of that title or document. Raises ToolError with the titles, AmbiguousElement."""
    theirs = [other for other in await scope.desktop.windows() if window.pid and other.pid == window.pid]
    found = await _showing(scope, theirs, title) if "/" in title else _called(theirs, title)
    if not found:
        have = ", ".join(map(repr, sorted(other.title for other in theirs if other.title)))
        raise ToolError(f"the application has no window {title!r}; it has {have or 'none with a title'}")
    if len(found) > 1:
        raise AmbiguousElement(
            f"{len(found)} windows of the application are called {title!r}; name it whole, or by the path of its document"
        )
    (chosen,) = found
    await scope.desktop.focus(chosen.id)
    scope.selection.go_to(chosen)
    return ActionReport.of(Effect.CONFIRMED, f"window {chosen.title!r} is worked in from now on")


async def _showing(scope: ToolScope, windows: Sequence[Window], path: str) -> list[Window]:
    found = [window for window in windows if (await scope.documents.path(window)).endswith(path)]
    return found or _called(windows, path)


def _called(windows: Sequence[Window], title: str) -> list[Window]:
    """Return the windows with exactly this title, or else those whose title contains it."""
    wanted = " ".join(title.split()).casefold()
    exact = [window for window in windows if " ".join(window.title.split()).casefold() == wanted]
    return exact or [window for window in windows if wanted and wanted in " ".join(window.title.split()).casefold()]


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
    return ActionReport.of(Effect.PARTIAL, said, Route.NATIVE)


def _told(window: Window) -> ActionReport:
    said = f"the controls of {window.title!r} are told from now on; look at them"
    return ActionReport.of(Effect.CONFIRMED, said, Route.NATIVE)


async def put_away_save_dialog(scope: ToolScope) -> str:
    """Cancel the open save dialog with the questions over it, and return its title; "" for none, or where it stays."""
    with contextlib.suppress(DesktopError):
        title = _title(await _dialogs(scope))
        for _ in range(_MOST if title else 0):
            shown = await _dialogs(scope)
            if not _title(shown):
                return title
            await scope.desktop.send(shown[0].id, [_ESCAPE])
            await scope.desktop.settle(None, scope.settle_timeout_s)
        return "" if _title(await _dialogs(scope)) else title
    return ""


async def _dialogs(scope: ToolScope) -> list[Window]:
    """Return the modal dialogs of the selected window's application, topmost first."""
    window = scope.selection.window
    if window is None:
        return []
    windows = await scope.desktop.windows()
    return [other for other in windows if other.is_dialog and is_of(other, window, windows)]


def _title(dialogs: list[Window]) -> str:
    return next((window.title for window in dialogs if is_saving(window.title)), "")
