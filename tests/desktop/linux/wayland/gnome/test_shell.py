"""What is asked of GNOME's shell, on a bus where it is not, or does not answer as it should."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from tests.waiting import WAITED_S
from ufo.desktop.linux.wayland.gnome.monitors import Monitors
from ufo.desktop.linux.wayland.gnome.remote import RemoteSession
from ufo.desktop.linux.wayland.gnome.shell import INSTALL, SHELL, ShellExtension
from ufo.desktop.linux.wayland.session_bus import Named, NotThere, Refused, SessionBus
from ufo.errors import DesktopUnavailable, NotActionable

_SCREEN_SAVER = "org.gnome.ScreenSaver"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    found = f"unix:path={tmp_path / 'bus'}"
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address={found}"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert daemon.stdout is not None
    daemon.stdout.readline()
    yield found
    daemon.terminate()
    daemon.communicate()


@pytest.fixture
def bus(address: str) -> Iterator[SessionBus]:
    opened = SessionBus(address)
    yield opened
    opened.close()


@contextmanager
def _service(address: str, name: str, answers: dict[str, tuple[str, list[object]] | None]) -> Iterator[None]:
    """Own a name on the bus and give these answers; None for a call that is not answered."""
    loop, ready, over = asyncio.new_event_loop(), Event(), asyncio.Event()

    async def serve() -> None:
        connection = await MessageBus(bus_address=address).connect()

        def answer(message: Message) -> Message | bool | None:
            if message.message_type is not MessageType.METHOD_CALL or message.member not in answers:
                return None
            told = answers[message.member]
            return True if told is None else Message.new_method_return(message, told[0], told[1])

        connection.add_message_handler(answer)
        await connection.request_name(name)
        ready.set()
        await over.wait()
        connection.disconnect()

    thread = Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert ready.wait(WAITED_S)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(WAITED_S)
        loop.close()


def test_where_the_extension_is_not_it_is_said_how_to_install_it(bus: SessionBus) -> None:
    assert ShellExtension(bus).fault() == INSTALL


def test_another_version_is_a_fault(address: str, bus: SessionBus) -> None:
    with _service(address, SHELL.name, {"Version": ("s", ["0123456789ab"])}):
        assert "another version of the extension" in ShellExtension(bus).fault()


def test_nothing_is_done_while_the_screen_is_locked(address: str, bus: SessionBus) -> None:
    """GNOME switches extensions off then, so that ours is not on the bus."""
    with (
        _service(address, _SCREEN_SAVER, {"GetActive": ("b", [True])}),
        pytest.raises(NotActionable, match="the screen is locked; unlock it first"),
    ):
        ShellExtension(bus).look()


def test_a_shell_that_has_ended_is_told(address: str, bus: SessionBus) -> None:
    with (
        _service(address, _SCREEN_SAVER, {"GetActive": ("b", [False])}),
        pytest.raises(DesktopUnavailable, match="GNOME Shell has ended"),
    ):
        ShellExtension(bus).look()


@pytest.mark.parametrize("told", ["[]", "7", '"windows"'])
def test_an_answer_of_another_kind_is_no_look(address: str, bus: SessionBus, told: str) -> None:
    with (
        _service(address, SHELL.name, {"Look": ("s", [told])}),
        pytest.raises(DesktopUnavailable, match="answered Look with"),
    ):
        ShellExtension(bus).look()


def test_a_call_that_is_not_answered_ends(address: str, bus: SessionBus) -> None:
    with (
        _service(address, SHELL.name, {"Look": None}),
        pytest.raises(DesktopUnavailable, match=r"did not answer within 0\.2 s"),
    ):
        bus.call(SHELL, "Look", within_s=0.2)


def test_a_method_that_is_not_there_is_refused(bus: SessionBus) -> None:
    with pytest.raises(Refused, match="answered NoSuchThing"):
        bus.call(Named("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"), "NoSuchThing")


def test_a_session_that_is_not_gnome_has_no_keyboard_and_no_monitors(bus: SessionBus) -> None:
    with pytest.raises(DesktopUnavailable, match="GNOME gives no keyboard to programs here"):
        RemoteSession(bus)
    with pytest.raises(NotThere):
        Monitors(bus)()


def test_a_bus_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DesktopUnavailable, match="cannot be reached"):
        SessionBus(f"unix:path={tmp_path / 'none'}")


def test_a_closed_connection_says_so(address: str) -> None:
    bus = SessionBus(address)
    bus.close()
    bus.close()
    with pytest.raises(DesktopUnavailable, match="is closed; connect again"):
        bus.has("org.gnome.Shell")
