"""Which compositor the variables of a session lead to."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.desktop.linux.wayland.compositors import command, ipc_of
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.choose import Session, session_of
from ufo.desktop.linux.wayland.socket_screens import SWAY
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch, TypeText
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable, PicturesRefused


def test_sway_is_found_by_its_two_sockets(private_wayland: PrivateDesktop) -> None:
    assert session_of(private_wayland.environment) == Session(
        Path(private_wayland.display), SWAY, ipc_of(private_wayland), lends=True
    )
    assert ipc_of(private_wayland).is_socket()


async def test_of_a_compositor_that_is_not_known_what_it_announces_is_used(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    """A sway whose socket is hidden. The private sway's desktop is there besides, for its programs are ended after the test."""
    other = tmp_path / "wayland-0"
    other.symlink_to(private_wayland.display)
    session = {**private_wayland.environment, "WAYLAND_DISPLAY": str(other), "XDG_CURRENT_DESKTOP": "Other"}
    assert session_of(session) == Session(other, "", lends=True)
    desktop = await LinuxDesktop.connect(session, DesktopSettings())
    try:
        window = await desktop.launch(Launch("mousepad", ("--disable-server",)))
        field = next(element for element in await desktop.snapshot(window.id) if element.role == "Edit")
        await desktop.act(field.handle, "set_text", "Zoë 😀 日本")
        await desktop.send(window.id, [Keys(("ctrl", "end")), TypeText(", typed")])
        with in_time():
            while await desktop.text(field.handle) != "Zoë 😀 日本, typed":
                await anyio.sleep(0.02)
        with pytest.raises(NotActionable, match="nobody tells where .* make the window full screen"):
            await desktop.send(window.id, [Click(field.rect.center)])
        with pytest.raises(PicturesRefused, match="take one of the whole screen"):
            await desktop.capture(window.id)
        assert (await desktop.capture()).rect == (await desktop.screens())[0].rect
        with pytest.raises(DesktopError, match="no key can stop the run"):
            await desktop.on_key(Keys(("ctrl", "pause")), list)
    finally:
        await desktop.shutdown()


async def test_a_window_that_fills_the_screen_has_a_pointer_whoever_the_compositor_is(
    wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    other = tmp_path / "wayland-0"
    other.symlink_to(private_wayland.display)
    desktop = await LinuxDesktop.connect(
        {**private_wayland.environment, "WAYLAND_DISPLAY": str(other)}, DesktopSettings()
    )
    try:
        window = await desktop.launch(Launch("mousepad", ("--disable-server",)))
        screen = (await desktop.screens())[0].rect
        command(private_wayland, "fullscreen enable")
        with in_time():
            while (await desktop.windows())[0].rect != screen:
                await anyio.sleep(0.02)
        field = next(element for element in await desktop.snapshot(window.id) if element.role == "Edit")
        await desktop.send(window.id, [Click(field.rect.center), TypeText("clicked")])
        with in_time():
            while await desktop.text(field.handle) != "clicked":
                await anyio.sleep(0.02)
        assert (await desktop.capture(window.id)).rect == screen
    finally:
        await desktop.shutdown()


def test_a_stale_wayland_display_is_told(tmp_path: Path) -> None:
    session = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path), "SWAYSOCK": str(tmp_path / "gone")}
    found = session_of(session)
    assert isinstance(found, str) and "wayland-9', where no compositor is" in found
    assert session_of({"DISPLAY": ":7"}) == "WAYLAND_DISPLAY is not set"


async def test_without_any_screen_the_reason_and_the_way_out_are_said(tmp_path: Path) -> None:
    session = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}
    with pytest.raises(DesktopUnavailable, match="where no compositor is.*DISPLAY is not set; use --desktop private"):
        await LinuxDesktop.connect(session, DesktopSettings())


async def test_with_a_stale_wayland_display_the_x_server_is_worked(
    tmp_path: Path, private_desktop: PrivateDesktop
) -> None:
    session = {**private_desktop.environment, "WAYLAND_DISPLAY": str(tmp_path / "wayland-9")}
    desktop = await LinuxDesktop.connect(session, DesktopSettings())
    try:
        assert [screen.rect.width for screen in await desktop.screens()] == [1280]
    finally:
        await desktop.shutdown()
