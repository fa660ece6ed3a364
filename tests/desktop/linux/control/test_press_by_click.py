"""A click takes the place of a press that GTK 4 holds back, and only where it is sure to reach the same button."""

from __future__ import annotations

from collections.abc import AsyncIterator

import anyio
import pytest

from bench.faults import window_titled
from bench.misbehaving.owned import OWNED, OwnedProcess
from tests.needs import needs_scene
from tests.owned_apps.scenes import SCENES
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.command import Route

pytestmark = [pytest.mark.apps, needs_scene(SCENES["GTK4"])]


@pytest.fixture
async def presses(private_desktop: PrivateDesktop) -> AsyncIterator[OwnedProcess]:
    command = ("/usr/bin/python3", str(OWNED / "gtk4_presses.py"), "Presses")
    process = await OwnedProcess.start(private_desktop.environment, *command)
    yield process
    await process.end()


@pytest.fixture
async def window(presses: OwnedProcess, desktop: LinuxDesktop) -> Window:
    return await window_titled(desktop, "Presses")


async def _button(desktop: LinuxDesktop, window: Window, name: str = "One") -> Element:
    return (await _buttons(desktop, window))[name]


async def _buttons(desktop: LinuxDesktop, window: Window) -> dict[str, Element]:
    """As soon as the tree is there, which comes after the window."""
    with in_time():
        while True:
            began = anyio.current_time()
            found = {element.name: element for element in await desktop.snapshot(window.id) if element.actions}
            if {"One", "Two", "Three", "Bold"} <= found.keys():
                return found
            await desktop.changed(window.id, began, 0.2)


async def _pressed(desktop: LinuxDesktop, window: Window, presses: OwnedProcess) -> list[str]:
    await desktop.settle(window.id)
    # The toolkit's own press comes to something after a quarter of a second, of which nothing tells.
    told: list[str] = (await presses.tell(do="told"))["pressed"]
    for _ in range(5):
        told = told or (await presses.tell(do="told"))["pressed"]
    return told


async def test_each_of_many_presses_in_a_row_reaches_its_button_once_and_at_once(
    desktop: LinuxDesktop, window: Window, presses: OwnedProcess
) -> None:
    wanted = ["One", "Two", "Three", "Three", "Two", "One"] * 3
    buttons = await _buttons(desktop, window)
    routes = {(await desktop.act(buttons[name].handle, "press")).route for name in wanted}
    assert await _pressed(desktop, window, presses) == wanted
    assert routes == {Route.POINTER}


async def test_a_toggle_is_switched_once(desktop: LinuxDesktop, window: Window, presses: OwnedProcess) -> None:
    toggle = await _button(desktop, window, "Bold")
    assert (await desktop.act(toggle.handle, "press")).route is Route.POINTER
    assert await _pressed(desktop, window, presses) == ["Bold True"]


@pytest.mark.parametrize("hindrance", ["cover", "shift", "menu"])
async def test_what_a_click_would_not_surely_reach_is_pressed_by_its_own_action(
    desktop: LinuxDesktop, window: Window, presses: OwnedProcess, hindrance: str
) -> None:
    button = await _button(desktop, window)
    await presses.tell(do=hindrance)
    assert (await desktop.act(button.handle, "press")).route is Route.ACCESSIBILITY
    assert await _pressed(desktop, window, presses) == ["One"]


@pytest.mark.matrix
async def test_a_button_that_comes_there_in_the_moment_of_the_press_is_not_pressed(
    desktop: LinuxDesktop, window: Window, presses: OwnedProcess
) -> None:
    told = []
    for milliseconds in (2, 5, 8, 11, 15, 20, 30) * 2:
        await presses.tell(do="reset")
        await desktop.settle(window.id)
        button = await _button(desktop, window)
        await presses.tell(do="swap", ms=milliseconds)
        await desktop.act(button.handle, "press")
        told.append(await _pressed(desktop, window, presses))
    assert all(item in ([], ["One"]) for item in told), told
    assert ["One"] in told


async def test_a_disabled_button_is_refused(desktop: LinuxDesktop, window: Window, presses: OwnedProcess) -> None:
    button = await _button(desktop, window)
    await presses.tell(do="disable")
    with pytest.raises(NotActionable, match="disabled"):
        await desktop.act(button.handle, "press")
    assert await _pressed(desktop, window, presses) == []


async def test_a_window_behind_another_one_is_pressed_by_its_own_action(
    desktop: LinuxDesktop, window: Window, presses: OwnedProcess, private_desktop: PrivateDesktop
) -> None:
    button = await _button(desktop, window)
    command = ("/usr/bin/python3", str(OWNED / "gtk4_presses.py"), "In front")
    other = await OwnedProcess.start(private_desktop.environment, *command)
    try:
        await window_titled(desktop, "In front")
        assert (await desktop.act(button.handle, "press")).route is Route.ACCESSIBILITY
        assert await _pressed(desktop, window, presses) == ["One"]
        assert (await other.tell(do="told"))["pressed"] == []
    finally:
        await other.end()
