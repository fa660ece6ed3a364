"""Which compositor the variables of a session lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.linux.wayland.compositors import ipc_of
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.choose import NoCompositor, OtherCompositor, Sway, choose
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable


def test_sway_is_found_by_its_two_sockets(private_wayland: PrivateDesktop) -> None:
    assert choose(private_wayland.environment) == Sway(Path(private_wayland.display), ipc_of(private_wayland))


def test_a_compositor_that_is_not_known_is_named(tmp_path: Path, private_wayland: PrivateDesktop) -> None:
    (tmp_path / "wayland-0").symlink_to(private_wayland.display)
    session = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path), "XDG_CURRENT_DESKTOP": "GNOME"}
    found = choose(session)
    assert isinstance(found, OtherCompositor) and found.why.startswith("GNOME lets no program ask it for windows")


def test_a_stale_wayland_display_is_told(tmp_path: Path) -> None:
    session = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path), "SWAYSOCK": str(tmp_path / "gone")}
    found = choose(session)
    assert isinstance(found, NoCompositor) and "wayland-9', where no compositor is" in found.why
    (tmp_path / "wayland-9").touch()
    dead = choose(session)
    assert isinstance(dead, NoCompositor) and "no Wayland compositor answers" in dead.why
    assert choose({"DISPLAY": ":7"}) == NoCompositor("WAYLAND_DISPLAY is not set")


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
