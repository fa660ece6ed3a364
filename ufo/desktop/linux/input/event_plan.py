"""Answers questions about input events before they are sent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from ufo.desktop.linux.screen.keysyms import keysym_named, keysym_of
from ufo.desktop.values import Click, Drag, Hover, InputEvent, Keys, Scroll, TypeText
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_PASTE_FROM = 300
MOST_NOTCHES = 500


def check(event: InputEvent) -> None:
    if isinstance(event, Keys):
        if not event.chord:
            raise NotActionable("a chord needs at least one key")
        for name in event.chord:
            keysym_named(name, len(event.chord) == 1)
    elif isinstance(event, TypeText):
        for character in set(event.text) - {"\r"}:
            keysym_of(character)
    elif isinstance(event, Click | Drag) and event.hold_key:
        keysym_named(event.hold_key, False)


def last_place(events: Sequence[InputEvent]) -> Point | None:
    """Return where the events leave the pointer; None where they do not move it, or where it is meant to stay."""
    for event in reversed(events):
        if isinstance(event, Hover):
            return None
        if isinstance(event, Drag):
            return event.end
        if isinstance(event, (Click, Scroll)):
            return event.point
    return None


def notch_by_notch(events: Sequence[InputEvent]) -> list[InputEvent]:
    """Return the same events with one event for each notch of a wheel."""
    found: list[InputEvent] = []
    for event in events:
        found += _notches(event) if isinstance(event, Scroll) else [event]
    return found


def _notches(event: Scroll) -> list[InputEvent]:
    down, right = (max(-MOST_NOTCHES, min(MOST_NOTCHES, count)) for count in (event.dy, event.dx))
    upright: list[InputEvent] = [Scroll(event.point, dy=1 if down > 0 else -1)] * abs(down)
    return [*upright, *[Scroll(event.point, dx=1 if right > 0 else -1)] * abs(right)]


_WITHIN = frozenset(
    {("ctrl", "a"), ("end",), ("home",), ("shift", "home"), ("shift", "end"), ("delete",), ("backspace",)}
)
_WITHIN_A_TEXT = frozenset({("ctrl", "end"), ("ctrl", "home"), ("ctrl", "shift", "home"), ("ctrl", "shift", "end")})


def keeps_focus(event: InputEvent) -> bool:
    """Tell whether the event leaves the focus where it is: the wheel, and keys that select or delete in the focused control.
    Any other key may be meant to move the focus, and so may typing: lists open, and a box for one digit passes the focus to
    the next.
    """
    return isinstance(event, Scroll) or (isinstance(event, Keys) and event.chord in _WITHIN | _WITHIN_A_TEXT)


def is_in_one_place(text: str) -> bool:
    """Tell whether typing the text leaves the focus where it is: a tab moves it, and a line break may."""
    return "\t" not in text and "\n" not in text


def better_pasted(text: str) -> bool:
    return len(text) >= _PASTE_FROM and "\t" not in text


def beside(point: Point) -> Point:
    """Return a point of the screen that is a pixel away."""
    return Point(point.x - 1 if point.x else 1, point.y)


def along(way: Sequence[Point], steps: int) -> list[Point]:
    """Return where the pointer is after each of about so many steps, with the end of each stretch among them."""
    stretches = list(pairwise(way))
    lengths = [hypot(end.x - start.x, end.y - start.y) for start, end in stretches]
    whole = sum(lengths)
    points: list[Point] = []
    for (start, end), length in zip(stretches, lengths, strict=True):
        count = max(1, round(steps * length / whole)) if whole else steps
        points += [between(start, end, step / count) for step in range(1, count + 1)]
    return points


def between(start: Point, end: Point, part: float) -> Point:
    return Point(round(start.x + (end.x - start.x) * part), round(start.y + (end.y - start.y) * part))


def has_case(keysym: int) -> bool:
    character = chr(keysym & 0xFFFFFF) if keysym > 0x01000000 or keysym < 0x100 else ""
    return character.lower() != character.upper()


def sent_so_far(events: Sequence[InputEvent], sent: Sequence[InputEvent], part: int) -> str:
    """Describe what was sent, for an error in the middle of a call. `part` is how many characters or clicks of the next event
    were sent.
    """
    at_hand = events[len(sent)] if len(sent) < len(events) else None
    texts = sum(len(item.text) for item in sent if isinstance(item, TypeText))
    texts += part if isinstance(at_hand, TypeText) else 0
    clicks = sum(_strokes(item) for item in sent) + (part if isinstance(at_hand, Click) else 0)
    all_texts = sum(len(event.text) for event in events if isinstance(event, TypeText))
    all_clicks = sum(_strokes(event) for event in events)
    parts = [f"{texts:,} of {all_texts:,} characters"] if all_texts else []
    parts += [f"{clicks:,} of {all_clicks:,} keys or clicks"] if all_clicks else []
    return f"{' and '.join(parts)} were sent before that"


def _strokes(event: InputEvent) -> int:
    if isinstance(event, Click):
        return event.count
    return 0 if isinstance(event, TypeText) else 1
