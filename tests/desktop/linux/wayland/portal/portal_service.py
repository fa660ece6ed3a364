"""A portal of our own on a session bus: it answers as its test says, in place of a dialog and of the person before it."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from ufo.desktop.linux.wayland.portal.portal_requests import NAME, PATH

_PORTAL, _SESSION = "org.freedesktop.portal.", f"{PATH}/session/tests/ufo"
_STREAMS = [[42, {"position": Variant("(ii)", [0, 0]), "size": Variant("(ii)", [1280, 800])}]]
Struck = Callable[[int, bool], object]


@dataclass
class PortalService:
    """`start`: what Start results in: (code, results); a text in place of that is sent as it is, and None is never sent. `dies`:
    the portal ends when it should open its dialog. `struck` is called with each keysym. `calls` has what was asked.
    """

    version: int = 2
    clipboard: bool = True
    start: tuple[int, dict[str, Variant]] | str | None = field(default_factory=lambda: shared())
    request_path: str | None = ""
    dies: bool = False
    struck: Struck = lambda _keysym, _down: None
    text: bytes = b"copied elsewhere"
    calls: list[tuple[str, list[Any]]] = field(default_factory=list)
    pasted: list[bytes] = field(default_factory=list)

    def asked(self, member: str) -> list[list[Any]]:
        return [values for name, values in self.calls if name == member]

    def end_session(self) -> None:
        """As a person does in the bar of their desktop."""
        self._loop.call_soon_threadsafe(self._tell, _SESSION, "Session", "Closed", "a{sv}", [{}])

    async def serve(self, address: str, ready: threading.Event, over: asyncio.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._bus = await MessageBus(bus_address=address, negotiate_unix_fd=True).connect()
        self._bus.add_message_handler(self._answer)
        await self._bus.request_name(NAME)
        ready.set()
        await over.wait()
        self._bus.disconnect()

    def _answer(self, message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL or message.interface is None:
            return None
        member, values = str(message.member), message.body
        if message.interface == "org.freedesktop.DBus.Properties":
            return self._property(message, values[0].removeprefix(_PORTAL), values[1])
        self.calls.append((member, values))
        if member in ("CreateSession", "SelectDevices", "SelectSources", "Start"):
            return self._request(message, member, values)
        if member == "NotifyKeyboardKeysym":
            self._strike(values[2], bool(values[3]))
        elif member == "SetSelection":
            told = {
                "mime_types": values[1].get("mime_types", Variant("as", [])),
                "session_is_owner": Variant("b", True),
            }
            self._tell(PATH, "Clipboard", "SelectionOwnerChanged", "oa{sv}", [_SESSION, told])
        elif member in ("SelectionRead", "SelectionWrite"):
            return self._pipe(message, member)
        return Message.new_method_return(message)

    def _property(self, message: Message, interface: str, name: str) -> Message:
        known = {"RemoteDesktop": self.version, "ScreenCast": 4, "Clipboard": int(self.clipboard)}
        value = 7 if name == "AvailableCursorModes" else known.get(interface, 0)
        if not value:
            return Message.new_error(message, "org.freedesktop.DBus.Error.InvalidArgs", "No such interface")
        return Message.new_method_return(message, "v", [Variant("u", value)])

    def _request(self, message: Message, member: str, values: list[Any]) -> Message | bool:
        token = values[-1]["handle_token"].value
        sender = str(message.sender).removeprefix(":").replace(".", "_")
        path = self.request_path or f"{PATH}/request/{sender}/{token}"
        if self.request_path is None:
            return Message.new_method_return(message, "u", [7])
        answer: tuple[int, dict[str, Variant]] | str | None = (0, {})
        if member == "CreateSession":
            answer = (0, {"session_handle": Variant("s", _SESSION)})
        elif member == "Start":
            answer = self.start
            if self.dies:
                self._loop.call_soon(self._bus.disconnect)
            elif self.clipboard and self.version > 1:
                told = {"mime_types": Variant("as", ["text/plain"])}
                self._tell(PATH, "Clipboard", "SelectionOwnerChanged", "oa{sv}", [_SESSION, told])
        if isinstance(answer, str):
            self._loop.call_soon(self._tell, path, "Request", "Response", "s", [answer])
        elif answer is not None:
            self._loop.call_soon(self._tell, path, "Request", "Response", "ua{sv}", [*answer])
        return Message.new_method_return(message, "o", [path])

    def _strike(self, keysym: int, down: bool) -> None:
        self.struck(keysym, down)
        if chr(keysym & 0xFF) == "v" and down and self.asked("SetSelection"):
            self._tell(PATH, "Clipboard", "SelectionTransfer", "osu", [_SESSION, "text/plain", 1])

    def _pipe(self, message: Message, member: str) -> Message:
        reading, writing = os.pipe()
        ours, theirs = (writing, reading) if member == "SelectionRead" else (reading, writing)
        self._loop.call_soon(self._hand_over, ours, member)
        self._loop.call_later(1.0, os.close, theirs)
        return Message.new_method_return(message, "h", [0], unix_fds=[theirs])

    def _hand_over(self, ours: int, member: str) -> None:
        if member == "SelectionRead":
            os.write(ours, self.text)
            os.close(ours)
            return
        self._loop.add_reader(ours, self._take, ours)

    def _take(self, ours: int) -> None:
        self._loop.remove_reader(ours)
        self.pasted.append(os.read(ours, 1 << 16))
        os.close(ours)

    def _tell(self, path: str, interface: str, member: str, signature: str, values: list[Any]) -> None:
        self._bus.send(Message.new_signal(path, _PORTAL + interface, member, signature, values))


def shared(devices: int = 3, **more: Variant) -> tuple[int, dict[str, Variant]]:
    """What Start results in where the person shares one screen."""
    results = {"devices": Variant("u", devices), "streams": Variant("a(ua{sv})", _STREAMS)}
    return 0, {**results, "clipboard_enabled": Variant("b", True), **more}


@contextmanager
def serving(address: str, service: PortalService) -> Iterator[PortalService]:
    """Have the service on the bus meanwhile."""
    loop, ready, over = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(service.serve(address, ready, over),))
    thread.start()
    assert ready.wait(10)
    try:
        yield service
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()
