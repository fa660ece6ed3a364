"""Makes the last check before a stroke: whether what was confirmed about a target still holds.

Windows has no grab that keeps other windows still for a stroke, as an X server has. So the checks that take longest come first,
and the window at the point is asked in the same breath as the stroke is sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from ufo.desktop.matching.restless import Watch, other_tiles
from ufo.desktop.target import Fingerprint, Target
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.capture import pictures
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_WATCH_S, _SAMPLE_S = 0.6, 0.06


def over(
    window_id: str, point: Point, inside: Callable[[int], str | None] | None = None
) -> tuple[str | None, frozenset[int]]:
    """Return what would get a click there instead of the window, None for nothing, and the windows that belong to it. `inside` is
    asked what lies over an element in its own window, with what Windows' own hit test found. Raises WindowGone.
    """
    window = top_windows.handle_of(window_id)
    family = top_windows.family_of(window)
    hit = handles.at(point)
    root = handles.root_of(hit) if hit else 0
    if root not in family:
        return described(root), family
    return inside(hit) if inside is not None else None, family


def described(root: int) -> str:
    if not root:
        return "nothing of any window"
    return f"the window {top_windows.title_of(root)!r}" if root in top_windows.listed() else "the desktop or its bars"


def require_same_place(known: Fingerprint, point: Point) -> None:
    """Raise StaleElement where the place of the control looks other than when it was confirmed, but for what changes there by
    itself. Blocking, for at most 0.6 s.
    """
    if not known.rect.contains(point):
        return
    watch = Watch(known.judged, known.frame, pictures.of_screen(known.frame.rect))
    until = time.monotonic() + _WATCH_S
    while other_tiles(known.frame, watch.last, known.judged, watch.restless):
        if watch.restless and watch.goes_on(point):
            return
        if time.monotonic() > until:
            raise known.changed()
        time.sleep(_SAMPLE_S)
        watch.see(pictures.of_screen(known.frame.rect))


def require_point(to: Target | str | None, point: Point) -> None:
    """Raise NotActionable where the point is not the window's any more."""
    if to is None:
        return
    window_id = to.window_id if isinstance(to, Target) else to
    allowed = to.allowed_at(point) if isinstance(to, Target) else None
    if allowed is None:
        lies_over, _ = over(window_id, point)
    else:
        root = handles.root_of(handles.at(point))
        lies_over = None if root in allowed else described(root)
    if lies_over is not None:
        raise NotActionable(f"{lies_over} lies over that place; nothing was clicked, look again")


def require_keys(window_id: str | None) -> None:
    """Raise NotActionable where keys would reach anything but the window, its dialogs and popups."""
    if window_id is None:
        return
    front = user32.GetForegroundWindow() or 0
    if front not in top_windows.family_of(top_windows.handle_of(window_id)):
        raise NotActionable(f"{described(front)} has the keyboard now; nothing more was typed, look again")
