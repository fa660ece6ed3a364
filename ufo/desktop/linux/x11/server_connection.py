"""One connection to the X server, used from one thread of its own, as python-xlib blocks until each answer arrives."""

from __future__ import annotations

import asyncio
import contextlib
import select
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import (
    BadDrawable,
    BadMatch,
    BadWindow,
    ConnectionClosedError,
    DisplayError,
    XauthError,
    XError,
)
from Xlib.ext import res
from Xlib.protocol.event import ClientMessage, event_class
from Xlib.xobject.drawable import Window as XWindow

from ufo.desktop.linux.screen.one_thread import ANSWER_S, OneThread, OnThread
from ufo.errors import DesktopError, DesktopUnavailable, WindowGone

P = ParamSpec("P")
T = TypeVar("T")


class XConnection:
    """A connection to the X server. `run` calls a function in the X thread; all other methods are for such functions."""

    def __init__(self, display: Display, name: str, executor: ThreadPoolExecutor) -> None:
        self.display = display
        self.name = name
        self.root: XWindow = display.screen().root
        self.thread = OneThread(f"the X server {name!r}", executor, self._guarding)
        self._atoms: dict[str, int] = {}
        self._listeners: list[Callable[[object], None]] = []

    @classmethod
    async def open(cls, name: str) -> XConnection:
        """Connect to the X server `name`. Raises DesktopUnavailable where it does not answer."""
        executor = ThreadPoolExecutor(1, "x11")
        try:
            async with asyncio.timeout(ANSWER_S):
                return await asyncio.get_running_loop().run_in_executor(executor, cls._open, name, executor)
        except (DisplayError, XauthError, ConnectionClosedError, OSError, TimeoutError) as error:
            executor.shutdown(wait=False)
            raise DesktopUnavailable(
                f"no X server answers at {name!r} ({error}); set DISPLAY to one that runs, or use --desktop private"
            ) from error

    @classmethod
    def _open(cls, name: str, executor: ThreadPoolExecutor) -> XConnection:
        connection = cls(OwnEvents(name), name, executor)
        # A window may be gone when a request about it arrives; a request without an answer reports that late, to this handler.
        connection.display.set_error_handler(lambda _error, _request: None)
        # GTK answers pings to those who watch the root's children, Qt to those who watch the root itself.
        connection.root.change_attributes(
            event_mask=X.PropertyChangeMask | X.SubstructureNotifyMask | X.StructureNotifyMask
        )
        connection.display.sync()
        return connection

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the X thread. Raises WindowGone for a window that vanished meanwhile, DesktopError for any other X
        error, and DesktopUnavailable where the server is gone or does not answer in time.
        """
        return await self.thread.run(lambda: function(*args, **kwargs))

    def hold(self, inner: T) -> OnThread[T]:
        """Return the object as code of the event loop may hold it."""
        return OnThread(self.thread, inner)

    @contextlib.contextmanager
    def _guarding(self) -> Iterator[None]:
        try:
            self.drain()
            yield
        except (BadWindow, BadDrawable, BadMatch) as error:
            raise WindowGone("the window closed meanwhile; look at the windows again") from error
        except XError as error:
            raise DesktopError(f"the X server refused a request: {error}; look at the windows again") from error
        except (ConnectionClosedError, OSError) as error:
            raise DesktopUnavailable(f"the X server {self.name!r} is gone ({error}); start it again") from error

    async def close(self) -> None:
        await self.thread.close(self.display.close)

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self.display.intern_atom(name)
        return self._atoms[name]

    def window(self, xid: int) -> XWindow:
        window: XWindow = self.display.create_resource_object("window", xid)
        return window

    def numbers(self, window: XWindow, name: str) -> tuple[int, ...]:
        """Return a property of cardinals, atoms or windows; it is empty where the property is not set."""
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        return tuple(found.value) if found is not None and found.format == 32 else ()

    def text(self, window: XWindow, name: str) -> str:
        """Return a text property. A STRING is decoded as Latin-1, and everything else as UTF-8."""
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        if found is None or found.format != 8:
            return ""
        value = found.value if isinstance(found.value, bytes) else str(found.value).encode("utf-8", "surrogateescape")
        return value.decode("latin-1" if found.property_type == Xatom.STRING else "utf-8", "replace")

    def pid(self, window: XWindow) -> int:
        """Return the process id of a window, or 0. The X server's own knowledge (X-Resource) comes first: the property is what
        the program claims, and popups often lack it.
        """
        if self.display.has_extension("X-Resource"):
            specs = [(int(window.id), res.LocalClientPIDMask)]
            for answer in res.query_client_ids(self.display, specs).ids:
                if answer.value:
                    return int(answer.value[0])
        claimed = self.numbers(window, "_NET_WM_PID")
        return claimed[0] if claimed else 0

    def tell_manager(self, window: XWindow, name: str, *values: int) -> None:
        """Send the window manager a request about a window (EWMH: a client message to the root)."""
        data = (32, [*values, *(0,) * (5 - len(values))])
        event = ClientMessage(window=window, client_type=self.atom(name), data=data)
        self.root.send_event(event, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self.display.flush()

    def listen(self, listener: Callable[[object], None]) -> None:
        """Call `listener` for every event, in the X thread and never while the thread waits for an answer."""
        self._listeners.append(listener)

    def drain(self) -> list[object]:
        """Return the events that have arrived and pass them to the listeners. This also keeps the queue from growing."""
        events: list[object] = [self.display.next_event() for _ in range(self.display.pending_events())]
        for event in events:
            for listener in self._listeners:
                listener(event)
        return events

    def catch_up(self) -> None:
        """Fetch every event up to now with a round trip, and pass all of them to the listeners."""
        self.display.sync()
        self.drain()

    def await_heard(self, wanted: Callable[[object], bool], within_s: float) -> bool:
        """Wait for an event for which `wanted` holds, and return whether one came within `within_s` seconds."""
        deadline = time.monotonic() + within_s
        while True:
            events = self.drain()
            if any(wanted(event) for event in events):
                return True
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if not events:
                select.select([self.display.fileno()], [], [], left)

    def await_event(self, condition: Callable[[], bool], within_s: float) -> bool:
        """Wait until `condition` holds, and return whether it did within `within_s` seconds. Check after every event, and at
        least every 50 ms, since not every change causes an event.
        """
        deadline = time.monotonic() + within_s
        while not condition():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if not self.drain():
                select.select([self.display.fileno()], [], [], min(left, 0.05))
        return True


class OwnEvents(Display):
    """A display with its own table of events. python-xlib keeps one for all servers of a process, although servers number the
    events of their extensions differently.
    """

    def list_extensions(self) -> list[str]:
        if "event_classes" not in vars(self.display):
            self.display.event_classes = {**event_class}
        return super().list_extensions()
