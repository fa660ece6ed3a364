"""Connects to a D-Bus daemon by the dbus-fast library."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from ufo.desktop.linux.dbus.pipeline import Failure, Line, Question
from ufo.errors import DesktopUnavailable


class Connection(Line):
    """A line to a D-Bus daemon."""

    def __init__(self, bus: MessageBus) -> None:
        super().__init__()
        self._bus = bus
        self._listeners: list[Callable[[Message], None]] = []
        bus.add_message_handler(self._on_message)
        self._watch = asyncio.create_task(self._watch_end())

    @classmethod
    async def open(cls, address: str, deadline_s: float) -> Connection:
        """Connect within `deadline_s` seconds. Raises DesktopUnavailable."""
        try:
            async with asyncio.timeout(deadline_s):
                return cls(await MessageBus(bus_address=address).connect())
        except (OSError, DBusFastError, TimeoutError, EOFError) as error:
            raise DesktopUnavailable(
                f"The D-Bus daemon at {address!r} cannot be reached ({error or type(error).__name__}). "
                "Run inside a desktop session, or start a private desktop with `ufo desktop`."
            ) from error

    @property
    def alive(self) -> bool:
        return self._bus.connected and not self._watch.done()

    def listen(self, on_signal: Callable[[Message], None]) -> Callable[[], None]:
        """Call `on_signal` for each signal. Return a function that ends this."""
        self._listeners.append(on_signal)
        return lambda: self._listeners.remove(on_signal)

    async def close(self) -> None:
        self._bus.disconnect()
        await asyncio.wait({self._watch}, timeout=1.0)
        self._watch.cancel()

    def _transmit(self, asked: Question) -> int:
        message = request(asked)
        message.serial = self._bus.next_serial()
        sent = self._bus.send(message)
        if not sent.done() or sent.exception() is not None:
            sent.add_done_callback(_retrieve)
        return message.serial

    def _on_message(self, message: Message) -> bool:
        kind = message.message_type
        if kind is MessageType.SIGNAL:
            for listener in tuple(self._listeners):
                listener(message)
            return False
        if kind is MessageType.METHOD_CALL:
            return False
        if kind is MessageType.METHOD_RETURN:
            return self.arrived(message.reply_serial, list(message.body))
        return self.arrived(
            message.reply_serial, Failure(message.error_name or "", message.body[0] if message.body else "")
        )

    async def _watch_end(self) -> None:
        try:
            await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # the library does not annotate it
        except (OSError, EOFError, DBusFastError):
            pass
        finally:
            self._ended()


def request(asked: Question) -> Message:
    return Message(
        destination=asked.ref.bus,
        path=asked.ref.path,
        interface=asked.interface,
        member=asked.member,
        signature=asked.signature,
        body=list(asked.values),
        validate=False,
    )


def _retrieve(sent: asyncio.Future[None]) -> None:
    # A failed write ends the connection, which answers every call with None; here the error only has to be retrieved.
    if not sent.cancelled():
        sent.exception()
