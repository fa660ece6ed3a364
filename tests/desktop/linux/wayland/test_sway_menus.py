"""Menus of GTK 3 on a real sway, opened by their own action."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import MARK
from ufo.desktop.values import Launch

pytestmark = pytest.mark.apps


@pytest.fixture
async def with_a_person(private_wayland: PrivateDesktop, look_deadline_s: float) -> AsyncIterator[MeasuredDesktop]:
    """The same desktop, taken for one where a person has a hand on the pointer."""
    environment = {name: value for name, value in private_wayland.environment.items() if name != MARK}
    connected = await MeasuredDesktop.connect(environment, DesktopSettings(observe_deadline_s=look_deadline_s))
    yield connected
    await connected.shutdown()


async def _opened(desktop: MeasuredDesktop, folder: Path) -> list[str]:
    """Open the last menu of three by its own action; return which menus came to be open, one after another."""
    truth = folder / "menus.txt"
    window = await desktop.launch(Launch("/usr/bin/python3", (str(FOLDER / "gtk3_menus.py"), "Menus", str(truth))))
    help_menu = next(element for element in await desktop.snapshot(window.id) if element.name == "Help")
    await desktop.act(help_menu.handle, "press")
    with in_time():
        while "About" not in {
            element.name for element in await desktop.snapshot(window.id) if "offscreen" not in element.states
        }:
            await anyio.sleep(0.02)
    await desktop.close_window(window.id)
    return truth.read_text().split()


async def test_on_a_private_desktop_no_other_menu_opens_before_the_one_that_is_meant(
    wayland_desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    assert await _opened(wayland_desktop, tmp_path) == ["Help"]


async def test_with_a_person_the_menu_that_is_meant_opens_in_the_end(
    with_a_person: MeasuredDesktop, tmp_path: Path
) -> None:
    assert (await _opened(with_a_person, tmp_path))[-1] == "Help"


async def test_gtk_neither_animates_nor_blinks_on_a_private_wayland_desktop(private_wayland: PrivateDesktop) -> None:
    ask = (
        "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk; Gtk.init([]); "
        "told = Gtk.Settings.get_default(); "
        "print(*(told.get_property(f'gtk-{name}') for name in ('enable-animations', 'cursor-blink')))"
    )
    said = await anyio.run_process(["/usr/bin/python3", "-c", ask], env=dict(private_wayland.environment))
    assert said.stdout.split() == [b"False", b"False"]
