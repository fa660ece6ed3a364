"""Follows the window that takes the place of the selected one: behind an import dialog, a splash, a login or a page of a wizard.

A window follows where it belongs to the same process and either came up since the agent was given its window, or got the
focus when that one closed. Where several might, none is taken. Another document of the same program is no successor of one
that was closed. Of another process only the window of a program that began again follows: one that came within the sub-task,
of a process that showed none before, and of the same kin (what both have in common, and no other program has) or, without
kin, of the same program, begun within the sub-task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ufo.desktop.values import Window
from ufo.errors import DesktopError, WindowGone
from ufo.schema.patterns import regex
from ufo.tools.observe.selection import Move, ToolScope

_OPENING_S, _CHOOSING_S, _PAUSE_S = 5.0, 1.0, 0.05
_RESTARTING_S, _ENDED_S = 15.0, 1.5
"""How long to wait for a window of a program that ended: while its kin runs, and without kin."""
_APPLICATION = regex(r".*\s[-\u2013\u2014]\s(?P<name>\S.*)")
_CLOCK_S = 1.0
"""How coarse the times are at which processes began."""


async def selected_window(scope: ToolScope, patience_s: float = _RESTARTING_S) -> tuple[Window, tuple[Window, ...]]:
    """Return the selected window as it is now, and all windows. Where it is closed, go on in the one that followed; where it
    opened a window of its own with the focus, such as the one in which an answer is written, go on there until that closes.

    A program that still runs gets up to `patience_s` seconds to open its next window. Raises ToolError where none is selected,
    and WindowGone where it is closed and none followed.
    """
    chosen = scope.selection.require_window()
    windows = await scope.desktop.windows()
    window = scope.selection.gone_back(windows)
    if window is not None:
        return _opened_by(scope, window, windows) or window, windows
    clock = asyncio.get_running_loop().time
    began = clock()
    while True:
        followed = await _settled(scope, await _follower(scope, chosen, windows))
        windows = await scope.desktop.windows()
        now = next((other for other in windows if followed is not None and other.id == followed.id), None)
        if now is not None:
            scope.selection.follow(chosen, now, windows)
            return now, windows
        if clock() - began >= min(patience_s, await _patience(scope, chosen, windows)):
            scope.selection.lost = chosen.id
            raise WindowGone(f"window {chosen.title!r} is closed{await instead(scope, chosen, windows)}")
        await asyncio.sleep(_PAUSE_S)


def _opened_by(scope: ToolScope, window: Window, windows: Sequence[Window]) -> Window | None:
    """Go to the only window that the selected one's process opened since the last look, where that has the focus and is no
    dialog, and return it; None where there is none.
    """
    known = scope.selection.seen | {other.id for other in scope.selection.known}
    came = [other for other in main_windows(window, windows) if other.id not in known and not other.is_dialog]
    if not scope.selection.seen or len(came) != 1 or not came[0].active:
        return None
    scope.selection.go_to(came[0])
    scope.selection.moves.append(Move(window, came[0], stays=True))
    return came[0]


def replacement(gone: Window, windows: Sequence[Window], known: Collection[str]) -> Window | None:
    """Return the window that took the place of a closed one, or None where none did or where it is unclear which one.

    `known`: the ids of the windows that were there when the agent was given the closed one.
    """
    theirs = main_windows(gone, windows)
    came = [window for window in theirs if window.id not in known] if known else []
    front = _in_front(theirs, windows)
    if came:
        return came[0] if len(came) == 1 else next((window for window in came if front and window.id == front.id), None)
    owner = next((window for window in windows if window.id == gone.parent), None)
    if owner is not None:
        return owner
    return None if front is None or _is_sibling(gone, front) else front


def main_windows(gone: Window, windows: Sequence[Window]) -> list[Window]:
    """Return the windows of that window's process, without the dialogs that are reached through them."""
    theirs = [window for window in windows if gone.pid > 0 and window.pid == gone.pid and window.id != gone.id]
    known = {window.id for window in theirs}
    return [window for window in theirs if window.parent not in known and window.title.strip()]


async def instead(scope: ToolScope, gone: Window, windows: Sequence[Window]) -> str:
    """Return what there is in the place of a closed window, as the end of a sentence that says what to do next."""
    followed = await _follower(scope, gone, windows)
    if followed is not None:
        return f"; {followed.title!r} followed: look at it before anything else is done"
    theirs = main_windows(gone, windows) or await _heirs(scope, gone, windows)
    if theirs:
        titles = " and ".join(repr(other.title) for other in theirs)
        return f"; its application shows {titles}, and whether the work goes on there is unclear: select a window"
    ended = f", and {gone.process!r} has ended" if await _has_ended(scope, gone) else ""
    return f"{ended}; look at the windows and select another one"


async def _follower(scope: ToolScope, gone: Window, windows: Sequence[Window]) -> Window | None:
    """Return the window that took the place of a closed one: of its process, or else of its program that began again."""
    followed = replacement(
        gone, windows, frozenset(window.id for window in scope.selection.known) or scope.selection.seen
    )
    if followed is not None or main_windows(gone, windows):
        return followed
    came = await _heirs(scope, gone, windows)
    return came[0] if len(came) == 1 else _in_front(came, windows)


async def _heirs(scope: ToolScope, gone: Window, windows: Sequence[Window]) -> list[Window]:
    if gone.pid <= 0 or not scope.selection.known:
        return []
    return heirs(gone, windows, _earlier(scope), has_ended=await _has_ended(scope, gone))


def _earlier(scope: ToolScope) -> Earlier:
    return Earlier(scope.selection.known, scope.selection.seen, scope.selection.begun)


def _in_front(theirs: Sequence[Window], windows: Sequence[Window]) -> Window | None:
    """Return the one of these windows that is active, itself or by one of its dialogs."""
    above = {window.id: window.parent for window in windows}
    active = next((window.id for window in windows if window.active), None)
    passed: set[str] = set()
    while active is not None and active not in passed:
        found = next((window for window in theirs if window.id == active), None)
        if found is not None:
            return found
        passed.add(active)
        active = above.get(active)
    return None


def _is_sibling(window: Window, other: Window) -> bool:
    """Tell whether both titles name a document and then the same program: "a.txt - Mousepad"."""
    first, second = _APPLICATION.fullmatch(window.title), _APPLICATION.fullmatch(other.title)
    return first is not None and second is not None and first["name"] == second["name"]


async def _settled(scope: ToolScope, window: Window | None) -> Window | None:
    """Wait until a window that just came up is filled: its title and its kind may change until then."""
    if window is not None:
        await scope.desktop.settle(window.id, scope.settle_timeout_s)
    return window


async def _patience(scope: ToolScope, gone: Window, windows: Sequence[Window]) -> float:
    """Return the seconds to wait for a window that follows; 0 where the program was waited for already."""
    if scope.selection.lost == gone.id:
        return 0.0
    if await _follower(scope, gone, windows) is not None:
        # It came up just now, in the place of a splash that had closed.
        return _RESTARTING_S
    if main_windows(gone, windows) or await _heirs(scope, gone, windows):
        return _CHOOSING_S
    if not await _has_ended(scope, gone):
        return _OPENING_S
    kin = _earlier(scope).own_kin(gone)
    return _RESTARTING_S if kin and await scope.desktop.runs(gone.pid, kin) else _ENDED_S


async def _has_ended(scope: ToolScope, gone: Window) -> bool:
    """Tell whether the process of a closed window has ended too, as after a restart, a kill or a crash."""
    try:
        return gone.pid > 0 and not await scope.desktop.runs(gone.pid)
    except DesktopError:
        return False


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was there when the agent was given its window, the ids of the windows at its last look, and when it was given it."""

    windows: tuple[Window, ...]
    seen: frozenset[str]
    begun: float

    def own_kin(self, gone: Window) -> frozenset[str]:
        """Return what tells the kin of a closed window's program, and no other program of the desktop has."""
        others = (window.kin for window in self.windows if window.pid != gone.pid)
        return gone.kin.difference(*others)


def heirs(gone: Window, windows: Sequence[Window], earlier: Earlier, *, has_ended: bool) -> list[Window]:
    """Return the windows in which the program of a closed one may go on. `has_ended`: the process of the closed one has ended."""
    shown_before = {0, gone.pid, *(window.pid for window in earlier.windows)}
    came = [window for window in windows if window.pid not in shown_before]
    ids = {window.id for window in came}
    main = [window for window in came if window.parent not in ids and window.title.strip()]
    kin = earlier.own_kin(gone)
    begun_again = [window for window in main if _is_kin(window, gone, kin, earlier)]
    same = [window for window in main if (window.app_root, window.process) == (gone.app_root, gone.process)]
    is_dated = has_ended and bool(earlier.begun)
    return begun_again or [window for window in same if is_dated and window.began + _CLOCK_S >= earlier.begun]


def _is_kin(window: Window, gone: Window, kin: frozenset[str], earlier: Earlier) -> bool:
    """Tell whether a program began again, or whether what it started took its place. What was seen beside it did not."""
    if kin.isdisjoint(window.kin):
        return False
    return (
        window.app_root == gone.app_root
        or window.process == gone.process
        or window.id not in {*earlier.seen} - {gone.id}
    )
