"""The clipboard of a Wayland seat, read and set without a window (ext-data-control-v1, or its forerunner of wlroots).

Who sets a clipboard must answer whenever a program asks, so this has a connection and a thread of its own.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from ufo.desktop.linux.wayland.bounded_pipes import (
    PIPE_BYTES,
    READ_S,
    WRITE_S,
    Contents,
    TooLarge,
    contents_of,
    read_all,
    write_all,
)
from ufo.desktop.linux.wayland.client import Proxy, WaylandClient
from ufo.errors import DesktopError, DesktopUnavailable

T = TypeVar("T")
MANAGERS = ("ext_data_control_manager_v1", "zwlr_data_control_manager_v1")
_TEXT = ("text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING")


class DataControl:
    """Raises DesktopUnavailable where the compositor has no such protocol, or is gone."""

    def __init__(self, path: Path) -> None:
        self._client = WaylandClient(path)
        found = next((name for name in MANAGERS if self._client.offers(name)), None)
        if found is None:
            self._client.close()
            raise DesktopUnavailable("this compositor lets no program read or set the clipboard")
        self._manager = self._client.bind(found, 1)
        self._device = self._manager.make("get_data_device", self._client.bind("wl_seat", 1))
        self._offers: dict[Proxy, list[str]] = {}
        self._offered: Proxy | None = None
        self._source: Proxy | None = None
        self._held: Contents = {}
        self._lost = threading.Event()
        self._asked = time.monotonic()
        self._times = 0
        self._device.on = {"data_offer": self._hear_offer, "selection": self._hear_selection}
        self._client.roundtrip()
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        # Sockets know when they are closed; the descriptor of a closed pipe may belong to another file by then.
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="wayland-clipboard", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Return the clipboard's text, "" where it holds none. Raises TooLarge."""
        return self._call(self._text)

    def contents(self) -> Contents:
        """Return all that the clipboard holds. Raises TooLarge."""
        return self._call(self._contents)

    def set(self, contents: Contents) -> None:
        """Hold these contents until another program sets the clipboard, or `close`. Nothing in them empties it."""
        self._call(lambda: self._set(contents))

    def set_text(self, text: str) -> None:
        self.set(dict.fromkeys(_TEXT, text.encode()))

    def await_lost(self) -> None:
        """Block until another program has set the clipboard, or the compositor is gone."""
        self._lost.wait()

    @property
    def held(self) -> Contents:
        """What we hold now; nothing where another program has set the clipboard since."""
        return self._held

    @property
    def asked(self) -> tuple[int, float]:
        """How often what we hold was asked for, and the monotonic time of the last time."""
        return self._times, self._asked

    def close(self) -> None:
        with contextlib.suppress(DesktopError):
            self._call(lambda: setattr(self, "_closed", True))
        self._thread.join(WRITE_S)

    def _call(self, function: Callable[[], T]) -> T:
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(function())
            except (DesktopError, TooLarge, OSError) as error:
                future.set_exception(error)

        self._jobs.put(run)
        try:
            self._wake.send(b".")
        except OSError as error:
            raise DesktopUnavailable("the compositor of this clipboard is gone; connect again") from error
        try:
            return future.result(WRITE_S)
        except TimeoutError as error:
            raise DesktopUnavailable(f"the clipboard did not answer within {WRITE_S:g} s") from error

    def _serve(self) -> None:
        try:
            while not self._closed:
                select.select([self._client.fileno(), self._woken.fileno()], [], [])
                self._client.hear()
                with contextlib.suppress(BlockingIOError):
                    self._woken.recv(PIPE_BYTES)
                self._do_jobs()
        except DesktopUnavailable:
            pass  # whoever asks is told
        finally:
            self._client.close()
            self._held = {}
            self._lost.set()
            self._wake.close()
            self._woken.close()
            self._do_jobs()

    def _do_jobs(self) -> None:
        while not self._jobs.empty():
            self._jobs.get()()

    def _hear_offer(self, offer: Proxy) -> None:
        types: list[str] = []
        self._offers[offer] = types
        offer.on["offer"] = types.append

    def _hear_selection(self, offer_id: int) -> None:
        current = next((offer for offer in self._offers if offer.id == offer_id), None)
        for offer in [offer for offer in self._offers if offer is not current]:
            del self._offers[offer]
            offer.send("destroy")
        self._offered = current

    def _text(self) -> str:
        self._client.roundtrip()
        types = [] if self._offered is None else self._offers[self._offered]
        wanted = next((kind for kind in _TEXT if kind in types), None)
        if wanted is None:
            return ""
        return self._received(wanted, time.monotonic() + READ_S).decode("utf-8", "replace")

    def _contents(self) -> Contents:
        self._client.roundtrip()
        if self._source is not None:
            return self._held
        types = [] if self._offered is None else list(dict.fromkeys(self._offers[self._offered]))
        return contents_of(types, self._received)

    def _received(self, kind: str, deadline: float) -> bytes:
        if self._source is not None:
            return self._held.get(kind, b"")
        assert self._offered is not None
        reading, writing = os.pipe2(os.O_CLOEXEC)
        try:
            self._offered.send("receive", kind, descriptors=(writing,))
        finally:
            os.close(writing)
        return read_all(reading, deadline)

    def _set(self, contents: Contents) -> None:
        if not contents:
            self._device.send("set_selection", 0)
            self._drop_source()
            self._client.roundtrip()
            return
        source = self._manager.make("create_data_source")
        for kind in contents:
            source.send("offer", kind)
        source.on = {"send": self._hand_out, "cancelled": lambda: self._lose(source)}
        self._drop_source()
        self._source, self._held, self._times = source, dict(contents), 0
        self._lost.clear()
        self._device.send("set_selection", source)
        self._client.roundtrip()

    def _drop_source(self) -> None:
        if self._source is not None:
            self._source.send("destroy")
            self._source, self._held = None, {}

    def _lose(self, source: Proxy) -> None:
        if source is self._source:
            self._drop_source()
            self._lost.set()

    def _hand_out(self, kind: str, descriptor: int) -> None:
        """Give a program what it asked for, in a thread of its own: it may read slowly, or never."""
        self._times, self._asked = self._times + 1, time.monotonic()
        data = self._held.get(kind, b"")
        threading.Thread(target=write_all, args=(descriptor, data), name="wayland-paste", daemon=True).start()
