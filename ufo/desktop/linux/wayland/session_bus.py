"""The session bus, for code that waits for its answers: calls block, and signals are told in the connection's own thread."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from ufo.errors import DesktopError, DesktopUnavailable

T = TypeVar("T")
_OPEN_S, ANSWER_S = 5.0, 5.0
_GONE = frozenset(
    f"org.freedesktop.DBus.Error.{name}" for name in ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected")
)
_BUS = "org.freedesktop.DBus"


class Named(NamedTuple):
    """An interface of an object that a name on the bus offers."""

    name: str
    path: str
    interface: str


DAEMON = Named(_BUS, "/org/freedesktop/DBus", _BUS)
"""The bus itself."""


class NotThere(DesktopUnavailable):
    """Nobody has this name on the bus."""


class Refused(DesktopError):
    """The other side answered with an error. `name` is its name on the bus."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


class Answer(NamedTuple):
    """The values of an answer, and the open files that came with it, which belong to the caller."""

    values: list[Any]
    files: list[int]


class SessionBus:
    """A connection with a thread of its own. Its methods raise DesktopUnavailable where the bus is gone or does not answer in
    time, NotThere, and Refused.
    """

    asked = "the session bus"
    """Who does not answer, where nobody does."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="session-bus", daemon=True)
        self._thread.start()
        try:
            self._bus = self._run(self._open(), _OPEN_S)
        except (OSError, DBusFastError, EOFError, DesktopUnavailable) as error:
            self.close()
            raise DesktopUnavailable(f"the session bus at {address!r} cannot be reached ({error})") from error

    def call(
        self,
        to: Named,
        member: str,
        signature: str = "",
        *values: Any,
        within_s: float = ANSWER_S,
        files: Sequence[int] = (),
    ) -> Answer:
        """Make a call, and wait for its answer. The open files stay the caller's."""
        return self._run(self._ask(to, member, signature, values, files), within_s)

    def call_all(self, to: Named, member: str, signature: str, many: Iterable[Sequence[Any]]) -> None:
        """Make many calls of a method, in this order, and wait until all were answered."""
        self._run(self._ask_all(to, member, signature, many), ANSWER_S)

    async def _ask_all(self, to: Named, member: str, signature: str, many: Iterable[Sequence[Any]]) -> None:
        await asyncio.gather(*(self._ask(to, member, signature, values) for values in many))

    async def _ask(
        self, to: Named, member: str, signature: str, values: Sequence[Any], files: Sequence[int] = ()
    ) -> Answer:
        message = Message(
            to.name, to.path, to.interface, member, signature=signature, body=list(values), unix_fds=list(files)
        )
        answer = await self._bus.call(message)
        assert answer is not None
        if answer.message_type is not MessageType.ERROR:
            return Answer(answer.body, answer.unix_fds)
        text = str(answer.body[0]) if answer.body else ""
        if answer.error_name in _GONE:
            raise NotThere(f"{to.name} is not on the session bus ({text})")
        name = answer.error_name or ""
        raise Refused(name, f"{to.name} answered {member} with: {text or name}")

    def ask(self, to: Named, name: str) -> Any:
        """Return a property."""
        got = self.call(to._replace(interface=f"{_BUS}.Properties"), "Get", "ss", to.interface, name).values[0]
        return got.value if isinstance(got, Variant) else got

    def set(self, to: Named, name: str, value: Variant) -> None:
        """Set a property."""
        self.call(to._replace(interface=f"{_BUS}.Properties"), "Set", "ssv", to.interface, name, value)

    @property
    def unique_name(self) -> str:
        """The name that the bus gave this connection, ":1.42"."""
        return self._bus.unique_name or ""

    def has(self, name: str) -> bool:
        return bool(self.call(DAEMON, "NameHasOwner", "s", name).values[0])

    def hear(self, to: Named, told: Callable[[str, Sequence[Any]], object]) -> Callable[[], None]:
        """Call a function with the name and the values of each signal, until what is returned is called."""
        rule = f"type='signal',sender='{to.name}',path='{to.path}',interface='{to.interface}'"

        def on_message(message: Message) -> None:
            if message.message_type is MessageType.SIGNAL and (message.path, message.interface) == to[1:]:
                told(str(message.member), message.body)

        self._loop.call_soon_threadsafe(self._bus.add_message_handler, on_message)
        self.call(DAEMON, "AddMatch", "s", rule)
        return lambda: self._unhear(on_message)

    def answer_calls(self, answer: Callable[[Message], Message | None]) -> None:
        """Have calls of others answered by a function, in the connection's thread; None leaves a call to others."""
        self._loop.call_soon_threadsafe(self._bus.add_message_handler, answer)

    def _unhear(self, on_message: Callable[[Message], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._bus.remove_message_handler, on_message)

    def close(self) -> None:
        """End the connection. It may be called more than once."""
        if self._loop.is_closed():
            return
        if hasattr(self, "_bus"):
            with contextlib.suppress(DesktopError):
                self._run(self._end(), _OPEN_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> MessageBus:
        return await MessageBus(bus_address=self._address, negotiate_unix_fd=True).connect()

    async def _end(self) -> None:
        self._bus.disconnect()

    def _run(self, work: Coroutine[Any, Any, T], within_s: float) -> T:
        if self._loop.is_closed():
            work.close()
            raise DesktopUnavailable("the connection to the session bus is closed; connect again")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(within_s)
        except TimeoutError as error:
            future.cancel()
            raise DesktopUnavailable(
                f"{self.asked} did not answer within {within_s:g} s; see whether it is stopped"
            ) from error
        except (OSError, EOFError, DBusFastError) as error:
            raise DesktopUnavailable(f"the session bus is gone ({error})") from error
