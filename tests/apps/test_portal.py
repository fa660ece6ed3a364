"""The real portals of GNOME and of Plasma. Their dialogs are windows: a second desktop of the test says what the person would."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.apps.gnome_session import gnome_session, needs_gnome
from tests.apps.kwin_session import KWinSession, kwin_session, require_kwin
from tests.apps.portals import OF_GNOME, OF_KDE, needs_portals, only_the_portal, portals
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window
from ufo.errors import DesktopUnavailable, NotActionable

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(300), needs_portals]


@pytest.fixture(scope="module")
def gnome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """GNOME with a portal. The person's desktop reaches all of it."""
    with gnome_session(tmp_path_factory.mktemp("gnome")) as session, portals(session.environment, OF_GNOME):
        yield session.environment


@pytest.fixture
def sandboxed(gnome: Mapping[str, str], tmp_path: Path) -> Iterator[Mapping[str, str]]:
    with only_the_portal(gnome, tmp_path) as environment:
        yield environment


@pytest.fixture
def plasma() -> Iterator[KWinSession]:
    """KWin without the person's grant, with a portal."""
    require_kwin()
    with kwin_session(granted=False) as session:
        piped = [
            subprocess.Popen(
                [name], env=dict(session.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            for name in ("pipewire", "wireplumber")
        ]
        try:
            with portals(session.environment, OF_KDE):
                yield session
        finally:
            for process in piped:
                process.kill()
                process.wait()


@asynccontextmanager
async def _connected(environment: Mapping[str, str]) -> AsyncIterator[LinuxDesktop]:
    desktop = await LinuxDesktop.connect(environment, DesktopSettings(portal="ask"))
    try:
        yield desktop
    finally:
        with contextlib.suppress(DesktopUnavailable, ProcessLookupError):
            for window in await desktop.windows():
                if window.process == "mousepad":
                    os.kill(window.pid, signal.SIGKILL)
        await desktop.shutdown()


async def _element(desktop: LinuxDesktop, process: str, role: str, name: str) -> Element:
    with in_time():
        while True:
            for window in await desktop.windows():
                if process in window.process:
                    for element in await desktop.snapshot(window.id):
                        if role in ("", element.role) and name in element.name:
                            return element
            await asyncio.sleep(0.1)


async def _press(person: LinuxDesktop, role: str, name: str) -> None:
    element = await _element(person, "xdg-desktop-portal", role, name)
    await person.act(element.handle, "press")


async def _editor(desktop: LinuxDesktop, person: LinuxDesktop) -> tuple[Window, Element]:
    window = await desktop.launch(Launch("mousepad", ("--disable-server",)))
    for shown in await person.windows():
        if shown.process == "mousepad":
            await person.focus(shown.id)
    return window, await _element(desktop, "mousepad", "Edit", "")


async def _holds(desktop: LinuxDesktop, field: Element, text: str) -> None:
    with in_time():
        while await desktop.text(field.handle) != text:
            await asyncio.sleep(0.05)


@needs_gnome
async def test_gnomes_dialog_lends_keys_and_pictures_where_mutter_denies_them(
    gnome: Mapping[str, str], sandboxed: Mapping[str, str]
) -> None:
    async with _connected(gnome) as person, _connected(sandboxed) as desktop:
        window, field = await _editor(desktop, person)
        typing = asyncio.ensure_future(desktop.send(window.id, [TypeText("Hello (World) 50%")]))
        await _press(person, "CheckBox", "Allow remote interaction")
        await _press(person, "Button", "Share")
        with in_time():
            await typing
        await _holds(desktop, field, "Hello (World) 50%")
        await desktop.send(window.id, [Keys(("ctrl", "a")), TypeText("new")])
        await _holds(desktop, field, "new")
        frame = await desktop.capture()
        assert (frame.rect.width, frame.rect.height) == (1920, 1080) and len(set(frame.pixels)) > 8
        with pytest.raises(NotActionable, match="nothing was done with the pointer"):
            await desktop.send(window.id, [Click(field.rect.center)])
        with pytest.raises(NotActionable, match="lends no clipboard"):
            await desktop.copied()


@needs_gnome
async def test_a_no_in_gnomes_dialog_is_told_and_no_second_dialog_comes(
    gnome: Mapping[str, str], sandboxed: Mapping[str, str]
) -> None:
    async with _connected(gnome) as person, _connected(sandboxed) as desktop:
        window, field = await _editor(desktop, person)
        typing = asyncio.ensure_future(desktop.send(window.id, [TypeText("x")]))
        await _press(person, "Button", "Cancel")
        for sending in (typing, desktop.send(window.id, [TypeText("x")])):
            with in_time(), pytest.raises(NotActionable, match="you said no in the desktop's dialog"):
                await sending
        assert await desktop.text(field.handle) == ""


async def test_plasmas_portal_lends_pointer_and_keys_where_kwin_grants_none(
    plasma: KWinSession, caplog: pytest.LogCaptureFixture
) -> None:
    async with _connected(plasma.environment) as desktop:
        assert any("until then a dialog of your desktop asks you once" in remark for remark in desktop.remarks())
        window, field = await _editor(desktop, desktop)
        assert "your desktop asks you now" not in caplog.text
        await desktop.send(window.id, [Click(field.rect.center)])
        await desktop.send(window.id, [TypeText("Hello (World) 50%", struck=True)])
        await _holds(desktop, field, "Hello (World) 50%")
        await desktop.send(window.id, [Keys(("ctrl", "a")), TypeText("Zoë 😀 日本")])
        await _holds(desktop, field, "Zoë 😀 日本")
        menu = await _element(desktop, "mousepad", "", "View")
        await desktop.send(window.id, [Click(menu.rect.center)])
        with in_time():
            while not (await desktop.snapshot(window.id)).popups:
                await asyncio.sleep(0.05)
        assert caplog.text.count("your desktop asks you now") == 1
