"""A picture of the screen shows nothing of a window before it is known where it shows a secret."""

from __future__ import annotations

import asyncio

import pytest

from tests.waiting import in_time
from ufo.desktop.fake.apps import form, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.masked.masked_screen import MaskedScreen, SeenScreen
from ufo.desktop.snapshot import Snapshot
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Rect

pytestmark = pytest.mark.anyio


class Slow(FakeDesktop):
    """Answers a look once it may, and moves its window while a picture is taken where it was told to."""

    def __init__(self) -> None:
        super().__init__([form(), text_editor()])
        self.may = asyncio.Event()
        self.hangs = False
        self.moves = False

    async def snapshot(self, window_id: str) -> Snapshot:
        await self.may.wait()
        if self.hangs:
            raise ApplicationHung("it does not answer")
        return await super().snapshot(window_id)

    async def capture(self, window_id: str | None = None):  # type: ignore[no-untyped-def]
        frame = await super().capture(window_id)
        if self.moves:
            moved = self.world.windows[0]
            moved.rect = Rect(moved.rect.x + 40, moved.rect.y, moved.rect.width, moved.rect.height)
        return frame


def screen(desktop: Slow) -> tuple[MaskedScreen, asyncio.Event]:
    stirred = asyncio.Event()
    return MaskedScreen(desktop, lambda _text: False, stirred.set), stirred


async def shown(screen: MaskedScreen) -> SeenScreen:
    with in_time():
        while (seen := await screen.picture()).parts:
            await asyncio.sleep(0)
    return seen


async def test_a_new_window_is_held_until_its_tree_was_read() -> None:
    desktop = Slow()
    desktop.start("form")
    masked, stirred = screen(desktop)
    seen = await masked.picture()
    assert seen.parts == ((desktop.world.windows[0].rect, True),) and not seen.black
    stirred.clear()
    desktop.may.set()
    with in_time():
        await stirred.wait()
    secret = next(widget for widget in desktop.world.windows[0].walk() if widget.key == "secret")
    assert (await shown(masked)).black == (secret.rect,)
    await masked.close()


async def test_a_window_that_never_answers_is_never_shown() -> None:
    desktop = Slow()
    desktop.start("form")
    desktop.hangs = True
    desktop.may.set()
    masked, _ = screen(desktop)
    for _ in range(3):
        assert (await masked.picture()).parts == ((desktop.world.windows[0].rect, True),)
    await masked.close()


async def test_a_window_over_one_that_is_held_is_shown() -> None:
    desktop = Slow()
    desktop.may.set()
    desktop.start("notes")
    masked, _ = screen(desktop)
    await shown(masked)
    desktop.start("form")
    desktop.may.clear()
    seen = await masked.picture()
    assert [held for _, held in seen.parts] == [False, True]
    desktop.may.set()
    await masked.close()


async def test_nothing_is_shown_while_a_window_with_a_secret_moves() -> None:
    desktop = Slow()
    desktop.start("form")
    desktop.may.set()
    masked, stirred = screen(desktop)
    await shown(masked)
    desktop.moves = True
    seen = await masked.picture()
    assert seen.parts == ((desktop.world.screen, True),)
    desktop.moves = False
    assert stirred.is_set()
    assert len((await shown(masked)).black) == 1
    await masked.close()
