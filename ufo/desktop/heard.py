"""What a person does with pointer and keyboard, as a backend hears it. Nothing is held back from the applications.

Points are in screen pixels. `held` are the modifiers that are down, by their names in a chord (`ufo.desktop.values.Keys`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ufo.desktop.values import MouseButton
from ufo.schema.geometry import Point

UNKNOWN_TEXT = "\N{REPLACEMENT CHARACTER}"
"""The text of a key that types something, where the keyboard map does not tell what."""


@dataclass(frozen=True, slots=True)
class HeardButton:
    """A button of the pointer went down or up."""

    down: bool
    button: MouseButton
    point: Point
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HeardWheel:
    """One notch of a wheel: `dy` is positive up, `dx` is positive right."""

    point: Point
    dy: int = 0
    dx: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class HeardKey:
    """A key went down. `name` is its name in a chord; `text` is what it types, "" where it types nothing.

    It may be a letter of a password, so it has no representation that a log could show.
    """

    name: str
    text: str = ""
    held: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return "HeardKey()"


Heard = HeardButton | HeardWheel | HeardKey

Listener = Callable[[Heard], object]
"""Is called with each event, in order, in the event loop."""
