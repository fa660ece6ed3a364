"""A connection to a Wayland compositor: objects, requests, events. It blocks, with a deadline for everything, and belongs to
one thread.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from ufo.desktop.linux.wayland import messages
from ufo.desktop.linux.wayland.protocols import INTERFACES, Interface
from ufo.errors import DesktopUnavailable

ANSWER_S = 10.0
_READ_BYTES, _MOST_DESCRIPTORS = 1 << 16, 64
_FIRST_OF_COMPOSITOR = 0xFF000000
Heard = Callable[..., object]


def socket_of(environment: Mapping[str, str]) -> Path | None:
    """Return the path of the compositor's socket that the environment names; None where it names none."""
    name = environment.get("WAYLAND_DISPLAY", "")
    if not name:
        return None
    return Path(environment.get("XDG_RUNTIME_DIR", "/")) / name


class Proxy:
    """An object of the compositor. `on` has what is called for an event, by its name, with the event's arguments."""

    def __init__(self, client: WaylandClient, object_id: int, interface: Interface) -> None:
        self._client = client
        self.id = object_id
        self.interface = interface
        self.is_destroyed = False
        self.on: dict[str, Heard] = {}

    def send(self, name: str, *arguments: messages.Argument | Proxy, descriptors: Sequence[int] = ()) -> None:
        """Send a request that makes no object. The descriptors stay the caller's."""
        self._client.request(self, name, arguments, descriptors)
        if name in ("destroy", "release"):
            self.is_destroyed = True

    def make(self, name: str, *arguments: messages.Argument | Proxy, descriptors: Sequence[int] = ()) -> Proxy:
        """Send a request that makes an object, and return that. The new object's id is no argument."""
        made = self._client.request(self, name, arguments, descriptors)
        assert made is not None
        return made


class WaylandClient:
    """A connection. Every method raises DesktopUnavailable where the compositor is gone, does not answer within its time,
    refuses a request, or sends what is no Wayland.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._objects: dict[int, Proxy] = {}
        self._free: list[int] = []
        self._next = 2
        self._read = bytearray()
        self._descriptors: list[int] = []
        self._refused = ""
        self._ended = ""
        self.display = Proxy(self, 1, INTERFACES["wl_display"])
        self._objects[1] = self.display
        self.display.on = {"error": self._hear_error, "delete_id": self._forget}
        self._globals: dict[int, tuple[str, int]] = {}
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(ANSWER_S)
            self._socket.connect(os.fspath(path))
            self._socket.setblocking(False)
            self._registry = self.display.make("get_registry")
            self._registry.on = {
                "global": lambda name, interface, version: self._globals.update({name: (interface, version)}),
                "global_remove": lambda name: self._globals.pop(name, None),
            }
            self.roundtrip()
        except OSError as error:
            self.close()
            raise DesktopUnavailable(
                f"no Wayland compositor answers at {str(path)!r} ({error.strerror or error}); set WAYLAND_DISPLAY to one "
                "that runs, or use --desktop private"
            ) from error
        except DesktopUnavailable:
            self.close()
            raise

    def close(self) -> None:
        self._ended = self._ended or "the connection is closed"
        self._socket.close()
        while self._descriptors:
            os.close(self._descriptors.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fileno(self) -> int:
        return self._socket.fileno()

    def offers(self, interface: str) -> bool:
        return any(offered == interface for offered, _ in self._globals.values())

    def names(self, interface: str) -> list[int]:
        """Return the numbers of the compositor's global objects of that interface, in the order in which it told them."""
        return [name for name, (offered, _) in self._globals.items() if offered == interface]

    def bind(self, interface: str, version: int, name: int | None = None) -> Proxy:
        """Bind a global object: the one of that number, or the first. It gets `version`, or what the compositor has below it.
        Raises DesktopUnavailable where there is none.
        """
        number = name if name is not None else next(iter(self.names(interface)), None)
        offered = None if number is None else self._globals.get(number)
        if number is None or offered is None:
            raise DesktopUnavailable(f"this compositor does not have {interface}, which this needs")
        made = self._new(interface)
        self.request(self._registry, "bind", (number, interface, min(version, offered[1]), made.id), ())
        return made

    def request(
        self, proxy: Proxy, name: str, arguments: Sequence[messages.Argument | Proxy], descriptors: Sequence[int]
    ) -> Proxy | None:
        opcode, message = next(
            (number, known) for number, known in enumerate(proxy.interface.requests) if known.name == name
        )
        made = self._new(message.makes) if message.makes else None
        given = [argument.id if isinstance(argument, Proxy) else argument for argument in arguments]
        if made is not None:
            given.insert(message.kinds.replace("h", "").index("n"), made.id)
        self._deliver(messages.request(proxy.id, opcode, message, given), descriptors)
        return made

    def roundtrip(self, within_s: float = ANSWER_S) -> None:
        """Wait until the compositor has handled all that was sent, and hear all that it told until then."""
        done: list[object] = []
        self.display.make("sync").on["done"] = done.append
        if not self.await_that(lambda: bool(done), within_s):
            raise DesktopUnavailable(f"the compositor at {str(self.path)!r} did not answer within {within_s:g} s")

    def await_that(self, holds: Callable[[], bool], within_s: float) -> bool:
        """Hear events until `holds` is true. Return whether it became so within the time."""
        deadline = time.monotonic() + within_s
        while not holds():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            select.select([self._socket], [], [], left)
            self.hear()
        return True

    def hear(self) -> None:
        """Read what has arrived, without waiting, and tell it to the objects."""
        self._require_open()
        try:
            data, descriptors, flags, _ = socket.recv_fds(self._socket, _READ_BYTES, _MOST_DESCRIPTORS)
        except BlockingIOError:
            return
        except OSError as error:
            raise self._end(f"the compositor is gone ({error.strerror})") from error
        self._descriptors += descriptors
        if not data:
            raise self._end("the compositor has ended")
        if flags & socket.MSG_CTRUNC:
            raise self._end("the compositor sent more files than there is room for")
        self._read += data
        try:
            while self._hear_next():
                pass
        except messages.Garbled as error:
            raise self._end(f"what it sent is no Wayland: {error}") from error
        if self._refused:
            raise self._end(self._refused)

    def _hear_next(self) -> bool:
        head = messages.head(self._read)
        if head is None or len(self._read) < head.size:
            return False
        body = bytes(self._read[8 : head.size])
        del self._read[: head.size]
        proxy = self._objects.get(head.object_id)
        if proxy is None:
            raise messages.Garbled(f"an event of object {head.object_id}, which is not there")
        if head.opcode >= len(proxy.interface.events):
            raise messages.Garbled(f"event {head.opcode} of {proxy.interface.name}")
        message = proxy.interface.events[head.opcode]
        values: list[object] = list(messages.event(message, body, self._next_descriptor))
        if message.makes:
            at = message.kinds.index("n")
            values[at] = self._add(int(str(values[at])), message.makes)
        heard = None if proxy.is_destroyed else proxy.on.get(message.name)
        if heard is not None:
            heard(*values)
        else:
            self._close_all(value for kind, value in zip(message.kinds, values, strict=True) if kind == "h")
        return True

    def _close_all(self, descriptors: object) -> None:
        for descriptor in descriptors:  # type: ignore[attr-defined]
            os.close(descriptor)

    def _next_descriptor(self) -> int:
        if not self._descriptors:
            raise messages.Garbled("a file that did not come")
        return self._descriptors.pop(0)

    def _deliver(self, data: bytes, descriptors: Sequence[int]) -> None:
        self._require_open()
        deadline = time.monotonic() + ANSWER_S
        try:
            while data:
                try:
                    sent = socket.send_fds(self._socket, [data], descriptors)
                    data, descriptors = data[sent:], ()
                except BlockingIOError as error:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        raise self._end(f"the compositor has read nothing for {ANSWER_S:g} s") from error
                    select.select([], [self._socket], [], left)
        except OSError as error:
            # What it said last tells why it closed the connection.
            with contextlib.suppress(BlockingIOError):
                self.hear()
            raise self._end(f"the compositor is gone ({error.strerror})") from error

    def _new(self, interface: str) -> Proxy:
        if self._free:
            return self._add(self._free.pop(), interface)
        self._next += 1
        return self._add(self._next - 1, interface)

    def _add(self, object_id: int, interface: str) -> Proxy:
        proxy = Proxy(self, object_id, INTERFACES[interface])
        self._objects[object_id] = proxy
        return proxy

    def _forget(self, object_id: int) -> None:
        """Forget an object of ours that the compositor has forgotten. Its id may be used again only from now on."""
        if self._objects.pop(object_id, None) is not None and object_id < _FIRST_OF_COMPOSITOR:
            self._free.append(object_id)

    def _hear_error(self, object_id: int, code: int, text: str | None) -> None:
        proxy = self._objects.get(object_id)
        of_what = proxy.interface.name if proxy else f"object {object_id}"
        self._refused = f"the compositor refused a request of {of_what}: {text or 'no reason'} (code {code})"

    def _require_open(self) -> None:
        if self._ended:
            raise DesktopUnavailable(f"{self._ended}; connect again")

    def _end(self, why: str) -> DesktopUnavailable:
        self._ended = self._ended or f"{why} at {str(self.path)!r}"
        self.close()
        return DesktopUnavailable(f"{self._ended}; see whether it still runs")
