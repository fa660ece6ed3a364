"""The process that holds the one connection to which the person agreed, and serves it on a socket of this user's as the carrier
of our own browsers does. It ends with the browser, when it is given back, and when nobody asked for an hour.

Its standard input is a socket to `ufo attach`: that connects, looks for the tabs, grants them, and leaves. The browser's door is
told there and not as an argument, which every user of the machine may read.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.launch.devtools_pipe import carry
from ufo.errors import UfoError
from ufo_browser.own.chromium import Chromium
from ufo_browser.own.firefox import Firefox
from ufo_browser.own.grant import Grant, Message, Worked, refused
from ufo_browser.own.running_browser import Door, Running, Speaks
from ufo_browser.own.wire import Link

CONNECT, GRANT, GIVE_BACK = "Ufo.connect", "Ufo.grant", "Ufo.giveBack"
_MOST_BYTES = 32 * 1024 * 1024
_IDLE_S = 3600.0


@dataclass
class _Attached:
    link: Link
    worked: Worked


class Holder:
    def __init__(self) -> None:
        self._place: Path | None = None
        self._say: Callable[[Message], None] = lambda _said: None
        self._attached: _Attached | None = None
        self._ended = asyncio.Event()

    async def run(self, asker: socket.socket) -> None:
        reader, writer = await asyncio.open_unix_connection(sock=asker, limit=_MOST_BYTES)
        self._say = lambda said: writer.write(_packed(said))
        try:
            granted = await self._choose(reader)
            if granted is None or self._place is None:
                return
            reading, writing = _carried(self._place)
            self._say = lambda said: _write(writing, _packed(said))
            granted()
            await writer.drain()
            writer.close()
            serving = asyncio.create_task(self._serve(reading))
            ending = asyncio.create_task(self._ended.wait())
            await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._place is not None:
                self._place.unlink(missing_ok=True)
            if self._attached is not None:
                await self._attached.link.close()

    async def _choose(self, reader: asyncio.StreamReader) -> Callable[[], None] | None:
        """Answer `ufo attach` until it grants tabs. Return what tells it so; None where it left."""
        say = self._say
        while True:
            try:
                message = json.loads((await reader.readuntil(b"\0"))[:-1])
            except EOFError:
                return None
            number, params = message.get("id"), message.get("params", {})
            if message["method"] == CONNECT:
                try:
                    self._attached = await self._connected(params)
                    say({"id": number, "result": {}})
                except UfoError as error:
                    say(refused(message, str(error)))
            elif self._attached is None:
                say(refused(message, "there is no connection yet"))
            elif message["method"] == GRANT:
                self._attached.worked.grant(Grant.of(params))
                return lambda: say({"id": number, "result": {}})
            else:
                self._attached.worked.take(message)

    async def _connected(self, told: Message) -> _Attached:
        browser = Running(**{**told["browser"], "speaks": Speaks(told["browser"]["speaks"])})

        def heard(message: Message) -> None:
            worked.heard(message)

        link = await Link.open(browser, Door(**told["door"]), heard, float(told["within_s"]))
        self._place = Path(told["place"])
        running = asyncio.create_task(link.run())
        running.add_done_callback(lambda _done: self._ended.set())
        worked = _WORKS[browser.speaks](link, lambda said: self._say(said))
        if isinstance(worked, Firefox):
            await worked.begin()
        return _Attached(link, worked)

    async def _serve(self, reading: int) -> None:
        """Pass on what our own programs ask, until they give the browser back or ask nothing for an hour."""
        reader = asyncio.StreamReader(limit=_MOST_BYTES)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(reading, "rb")
        )
        attached = self._attached
        assert attached is not None
        while True:
            try:
                async with asyncio.timeout(_IDLE_S):
                    message = json.loads((await reader.readuntil(b"\0"))[:-1])
            except (TimeoutError, EOFError):
                await attached.worked.give_back(keep=False)
                return
            if message.get("method") == GIVE_BACK:
                await attached.worked.give_back(keep=bool(message.get("params", {}).get("keep")))
                self._say({"id": message.get("id"), "result": {}})
                return
            attached.worked.take(message)


_WORKS: dict[Speaks, type[Chromium] | type[Firefox]] = {Speaks.DEVTOOLS: Chromium, Speaks.BIDI: Firefox}


def _carried(place: Path) -> tuple[int, int]:
    """Serve our own programs at `place`, and return where their questions are read and answers written."""
    down, up = os.pipe(), os.pipe()
    threading.Thread(target=carry, args=(place, up[0], down[1]), daemon=True).start()
    return down[0], up[1]


def _packed(said: Message) -> bytes:
    return json.dumps(said).encode() + b"\0"


def _write(end: int, data: bytes) -> None:
    while data:
        data = data[os.write(end, data) :]


def main() -> int:
    asyncio.run(Holder().run(socket.socket(fileno=os.dup(0))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
