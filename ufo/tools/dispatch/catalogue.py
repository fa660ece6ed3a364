"""Lists every tool of every server, ours and those that the settings add, for people and pages, without touching a desktop."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ufo.config.sections import ToolMap
from ufo.config.settings import ToolServerSettings
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.errors import ConfigError, UfoError
from ufo.extensions import OURS, Group, is_known, not_installed, to_install
from ufo.schema.command import ToolType
from ufo.schema.tool import ToolInfo
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher
from ufo.tools.dispatch.toolset import SERVERS, added_servers, build_dispatcher, stand_ins
from ufo.tools.external.servers import ExternalServer
from ufo.tools.observe.selection import Selection, ToolScope

_LISTING_S = 20.0


async def all_tools() -> tuple[ToolInfo, ...]:
    """Return the tools by server: in the order of `SERVERS`, then those of the extensions of ours that are installed. A tool of
    two servers (`save_as`) is listed twice.
    """
    ours: Mapping[str, ToolType] = {
        name: "action"
        for extension in OURS
        for name in extension.brings.get(Group.TOOLS, ())
        if is_known(Group.TOOLS, name)
    }
    found: list[ToolInfo] = []
    for name, kind in {**{name: entry.tool_type for name, entry in SERVERS.items()}, **ours}.items():
        found += await _tools_of(name, kind)
    return tuple(found)


async def added_tools(configured: ToolMap, tell: Callable[[str], None]) -> tuple[ToolInfo, ...]:
    """Return the tools of the servers that the settings add in this process. One that cannot be used is told and left out."""
    found: list[ToolInfo] = []
    for name, kind in added_servers(configured).items():
        try:
            async with asyncio.timeout(_LISTING_S):
                found += await _tools_of(name, kind)
        except TimeoutError:
            tell(f"tool server {name!r} did not tell its tools within {_LISTING_S:g} s and is left out")
        except UfoError as error:
            tell(f"{error}; it is left out")
    return tuple(found)


async def outside_tools(servers: Sequence[ExternalServer]) -> tuple[ToolInfo, ...]:
    """Return the tools of MCP servers that were started. Those of one that is not ready yet are left out."""
    dispatcher = LocalCommandDispatcher(stand_ins(servers))
    try:
        return await dispatcher.list_tools()
    finally:
        await dispatcher.close()


def named_among(tool_name: str, tools: Sequence[ToolInfo]) -> ToolInfo:
    """Return the tool of that name, or of `Server.tool` where several servers have it. Raises ConfigError."""
    server, _, bare = tool_name.rpartition(".")
    found = [tool for tool in tools if tool.tool_name == bare and server in ("", tool.namespace)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(f"{tool.namespace}.{tool.tool_name}" for tool in found)
        raise ConfigError(f"several servers have a tool {tool_name!r}; say {names}")
    near = difflib.get_close_matches(bare, [tool.tool_name for tool in tools], 3)
    hint = f"; near: {', '.join(near)}" if near else "; see `ufo tool list`"
    for extension in not_installed():
        if Group.TOOLS in extension.brings:
            hint += f"; the tools of `{extension.folder}` are not installed here: {to_install(extension)}"
    raise ConfigError(f"there is no tool {tool_name!r}{hint}")


async def _tools_of(server: str, kind: ToolType) -> tuple[ToolInfo, ...]:
    servers = ToolServerSettings.model_validate({"data_collection": (), "action": (), kind: (server,)})
    scope = ToolScope(FakeDesktop(), Selection(), Path())
    dispatcher = build_dispatcher("catalogue", "default", scope, {"catalogue": {"default": servers}})
    try:
        return await dispatcher.list_tools()
    finally:
        await dispatcher.close()
