"""Lends the clipboard a long text, and gives back the contents that it had.

The owner of a selection must answer whenever a client asks, so this has a connection and a thread of its own. It serves the
contents that it gave back until `close`, and then hands them to a process of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TypeVar

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError, XError
from Xlib.ext import res
from Xlib.protocol.event import PropertyNotify, SelectionClear, SelectionNotify, SelectionRequest
from Xlib.protocol.event import SelectionNotify as Notify
from Xlib.protocol.request import SetSelectionOwner

from ufo.desktop.linux.x11.clipboard.incr import PIECE_BYTES, Content, IncrSender, bytes_of, received
from ufo.errors import DesktopUnavailable

T = TypeVar("T")

_TEXT = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "TEXT", "text/plain")
_NOT_DATA = frozenset(
    {"TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY"}
)
_ANSWER_S, _SAVE_S, _TICK_S, _LOST_S = 0.5, 3.0, 0.005, 1.0


class TooLarge(Exception):
    """The clipboard holds more than can be saved, so it must not be changed."""


@dataclass
class Lent:
    """A text that the clipboard holds for a while. `pids` are the processes that have read it, `asked` is the monotonic time
    when any client last asked for anything.
    """

    pids: set[int] = field(default_factory=set)
    asked: float = field(default_factory=time.monotonic)

    async def read_by(self, pid: int, within_s: float) -> bool:
        deadline = time.monotonic() + within_s
        # A process that the server does not know is 0; it is taken for the one that should read the text.
        while not self.pids & {pid, 0}:
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(_TICK_S)
        return True

    @property
    def unasked_s(self) -> float:
        """The seconds for which no client has asked for anything."""
        return time.monotonic() - self.asked


class Clipboard:
    def __init__(self, display_name: str) -> None:
        """Connect to the X server and start the thread. Blocks for a moment. Raises DesktopUnavailable."""
        try:
            self._display = Display(display_name)
        except (DisplayError, ConnectionClosedError, OSError) as error:
            raise DesktopUnavailable(f"no X server answers at {display_name!r}: {error}") from error
        self._display.set_error_handler(lambda _error, _request: None)
        root = self._display.screen().root
        self._window = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        self._selection = self._display.intern_atom("CLIPBOARD")
        self._offer: dict[int, Content] = {}
        self._lent: Lent | None = None
        self._sending: list[IncrSender] = []
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._waking, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._serve, name="clipboard", daemon=True)
        self._thread.start()

    @asynccontextmanager
    async def lend(self, text: str) -> AsyncIterator[Lent]:
        """Make the clipboard hold `text` inside the context, and give back its contents afterwards. Raises TooLarge."""
        before = await self._ask(self._save)
        lent = Lent()
        try:
            await self._ask(lambda: self._take(_of_text(text, self._atom), lent))
            yield lent
        finally:
            await asyncio.shield(self._ask(lambda: self._give_back(before)))

    async def text(self) -> str:
        """Return the clipboard's text, "" where it holds none."""
        return await self._ask(self._text)

    def hold(self, offer: Mapping[int, Content]) -> None:
        """Make the clipboard hold this offer from now on."""
        self._order(lambda: self._take(dict(offer), None)).result(_SAVE_S)

    def wait_until_lost(self) -> None:
        """Wait until another client takes the clipboard, or the X server is gone."""
        while self._thread.is_alive() and self._offer:
            self._thread.join(_LOST_S)

    def held(self) -> dict[int, Content]:
        """Return the contents that would be lost with us; empty if another client owns the clipboard or the server is gone."""
        with contextlib.suppress(TimeoutError, DesktopUnavailable):
            return self._order(lambda: dict(self._offer) if self._is_ours() else {}).result(_SAVE_S)
        return {}

    def close(self) -> None:
        self._orders.put(None)
        os.write(self._wake, b".")
        self._thread.join(_SAVE_S)
        for descriptor in (self._waking, self._wake):
            os.close(descriptor)

    async def _ask(self, function: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._order(function))

    def _order(self, function: Callable[[], T]) -> Future[T]:
        """Run the function in the clipboard's thread."""
        done: Future[T] = Future()

        def order() -> None:
            try:
                done.set_result(function())
            except (XError, OSError, ConnectionClosedError) as error:
                done.set_exception(DesktopUnavailable(f"the clipboard does not answer: {error}"))
            except Exception as error:  # noqa: BLE001  it is raised in the thread that placed the order
                done.set_exception(error)

        self._orders.put(order)
        os.write(self._wake, b".")
        return done

    def _serve(self) -> None:
        try:
            while True:
                if not self._display.pending_events():
                    ready, _, _ = select.select([self._display.fileno(), self._waking], [], [])
                    if self._waking in ready:
                        os.read(self._waking, 1)
                        order = self._orders.get()
                        if order is None:
                            break
                        order()
                self._handle_pending()
        except (ConnectionClosedError, OSError):
            return
        with contextlib.suppress(ConnectionClosedError, OSError):
            self._display.close()

    def _handle_pending(self) -> None:
        for _ in range(self._display.pending_events()):
            self._handle(self._display.next_event())

    def _handle(self, event: object) -> None:
        if isinstance(event, SelectionRequest):
            self._answer(event)
        elif isinstance(event, SelectionClear):
            self._offer = {}
        elif isinstance(event, PropertyNotify):
            self._sending = [
                incr_sender for incr_sender in self._sending if not incr_sender.concerns(event) or incr_sender.go_on()
            ]
            self._display.flush()

    def _answer(self, event: SelectionRequest) -> None:
        if self._lent is not None:
            self._lent.asked = time.monotonic()
        place = event.property or event.target
        targets = self._atom("TARGETS")
        content = self._offer.get(event.target)
        if event.target == targets:
            event.requestor.change_property(place, Xatom.ATOM, 32, [targets, *self._offer])
        elif content is not None and len(content.data) > PIECE_BYTES:
            sending = IncrSender(event.requestor, int(place), content)
            sending.begin(self._atom("INCR"), len(content.data))
            self._sending.append(sending)
        elif content is not None:
            event.requestor.change_property(place, content.kind, content.format, content.data)
        else:
            place = X.NONE
        event.requestor.send_event(
            Notify(
                time=event.time,
                requestor=event.requestor,
                selection=event.selection,
                target=event.target,
                property=place,
            )
        )
        self._display.flush()
        if content is not None and self._lent is not None:
            self._lent.pids.add(self._pid(int(event.requestor.id)))

    def _pid(self, xid: int) -> int:
        with contextlib.suppress(XError):
            if self._display.has_extension("X-Resource"):
                for answer in res.query_client_ids(self._display, [(xid, res.LocalClientPIDMask)]).ids:
                    if answer.value:
                        return int(answer.value[0])
        return 0

    def _take(self, offer: dict[int, Content], lent: Lent | None) -> None:
        self._offer, self._lent = offer, lent
        self._window.set_selection_owner(self._selection, X.CurrentTime)
        self._display.sync()

    def _give_back(self, before: dict[int, Content]) -> None:
        """Give back the contents from before, unless another client has copied something meanwhile."""
        if not self._is_ours():
            self._lent = None
        elif before:
            self._take(before, None)
        else:
            self._offer, self._lent = {}, None
            SetSelectionOwner(
                display=self._display.display, window=X.NONE, selection=self._selection, time=X.CurrentTime
            )
            self._display.sync()

    def _is_ours(self) -> bool:
        owner = self._display.get_selection_owner(self._selection)
        # python-xlib returns a window, or a plain number where there is no owner.
        return int(getattr(owner, "id", X.NONE)) == int(self._window.id)

    def _save(self) -> dict[int, Content]:
        """Return everything that the owner offers, by target; empty where there is no owner. Raises TooLarge."""
        if self._is_ours():
            return dict(self._offer)
        if self._display.get_selection_owner(self._selection) == X.NONE:
            return {}
        deadline = time.monotonic() + _SAVE_S
        offered = self._convert(self._atom("TARGETS"))
        saved: dict[int, Content] = {}
        for target in _numbers(offered):
            if self._display.get_atom_name(target) in _NOT_DATA:
                continue
            if time.monotonic() > deadline:
                raise TooLarge("the clipboard's owner answers too slowly")
            content = self._convert(target)
            if content is not None:
                saved[target] = content
        return saved

    def _text(self) -> str:
        target = self._atom("UTF8_STRING")
        content = self._offer.get(target) if self._is_ours() else self._convert(target)
        return content.data.decode("utf-8", errors="replace") if content is not None else ""

    def _convert(self, target: int) -> Content | None:
        place = self._atom("UFO_CLIPBOARD")
        self._window.delete_property(place)
        self._window.convert_selection(self._selection, target, place, X.CurrentTime)
        self._display.flush()
        told = self._next(lambda event: isinstance(event, SelectionNotify))
        if told is None or told.property == X.NONE:
            return None
        found = self._window.get_full_property(place, X.AnyPropertyType)
        self._window.delete_property(place)
        if found is None:
            return None
        if found.property_type == self._atom("INCR"):
            self._display.flush()
            whole = received(self._display, self._window, place, self._handle)
            if whole is None:
                raise TooLarge("the clipboard holds more data than can be saved")
            return whole
        return Content(int(found.property_type), int(found.format), bytes_of(found))

    def _next(self, wanted: Callable[[object], bool]) -> SelectionNotify | None:
        deadline = time.monotonic() + _ANSWER_S
        while (left := deadline - time.monotonic()) > 0:
            if not self._display.pending_events():
                select.select([self._display.fileno()], [], [], left)
            for _ in range(self._display.pending_events()):
                event = self._display.next_event()
                if wanted(event) and isinstance(event, SelectionNotify):
                    return event
                self._handle(event)
        return None

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))


def _numbers(content: Content | None) -> tuple[int, ...]:
    """Return the atoms of a TARGETS answer. python-xlib returns 32-bit items in the machine's own integers."""
    if content is None or content.format != 32:
        return ()
    return tuple(memoryview(content.data).cast("I"))


def _of_text(text: str, atom: Callable[[str], int]) -> dict[int, Content]:
    data = text.encode()
    kinds: Mapping[str, str] = {"STRING": "STRING", "TEXT": "UTF8_STRING"}
    offer = {}
    for name in _TEXT:
        if name != "STRING" or text.isascii():
            offer[atom(name)] = Content(atom(kinds.get(name, name)), 8, data)
    return offer
