"""A compositor that is not known here, with a portal: what that lends is used, once the person was asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from tests.desktop.linux.wayland.compositors import command
from tests.desktop.linux.wayland.portal.portal_service import PortalService, serving
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.screen.keysyms import text_of
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.typed_text import Keyboard
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import MARK
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window
from ufo.errors import DesktopUnavailable, NotActionable, PicturesRefused

_CONTROL = 0xFFE3


@pytest.fixture
def unknown(private_wayland: PrivateDesktop, tmp_path: Path) -> dict[str, str]:
    """A session of a person's own, whose compositor tells by nothing what it is."""
    other = tmp_path / "wayland-0"
    other.symlink_to(private_wayland.display)
    session = {**private_wayland.environment, "WAYLAND_DISPLAY": str(other), "XDG_CURRENT_DESKTOP": "Other"}
    session.pop(MARK)
    return session


@contextmanager
def _typing(desktop: PrivateDesktop, service: PortalService) -> Iterator[PortalService]:
    """Have the portal strike its keys on the compositor."""
    client = WaylandClient(Path(desktop.display))
    keyboard = Keyboard(client, client.bind("wl_seat", 5))
    held: list[int] = []

    def strike(keysym: int, down: bool) -> None:
        if keysym == _CONTROL:
            held.extend([keysym] if down else [])
            if not down:
                held.clear()
        elif down and text_of(keysym):
            keyboard.chord(("ctrl", text_of(keysym))) if held else keyboard.strike(text_of(keysym))

    service.struck = strike
    try:
        with serving(desktop.environment["DBUS_SESSION_BUS_ADDRESS"], service):
            yield service
    finally:
        client.close()


@asynccontextmanager
async def _desktop(session: dict[str, str], portal: str) -> AsyncIterator[LinuxDesktop]:
    settings = DesktopSettings.model_validate({"portal": portal})
    desktop = await LinuxDesktop.connect(session, settings)
    try:
        yield desktop
    finally:
        await desktop.shutdown()


async def _editor(desktop: LinuxDesktop) -> Window:
    return await desktop.launch(Launch("mousepad", ("--disable-server",)))


async def test_keys_go_to_the_active_window_once_the_person_has_said_yes(
    private_wayland: PrivateDesktop, unknown: dict[str, str]
) -> None:
    with _typing(private_wayland, PortalService()) as service:
        async with _desktop(unknown, "ask") as desktop:
            (remark,) = [it for it in desktop.remarks() if "a dialog of your desktop asks you once" in it]
            assert remark.startswith("Other lets no program ask it")
            window = await _editor(desktop)
            field = next(element for element in await desktop.snapshot(window.id) if element.role == "Edit")
            with pytest.raises(PicturesRefused, match="no pictures of single windows"):
                await desktop.capture(window.id)
            desktop.tell_by(list[str]().append, shows=False)
            with pytest.raises(PicturesRefused, match="no screen is shared by the desktop's dialog, or not yet"):
                await desktop.capture()
            with pytest.raises(NotActionable, match="nobody tells where windows are, so there is no pointer"):
                await desktop.send(window.id, [Click(field.rect.center)])
            assert not service.asked("CreateSession")
            await desktop.send(window.id, [TypeText("first", struck=True), Keys(("ctrl", "a"))])
            await desktop.send(window.id, [TypeText("Then (50%)", struck=True)])
            with in_time():
                while await desktop.text(field.handle) != "Then (50%)":
                    await desktop.settle(window.id)
            assert len(service.asked("Start")) == 1
            assert await desktop.copied() == "copied elsewhere"
            service.end_session()
            with in_time(), pytest.raises(DesktopUnavailable, match="the sharing of your screen was ended"):
                while True:
                    await desktop.send(window.id, [TypeText("x", struck=True)])


async def test_a_window_without_the_keyboard_gets_no_key(
    private_wayland: PrivateDesktop, unknown: dict[str, str]
) -> None:
    with _typing(private_wayland, PortalService()) as service:
        async with _desktop(unknown, "ask") as desktop:
            below = await _editor(desktop)
            await _editor(desktop)
            with in_time():
                while any(window.active for window in await desktop.windows() if window.id == below.id):
                    command(private_wayland, "focus next")
            with pytest.raises(NotActionable, match="has not the keyboard; bring it to the front yourself$"):
                await desktop.send(below.id, [TypeText("x", struck=True)])
            assert not service.asked("NotifyKeyboardKeysym")


async def test_where_the_portal_may_not_be_used_nothing_of_it_is_told_or_asked(
    private_wayland: PrivateDesktop, unknown: dict[str, str]
) -> None:
    with serving(private_wayland.environment["DBUS_SESSION_BUS_ADDRESS"], PortalService()) as service:
        async with _desktop(unknown, "never") as desktop:
            assert not any("dialog" in remark for remark in desktop.remarks())
            window = await _editor(desktop)
            with pytest.raises(NotActionable, match="neither pointer nor keyboard"):
                await desktop.send(window.id, [TypeText("x")])
            with pytest.raises(NotActionable, match="neither pointer nor keyboard"):
                await desktop.hands(window.id)
        assert not service.calls


async def test_on_a_private_desktop_nobody_is_asked(private_wayland: PrivateDesktop, unknown: dict[str, str]) -> None:
    private = {**unknown, MARK: private_wayland.environment[MARK]}
    with serving(private_wayland.environment["DBUS_SESSION_BUS_ADDRESS"], PortalService()) as service:
        async with _desktop(private, "ask") as desktop:
            window = await _editor(desktop)
            with pytest.raises(NotActionable, match="neither pointer nor keyboard"):
                await desktop.send(window.id, [TypeText("x")])
        assert not service.calls
