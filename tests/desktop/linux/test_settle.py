"""Rest is awaited by what applications tell, and by what they paint where they tell nothing."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator

import pytest
from Xlib import Xatom
from Xlib.display import Display

from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.registry.events import QUIET_S
from ufo.desktop.private.private_desktop import PrivateDesktop


class Canvas(threading.Thread):
    """A window without a tree that paints something new every few milliseconds."""

    def __init__(self, display: str, seconds: float) -> None:
        super().__init__(daemon=True)
        self.ended = 0.0
        self._seconds = seconds
        self._enough, self._paints = threading.Event(), threading.Event()
        self._display = Display(display)
        screen = self._display.screen()
        self._window = screen.root.create_window(10, 40, 200, 100, 0, screen.root_depth, background_pixel=0xFFFFFF)
        self._window.set_wm_name("Canvas")
        self._window.change_property(self._display.intern_atom("_NET_WM_PID"), Xatom.CARDINAL, 32, [os.getppid()])
        self._window.map()
        self._display.sync()

    def run(self) -> None:
        context = self._window.create_gc(foreground=0xFF0000)
        until, number = time.monotonic() + self._seconds, 0
        while time.monotonic() < until and not self._enough.wait(0.005):
            number += 1
            self._window.fill_rectangle(context, number % 180, 10, 10, 10)
            self._display.sync()
            self._paints.set()
        self.ended = time.monotonic()

    def start(self) -> None:
        super().start()
        assert self._paints.wait(10)

    def close(self) -> None:
        self._enough.set()
        if self.ident is not None:
            self.join()
        self._window.destroy()
        self._display.close()


@pytest.fixture
async def connected(private_desktop: PrivateDesktop) -> AsyncIterator[LinuxDesktop]:
    """Not the one that ends applications afterwards: the canvas is of this process."""
    desktop = await LinuxDesktop.connect(private_desktop.environment, DesktopSettings())
    yield desktop
    await desktop.shutdown()


async def _shown(desktop: LinuxDesktop) -> str:
    async with asyncio.timeout(10):
        while not (found := [window.id for window in await desktop.windows() if window.title == "Canvas"]):
            await asyncio.sleep(0.02)
    await desktop.settle(found[0])
    return found[0]


async def test_a_window_that_paints_without_a_word_is_waited_for(
    private_desktop: PrivateDesktop, connected: LinuxDesktop
) -> None:
    canvas = Canvas(private_desktop.environment["DISPLAY"], 0.25)
    try:
        window_id = await _shown(connected)
        canvas.start()
        assert await connected.settle(window_id)
        assert 0 < canvas.ended <= time.monotonic()
    finally:
        canvas.close()


async def test_a_film_is_not_waited_for_to_its_end(private_desktop: PrivateDesktop, connected: LinuxDesktop) -> None:
    canvas = Canvas(private_desktop.environment["DISPLAY"], 20)
    try:
        window_id = await _shown(connected)
        canvas.start()
        assert await connected.settle(window_id)
        assert not canvas.ended
    finally:
        canvas.close()


async def test_what_rested_a_moment_ago_is_not_waited_for_again(
    private_desktop: PrivateDesktop, connected: LinuxDesktop
) -> None:
    canvas = Canvas(private_desktop.environment["DISPLAY"], 0)
    clock = asyncio.get_running_loop().time
    try:
        window_id = await _shown(connected)
        quickest = QUIET_S
        for _ in range(5):
            assert await connected.settle(window_id)
            began = clock()
            assert await connected.settle(window_id)
            quickest = min(quickest, clock() - began)
        assert quickest < QUIET_S / 2
        await connected.focus(window_id)
        began = clock()
        assert await connected.settle(window_id)
        assert clock() - began >= QUIET_S
    finally:
        canvas.close()
