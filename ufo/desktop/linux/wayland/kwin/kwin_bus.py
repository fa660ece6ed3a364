"""A connection to KWin over the session bus, and scripts that run inside of KWin. It blocks, and belongs to one thread.

KWin answers no question about windows over D-Bus. A script may ask anything, and may call a name on the bus: ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from ufo.errors import DesktopError, DesktopUnavailable
from ufo.platform.scratch import scratch

T = TypeVar("T")
KWIN = "org.kde.KWin"
_ANSWER_S = 8.0
_SCRIPTING = ("/Scripting", "org.kde.kwin.Scripting")
_SCRIPT_PATHS = ("/Scripting/Script{}", "/{}")
"""Where KWin puts a loaded script: Plasma 6, and 5."""
_GONE = frozenset(
    f"org.freedesktop.DBus.Error.{name}" for name in ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected")
)


class Refused(DesktopError):
    """KWin answered with an error. `name` is its name on the bus."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


class KWinBus:
    """Every method raises DesktopUnavailable where KWin or the bus is gone or does not answer in time."""

    def __init__(self, address: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        try:
            self._bus = self.run(lambda: MessageBus(bus_address=address, negotiate_unix_fd=True).connect())
        except DesktopUnavailable:
            self._loop.close()
            raise
        self._bus.add_message_handler(self._hear)
        self._holds = contextlib.ExitStack()
        self._folder = self._holds.enter_context(scratch())

    def close(self) -> None:
        self._bus.disconnect()
        with contextlib.suppress(DesktopUnavailable):
            self.run(self._bus.wait_for_disconnect)
        self._loop.close()
        self._holds.close()

    def run(self, work: Callable[[], Awaitable[T]], within_s: float = _ANSWER_S) -> T:
        async def limited() -> T:
            async with asyncio.timeout(within_s):
                return await work()

        try:
            return self._loop.run_until_complete(limited())
        except TimeoutError as error:
            raise DesktopUnavailable(f"KWin did not answer within {within_s:g} s; see whether it is stopped") from error
        except (OSError, EOFError, DBusFastError) as error:
            raise DesktopUnavailable(f"the session bus of KWin is gone ({error or type(error).__name__})") from error

    def call(
        self, place: tuple[str, str], member: str, signature: str = "", values: Sequence[object] = (), name: str = KWIN
    ) -> list[Any]:
        """Call a method of (path, interface), and return what it answers. Raises Refused."""
        return self.run(lambda: self.ask(place, member, signature, values, name=name))

    async def ask(  # noqa: PLR0913 the parts of a message
        self,
        place: tuple[str, str],
        member: str,
        signature: str,
        values: Sequence[object],
        descriptors: Sequence[int] = (),
        name: str = KWIN,
    ) -> list[Any]:
        """Do what `call` does, inside of `run`. The descriptors stay the caller's."""
        path, interface = place
        message = Message(
            destination=name, path=path, interface=interface, member=member, signature=signature, body=list(values),
            unix_fds=list(descriptors),
        )  # fmt: skip
        answer = await self._bus.call(message)
        if answer is None:
            raise DesktopUnavailable("KWin answered nothing")
        if answer.message_type is MessageType.ERROR:
            error, text = answer.error_name or "", str(answer.body[0]) if answer.body else ""
            if error in _GONE:
                raise DesktopUnavailable(
                    f"KWin does not answer ({text or error}); it may have ended, or be starting again"
                )
            raise Refused(error, text or error)
        return list(answer.body)

    def run_script(self, text: str, values: Mapping[str, str]) -> Mapping[str, Any]:
        """Run a script that finds `values` in UFO, until it has told something, and unload it. Raises DesktopError where the
        script failed.
        """
        with self.loaded(text, values) as token:
            text_told = self.next_told(token)
        if text_told is None:
            raise DesktopUnavailable(f"KWin ran no script within {_ANSWER_S:g} s; see whether it is stopped")
        told = json.loads(text_told)
        if not isinstance(told, dict):
            raise DesktopUnavailable(f"KWin told {str(told)[:80]!r}")
        if "error" in told:
            raise DesktopError(f"KWin could not do that: {told['error']}")
        return told

    @contextlib.contextmanager
    def loaded(self, text: str, values: Mapping[str, str]) -> Iterator[str]:
        """Have a script run in KWin meanwhile, and yield the token under which it tells."""
        token = secrets.token_hex(8)
        file = self._folder / f"{token}.js"
        file.write_text(f"var UFO = {json.dumps({**values, 'to': self._bus.unique_name, 'token': token})};\n{text}")
        try:
            number = self.call(_SCRIPTING, "loadScript", "ss", (str(file), f"ufo-{token}"))[0]
            self._begin(number)
            yield token
        finally:
            with contextlib.suppress(DesktopError):
                self.call(_SCRIPTING, "unloadScript", "s", (f"ufo-{token}",))
            file.unlink()

    def next_told(self, token: str, within_s: float = _ANSWER_S) -> str | None:
        """Return the next that the script of this token tells, None where nothing comes in time. What others told is dropped:
        nobody waits for it any more.
        """

        async def told() -> str | None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within_s):
                    while True:
                        whose, text = await self._heard.get()
                        if whose == token:
                            return text
            return None

        return self.run(told, within_s + _ANSWER_S)

    def _begin(self, number: int) -> None:
        first, last = (path.format(number) for path in _SCRIPT_PATHS)
        try:
            self.call((first, "org.kde.kwin.Script"), "run")
        except Refused:
            self.call((last, "org.kde.kwin.Script"), "run")

    def _hear(self, message: Message) -> Message | None:
        if message.message_type is not MessageType.METHOD_CALL or message.member != "Told":
            return None
        if message.signature == "ss":
            self._heard.put_nowait((message.body[0], message.body[1]))
        return Message.new_method_return(message)
