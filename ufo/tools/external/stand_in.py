"""A server of this process that stands for one from outside: its tools in our words and bounds, its answers as text."""

from __future__ import annotations

import asyncio
from typing import Any

from mcp.server.lowlevel import Server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from ufo.config.settings import McpServerSettings
from ufo.errors import ToolError
from ufo.schema.tool_facts import META, ActionKind, unstated
from ufo.tools.external.server_connection import Connection
from ufo.tools.external.told import SEPARATOR, about, answer_text, bounded_text, plain_schema, words


def stand_in(connection: Connection, settings: McpServerSettings) -> Server[Any]:
    """Return the server. Its tools are named SERVER__TOOL; without a connection it has none. `settings` say how far the person
    vouches for what the server states about its tools.
    """
    prefix = f"{connection.name}{SEPARATOR}"

    async def list_tools(_context: object, _page: PaginatedRequestParams | None) -> ListToolsResult:
        await connection.patiently()
        return ListToolsResult(tools=[_told(connection.name, tool, settings) for tool in connection.tools])

    async def call_tool(_context: object, asked: CallToolRequestParams) -> CallToolResult:
        tool = asked.name.removeprefix(prefix)
        if not any(item.name == tool for item in connection.tools):
            return _failed(f"the MCP server {connection.name!r} has no tool {tool!r} any more; look for another one")
        try:
            answer = await connection.call(tool, dict(asked.arguments or {}))
        except ToolError as error:
            return _failed(str(error))
        text = await asyncio.to_thread(answer_text, answer)
        return CallToolResult(content=[TextContent(text=text)], is_error=bool(answer.is_error))

    return Server(connection.name, on_list_tools=list_tools, on_call_tool=call_tool)


def _failed(reason: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=bounded_text(reason))], is_error=True)


def _told(server: str, tool: Tool, settings: McpServerSettings) -> Tool:
    """Return a tool as ours are described. What the server states of its risk may raise it, and lowers it only where the person
    vouches for that: then the annotations count as MCP defines them.
    """
    hints = tool.annotations or ToolAnnotations()
    allowed, trusted = tool.name in settings.allow, settings.trust_annotations
    reads = trusted and bool(hints.read_only_hint)
    destroys = (
        not reads and not allowed and (hints.destructive_hint is not False if trusted else bool(hints.destructive_hint))
    )
    schema = {"properties": {}, **plain_schema(tool.input_schema), "type": "object"}
    facts = unstated(schema["properties"]).model_copy(
        update={
            "kind": ActionKind.FOREIGN,
            "vouched": allowed or trusted,
            "reads": reads,
            "destroys": destroys,
            "words": () if settings.always_told else words(server, tool),
        }
    )
    stated = facts.model_dump(mode="json", exclude_defaults=True, exclude={"reads", "destroys"})
    return Tool(
        name=f"{server}{SEPARATOR}{tool.name}",
        description=about(server, tool),
        input_schema=schema,
        annotations=ToolAnnotations(read_only_hint=reads, destructive_hint=destroys),
        _meta={META: stated},
    )
