"""Which windows are one application's: those of its process, and what other processes open for them.

A plug-in, a portal or a helper has a process of its own and says of its dialog whose it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.values import Window


def belongs(one: Window, window_id: str, windows: Sequence[Window]) -> bool:
    """Whether it is a dialog of that window, or of a dialog of it, whatever process shows it."""
    parents = {other.id: other.parent for other in windows}
    parent, passed = one.parent, {one.id}
    while parent is not None and parent != window_id and parent not in passed:
        passed.add(parent)
        parent = parents.get(parent)
    return parent == window_id


def is_of(one: Window, window: Window, windows: Sequence[Window]) -> bool:
    """Whether it is a window of the same application."""
    return one.pid == window.pid or belongs(one, window.id, windows)
