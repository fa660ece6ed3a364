"""The WebSocket to a browser: proved by the kernel to end in that process before anything is sent, then JSON questions, answers
and events in their order.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
from collections.abc import Callable, Mapping
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from ufo.errors import ToolError
from ufo_browser.own.running_browser import Door, Running
from ufo_browser.own.sockets import accepted, holder_named, holds

_ACCEPT_S, _TICK_S = 5.0, 0.02
_HOST = "127.0.0.1"
_FORBIDDEN = 403

Message = Mapping[str, Any]


class Link:
    """`heard` is called with each event. `run` ends with the connection."""

    def __init__(self, socket: ClientConnection, heard: Callable[[Message], None]) -> None:
        self._socket, self._heard = socket, heard
        self._numbers = itertools.count(1)
        self._asked: dict[int, Callable[[Message], None]] = {}
        self._out: asyncio.Queue[str] = asyncio.Queue()

    @classmethod
    async def open(cls, browser: Running, door: Door, heard: Callable[[Message], None], within_s: float) -> Self:
        """Connect, and wait until the person agrees in the browser's own dialog. Raises ToolError where the port is another
        program's, and where the person refuses or does not answer.
        """
        plain = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            plain.setblocking(False)
            await asyncio.get_running_loop().sock_connect(plain, (_HOST, door.port))
            await _prove(browser, door.port, plain.getsockname()[1])
            address = f"ws://{_HOST}:{door.port}{door.path}"
            agreed = await connect(
                address, sock=plain, open_timeout=within_s, max_size=None, compression=None, proxy=None
            )
        except BaseException as error:
            plain.close()
            raise _refused(browser, error, within_s) from error
        return cls(agreed, heard)

    def send(self, answered: Callable[[Message], None], method: str, params: Message, session: str = "") -> None:
        """Send a question. `answered` is called with the whole answer, in the order of the events around it."""
        number = next(self._numbers)
        self._asked[number] = answered
        belongs = {"sessionId": session} if session else {}
        self._out.put_nowait(json.dumps({"id": number, "method": method, "params": params, **belongs}))

    async def ask(self, method: str, session: str = "", /, **params: Any) -> Any:
        """Return the answer to a question of our own. Raises ToolError where the browser refuses."""
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.send(lambda said: None if answer.done() else answer.set_result(said), method, params, session)
        said = await answer
        if "error" in said:
            raise ToolError(f"the browser refuses: {said.get('message') or said['error']}")
        return said["result"]

    async def run(self) -> None:
        sending = asyncio.create_task(self._send())
        try:
            async for text in self._socket:
                message = json.loads(text)
                answered = self._asked.pop(message.get("id"), None)
                if answered is not None:
                    answered(message)
                elif "id" not in message or message["id"] is None:
                    self._heard(message)
        except (ConnectionClosed, ValueError):
            return
        finally:
            sending.cancel()

    async def close(self) -> None:
        await self._socket.close()

    async def _send(self) -> None:
        while True:
            await self._socket.send(await self._out.get())


async def _prove(browser: Running, port: int, from_port: int) -> None:
    """Raises ToolError unless the other end of our connection is a socket that the browser's process holds."""
    over = asyncio.get_running_loop().time() + _ACCEPT_S
    while (number := accepted(port, from_port)) is None:
        if asyncio.get_running_loop().time() > over:
            raise ToolError(f"{browser.told} does not answer on its port {port}; look whether it hangs")
        await asyncio.sleep(_TICK_S)
    if not holds(browser.pid, number):
        raise ToolError(
            f"port {port} is answered by {holder_named(number)}, not by {browser.told}; nothing was sent there"
        )


def _refused(browser: Running, error: BaseException, within_s: float) -> BaseException:
    if isinstance(error, InvalidStatus) and error.response.status_code == _FORBIDDEN:
        return ToolError(f"{browser.told} was told not to let this in; nothing was read")
    if isinstance(error, TimeoutError):
        return ToolError(f'nobody answered the question of {browser.told} within {within_s:g} s: press "Allow" there')
    if isinstance(error, OSError | InvalidHandshake | ConnectionClosed):
        return ToolError(f"{browser.told} does not let this in ({error}); look whether it still runs")
    return error
