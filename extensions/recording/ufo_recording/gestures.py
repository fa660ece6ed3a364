"""What was heard, put together to what a person did: clicks, drags, turns of the wheel, typed text, chords."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from ufo.desktop.heard import UNKNOWN_TEXT, Heard, HeardButton, HeardKey, HeardWheel
from ufo.desktop.values import MouseButton
from ufo.schema.geometry import Point

AGAIN_S = 0.4
"""A click at the same place within so many seconds belongs to the one before it."""
_STILL = 6
"""Pixels that a hand may move between press and release, or between two clicks, without meaning it."""
_ORDER = ("ctrl", "alt", "shift", "super")
_ALIASES = MappingProxyType({"escape": "esc", "return": "enter", "control": "ctrl", "win": "super", "del": "delete"})
_LOCKS = frozenset({"capslock", "numlock", "scrolllock"})
_EDITING = frozenset({"backspace", "delete", "left", "right", "home", "end"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gesture:
    """`began` and `ended` are loop times of its first and its last event, `before` that of the event before it."""

    began: float
    ended: float
    before: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clicked(Gesture):
    point: Point
    button: MouseButton = "left"
    count: int = 1
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dragged(Gesture):
    start: Point
    end: Point
    button: MouseButton = "left"
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Gesture):
    """Notches of the wheel: `dy` is positive up."""

    point: Point
    dy: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Typed(Gesture):
    """A run of keys that type, with those that mend what was typed. It may be a password, so it is never shown.

    `is_sure`: `text` is what the keys make of an empty field; otherwise only the control can tell.
    """

    text: str
    is_sure: bool = True
    keys: int = 1

    def __repr__(self) -> str:
        return "Typed()"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(Gesture):
    """A chord, `count` times."""

    keys: str
    count: int = 1


def chord(keys: str) -> str:
    """Return a chord in the order and with the names that gestures have: "super+ctrl+Escape" is "ctrl+super+esc"."""
    parts = [part.strip().lower() for part in keys.split("+") if part.strip()]
    names = [_ALIASES.get(part, part) for part in parts]
    return "+".join((*(key for key in _ORDER if key in names), *(name for name in names if name not in _ORDER)))


class Gestures:
    """Puts events together. `open` is the gesture that may still grow."""

    def __init__(self, multiline: bool = False) -> None:
        self.multiline = multiline
        self.open: Gesture | None = None
        self._down: tuple[HeardButton, float] | None = None
        self._last = 0.0

    def hear(self, heard: Heard, at: float) -> Iterator[Gesture]:
        """Take an event at a loop time; yield the gestures that it ends."""
        began = self._of(heard, at)
        if began is None:
            return
        grown = _grown(self.open, began, self.multiline) if self.open is not None else None
        if grown is not None:
            self.open = grown
        else:
            yield from self.end()
            self.open = replace(began, before=self._last)
        self._last = at

    def end(self) -> Iterator[Gesture]:
        """Yield the open gesture, which cannot grow any more."""
        if self.open is not None:
            ended, self.open = self.open, None
            yield ended

    def _of(self, heard: Heard, at: float) -> Gesture | None:
        if isinstance(heard, HeardWheel):
            return Turned(began=at, ended=at, point=heard.point, dy=heard.dy)
        if isinstance(heard, HeardKey):
            return _key(heard, at)
        if heard.down:
            self._down = (heard, at)
            return None
        if self._down is None or self._down[0].button != heard.button:
            return None
        (press, pressed), self._down = self._down, None
        if _near(press.point, heard.point):
            return Clicked(began=pressed, ended=at, point=press.point, button=press.button, held=press.held)
        return Dragged(
            began=pressed, ended=at, start=press.point, end=heard.point, button=press.button, held=press.held
        )


def _key(heard: HeardKey, at: float) -> Gesture | None:
    if heard.name in _LOCKS:
        return None
    if heard.text:
        return Typed(began=at, ended=at, text=heard.text, is_sure=heard.text != UNKNOWN_TEXT)
    order = [key for key in _ORDER if key in heard.held]
    return Pressed(began=at, ended=at, keys="+".join((*order, heard.name)))


def _grown(open_: Gesture, more: Gesture, multiline: bool) -> Gesture | None:
    """Return the open gesture with the new one added to it; None where they are two."""
    match open_, more:
        case Clicked(), Clicked():
            is_same = open_.button == more.button and _near(open_.point, more.point) and open_.held == more.held
            again = is_same and open_.count < 3 and more.began - open_.ended <= AGAIN_S
            return replace(open_, ended=more.ended, count=open_.count + 1) if again else None
        case Turned(), Turned():
            is_same = _near(open_.point, more.point) and (open_.dy >= 0) == (more.dy >= 0)
            return replace(open_, ended=more.ended, dy=open_.dy + more.dy) if is_same else None
        case Typed(), Typed():
            text, is_sure = open_.text + more.text, open_.is_sure and more.is_sure
            return replace(open_, ended=more.ended, text=text, is_sure=is_sure, keys=open_.keys + 1)
        case Typed(), Pressed(keys=keys):
            return _mended(open_, more, keys, multiline)
        case Pressed(), Pressed() if open_.keys == more.keys:
            return replace(open_, ended=more.ended, count=open_.count + 1)
    return None


def _mended(open_: Typed, more: Gesture, keys: str, multiline: bool) -> Typed | None:
    """Return the typed run with a key that mends it, or that begins a new line where the control has lines."""
    if keys == "enter" and multiline:
        return replace(open_, ended=more.ended, text=f"{open_.text}\n", keys=open_.keys + 1)
    if keys == "backspace" and open_.is_sure:
        return replace(open_, ended=more.ended, text=open_.text[:-1], is_sure=bool(open_.text), keys=open_.keys + 1)
    if keys.removeprefix("shift+").removeprefix("ctrl+") in _EDITING:
        return replace(open_, ended=more.ended, is_sure=False, keys=open_.keys + 1)
    return None


def _near(point: Point, other: Point) -> bool:
    return abs(point.x - other.x) <= _STILL and abs(point.y - other.y) <= _STILL
