"""Finds windows with unsaved changes: by the marks in their titles, or by asking their applications."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from ufo.desktop.values import Window
from ufo.schema.patterns import any_case
from ufo.verify.world import BROWSERS

Asking = Callable[[Window], Awaitable[bool | None]]
"""Tells whether the document in a window was changed since it was saved; None where its application cannot be asked."""
_MARK = any_case(
    r"^\s*[*\u25cf\u2022]\s*\S"  # "*Untitled 1 - Mousepad", "● main.py - Code"
    r"|\S\s?\*\s*(?:[-\u2013\u2014:(\[]|$)"  # "Untitled * — Kate", "notes.txt*"
    r"|[\[(](?:modified|changed|edited|unsaved|not saved|\+|\*)[\])]"  # "a.txt [modified] - Kate"
    r"|(?:[-\u2013\u2014]\s*(?:edited|modified|unsaved)\s*(?:$|[-\u2013\u2014]))"
)


def is_marked(title: str) -> bool:
    return bool(_MARK.search(title))


async def unsaved(windows: Iterable[Window], ask: Asking) -> list[str]:
    """Return the titles of the windows with unsaved changes. Browsers are left out: their windows show the page's title, which
    marks nothing.
    """
    found = []
    for window in windows:
        if window.parent is not None or {window.app_root, window.process} & BROWSERS:
            continue
        said = await ask(window)
        if is_marked(window.title) if said is None else said:
            found.append(window.title)
    return found
