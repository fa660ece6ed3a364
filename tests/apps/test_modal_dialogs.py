"""A control whose handler runs a modal dialog: GTK 3 serves nothing more on the connection that pressed it, until the dialog is
closed. The agent goes on looking and acting over others."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.commands.bench import Bench
from ufo.commands.tools.app_ui import app_ui
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch, Window
from ufo.schema.command import Effect

pytestmark = pytest.mark.apps
_APP = Path(__file__).parent.parent / "owned_apps" / "gtk3_modal.py"
_AT_ONCE_S = 3.0


@pytest.fixture
async def window(desktop: LinuxDesktop) -> Window:
    return await desktop.launch(Launch("/usr/bin/python3", (str(_APP), "Modal")))


async def _shown(desktop: LinuxDesktop, window: Window, name: str) -> list[Element]:
    """As soon as a look has it, and at once: no look may wait for an application that is only busy with its dialog."""
    with anyio.fail_after(_AT_ONCE_S):
        while True:
            found = [one for one in await desktop.snapshot(window.id) if one.name == name]
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
    number = next(one for one in await desktop.snapshot(window.id) if one.role == "Spinner")
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
        field = next(key for key, one in bench.selection.controls.items() if one.role == "Edit")
        written = await bench.run("set_edit_text", id=field, name="", text="so be it")
        assert written.effect is Effect.CONFIRMED, written
        await bench.look()
        pressed = await bench.on("click_input", "Yes")
        assert pressed.effect in (Effect.CONFIRMED, Effect.PARTIAL), pressed
    finally:
        await bench.dispatcher.close()
    assert await _shown(desktop, window, "said yes so be it")
