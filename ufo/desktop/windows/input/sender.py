"""Sends events of pointer and keyboard, one call at a time. What is confirmed about a target is checked before each of them."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from ufo.desktop.target import Fingerprint, Reconfirm, Target, window_of
from ufo.desktop.values import (
    ButtonAt,
    Click,
    Drag,
    Hover,
    InputEvent,
    Keys,
    PointerAt,
    Relayed,
    Scroll,
    TypeText,
    points_of,
)
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.api.structures import Input
from ufo.desktop.windows.input import strokes
from ufo.desktop.windows.input.key_codes import code_of
from ufo.desktop.windows.targeting.last_check import require_keys, require_point, require_same_place
from ufo.errors import DesktopError
from ufo.schema.geometry import Point

_PIECE = 24
"""How many characters are typed between two confirmations."""
_STEPS_A_SECOND = 60
_NEAR_PX = 8


class InputSender:
    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._clicked: tuple[float, Point] = (0.0, Point(-1, -1))

    async def send(
        self,
        to: Target | str | None,
        events: Sequence[InputEvent],
        reconfirm: Reconfirm | None,
        is_there: Callable[[Target], Awaitable[object]],
    ) -> None:
        """Send the events. `is_there` asks the application for the target's control once more. Raises NotActionable and
        StaleElement, which say where only a part was sent.
        """
        async with self._one_at_a_time:
            place = await asyncio.to_thread(strokes.pointer_place)
            sent = 0
            try:
                for event in events:
                    for piece in _pieces(event):
                        to = await reconfirm() if reconfirm is not None else to
                        if isinstance(to, Target) and to.element is not None and not sent:
                            await is_there(to)
                        await self._one(to, piece, is_first=not sent)
                        sent += 1
            except DesktopError as error:
                if sent:
                    raise type(error)(f"{error} ({sent} of the strokes before it were sent)") from error
                raise
            finally:
                if any(points_of(event) for event in events) and not any(isinstance(it, Hover) for it in events):
                    await asyncio.to_thread(strokes.send, [strokes.moved(place)])

    async def _one(self, to: Target | str | None, event: InputEvent, *, is_first: bool) -> None:
        await self._await_new_click(event)
        known = to.fingerprint_for(event) if isinstance(to, Target) and is_first else None
        await asyncio.to_thread(_perform, to, event, known)
        if isinstance(event, Click):
            self._clicked = (time.monotonic(), event.point)

    async def _await_new_click(self, event: InputEvent) -> None:
        """Two clicks at one place count as a double click where they come within the person's own time for it."""
        at, point = self._clicked
        if isinstance(event, Click) and _is_near(event.point, point):
            left = at + user32.GetDoubleClickTime() / 1000 - time.monotonic()
            await asyncio.sleep(max(0.0, left))

    async def relay(self, event: Relayed) -> None:
        async with self._one_at_a_time:
            match event:
                case PointerAt(point):
                    given = [strokes.moved(point)]
                case ButtonAt(point, which, down):
                    given = [strokes.button(point, which, down=down)]
                case Scroll(point, dy, dx):
                    given = [strokes.moved(point), *strokes.wheel(point, dy, dx)]
            await asyncio.to_thread(strokes.send, given)


def _pieces(event: InputEvent) -> Iterator[InputEvent]:
    if isinstance(event, TypeText):
        for at in range(0, len(event.text), _PIECE):
            yield TypeText(event.text[at : at + _PIECE], event.struck)
    else:
        yield event


def _perform(to: Target | str | None, event: InputEvent, known: Fingerprint | None) -> None:
    """Check what the event depends on, and send it at once. Blocking."""
    points = points_of(event)
    if not points:
        _to_front(to)
        given = strokes.typed(event.text) if isinstance(event, TypeText) else strokes.chord(_names(event))
        require_keys(window_of(to))
        strokes.send(given)
        return
    if known is not None:
        require_same_place(known, points[0])
    with _held(event):
        for point in points:
            require_point(to, point)
        for given in _strokes_of(event):
            strokes.send(given)


def _to_front(to: Target | str | None) -> None:
    window_id = window_of(to)
    if window_id is not None:
        front = user32.GetForegroundWindow() or 0
        if front not in top_windows.family_of(top_windows.handle_of(window_id)):
            top_windows.focus(window_id)


def _names(event: InputEvent) -> tuple[str, ...]:
    return event.chord if isinstance(event, Keys) else ()


def _strokes_of(event: InputEvent) -> Iterator[list[Input]]:
    match event:
        case Click(point, which, count):
            once = [strokes.button(point, which, down=True), strokes.button(point, which, down=False)]
            yield [strokes.moved(point), *once * count]
        case Hover(point):
            yield [strokes.moved(point)]
        case Scroll(point, dy, dx):
            yield [strokes.moved(point), *strokes.wheel(point, dy, dx)]
        case Drag():
            yield from _dragged(event)


def _dragged(event: Drag) -> Iterator[list[Input]]:
    """A person's drag takes time, and programs begin one only after the pointer went some pixels."""
    path = (event.start, *event.through, event.end)
    yield [strokes.moved(event.start), strokes.button(event.start, event.button, down=True)]
    steps = max(2, int(event.duration_s * _STEPS_A_SECOND) // (len(path) - 1))
    for begin, end in zip(path, path[1:], strict=False):
        for step in range(1, steps + 1):
            share = step / steps
            yield [strokes.moved(Point(_between(begin.x, end.x, share), _between(begin.y, end.y, share)))]
            time.sleep(event.duration_s / (steps * (len(path) - 1)))
    yield [strokes.button(event.end, event.button, down=False)]


def _between(begin: int, end: int, share: float) -> int:
    return round(begin + (end - begin) * share)


def _is_near(point: Point, other: Point) -> bool:
    return math.dist((point.x, point.y), (other.x, other.y)) < _NEAR_PX


@contextmanager
def _held(event: InputEvent) -> Iterator[None]:
    """Hold the key that the event names for as long as it takes."""
    name = getattr(event, "hold_key", None)
    if name is None:
        yield
        return
    strokes.send([strokes.key(code_of(name), down=True)])
    try:
        yield
    finally:
        strokes.send([strokes.key(code_of(name), down=False)])
