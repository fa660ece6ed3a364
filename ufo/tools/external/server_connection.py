"""One connection to a server from outside: opened when it is needed, bounded in time, opened anew after it broke."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from mcp import Client
from mcp.client._transport import TransportStreams
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, CallToolResult, Tool, ToolListChangedNotification
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from ufo.errors import ToolError, UfoError
from ufo.faults import why
from ufo.text.fold import shortened
from ufo.tools.external.told import MOST_TOOLS, usable

_log = logging.getLogger(__name__)
_MOST_STARTS = 3
_PAGES = 10
_ALIVE_S = 2.0
_CLOSING_S = 10.0
_GRACE_S = 5.0
"""How long a run waits for a server that starts, before it goes on without its tools until they are there."""


class Transport(Protocol):
    """A way to a server, which can be gone more than once."""

    def open(self, on_end: Callable[[], None]) -> AbstractAsyncContextManager[TransportStreams]:
        """Open the streams of messages. `on_end` is called where the server ends them. Raises UfoError."""
        ...

    def said(self) -> str:
        """Return what the server last said about itself, "" where there is nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """In seconds: how long the server may take to start and tell its tools, and for one call."""

    start_s: float
    call_s: float


class Connection:
    """A server of the user's. `tell` is called with one line for each thing that a person should know of it."""

    def __init__(self, name: str, transport: Transport, bounds: Bounds, tell: Callable[[str], None]) -> None:
        self.name = name
        self.tools: tuple[Tool, ...] = ()
        self._changes = 0
        self._transport = transport
        self._bounds = bounds
        self._tell = tell
        self._client: Client | None = None
        self._owner: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None
        self._end = asyncio.Event()
        self._starts = 0
        self._failed = ""
        self._closed = self._waited = False
        self._listing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to connect, without waiting for it."""
        if self._owner is None and not self._closed and not self._failed:
            self._begin()

    def count_changes(self) -> int:
        """Return how often the tools have changed."""
        return self._changes

    async def call(self, tool: str, arguments: dict[str, object]) -> CallToolResult:
        """Call a tool. Raises ToolError in words that say what is known of how far it went."""
        client = await self._connected()
        try:
            async with asyncio.timeout(self._bounds.call_s):
                return await client.call_tool(tool, arguments)
        except TimeoutError:
            await self._drop_if_dead(client)
            raise ToolError(
                f"the MCP server {self.name!r} did not answer within {self._bounds.call_s:g} s; the call was cancelled, and it "
                "is not known what it did"
            ) from None
        except MCPError as error:
            if error.code != CONNECTION_CLOSED:
                raise ToolError(f"the MCP server {self.name!r} refused: {shortened(str(error), 301)}") from error
            self._end.set()
            raise self._broke_off() from error
        except ValueError as error:
            raise ToolError(f"the MCP server {self.name!r} gave an answer that the protocol does not know") from error
        except Exception as error:  # noqa: BLE001 the boundary of a program from outside
            if self._is_open(client):
                raise ToolError(f"the answer of the MCP server {self.name!r} cannot be used: {why(error)}") from error
            raise self._broke_off() from error

    async def settled(self, within_s: float | None = None) -> None:
        """Wait until the server has told its tools or failed, where it was started, or until the time is over."""
        if self._ready is not None:
            await asyncio.wait({self._ready}, timeout=within_s)

    async def patiently(self) -> None:
        """Wait a moment for a server that starts, once: the first turn can already use its tools then."""
        if not self._waited:
            self._waited = True
            await self.settled(_GRACE_S)

    async def close(self) -> None:
        self._closed = True
        await self._drop()

    def _broke_off(self) -> ToolError:
        return ToolError(
            f"the connection to the MCP server {self.name!r} broke off{self._words()}; it is not known what the call did, and "
            "the server is started again at the next call"
        )

    def _is_open(self, client: Client) -> bool:
        return self._client is client and not self._end.is_set()

    async def _connected(self) -> Client:
        if self._client is None or self._end.is_set():
            if self._end.is_set() and self._owner is not None:
                await asyncio.wait({self._owner})
            self.start()
            if self._ready is not None:
                await asyncio.shield(self._ready)
        if self._client is None:
            raise ToolError(
                self._failed or f"the MCP server {self.name!r} is not there; look whether it can be started"
            )
        return self._client

    def _begin(self) -> None:
        self._starts += 1
        self._end = asyncio.Event()
        self._ready = asyncio.get_running_loop().create_future()
        self._owner = asyncio.create_task(self._own(self._ready, self._end), name=f"MCP server {self.name}")

    async def _own(self, ready: asyncio.Future[None], end: asyncio.Event) -> None:
        """Open and close the connection in one task, because its cancel scopes may not change tasks."""
        reason = ""
        streams = self._transport.open(end.set)
        try:
            async with asyncio.timeout(self._bounds.start_s) as limit:
                async with Client(streams, message_handler=self._heard, cache=None) as client:
                    self._learn(await _listed(client))
                    limit.reschedule(None)
                    self._client = client
                    ready.set_result(None)
                    async with self._following(client):
                        await end.wait()
        except TimeoutError:
            reason = f"did not start within {self._bounds.start_s:g} s"
        except Exception as error:  # noqa: BLE001 the boundary of a program from outside
            reason = _reason(error)
        finally:
            end.set()
            self._client = self._owner = None
            if not self._closed:
                self._note_end(reason or "has ended")
            if not ready.done():
                ready.set_result(None)

    def _note_end(self, reason: str) -> None:
        said = f"the MCP server {self.name!r} {reason}{self._words()}"
        if self._starts >= _MOST_STARTS:
            said += f"; it was started {self._starts} times and is left out from now on"
            self._failed = said
            self._learn(())
        elif not self.tools:
            # It never told its tools: nothing would call it, and so nothing would start it again.
            self._failed = said
        _log.warning(said)
        self._tell(said)

    @asynccontextmanager
    async def _following(self, client: Client) -> AsyncIterator[None]:
        """Follow the changes of the tools. Before 2026-07-28 a server tells them unasked; since then it is asked to."""
        modern = client.protocol_version in MODERN_PROTOCOL_VERSIONS
        following = asyncio.create_task(self._subscribed(client)) if modern else None
        try:
            yield
        finally:
            if following is not None:
                following.cancel()
                await asyncio.wait({following}, timeout=_ALIVE_S)

    async def _subscribed(self, client: Client) -> None:
        try:
            async with client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    self._list_soon()
        except Exception as error:  # noqa: BLE001 the boundary of a program from outside
            _log.debug("the MCP server %r tells no changes of its tools: %s", self.name, why(error))

    async def _heard(self, message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            self._list_soon()

    def _list_soon(self) -> None:
        if self._listing is None or self._listing.done():
            self._listing = asyncio.create_task(self._list_again())

    async def _list_again(self) -> None:
        client = self._client
        if client is None:
            return
        try:
            async with asyncio.timeout(self._bounds.start_s):
                self._learn(await _listed(client))
        except Exception as error:  # noqa: BLE001 the boundary of a program from outside
            self._tell(f"the MCP server {self.name!r} changed its tools and does not tell them: {_reason(error)}")

    def _learn(self, tools: tuple[Tool, ...]) -> None:
        """Keep the tools that can be offered, and tell which ones cannot."""
        kept, left_out = usable(tools)
        if tuple(kept) == self.tools:
            return
        self.tools = tuple(kept)
        self._changes += 1
        for reason in left_out:
            self._tell(f"a tool of the MCP server {self.name!r} is left out: {reason}")

    async def _drop_if_dead(self, client: Client) -> None:
        """Close the connection where the server does not even answer a question for its tools."""
        try:
            async with asyncio.timeout(_ALIVE_S):
                await client.list_tools()
        except Exception:  # noqa: BLE001 the boundary of a program from outside
            if self._is_open(client):
                await self._drop()

    async def _drop(self) -> None:
        owner = self._owner
        self._end.set()
        if self._listing is not None:
            self._listing.cancel()
        if owner is not None:
            if self._client is None:
                owner.cancel()
            await asyncio.wait({owner}, timeout=_CLOSING_S)
            owner.cancel()

    def _words(self) -> str:
        words = self._transport.said()
        return f" (it said: {words})" if words else ""


async def _listed(client: Client) -> tuple[Tool, ...]:
    found: list[Tool] = []
    cursor: str | None = None
    for _ in range(_PAGES):
        page = await client.list_tools(cursor=cursor)
        found += page.tools
        cursor = page.next_cursor
        if cursor is None or len(found) > MOST_TOOLS:
            break
    return tuple(found)


def _reason(error: BaseException) -> str:
    """Return why a connection failed; of a group of errors, the first one's reason."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    said = str(error) if isinstance(error, UfoError) else why(error)
    return f"cannot be used: {shortened(said, 301)}"
