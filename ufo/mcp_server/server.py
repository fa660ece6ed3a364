"""The MCP server that `ufo mcp` runs: a few tools that stand for all of ours, with the person's consent where it is needed.

Each message that cannot be read is answered, so that no client waits for an answer that never comes. Source: JSON-RPC 2.0,
"Error object": -32700 for what is no JSON, -32600 for what is no request; no id where it is unknown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Self

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.stdio import stdio_server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import CallToolResult, ErrorData, InputRequiredResult, JSONRPCError, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from ufo.config.settings import Settings
from ufo.errors import UfoError
from ufo.mcp_server import work
from ufo.mcp_server.elicitation import Elicitation, Elicitations
from ufo.mcp_server.place import Place
from ufo.mcp_server.work import Progress
from ufo.prompts.conditions import describe_conditions

_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)
_ABOUT = """\
Works the applications of a desktop. Look first (observe), then act by the ids of that look; verify says whether what you
wanted is so. do_request does a whole request by itself and proves it. Risky actions ask the person through you."""
_VERIFY = (
    "Check conditions on controls, windows, files and documents: satisfied, unsatisfied or unknown, with evidence."
)

Asked = Annotated[str | None, Field(description="a window's id, or any part of its title or application")]
Done = CallToolResult | InputRequiredResult


class AnsweringServer(MCPServer[Any]):
    """Answers each message on standard input, those too that cannot be read; the official server lets a client wait."""

    async def run_stdio_async(self) -> None:
        server = self._lowlevel_server
        async with stdio_server() as (messages, answers):
            await server.run(ReadableMessages(messages, answers), answers, server.create_initialization_options())


async def serve(settings: Settings, folder: Path) -> None:
    """Serve one client on standard input and output until it leaves, or until cancelled: then what still goes on ends in order.
    `folder`: where relative paths start.
    """
    place, elicitations = Place(settings, folder), Elicitations(settings.system.question_timeout_s)
    serving = asyncio.create_task(build(place, elicitations).run_stdio_async(), name="MCP on standard input")
    try:
        await asyncio.wait({serving})
    finally:
        # The thread that reads standard input cannot be stopped; the process does not wait for it.
        await elicitations.close()
        await place.close()
        serving.cancel()


def build(place: Place, elicitations: Elicitations) -> MCPServer[Any]:
    """Return the server of this desktop."""
    server = AnsweringServer("ufo", instructions=_ABOUT, log_level="WARNING")
    _add_looks(server, place, elicitations)
    _add_acts(server, place, elicitations)
    return server


def _add_looks(server: MCPServer[Any], place: Place, elicitations: Elicitations) -> None:
    @server.tool(annotations=_LOOKS, structured_output=False)
    async def list_windows() -> Done:
        """List the open windows."""
        return await _answered(lambda: work.windows(place))

    @server.tool(annotations=_LOOKS, structured_output=False)
    async def observe(
        context: Context,
        window: Asked = None,
        picture: Annotated[bool, Field(description="also a picture with the ids in it")] = False,
    ) -> Done:
        """Look at a window: its controls with their ids, values and states. The ids hold until the next look."""

        async def seen(elicitation: Elicitation) -> CallToolResult:
            return await _answered(lambda: work.look(place, elicitation, window, picture))

        return await _carried(elicitations, context, seen)

    @server.tool(annotations=_LOOKS, structured_output=False)
    async def find_tools(
        words: Annotated[str, Field(description="what is to be done")], limit: Annotated[int, Field(ge=1, le=30)] = 8
    ) -> Done:
        """Find the tools that `act` can call, with their arguments: for the window of the last look and for the desktop."""
        return await _answered(lambda: work.find(place, words, limit))

    @server.tool(
        annotations=_LOOKS, structured_output=False, description=f"{_VERIFY}\n{describe_conditions((), plans=False)}"
    )
    async def verify(
        conditions: list[dict[str, Any]],
        timeout_s: Annotated[float, Field(ge=0, le=60, description="how long to wait until they hold")] = 0,
    ) -> Done:
        return await _answered(lambda: work.verify(place, conditions, timeout_s))


def _add_acts(server: MCPServer[Any], place: Place, elicitations: Elicitations) -> None:
    @server.tool(annotations=_ACTS, structured_output=False)
    async def act(
        context: Context,
        tool: Annotated[
            str, Field(description="such as click_input, set_edit_text, keyboard_input, launch_application")
        ],
        arguments: dict[str, Any] | None = None,
    ) -> Done:
        """Call one tool by its name (find_tools names them), on the window of the last look."""

        async def acted(elicitation: Elicitation) -> CallToolResult:
            return await _answered(lambda: work.act(place, elicitation, tool, arguments or {}))

        return await _carried(elicitations, context, acted)

    @server.tool(annotations=_ACTS, structured_output=False)
    async def do_request(
        context: Context,
        request: Annotated[str, Field(description="what is wanted, in plain words", max_length=20_000)],
    ) -> Done:
        """Do a whole request on the desktop and prove it. Reports progress; ends in order when it is cancelled."""

        async def done(elicitation: Elicitation) -> CallToolResult:
            progress = Progress(elicitation, place.settings.limits.max_step)
            reporting = asyncio.create_task(progress.report())
            try:
                return await _answered(lambda: work.do(place, elicitation, request, progress))
            finally:
                reporting.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await reporting

        return await _carried(elicitations, context, done)


async def _carried(
    elicitations: Elicitations, context: Context[Any, Any], work_of: Callable[[Elicitation], Awaitable[CallToolResult]]
) -> Done:
    try:
        return await elicitations.carry(context, work_of)
    except UfoError as error:
        return _failed(error)


async def _answered(work_of: Callable[[], Awaitable[CallToolResult]]) -> CallToolResult:
    """Do the work, and answer with the words of an error that was raised on purpose."""
    try:
        return await work_of()
    except UfoError as error:
        return _failed(error)


def _failed(error: UfoError) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=str(error) or type(error).__name__)], is_error=True)


_NO_JSON, _NO_REQUEST = -32700, -32600
_OPENING, _CLOSING = "{[", "}]"


class ReadableMessages:
    """The messages that were read; each that was not is answered with an error and left out."""

    def __init__(self, messages: ReadStream[SessionMessage | Exception], answers: WriteStream[SessionMessage]) -> None:
        self._messages, self._answers = messages, answers

    @property
    def last_context(self) -> object:
        """The sender's context of the last message, which the server restores."""
        return getattr(self._messages, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        while isinstance(message := await self._messages.receive(), Exception):
            await self._answers.send(SessionMessage(error_for(message)))
        return message

    async def aclose(self) -> None:
        await self._messages.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while isinstance(message := await self._messages.__anext__(), Exception):
            await self._answers.send(SessionMessage(error_for(message)))
        return message

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def error_for(error: Exception) -> JSONRPCError:
    """Return what is answered to the message that gave this error. Its id is read apart: the rest may be nested too deep."""
    if not isinstance(error, ValidationError):
        return JSONRPCError(
            jsonrpc="2.0", id=None, error=ErrorData(code=_NO_JSON, message="the message cannot be read")
        )
    (first, *_) = error.errors(include_url=False)
    code = _NO_JSON if first["type"] == "json_invalid" else _NO_REQUEST
    line = first["input"] if first["type"] == "json_invalid" else ""
    words = f"the message cannot be read: {first['msg']}"
    return JSONRPCError(jsonrpc="2.0", id=_id_in(str(line)), error=ErrorData(code=code, message=words))


def _id_in(line: str) -> str | int | None:
    try:
        message = json.loads(_outermost(line))
    except ValueError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def _outermost(line: str) -> str:
    """Return the line with `0` for each object and list inside of the outermost object."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for letter in line:
        inside = quoted
        if quoted:
            quoted, escaped = escaped or letter != '"', letter == "\\" and not escaped
        elif letter == '"':
            quoted = inside = True
        elif letter in _OPENING:
            depth += 1
            if depth == 2:
                kept.append("0")
        if depth < 2:
            kept.append(letter)
        if not inside and letter in _CLOSING:
            depth -= 1
    return "".join(kept)
