"""Starts an MCP server as a program and talks to it in lines of JSON, each of a bounded length.

The SDK's own transport reads a line of any length, passes on what the program says on standard error, and ends with it. Here the
program has a group of its own, which ends with the connection, and the end of what it says on standard error is kept for a
person.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from asyncio.subprocess import SubprocessStreamProtocol
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from ufo.errors import ToolError
from ufo.platform.process_groups import OWN_SESSION, kill_group

MOST_LINE_BYTES = 8 * 1024 * 1024
_LEAVING_S = 1.0
_LAST_LINES, _MOST_LINE = 5, 300


@dataclass(frozen=True, slots=True)
class Program:
    """A server's program: its argument vector, its folder, and its whole environment, read when it is started. `lines`: the last
    ones that it wrote on standard error.
    """

    command: Sequence[str]
    folder: Path
    environment: Callable[[], Awaitable[Mapping[str, str]]] = field(repr=False)
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_LAST_LINES))

    def open(self, on_end: Callable[[], None]) -> AbstractAsyncContextManager[TransportStreams]:
        return _streams(self, on_end)

    def said(self) -> str:
        return " / ".join(self.lines)


@asynccontextmanager
async def _streams(program: Program, on_end: Callable[[], None]) -> AsyncIterator[TransportStreams]:
    """Start the program and yield the streams of its messages. Raises ToolError where it cannot be started."""
    program.lines.clear()
    process, transport = await _started(program, await program.environment())
    to_us, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, from_us = anyio.create_memory_object_stream[SessionMessage](0)
    tasks = [
        asyncio.create_task(_read(process, to_us, program)),
        asyncio.create_task(_write(process, from_us, to_us)),
        asyncio.create_task(_listen(process, program)),
    ]
    tasks[0].add_done_callback(lambda _: on_end())
    try:
        yield incoming, outgoing
    finally:
        for stream in (incoming, outgoing):
            stream.close()
        await _ended(process, transport)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _started(
    program: Program, environment: Mapping[str, str]
) -> tuple[asyncio.subprocess.Process, asyncio.SubprocessTransport]:
    """Start the program as `create_subprocess_exec` does, which keeps the transport to itself."""
    loop = asyncio.get_running_loop()
    name = program.command[0]
    # Where a program is a script of the system (npx.cmd), only its full name can be started.
    found = shutil.which(name, path=environment.get("PATH")) or name
    try:
        transport, protocol = await loop.subprocess_exec(
            lambda: SubprocessStreamProtocol(MOST_LINE_BYTES, loop),
            found,
            *program.command[1:],
            cwd=program.folder,
            env=dict(environment),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            **OWN_SESSION,
        )
    except (OSError, ValueError) as error:
        raise ToolError(f"{name!r} cannot be started: {error}; install it, or correct its command") from error
    return asyncio.subprocess.Process(transport, protocol, loop), transport


async def _read(
    process: asyncio.subprocess.Process,
    to_us: MemoryObjectSendStream[SessionMessage | Exception],
    program: Program,
) -> None:
    """Pass on the messages until the program ends. A line that is no message is passed on as an error."""
    assert process.stdout is not None
    with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        async with to_us:
            while True:
                try:
                    line = await process.stdout.readline()
                except ValueError:
                    program.lines.append(f"(it sent a line of more than {MOST_LINE_BYTES >> 20} MB)")
                    return
                if not line:
                    return
                try:
                    message = jsonrpc_message_adapter.validate_json(line, by_name=False)
                except ValueError as error:
                    await to_us.send(error)
                    continue
                await to_us.send(SessionMessage(message))


async def _write(
    process: asyncio.subprocess.Process,
    from_us: MemoryObjectReceiveStream[SessionMessage],
    to_us: MemoryObjectSendStream[SessionMessage | Exception],
) -> None:
    assert process.stdin is not None
    try:
        async with from_us:
            async for session_message in from_us:
                process.stdin.write(
                    session_message.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
                )
                await process.stdin.drain()
    except (OSError, RuntimeError):
        # The session then sees the end of the connection, and waits for no answer.
        await to_us.aclose()


async def _listen(process: asyncio.subprocess.Process, program: Program) -> None:
    assert process.stderr is not None
    left = b""
    while piece := await process.stderr.read(4096):
        *lines, left = (left + piece)[-65_536:].split(b"\n")
        program.lines.extend(line.decode("utf-8", "replace").strip()[:_MOST_LINE] for line in lines if line.strip())


async def _ended(process: asyncio.subprocess.Process, transport: asyncio.SubprocessTransport) -> None:
    """Let the program end by itself once nobody writes to it, and end its whole group after a while, whatever happens to us. Of
    what it wrote and nobody read, no more is taken: else the pipes would stay open until after the loop.
    """
    try:
        if process.stdin is not None:
            process.stdin.close()
        async with asyncio.timeout(_LEAVING_S):
            await process.wait()
    except TimeoutError:
        pass
    finally:
        kill_group(process.pid)
        transport.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LEAVING_S):
            await process.wait()
