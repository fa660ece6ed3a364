"""Compositors that tell no places, each a real one: what their protocols give is used, the rest is refused with the next move."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from tests.apps.wlroots_session import wlroots_session
from tests.needs import need
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.choose import session_of
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.task_list import Toplevels
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window
from ufo.errors import DesktopError, NotActionable, PicturesRefused

pytestmark = pytest.mark.apps


@dataclass(frozen=True)
class Listed:
    desktop: LinuxDesktop
    display: Path


@pytest.fixture(params=["labwc", "phoc"])
async def session(request: pytest.FixtureRequest, private_wayland: PrivateDesktop) -> AsyncIterator[Listed]:
    if request.param == "labwc":
        need("labwc")
    else:
        need("phoc")
    with wlroots_session(private_wayland, [request.param]) as environment:
        found = session_of(environment)
        assert not isinstance(found, str) and found.mark == ""
        desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
        try:
            yield Listed(desktop, Path(environment["WAYLAND_DISPLAY"]))
            for window in await desktop.windows():
                os.kill(window.pid, signal.SIGKILL)
        finally:
            await desktop.shutdown()


async def _open(desktop: LinuxDesktop, folder: Path, title: str) -> Window:
    truth = folder / f"{title}.txt"
    window = await desktop.launch(
        Launch("/usr/bin/python3", (str(FOLDER / "text_field.py"), "gtk3", str(truth), title))
    )
    with in_time():
        while not truth.exists():
            await anyio.sleep(0.02)
    return window


async def _holds(folder: Path, title: str, text: str) -> None:
    with in_time():
        while (folder / f"{title}.txt").read_text() != text:
            await anyio.sleep(0.02)


async def test_windows_are_listed_brought_to_the_front_and_closed(session: Listed, tmp_path: Path) -> None:
    listed = session.desktop
    first, second = await _open(listed, tmp_path, "First"), await _open(listed, tmp_path, "Second")
    assert [(it.title, it.active) for it in await listed.windows()] == [("Second", True), ("First", False)]
    with pytest.raises(NotActionable, match="the keyboard focus is with 'Second'"):
        await listed.send(first.id, [TypeText("x")])
    await listed.focus(first.id)
    await listed.send(first.id, [TypeText("Zoë 日本"), Keys(("ctrl", "a"))])
    await _holds(tmp_path, "First", "Zoë 日本")
    await listed.close_window(second.id)
    with in_time():
        while len(await listed.windows()) > 1:
            await anyio.sleep(0.02)
    assert (await listed.capture()).rect == (await listed.screens())[0].rect
    with pytest.raises(DesktopError, match="no key can stop the run"):
        await listed.on_key(Keys(("ctrl", "pause")), list)


async def test_a_pointer_is_there_where_the_window_fills_the_screen(session: Listed, tmp_path: Path) -> None:
    listed = session.desktop
    window = await _open(listed, tmp_path, "Field")
    screen = (await listed.screens())[0].rect
    if (await listed.windows())[0].rect != screen:  # phoc's fill it from the beginning
        with pytest.raises(NotActionable, match="nobody tells where 'Field' is .* make the window full screen"):
            await listed.send(window.id, [Click((await listed.windows())[0].rect.center)])
        with pytest.raises(PicturesRefused, match="nobody tells where 'Field' is"):
            await listed.capture(window.id)
        with WaylandClient(session.display) as person:
            Toplevels(person).listed()[0].handle.send("set_fullscreen", 0)
            person.roundtrip()
        with in_time():
            while (await listed.windows())[0].rect != screen:
                await anyio.sleep(0.02)
    await listed.send(window.id, [Click(screen.center), TypeText("clicked")])
    await _holds(tmp_path, "Field", "clicked")
    assert (await listed.capture(window.id)).rect == screen


async def test_where_a_compositor_announces_nothing_each_act_names_what_does_without(
    private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    need("cage")
    with wlroots_session(private_wayland, ["cage", "--", "sleep", "1000"]) as environment:
        desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
        try:
            window = await _open(desktop, tmp_path, "Alone")
            field = next(it for it in await desktop.snapshot(window.id) if "multiline" in it.states)
            await desktop.act(field.handle, "set_text", "by its own action")
            await _holds(tmp_path, "Alone", "by its own action")
            for event in (Click(field.rect.center), TypeText("x")):
                with pytest.raises(NotActionable, match="there is neither pointer nor keyboard; use the control's own"):
                    await desktop.send(window.id, [event])
            for act in (desktop.focus, desktop.close_window):
                with pytest.raises(NotActionable, match="lets no program"):
                    await act(window.id)
            with pytest.raises(NotActionable, match="the clipboard cannot be read"):
                await desktop.copied()
            os.kill(window.pid, signal.SIGKILL)
        finally:
            await desktop.shutdown()
