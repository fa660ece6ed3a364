"""Makes D-Bus calls: pipelined and limited in number, with deadlines, answered by callbacks."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ufo.errors import ApplicationHung, DesktopUnavailable

T = TypeVar("T")

_GONE = frozenset(
    f"org.freedesktop.DBus.Error.{name}" for name in ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected")
)


class Failure(NamedTuple):
    """An error reply."""

    name: str
    text: object


Answer = list[Any] | Failure | None
"""The values of a reply, an error reply, or None where no reply will come."""


Bodies = list[list[Any] | None]
"""The values of several replies; None for each that failed."""


class Ref(NamedTuple):
    """An object on the bus."""

    bus: str
    path: str


class Ask(NamedTuple):
    """A call that many objects are asked alike. `values` are its arguments."""

    interface: str
    member: str
    signature: str = ""
    values: tuple[Any, ...] = ()


class Question(NamedTuple):
    """A call to one object. `signature` and `values` are its arguments."""

    ref: Ref
    interface: str
    member: str
    signature: str = ""
    values: Sequence[Any] = ()


class Group(NamedTuple):
    """Several calls to one object."""

    ref: Ref
    asks: Sequence[Ask]


class Turn(IntEnum):
    """The order in which waiting calls are sent. Calls that lead to other calls are `SOON`. Calls that may wait until no other
    does are `LATER`: what was begun is finished first, so that a look that is cut short knows less, but that completely.
    """

    SOON = 0
    USUAL = 1
    LATER = 2


class _Single(NamedTuple):
    asked: Question
    owner: object
    on_answer: Callable[[Answer], None]


class _Grouped(NamedTuple):
    group: Group
    owner: object
    put: Callable[[int, Answer], None]


def _callbacks(waiting: _Single | _Grouped) -> list[Callable[[Answer], Any]]:
    if isinstance(waiting, _Grouped):
        return [partial(waiting.put, place) for place in range(len(waiting.group.asks))]
    return [waiting.on_answer]


class CallFailed(Exception):
    """The other side answered with an error. It is caught inside `desktop/linux`."""


class Line(ABC):
    """A connection that calls go over. Only some are on their way at a time; the others wait to be sent."""

    # The library's connection breaks with more than about 200 calls on their way; 64 are enough to keep an application busy.
    window, low = 64, 40

    def __init__(self) -> None:
        self._pending: dict[int, tuple[object, Callable[[Answer], None]]] = {}
        self._waiting: list[deque[_Single | _Grouped]] = [deque() for _ in Turn]
        self.calls = 0

    @property
    @abstractmethod
    def alive(self) -> bool: ...

    @abstractmethod
    def _transmit(self, asked: Question) -> int:
        """Send the call and return its serial number."""

    def _transmit_group(self, group: Group) -> Iterable[int]:
        """Send the calls and return their serial numbers."""
        return [self._transmit(Question(group.ref, *ask)) for ask in group.asks]

    @abstractmethod
    async def close(self) -> None: ...

    def ask(self, asked: Question, owner: object, on_answer: Callable[[Answer], None], turn: Turn = Turn.USUAL) -> None:
        """Send the call now, or later when there is room and it is its turn. `on_answer` gets None if the connection ends
        before the answer.
        """
        if not self.alive:
            on_answer(None)
        elif len(self._pending) < self.window:
            self._send(asked, owner, on_answer)
        else:
            self._waiting[turn].append(_Single(asked, owner, on_answer))

    def ask_group(self, group: Group, owner: object, put: Callable[[int, Answer], None]) -> None:
        """Send several calls to one object, as `ask` does one. `put` gets the position of each call with its answer."""
        if not self.alive:
            for place in range(len(group.asks)):
                put(place, None)
        elif len(self._pending) < self.window:
            self._send_group(group, owner, put)
        else:
            self._waiting[Turn.USUAL].append(_Grouped(group, owner, put))

    def _send_any(self, waiting: _Single | _Grouped) -> None:
        if isinstance(waiting, _Grouped):
            self._send_group(waiting.group, waiting.owner, waiting.put)
        else:
            self._send(waiting.asked, waiting.owner, waiting.on_answer)

    def _send(self, asked: Question, owner: object, on_answer: Callable[[Answer], None]) -> None:
        self._pending[self._transmit(asked)] = (owner, on_answer)
        self.calls += 1

    def _send_group(self, group: Group, owner: object, put: Callable[[int, Answer], None]) -> None:
        # A group may exceed the window by a few calls, which does no harm.
        for place, serial in enumerate(self._transmit_group(group)):
            self._pending[serial] = (owner, partial(put, place))
        self.calls += len(group.asks)

    def abandon(self, owner: object) -> None:
        """Forget the calls of `owner`; its callbacks are not called any more."""
        for turn, queue in enumerate(self._waiting):
            if queue:
                self._waiting[turn] = deque(entry for entry in queue if entry.owner is not owner)
        for serial in [serial for serial, (asker, _) in self._pending.items() if asker is owner]:
            del self._pending[serial]
        self._fill()

    async def call(
        self, ref: Ref, interface: str, member: str, arguments: tuple[str, Sequence[Any]], timeout_s: float
    ) -> list[Any]:
        """Make one call and return the values of its answer. `arguments` are signature and values. Raises CallFailed,
        ApplicationHung, DesktopUnavailable.
        """
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        asked = Question(ref, interface, member, *arguments)
        self.ask(asked, answered, lambda answer: settle_future(answered, answer))
        try:
            async with asyncio.timeout(timeout_s):
                answer = await answered
        except TimeoutError:
            raise ApplicationHung(
                f"The application did not answer {member!r} within {timeout_s:.1f} s. Wait and look again, or close it."
            ) from None
        finally:
            self.abandon(answered)
        if answer is None:
            raise DesktopUnavailable("The connection to the accessibility bus ended. Look again: it reconnects.")
        if isinstance(answer, Failure):
            raise CallFailed(f"{answer.name}: {answer.text}")
        return answer

    def arrived(self, serial: int, answer: Answer) -> bool:
        """Pass an answer to the callback that waits for it; return whether there was one."""
        waiting = self._pending.pop(serial, None)
        if waiting is None:
            return False
        try:
            waiting[1](answer)
        finally:
            # Many are sent at once, because messages sent together cost both sides less.
            if len(self._pending) <= self.low:
                self._fill()
        return True

    def _fill(self) -> None:
        for queue in self._waiting:
            while queue and len(self._pending) < self.window:
                self._send_any(queue.popleft())

    def _ended(self) -> None:
        left: list[Callable[[Answer], Any]] = [entry[1] for entry in self._pending.values()]
        for queue in self._waiting:
            for waiting in queue:
                left += _callbacks(waiting)
        self._pending.clear()
        for queue in self._waiting:
            queue.clear()
        for on_answer in left:
            on_answer(None)


class _GroupAnswers:
    """Collects the answers of one object until all have come."""

    __slots__ = ("_batch", "_bodies", "_left", "_on_bodies")

    def __init__(self, batch: Batch, count: int, on_bodies: Callable[[Bodies], None]) -> None:
        self._batch = batch
        self._bodies: Bodies = [None] * count
        self._left = count
        self._on_bodies = on_bodies

    def put(self, place: int, answer: Answer) -> None:
        batch = self._batch
        if type(answer) is list and answer:
            # Nearly all answers have this form.
            batch.answers += 1
            self._bodies[place] = answer
        else:
            self._bodies[place] = batch.body_of(answer)
        self._left -= 1
        if not self._left:
            batch.take(self._on_bodies, self._bodies)
            batch.close_one()


class Batch:
    """Calls that belong together. The batch is done when every call is answered, and gives up when the application stops
    answering.
    """

    def __init__(self, connection: Line) -> None:
        self._connection = connection
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._open = 0
        self.calls = 0
        self.answers = 0
        self.lost = False
        self.faults: list[Exception] = []

    def ask(
        self,
        ref: Ref,
        interface: str,
        member: str,
        on_body: Callable[[list[Any] | None], None],
        arguments: tuple[str, Sequence[Any]] = ("", ()),
        turn: Turn = Turn.USUAL,
    ) -> None:
        """Ask one object one thing. `on_body` gets the values of the answer, or None where the call failed."""
        self.put(Question(ref, interface, member, *arguments), on_body, turn)

    def put(self, asked: Question, on_body: Callable[[list[Any] | None], None], turn: Turn = Turn.USUAL) -> None:
        """Ask, as `ask` does, with the call as one value."""
        self._open += 1
        self.calls += 1
        self._connection.ask(asked, self, partial(self._answered, on_body), turn)

    def ask_several(self, ref: Ref, asks: Sequence[Ask], on_bodies: Callable[[Bodies], None]) -> None:
        """Ask one object several things. `on_bodies` gets all answers at once, each as in `ask`."""
        self._open += 1
        self.calls += len(asks)
        self._connection.ask_group(Group(ref, asks), self, _GroupAnswers(self, len(asks), on_bodies).put)

    def _answered(self, on_body: Callable[[list[Any] | None], None], answer: Answer) -> None:
        self.take(on_body, self.body_of(answer))
        self.close_one()

    def take(self, on_answer: Callable[[T], object], answer: T) -> None:
        """Call `on_answer` and keep any exception in `faults`: an answer about one object may be wrong in an unforeseen way,
        and the others must be read nevertheless.
        """
        try:
            on_answer(answer)
        except Exception as error:  # noqa: BLE001 the caller reports the faults when the batch is done
            self.faults.append(error)

    def body_of(self, answer: Answer) -> list[Any] | None:
        self.answers += 1
        if type(answer) is list:
            return answer or None
        if answer is None or (isinstance(answer, Failure) and answer.name in _GONE):
            self.lost = True
        return None

    def close_one(self) -> None:
        self._open -= 1
        if self._open == 0 and not self._done.done():
            self._done.set_result(None)

    async def finish(self, deadline: float, stall_s: float) -> str | None:
        """Wait for all answers. Return None, or why it stopped: "silent" (no answer for `stall_s` seconds) or "late" (the loop
        time `deadline` has passed). No callback is called after it has returned.
        """
        clock = asyncio.get_running_loop().time
        heard = clock()
        try:
            while self._open:
                before = self.answers
                await asyncio.wait({self._done}, timeout=max(0.0, min(stall_s / 4, deadline - clock())))
                if self.answers != before:
                    heard = clock()
                elif self._open and clock() - heard >= stall_s:
                    return "silent"
                if self._open and clock() >= deadline:
                    return "silent" if clock() - heard >= stall_s / 2 else "late"
            return None
        finally:
            self._connection.abandon(self)


def settle_future(future: asyncio.Future[Answer], answer: Answer) -> None:
    if not future.done():
        future.set_result(answer)


async def ask_all(
    connection: Line, questions: Sequence[Question], deadline: float, stall_s: float, turn: Turn = Turn.USUAL
) -> Bodies:
    """Return the answers in the order of the questions; None for each that failed or did not come by `deadline` (loop time)."""
    answers: Bodies = [None] * len(questions)
    batch = Batch(connection)
    for place, asked in enumerate(questions):
        batch.put(asked, partial(answers.__setitem__, place), turn)
    await batch.finish(deadline, stall_s)
    return answers
