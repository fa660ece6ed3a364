"""One connection to the X server, worked from one thread of its own.

python-xlib waits for every answer, and a connection keeps requests and answers in order: one thread for all keeps both, and a
slow server never holds up the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import select
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, Generic, ParamSpec, TypeVar

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
from Xlib.protocol.event import ClientMessage
from Xlib.xobject.drawable import Window as XWindow

from ufo.errors import DesktopError, DesktopUnavailable, WindowGone

P = ParamSpec("P")
T = TypeVar("T")
Other = TypeVar("Other")

_ANSWER_S = 10.0


class XConnection:
    """`run` calls a function in the thread. Everything else here is for functions that run there."""

    def __init__(self, display: Display, name: str, executor: ThreadPoolExecutor) -> None:
        self.display = display
        self.name = name
        self.root: XWindow = display.screen().root
        self._executor = executor
        self._atoms: dict[str, int] = {}
        self._listeners: list[Callable[[object], None]] = []
        self._closed = False

    @classmethod
    async def open(cls, name: str) -> XConnection:
        """Raises DesktopUnavailable."""
        executor = ThreadPoolExecutor(1, "x11")
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await asyncio.get_running_loop().run_in_executor(executor, cls._open, name, executor)
        except (DisplayError, XauthError, ConnectionClosedError, OSError, TimeoutError) as error:
            executor.shutdown(wait=False)
            raise DesktopUnavailable(
                f"no X server answers at {name!r} ({error}); set DISPLAY to one that runs, or use --desktop private"
            ) from error

    @classmethod
    def _open(cls, name: str, executor: ThreadPoolExecutor) -> XConnection:
        connection = cls(Display(name), name, executor)
        # A window may be gone when a request about it arrives; requests without an answer report that late, and here.
        connection.display.set_error_handler(lambda _error, _request: None)
        # GTK answers pings to those who watch the root's children, Qt to those who watch the root itself.
        connection.root.change_attributes(
            event_mask=X.PropertyChangeMask | X.SubstructureNotifyMask | X.StructureNotifyMask
        )
        connection.display.sync()
        return connection

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """X errors become ours: a window that vanished meanwhile is WindowGone."""
        if self._closed:
            raise DesktopUnavailable(f"the connection to {self.name!r} is closed; connect again")
        work = asyncio.get_running_loop().run_in_executor(
            self._executor, lambda: self._guarded(function, *args, **kwargs)
        )
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await asyncio.shield(work)
        except TimeoutError as error:
            raise DesktopUnavailable(
                f"the X server {self.name!r} did not answer within {_ANSWER_S:g} s; see whether it is stopped"
            ) from error

    def _guarded(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            self.drain()
            return function(*args, **kwargs)
        except (BadWindow, BadDrawable, BadMatch) as error:
            raise WindowGone("the window closed meanwhile; look at the windows again") from error
        except XError as error:
            raise DesktopError(f"the X server refused a request: {error}; look at the windows again") from error
        except (ConnectionClosedError, OSError) as error:
            raise DesktopUnavailable(f"the X server {self.name!r} is gone ({error}); start it again") from error

    async def close(self) -> None:
        if self._closed:
            return
        with contextlib.suppress(DesktopError):
            await self.run(self.display.close)
        self._closed = True
        self._executor.shutdown(wait=False)

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self.display.intern_atom(name)
        return self._atoms[name]

    def window(self, xid: int) -> XWindow:
        window: XWindow = self.display.create_resource_object("window", xid)
        return window

    def numbers(self, window: XWindow, name: str) -> tuple[int, ...]:
        """A property of cardinals, atoms or windows; empty where it is not set."""
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        return tuple(found.value) if found is not None and found.format == 32 else ()

    def text(self, window: XWindow, name: str) -> str:
        """A text property; STRING is Latin-1 and everything else taken as UTF-8."""
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        if found is None or found.format != 8:
            return ""
        value = found.value if isinstance(found.value, bytes) else str(found.value).encode("utf-8", "surrogateescape")
        return value.decode("latin-1" if found.property_type == Xatom.STRING else "utf-8", "replace")

    def pid(self, window: XWindow) -> int:
        """The server's own knowledge first: the property is what the program says, and popups often lack it."""
        if self.display.has_extension("X-Resource"):
            specs = [(int(window.id), res.LocalClientPIDMask)]
            for answer in res.query_client_ids(self.display, specs).ids:
                if answer.value:
                    return int(answer.value[0])
        told = self.numbers(window, "_NET_WM_PID")
        return told[0] if told else 0

    def tell_manager(self, window: XWindow, name: str, *values: int) -> None:
        """A request to the window manager about a window (EWMH: a client message to the root)."""
        data = (32, [*values, *(0,) * (5 - len(values))])
        event = ClientMessage(window=window, client_type=self.atom(name), data=data)
        self.root.send_event(event, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self.display.flush()

    def listen(self, listener: Callable[[object], None]) -> None:
        """`listener` hears of every event, in the X thread and never while it waits for an answer of its own."""
        self._listeners.append(listener)

    def drain(self) -> list[object]:
        """What has happened since, as far as it is here; also keeps the queue from growing."""
        events: list[object] = [self.display.next_event() for _ in range(self.display.pending_events())]
        for event in events:
            for listener in self._listeners:
                listener(event)
        return events

    def catch_up(self) -> None:
        """Everything that happened until now is here and told to the listeners."""
        self.display.sync()
        self.drain()

    def await_heard(self, wanted: Callable[[object], bool], within_s: float) -> bool:
        """Whether such an event comes in this time."""
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
        """Asks again after every event of the root's, at the latest every 50 ms: not every change makes one."""
        deadline = time.monotonic() + within_s
        while not condition():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if not self.drain():
                select.select([self.display.fileno()], [], [], min(left, 0.05))
        return True


class OnXThread(Generic[T]):
    """Something that only the X thread may touch. Code of the event loop holds it in this, and all that it can do is `run` a
    function there that gets it as its first argument."""

    def __init__(self, connection: XConnection, inner: T) -> None:
        self._connection = connection
        self._inner = inner

    @property
    def name(self) -> str:
        """Of the display."""
        return self._connection.name

    def hold(self, other: Other) -> OnXThread[Other]:
        return OnXThread(self._connection, other)

    async def run(self, function: Callable[Concatenate[T, P], Other], *args: P.args, **kwargs: P.kwargs) -> Other:
        """As `XConnection.run`."""
        return await self._connection.run(function, self._inner, *args, **kwargs)

    async def close(self) -> None:
        """Closes the connection."""
        await self._connection.close()
