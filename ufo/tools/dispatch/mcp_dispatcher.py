"""Sends commands to MCP servers in this process, through the official client, which is kept open.

A server from outside is one of this process that stands for it (`ufo/tools/external`).
"""

from __future__ import annotations

import asyncio
import difflib
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from mcp import Client
from mcp.server import MCPServer
from mcp.server.lowlevel import Server
from mcp_types import Tool

from ufo.errors import ConfigError, UfoError
from ufo.faults import note_fault
from ufo.schema.command import Command, Effect, Result, ToolType
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ToolFacts, stated_in, unstated
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.tools.dispatch.results import failed, lift, skipped, with_effect

_log = logging.getLogger(__name__)


def _unchanging() -> int:
    return 0


@dataclass(frozen=True, slots=True)
class NamedServer:
    """A server and its namespace. `server` is anything that `mcp.Client` connects to; here it is one of this process. `changes`
    counts the changes of its tools, where these can change.
    """

    namespace: str
    tool_type: ToolType
    server: MCPServer | Server[Any]
    changes: Callable[[], int] = _unchanging


@dataclass(frozen=True, slots=True)
class _Route:
    client: Client
    info: ToolInfo


@dataclass(slots=True)
class _Opened:
    """An open server. `changes`: how often its tools had changed when they were listed."""

    server: NamedServer
    client: Client
    changes: int


class LocalCommandDispatcher(BasicCommandDispatcher):
    """Runs commands one after another. Servers are opened at first use; `close` must be awaited on the same loop."""

    def __init__(self, servers: Sequence[NamedServer]) -> None:
        self._servers = tuple(servers)
        self._routes: dict[str, _Route] = {}
        self._clients: list[_Opened] = []
        self._turn = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._closing = asyncio.Event()
        self._owner: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None

    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        """Return one result for each command, in order. Failures are results too. After a failed action the rest is SKIPPED."""
        async with self._turn:
            try:
                await self._open()
            except Exception as error:  # noqa: BLE001 the dispatcher's boundary: nothing is thrown at agents
                said = str(error) if isinstance(error, UfoError) else note_fault(_log, "opening the tools", error)
                return self.generate_error_results(commands, f"the tools could not be opened: {said}")
            results: list[Result] = []
            stopped = ""
            for command in commands:
                if stopped:
                    results.append(skipped(command, stopped))
                    continue
                result = await self._run(command, timeout)
                results.append(result)
                if not result.ok and self._is_action(command):
                    stopped = f"not run, because {command.tool_name!r} before it failed: {result.error}"
            return results

    @staticmethod
    def generate_error_results(commands: Sequence[Command], error: str) -> list[Result]:
        """Return a failure for each command, for when none of them could be run."""
        return [failed(command, error) for command in commands]

    async def list_tools(self) -> tuple[ToolInfo, ...]:
        await self._open()
        return tuple(route.info for route in self._routes.values())

    async def close(self) -> None:
        """Close the servers. Commands after that fail."""
        self._closing.set()
        if self._owner is not None:
            await asyncio.gather(self._owner, return_exceptions=True)
        self._routes.clear()

    async def _open(self) -> None:
        async with self._opening:
            if self._closing.is_set():
                raise UfoError("this dispatcher is closed; build another one")
            if self._ready is None or (self._owner is not None and self._owner.done()):
                self._ready = asyncio.get_running_loop().create_future()
                self._owner = asyncio.create_task(self._own(self._ready), name="tool-servers")
            await asyncio.shield(self._ready)
            for client in self._clients:
                if client.server.changes() != client.changes:
                    await self._list_again(client)

    async def _list_again(self, opened: _Opened) -> None:
        opened.changes = opened.server.changes()
        tools = (await opened.client.list_tools()).tools
        for key in [key for key, route in self._routes.items() if route.client is opened.client]:
            del self._routes[key]
        self._register(opened.server, opened.client, tools)

    async def _own(self, ready: asyncio.Future[None]) -> None:
        """Open and close every client in one task, because their cancel scopes may not change tasks."""
        try:
            async with AsyncExitStack() as stack:
                try:
                    for server in self._servers:
                        client = await stack.enter_async_context(Client(server.server, cache=None))
                        changes = server.changes()
                        self._register(server, client, (await client.list_tools()).tools)
                        self._clients.append(_Opened(server, client, changes))
                except Exception as error:  # noqa: BLE001 passed on to the waiting caller, outside of any group
                    ready.set_exception(error)
                    return
                ready.set_result(None)
                await self._closing.wait()
        finally:
            self._routes.clear()
            self._clients.clear()

    def _register(self, server: NamedServer, client: Client, tools: Sequence[Tool]) -> None:
        for tool in tools:
            info = _info(server, tool)
            if info.tool_key in self._routes:
                other = self._routes[info.tool_key].info.namespace
                raise ConfigError(
                    f"tool {tool.name!r} is in {other!r} and in {server.namespace!r}; leave one of them out of `tools`"
                )
            self._routes[info.tool_key] = _Route(client, info)

    def _find(self, command: Command) -> _Route | None:
        """Find the tool by type and name. A tool of the other type is taken where only that one has the name."""
        own = self._routes.get(f"{command.tool_type}::{command.tool_name}")
        if own is not None:
            return own
        return next((route for route in self._routes.values() if route.info.tool_name == command.tool_name), None)

    def _is_action(self, command: Command) -> bool:
        route = self._find(command)
        return (route.info.tool_type if route else command.tool_type) == "action"

    async def _run(self, command: Command, timeout: float) -> Result:
        route = self._find(command)
        if route is None:
            known = [route.info.tool_name for route in self._routes.values()]
            return failed(command, _unknown("tool", command.tool_name, known), effect=Effect.REFUSED)
        wrong = _wrong_arguments(route.info, command)
        if wrong:
            return failed(command, wrong, route.info.namespace, Effect.REFUSED)
        return with_effect(await self._call(route, command, timeout), route.info)

    async def _call(self, route: _Route, command: Command, timeout: float) -> Result:
        try:
            async with asyncio.timeout(timeout):
                answer = await route.client.call_tool(command.tool_name, dict(command.parameters))
        except TimeoutError:
            return failed(
                command,
                f"{command.tool_name!r} did not finish within {timeout:g} s and was stopped; look again at what it did",
                route.info.namespace,
            )
        except Exception as error:  # noqa: BLE001 the dispatcher's boundary: nothing is thrown at agents
            said = note_fault(_log, repr(command.tool_name), error)
            return failed(command, f"{said}; try another way", route.info.namespace)
        return lift(command, route.info.namespace, answer)


def _info(server: NamedServer, tool: Tool) -> ToolInfo:
    return ToolInfo(
        tool_name=tool.name,
        namespace=server.namespace,
        tool_type=server.tool_type,
        description=tool.description or "",
        input_schema=tool.input_schema,
        facts=_facts(tool),
    )


def _facts(tool: Tool) -> ToolFacts:
    """Return the facts of a tool. One that neither states facts nor is annotated counts as destructive, as MCP defines it too."""
    hints, stated = tool.annotations, stated_in(tool.meta)
    reads = bool(hints and hints.read_only_hint)
    destroys = hints.destructive_hint if hints else None
    if destroys is None:
        destroys = stated is None and not reads
    facts = stated or unstated(tool.input_schema.get("properties", {}))
    return facts.annotated(reads=reads, destroys=destroys)


def _wrong_arguments(info: ToolInfo, command: Command) -> str:
    """Return why the names of the arguments do not fit, or "". The server checks their types."""
    for name in command.parameters:
        if name not in info.parameters:
            return f"{command.tool_name!r}: " + _unknown("argument", name, info.parameters)
    missing = [name for name in info.input_schema.get("required", []) if name not in command.parameters]
    if missing:
        return f"{command.tool_name!r} needs {', '.join(missing)}; it takes {', '.join(info.parameters)}"
    return ""


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if near:
        return f"there is no {what} {name!r}; did you mean {' or '.join(map(repr, near))}?"
    return f"there is no {what} {name!r}; choose one of {', '.join(sorted(set(known))) or 'none'}"
