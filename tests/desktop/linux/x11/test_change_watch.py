"""Windows that are not read again must be those that there are, whatever programs and the window manager do meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.ext import shape
from Xlib.xobject.drawable import Window as XWindow

from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.private.private_desktop import PrivateDesktop

_OPERATIONS = 60


@pytest.fixture
def program(private_desktop: PrivateDesktop) -> Iterator[Display]:
    """A client of its own, as an application is one."""
    display = Display(private_desktop.environment["DISPLAY"])
    yield display
    display.close()


def _opened(program: Display, title: str, *, popup: bool = False) -> XWindow:
    root = program.screen().root
    window: XWindow = root.create_window(50, 60, 200, 100, 0, X.CopyFromParent, override_redirect=popup)
    window.set_wm_name(title)
    window.set_wm_class("sample", "Sample")
    window.map()
    program.sync()
    return window


async def test_a_title_is_told_as_soon_as_the_program_has_set_it(
    private_desktop: PrivateDesktop, program: Display
) -> None:
    connection = await XConnection.open(private_desktop.environment["DISPLAY"])
    windows = Windows(connection, dict)
    window = _opened(program, "first", popup=True)
    assert await connection.run(_titles, windows) == ["first"]
    for number in range(20):
        window.set_wm_name(f"number {number}")
        program.sync()
        assert await connection.run(_titles, windows) == [f"number {number}"]
    window.destroy()
    program.sync()
    assert await connection.run(_titles, windows) == []
    await connection.close()


async def test_the_part_of_a_popup_that_takes_clicks_is_told_when_the_program_sets_it_late(
    private_desktop: PrivateDesktop, program: Display
) -> None:
    connection = await XConnection.open(private_desktop.environment["DISPLAY"])
    windows = Windows(connection, dict)
    window = _opened(program, "popover", popup=True)
    (whole,) = await connection.run(windows.placed)
    assert (whole.surface.visible.width, whole.surface.visible.height) == (200, 100)
    shape.rectangles(window, shape.SO.Set, shape.SK.Input, 0, 0, 0, [(20, 10, 160, 70)])
    program.sync()
    (within,) = await connection.run(windows.placed)
    assert (within.surface.visible.width, within.surface.visible.height) == (160, 70)
    window.destroy()
    program.sync()
    await connection.close()


async def test_an_unchanged_desktop_costs_one_request(private_desktop: PrivateDesktop, program: Display) -> None:
    connection = await XConnection.open(private_desktop.environment["DISPLAY"])
    windows = Windows(connection, dict)
    _opened(program, "still", popup=True)
    assert await connection.run(_titles, windows) == ["still"]
    costs = []
    # Windows that other tests left on this desktop may still be going.
    for _ in range(20):
        before = connection.display.display.request_serial
        await connection.run(windows.placed)
        costs.append(connection.display.display.request_serial - before)
    assert min(costs) <= 1, costs
    await connection.close()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.matrix) for seed in (1, 2, 3))])
async def test_after_whatever_happens_the_windows_are_those_of_a_fresh_read(
    private_desktop: PrivateDesktop, program: Display, seed: int
) -> None:
    chance = random.Random(seed)
    kept_by = await XConnection.open(private_desktop.environment["DISPLAY"])
    fresh_by = await XConnection.open(private_desktop.environment["DISPLAY"])
    kept = Windows(kept_by, dict)
    mine = [_opened(program, f"window {number}", popup=number == 3) for number in range(4)]
    compared = 0
    for _ in range(_OPERATIONS):
        chance.choice(_CHANGES)(program, mine, chance)
        program.sync()
        before = await fresh_by.run(Windows(fresh_by, dict).placed)
        told = await kept_by.run(kept.placed)
        after = await fresh_by.run(Windows(fresh_by, dict).placed)
        if before == after:
            compared += 1
            assert told == before
    assert compared > _OPERATIONS // 2
    await kept_by.close()
    await fresh_by.close()


def _titles(windows: Windows) -> list[str]:
    return [placed.surface.window.title for placed in windows.placed() if placed.surface.window.app_root == "sample"]


def _rename(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    chance.choice(mine).set_wm_name(f"name {chance.random()}")


def _move(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    chance.choice(mine).configure(x=chance.randrange(400), y=chance.randrange(300), width=chance.randrange(50, 300))


def _raise(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    chance.choice(mine).configure(stack_mode=chance.choice((X.Above, X.Below)))


def _hide(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    chance.choice(mine).unmap()


def _show(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    chance.choice(mine).map()


def _replace(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    number = chance.randrange(len(mine))
    mine[number].destroy()
    mine[number] = _opened(program, f"new {chance.random()}", popup=number == 3)


def _adopt(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    chance.choice(mine[:2]).set_wm_transient_for(chance.choice(mine[2:]))


def _shadow(program: Display, mine: list[XWindow], chance: random.Random) -> None:
    sizes = [chance.randrange(9) for _ in range(4)]
    chance.choice(mine).change_property(program.intern_atom("_GTK_FRAME_EXTENTS"), Xatom.CARDINAL, 32, sizes)


_CHANGES: tuple[Callable[[Display, list[XWindow], random.Random], None], ...] = (
    _rename, _move, _raise, _hide, _show, _replace, _adopt, _shadow,
)  # fmt: skip
