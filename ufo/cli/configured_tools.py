"""The tools that a person calls by hand: ours, and those that the settings add in this process and over MCP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from ufo.cli.process.logfile import unlogged
from ufo.commands.dispatch.catalogue import added_tools, all_tools, named_among, outside_tools
from ufo.commands.outside.servers import OutsideServers, Surroundings
from ufo.commands.outside.told import SEPARATOR
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.schema.tool import ToolInfo
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore

BY_HAND = "AppAgent"
"""The agent whose tools they are."""


@dataclass(frozen=True, slots=True)
class ConfiguredTools:
    """`tell` is called with one line for each server that cannot be used. `servers` are the MCP servers among them."""

    settings: Settings
    servers: OutsideServers
    tell: Callable[[str], None]

    async def all(self) -> tuple[ToolInfo, ...]:
        """Start every server and wait until each has told its tools or failed."""
        return (*await all_tools(), *await self._added(), *await self._outside())

    async def named(self, name: str) -> ToolInfo:
        """Return the tool of that name. No server is started that it does not need. Raises ConfigError."""
        ours = await all_tools()
        if any(name in (tool.tool_name, f"{tool.namespace}.{tool.tool_name}") for tool in ours):
            return named_among(name, ours)
        if _server_in(name) not in self.settings.mcp:
            return named_among(name, (*ours, *await self._added()))
        tools = await self._outside()
        if not tools:
            raise ConfigError(f"the MCP server {_server_in(name)!r} has no tools now; `ufo doctor` tries every server")
        return named_among(name, tools)

    async def _added(self) -> tuple[ToolInfo, ...]:
        with unlogged():
            return await added_tools(self.settings.tools, self.tell)

    async def _outside(self) -> tuple[ToolInfo, ...]:
        servers = self.servers.of(BY_HAND)
        with unlogged():
            await self.servers.settled()
        return await outside_tools(servers)


@asynccontextmanager
async def configured_tools(
    settings: Settings, folder: Path, masks: Masks, tell: Callable[[str], None], name: str = ""
) -> AsyncIterator[ConfiguredTools]:
    """Open what the settings name. `name`: the tool that is wanted, where only one is. Raises ConfigError."""
    wanted = {key: one for key, one in settings.mcp.items() if not name or key == _server_in(name)}
    by_hand = {key: one.model_copy(update={"agents": (BY_HAND,)}) for key, one in wanted.items()}
    around = Surroundings(folder, SecretStore(settings.secrets), masks, tell, settings.desktop.environment)
    servers = OutsideServers(by_hand, around)
    try:
        yield ConfiguredTools(settings, servers, tell)
    finally:
        await servers.close()


def _server_in(name: str) -> str:
    return name.partition(SEPARATOR)[0] if SEPARATOR in name else ""
