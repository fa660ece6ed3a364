"""What may be revealed about a control that hides its text."""

from __future__ import annotations

from ufo.desktop.snapshot import Element

_DOTS = "••••••••"


def is_hidden(element: Element) -> bool:
    return "password" in element.states


def told_value(element: Element) -> str | None:
    """Return the element's value. For one that hides its text, return a fixed row of dots that shows only whether it is empty,
    not how long the text is.
    """
    return _DOTS if element.value and is_hidden(element) else element.value
