"""Lists every tool of every server, for people and pages, without touching a desktop."""

from __future__ import annotations

import difflib
from pathlib import Path

from ufo.commands.dispatch.toolset import SERVERS, build_dispatcher
from ufo.commands.observe.selection import Selection, ToolScope
from ufo.config.settings import Settings, ToolServerSettings
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.errors import ConfigError
from ufo.schema.tool import ToolInfo


async def all_tools() -> tuple[ToolInfo, ...]:
    """Return the tools by server, in the order of `SERVERS`. A tool of two servers (`save_as`) is listed twice."""
    found: list[ToolInfo] = []
    for name in SERVERS:
        found += await _tools_of(name)
    return tuple(found)


async def server_of(tool_name: str) -> ToolInfo:
    """Return a tool by its name, or by `Server.tool` where several servers have it. Raises ConfigError."""
    tools = await all_tools()
    server, _, bare = tool_name.rpartition(".")
    found = [tool for tool in tools if tool.tool_name == bare and server in ("", tool.namespace)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(f"{tool.namespace}.{tool.tool_name}" for tool in found)
        raise ConfigError(f"several servers have a tool {tool_name!r}; say {names}")
    near = difflib.get_close_matches(bare, [tool.tool_name for tool in tools], 3)
    hint = f"; near: {', '.join(near)}" if near else "; see `ufo tool list`"
    raise ConfigError(f"there is no tool {tool_name!r}{hint}")


async def _tools_of(server: str) -> tuple[ToolInfo, ...]:
    kind = SERVERS[server].tool_type
    servers = ToolServerSettings.model_validate({"data_collection": (), "action": (), kind: (server,)})
    settings = Settings.model_construct(tools={"catalogue": {"default": servers}})
    scope = ToolScope(FakeDesktop(), Selection(), Path())
    dispatcher = build_dispatcher("catalogue", "default", scope, settings)
    try:
        return await dispatcher.list_tools()
    finally:
        await dispatcher.close()
