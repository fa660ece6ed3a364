"""Windows on which nothing was painted must be those on which nothing was painted, on a real X server."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator

import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.xobject.drawable import Window as XWindow

from ufo.desktop.linux.x11.capture.damage import Damage
from ufo.desktop.linux.x11.capture.grabber import ScreenGrabber
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.private.private_desktop import PrivateDesktop

_ROUNDS = 60


@pytest.fixture
def program(private_desktop: PrivateDesktop) -> Iterator[Display]:
    """A client of its own, as an application is one."""
    display = Display(private_desktop.environment["DISPLAY"])
    yield display
    display.close()


@pytest.fixture
async def connection(private_desktop: PrivateDesktop) -> AsyncIterator[XConnection]:
    opened = await XConnection.open(private_desktop.environment["DISPLAY"])
    yield opened
    await opened.close()


def _opened(program: Display, x: int = 50) -> XWindow:
    screen = program.screen()
    window: XWindow = screen.root.create_window(
        x, 60, 200, 100, 0, screen.root_depth, background_pixel=screen.white_pixel, override_redirect=True
    )
    window.map()
    program.sync()
    return window


def _paint(program: Display, window: XWindow, colour: int, x: int = 5) -> None:
    context = window.create_gc(foreground=colour)
    window.fill_rectangle(context, x, 5, 20, 20)  # type: ignore[arg-type]  # the stubs take the context for a number
    context.free()
    program.sync()


async def test_a_window_is_the_same_until_it_is_painted_on(connection: XConnection, program: Display) -> None:
    repaints = await connection.run(Damage, connection)
    window, other = _opened(program), _opened(program, 400)
    stamp = await connection.run(repaints.stamp, [window.id])
    assert stamp is not None
    assert await connection.run(repaints.stamp, [window.id]) == stamp
    _paint(program, other, 0xFF0000)
    assert await connection.run(repaints.stamp, [window.id]) == stamp
    before = repaints.painted_at(stamp)
    _paint(program, window, 0xFF0000)
    after = await connection.run(repaints.stamp, [window.id])
    assert after not in (stamp, None)
    assert repaints.painted_at(after) > before
    assert await connection.run(repaints.stamp, [window.id]) == after


async def test_what_is_painted_on_a_window_inside_counts_as_its_own(connection: XConnection, program: Display) -> None:
    repaints = await connection.run(Damage, connection)
    window = _opened(program)
    inside = window.create_window(10, 10, 50, 50, 0, X.CopyFromParent)
    inside.map()
    program.sync()
    stamp = await connection.run(repaints.stamp, [window.id])
    _paint(program, inside, 0x00FF00)
    assert await connection.run(repaints.stamp, [window.id]) != stamp


async def test_equal_stamps_mean_equal_pictures_however_painting_falls(
    private_desktop: PrivateDesktop, connection: XConnection, program: Display
) -> None:
    capture = await connection.run(ScreenGrabber, connection)
    repaints = await connection.run(Damage, connection)
    window = _opened(program)
    chance = random.Random(7)
    equal = 0
    before, seen = await connection.run(repaints.stamp, [window.id]), await connection.run(capture.whole)
    for number in range(_ROUNDS):
        if chance.random() < 0.5:
            _paint(program, window, 0x10101 * (number + 1), chance.randrange(150))
        stamp, now = await connection.run(repaints.stamp, [window.id]), await connection.run(capture.whole)
        if stamp is not None and stamp == before:
            assert now == seen
            equal += 1
        before, seen = stamp, now
    await connection.run(capture.close)
    assert 0 < equal < _ROUNDS


async def test_a_window_that_closes_and_comes_again_is_not_the_same(connection: XConnection, program: Display) -> None:
    repaints = await connection.run(Damage, connection)
    window = _opened(program)
    stamp = await connection.run(repaints.stamp, [window.id])
    window.destroy()
    program.sync()
    assert await connection.run(repaints.stamp, [_opened(program).id]) != stamp
