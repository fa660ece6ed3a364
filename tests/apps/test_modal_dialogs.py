"""A control whose handler runs a modal dialog: GTK 3 serves nothing more on the connection that pressed it, until the dialog is
closed. The agent goes on looking and acting over others."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch, Window
from ufo.errors import ApplicationHung
from ufo.runs.desktops import with_sight
from ufo.schema.command import Effect, Route
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps
_APP = Path(__file__).parent.parent / "owned_apps" / "gtk3_modal.py"
_AT_ONCE_S = 3.0
_OTHER = """
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
def walk(one):
    for at in range(one.get_child_count()):
        below = one.get_child_at_index(at)
        if below.get_name() == "Ask me":
            below.get_action_iface().do_action(0)
        walk(below)
walk(Atspi.get_desktop(0))
"""


@pytest.fixture
async def window(desktop: LinuxDesktop) -> Window:
    return await desktop.launch(Launch("/usr/bin/python3", (str(_APP), "Modal")))


async def _shown(desktop: LinuxDesktop, window: Window, name: str) -> list[Element]:
    """As soon as a look has it, and at once: no look may wait for an application that is only busy with its dialog."""
    with anyio.fail_after(_AT_ONCE_S):
        while True:
            found = [element for element in await desktop.snapshot(window.id) if element.name == name]
            if found:
                return found
            await anyio.sleep(0.02)


async def _press(desktop: LinuxDesktop, window: Window, name: str) -> None:
    with anyio.fail_after(_AT_ONCE_S):
        await desktop.act((await _shown(desktop, window, name))[-1].handle, "press")
        await desktop.settle(window.id)


async def test_a_press_that_runs_a_dialog_leaves_looks_and_further_presses_as_quick_as_before(
    desktop: LinuxDesktop, window: Window
) -> None:
    await _press(desktop, window, "Ask me")
    await _press(desktop, window, "Deeper")
    with anyio.fail_after(_AT_ONCE_S):
        while len(await _shown(desktop, window, "Yes")) < 2:
            await anyio.sleep(0.02)
    await _press(desktop, window, "Yes")
    await _press(desktop, window, "Yes")
    assert await _shown(desktop, window, "said yes")
    await _press(desktop, window, "Count")
    assert await _shown(desktop, window, "counted 1")


async def test_a_value_whose_handler_asks_first_is_left_behind_unanswered_and_told_as_such(
    desktop: LinuxDesktop, window: Window
) -> None:
    await _shown(desktop, window, "Ask me")
    number = next(element for element in await desktop.snapshot(window.id) if element.role == "Spinner")
    with anyio.fail_after(_AT_ONCE_S):
        delivered = await desktop.act(number.handle, "set_value", "3")
    assert "has not answered yet" in delivered.detail
    await _press(desktop, window, "No")
    assert await _shown(desktop, window, "said no")
    await _press(desktop, window, "Count")
    assert await _shown(desktop, window, "counted 1")


async def test_a_field_of_such_a_dialog_is_written_and_its_button_pressed_by_the_verbs(
    desktop: LinuxDesktop, window: Window, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = window
    try:
        opened = await bench.run("visit", path=["Ask", "A question..."])
        assert opened.effect is Effect.CONFIRMED, opened
        await bench.look()
        field = next(key for key, element in bench.selection.controls.items() if element.role == "Edit")
        written = await bench.run("set_edit_text", id=field, name="", text="so be it")
        assert written.effect is Effect.CONFIRMED, written
        await bench.look()
        pressed = await bench.on("click_input", "Yes")
        assert pressed.effect in (Effect.CONFIRMED, Effect.PARTIAL), pressed
    finally:
        await bench.dispatcher.close()
    assert await _shown(desktop, window, "said yes so be it")


@pytest.fixture
def look_deadline_s(request: pytest.FixtureRequest) -> float:
    return getattr(request, "param", 10.0)


@pytest.mark.parametrize("look_deadline_s", [1.0], indirect=True)
async def test_a_program_that_was_too_busy_at_the_first_looks_is_not_deaf_while_its_dialog_runs(
    desktop: LinuxDesktop, window: Window, private_desktop: PrivateDesktop
) -> None:
    late = await LinuxDesktop.connect(private_desktop.environment, DesktopSettings(observe_deadline_s=1.0))
    try:
        os.kill(window.pid, signal.SIGSTOP)
        for _ in range(2):
            with pytest.raises(ApplicationHung):
                await late.snapshot(window.id)
        os.kill(window.pid, signal.SIGCONT)
        await _press(late, window, "Ask me")
        assert await _shown(late, window, "Deeper")
    finally:
        await late.shutdown()


def _without_sockets(folder: Path) -> Launch:
    """Of the program as a sandbox has it: GTK 3 is reached over the bus alone where there is no folder for its sockets."""
    (folder / "no folder").touch()
    return Launch("/usr/bin/python3", (str(_APP), "Modal"), {"XDG_RUNTIME_DIR": str(folder / "no folder")})


async def test_a_program_that_is_reached_over_the_bus_alone_is_pressed_with_the_pointer_and_stays_readable(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = window = await desktop.launch(_without_sockets(tmp_path))
    try:
        await bench.look()
        pressed = await bench.on("click_input", "Ask me")
        assert (pressed.route, pressed.effect) == (Route.POINTER, Effect.PARTIAL), pressed
        await bench.look()
        typed = await bench.run("keyboard_input", text="so be it")
        assert typed.effect is Effect.CONFIRMED, typed
        await bench.look()
        assert (await bench.on("click_input", "Yes")).ok
    finally:
        await bench.dispatcher.close()
    assert await _shown(desktop, window, "said yes so be it")


@pytest.mark.parametrize("look_deadline_s", [1.0], indirect=True)
async def test_a_dialog_that_another_program_opened_in_a_deaf_one_is_seen_and_clicked_and_gets_no_keys(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    window = await desktop.launch(_without_sockets(tmp_path))
    bench = Bench(tmp_path, app_ui, desktop=with_sight(desktop, SeeingSections.of(load_settings())))
    bench.selection.window = window
    reader = subprocess.Popen(["/usr/bin/python3", "-c", _OTHER], env=dict(private_desktop.environment))
    try:
        with in_time():
            while not (bench.selection.snapshot and bench.selection.snapshot.is_deaf):
                await bench.look()
        refused = await bench.run("keyboard_input", text="so be it")
        assert not refused.ok and "with a click" in (refused.error or ""), refused
        await bench.look()
        assert (await bench.on("click_input", "Yes")).ok
    finally:
        reader.kill()
        reader.wait()
        await bench.dispatcher.close()
    assert await _shown(desktop, window, "said yes")
