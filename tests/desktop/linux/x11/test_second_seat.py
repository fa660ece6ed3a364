"""A second pointer and keyboard work a program while the person's pointer, focus and windows stay as they are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xinput

from bench.measured_desktop import MeasuredDesktop
from tests.needs import need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.waiting import for_a_while
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Launch, TypeText, Window

assert xinput
_HELD = """
import asyncio, os, sys
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
async def main():
    desktop = await LinuxDesktop.connect(os.environ, DesktopSettings())
    print(await desktop.hands((await desktop.windows())[0].id) or "made", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


class _Person:
    """What the X server says of the person's pointer and focus."""

    def __init__(self, private: PrivateDesktop) -> None:
        self._display = Display(private.environment["DISPLAY"])
        self._root = self._display.screen().root

    def state(self) -> tuple[object, ...]:
        at, focus = self._root.query_pointer(), self._display.get_input_focus().focus
        active = self._root.get_full_property(self._display.intern_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType)
        return at.root_x, at.root_y, getattr(focus, "id", focus), tuple(active.value) if active else ()

    def pairs(self) -> list[str]:
        devices = self._display.xinput_query_device(0).devices
        return [device.name for device in devices if device.name.startswith("ufo-") and device.use == 1]

    def close(self) -> None:
        self._display.close()

    def put_aside(self, window: Window) -> None:
        """Move the window to the corner, where nothing is worked."""
        self._display.create_resource_object("window", int(window.id, 16)).configure(
            x=1150, y=700, width=120, height=80
        )
        self._display.sync()


async def _persons_window(desktop: LinuxDesktop, folder: Path) -> Window:
    """A window of the person's with the focus."""
    path = folder / "persons.json"
    scene = SCENES["Tk"]
    window = await desktop.launch(Launch(scene.program, scene.command(path, "The person's")), timeout_s=60)
    await desktop.focus(window.id)
    return window


@pytest.mark.parametrize(
    "name", ["GTK3", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("GTK4", "Chromium", "Firefox"))]
)
async def test_clicks_and_typed_text_arrive_and_the_person_keeps_pointer_and_focus(
    name: str, private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    need_scene(SCENES["Tk"])
    need_scene(scene := SCENES[name])
    stage, person = await Stage.open(scene, desktop, tmp_path), _Person(private_desktop)
    person.put_aside(await _persons_window(desktop, tmp_path))
    await desktop.settle()
    truth = stage.truth()
    press, field = truth.get("press"), truth.get("surname")
    assert press.rect is not None and field.rect is not None
    before = person.state()
    assert await desktop.hands(stage.window.id) == ""
    try:
        await desktop.send(stage.window.id, [Click(press.rect.center)])
        with for_a_while():
            while ("press", "clicked") not in stage.events():
                await anyio.sleep(0.05)
        await desktop.send(stage.window.id, [Click(field.rect.center), TypeText("ab")])
        with for_a_while():
            while "ab" not in str(stage.truth().get("surname").value):
                await anyio.sleep(0.05)
        assert person.state() == before and len(person.pairs()) == 1
    finally:
        await desktop.hands(None)
        person.close()


async def test_qt_is_not_worked_so_because_it_comes_to_the_front(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    need_scene(SCENES["Qt6"])
    stage = await Stage.open(SCENES["Qt6"], desktop, tmp_path)
    assert "brings its window to the front" in await desktop.hands(stage.window.id)


async def test_a_pair_goes_with_its_connection_and_after_a_kill_with_the_next_one(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    need_scene(SCENES["Tk"])
    await _persons_window(desktop, tmp_path)
    person, environment = _Person(private_desktop), {**os.environ, **private_desktop.environment}
    holder = subprocess.Popen([sys.executable, "-c", _HELD], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert await anyio.to_thread.run_sync(holder.stdout.readline) == "made\n"
        (orphan,) = person.pairs()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert person.pairs() == [orphan]
        again = await LinuxDesktop.connect(private_desktop.environment, desktop._settings)
        assert person.pairs() == []
        assert await again.hands((await again.windows())[0].id) == "" and len(person.pairs()) == 1
        # A pair of a process that still lives is none of the next one's business.
        other = await LinuxDesktop.connect(private_desktop.environment, desktop._settings)
        assert len(person.pairs()) == 1
        await other.shutdown()
        await again.shutdown()
        assert person.pairs() == []
    finally:
        holder.kill()
        holder.wait()
        person.close()
