"""Looks at windows that no desktop shows, for what is decided from looks alone."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo_recording.scenes import Look

PLACE = Rect(0, 0, 100, 20)
_NUMBERS = iter(range(1, 1_000_000))


def element(
    name: str, role: str = "Edit", value: str | None = "", states: Iterable[str] = (), rect: Rect = PLACE
) -> Element:
    return Element(Handle(1, f"{role}/{name}", role, name), role, name, rect, frozenset(states), value, window="1")


def look(*elements: Element, title: str = "Form", popups: tuple[str, ...] = ()) -> Look:
    window = Window("1", title, Rect(0, 0, 800, 600), 10, "app", "app", active=True)
    return Look(window, Snapshot(next(_NUMBERS), "1", window.rect, elements, app_root="app", popups=popups))
