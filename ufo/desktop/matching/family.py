"""Which windows belong to one application: those of its process, and dialogs that other processes open for them.

A plug-in, a portal or a helper runs in a process of its own and declares which window its dialog belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.values import Window


def belongs(window: Window, window_id: str, windows: Sequence[Window]) -> bool:
    """Tell whether `window` is a dialog of that window, or of one of its dialogs, whatever process shows it."""
    parents = {other.id: other.parent for other in windows}
    parent, passed = window.parent, {window.id}
    while parent is not None and parent != window_id and parent not in passed:
        passed.add(parent)
        parent = parents.get(parent)
    return parent == window_id


def is_of(other: Window, window: Window, windows: Sequence[Window]) -> bool:
    """Tell whether `other` is a window of the same application as `window`."""
    return other.pid == window.pid or belongs(other, window.id, windows)
