"""Which compositor the variables of a session lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.linux.wayland.compositors import ipc_of
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.choose import Session, session_of
from ufo.desktop.linux.wayland.socket_screens import SWAY
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable


def test_sway_is_found_by_its_two_sockets(private_wayland: PrivateDesktop) -> None:
    assert session_of(private_wayland.environment) == Session(
        Path(private_wayland.display), SWAY, ipc_of(private_wayland)
    )
    assert ipc_of(private_wayland).is_socket()


async def test_of_a_compositor_that_is_not_known_the_controls_are_worked_by_their_trees(
    private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    other = tmp_path / "wayland-0"
    other.symlink_to(private_wayland.display)
    session = {**private_wayland.environment, "WAYLAND_DISPLAY": str(other), "XDG_CURRENT_DESKTOP": "Other"}
    assert session_of(session) == Session(other, "")
    desktop = await LinuxDesktop.connect(session, DesktopSettings())
    try:
        window = await desktop.launch(Launch("mousepad", ("--disable-server",)))
        field = next(element for element in await desktop.snapshot(window.id) if element.role == "Edit")
        await desktop.act(field.handle, "set_text", "Zoë 😀 日本")
        assert await desktop.text(field.handle) == "Zoë 😀 日本"
        with pytest.raises(NotActionable, match="^Other lets no program ask .* there is neither pointer nor keyboard"):
            await desktop.send(window.id, [Click(field.rect.center)])
        with pytest.raises(NotActionable, match="there is no picture; go by the list of controls"):
            await desktop.capture(window.id)
        with pytest.raises(DesktopError, match="no key can stop the run"):
            await desktop.on_key(Keys(("ctrl", "pause")), list)
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
