"""What comes between the last question and a stroke: a caret that blinks in a field, and an answer that is old by then."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.xobject.drawable import Window

from ufo.desktop.linux.capture.window_pictures import WindowPictures
from ufo.desktop.linux.input.sender import InputSender
from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Pictures, Screen, Stamp
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.targeting.send import TargetSender
from ufo.desktop.linux.x11.x_screen import open_screen
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.target import Fingerprint, Target
from ufo.desktop.values import Click, InputEvent, Keys
from ufo.desktop.values import Screen as Monitor
from ufo.errors import StaleElement
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_FIELD = Rect(-20, 60, 200, 24)
"""It lies off the screen in part, as a field with its label does at the edge."""
_CARET = Rect(64, 62, 2, 20)


@dataclass
class Blinking:
    """Pictures, before each of which the caret is drawn or taken away, and after each question when that was."""

    inner: Pictures
    drawn: Display
    window: int
    is_drawn: bool = False
    blinks: bool = True

    def monitors(self) -> tuple[Monitor, ...]:
        return self.inner.monitors()

    def _blink(self) -> None:
        if not self.blinks:
            return
        self.is_drawn = not self.is_drawn
        own = self.drawn.create_resource_object("window", self.window)
        pen = own.create_gc(foreground=0x00FF00 if self.is_drawn else 0)
        own.fill_rectangle(int(pen.id), _CARET.x - 40, _CARET.y - 40, _CARET.width, _CARET.height)
        self.drawn.sync()

    def picture(self, window_id: str | None) -> Frame:
        self._blink()
        return self.inner.picture(window_id)

    def seen_in(self, place: Rect) -> bytes:
        return self.inner.seen_in(place)

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        told = self.inner.stamped(window_id)
        self._blink()
        return told

    def renewed(self, stamp: Stamp) -> Stamp | None:
        return self.inner.renewed(stamp)


class Answers:
    """The field is where it was. `over`: what lies over it."""

    def __init__(self) -> None:
        self.over: str | None = None
        self.known: Fingerprint | None = None

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        return Target(window_id, await self.reidentify(handle), self.known)

    async def reidentify(self, handle: Handle) -> Element:
        return Element(handle, handle.role, handle.name, _FIELD)

    async def over_inside(self, window_id: str, point: Point, handle: Handle) -> str | None:
        return self.over


@dataclass
class Field:
    own: Window
    mine: Display
    sender: TargetSender
    blinking: Blinking
    shown: WindowPictures
    answers: Answers

    async def click(self, asked: float) -> None:
        """Click it, after an answer of that loop time that nothing lies over it."""
        window, handle = hex(int(self.own.id)), Handle(1, "a", "Edit", "Name")
        frame, stamp = await self.shown.picture(window), await self.shown.stamp(window)
        self.answers.known = Fingerprint(handle, window, _FIELD, frame, stamp, lags=False)
        target = replace(await self.answers.target(window, handle), asked=asked)
        await self.sender.send(target, [Click(Point(100, 70))])

    async def send(self, events: list[InputEvent]) -> None:
        window = hex(int(self.own.id))

        async def asked() -> Target:
            return Target(window, place=_FIELD)

        await self.sender.send_asked(window, events, asked)

    def heard(self) -> list[int]:
        self.mine.sync()
        heard = [self.mine.next_event().type for _ in range(self.mine.pending_events())]
        return [kind for kind in heard if kind in (X.KeyPress, X.ButtonPress)]


@pytest.fixture
async def field(private_desktop: PrivateDesktop) -> AsyncIterator[Field]:
    name = private_desktop.environment["DISPLAY"]
    async with contextlib.AsyncExitStack() as ends:
        mine, drawn = Display(name), Display(name)
        ends.callback(drawn.close)
        ends.callback(mine.close)
        own = mine.screen().root.create_window(
            40, 40, 200, 100, 0, X.CopyFromParent, override_redirect=True, event_mask=X.ButtonPressMask | X.KeyPressMask
        )
        own.map()
        own.set_input_focus(X.RevertToParent, X.CurrentTime)
        mine.sync()
        screen: Screen = await open_screen(name, dict)
        ends.push_async_callback(screen.close)
        inner = await screen.pictures.run(lambda pictures: pictures)
        blinking = Blinking(inner, drawn, own.id)
        thread = OneThread("the blinking field", ThreadPoolExecutor(1), contextlib.nullcontext)
        ends.push_async_callback(thread.close, lambda: None)
        shown = WindowPictures(replace(screen, pictures=OnThread(thread, blinking)))
        answers = Answers()
        sender = TargetSender(InputSender(screen), screen.pointing, shown, answers)
        yield Field(own, mine, sender, blinking, shown, answers)


async def test_keys_reach_a_field_whose_caret_blinks_at_every_picture(field: Field) -> None:
    await field.send([Keys(("a",))])
    assert field.heard() == [X.KeyPress]


async def test_a_pointer_is_not_pressed_on_a_place_known_by_sight_that_blinks_at_every_picture(field: Field) -> None:
    with pytest.raises(StaleElement, match="kept changing"):
        await field.send([Click(Point(100, 70))])
    assert not field.heard()


async def test_an_application_is_asked_once_more_where_its_answer_that_nothing_covers_a_control_is_old(
    field: Field,
) -> None:
    field.blinking.blinks = False
    field.answers.over = "a layer"
    with pytest.raises(StaleElement, match="changed in the moment of the click"):
        await field.click(asyncio.get_running_loop().time() - 1.0)
    assert not field.heard()
    field.answers.over = None
    await field.click(asyncio.get_running_loop().time() - 1.0)
    assert field.heard() == [X.ButtonPress]
