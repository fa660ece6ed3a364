"""Tries the user's MCP servers for `ufo doctor`: starts each, and counts the tools that it tells."""

from __future__ import annotations

import shutil
from pathlib import Path

from ufo.cli.sight import Check
from ufo.commands.outside.servers import OutsideServers, Surroundings
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore


async def mcp_servers(settings: Settings, folder: Path) -> list[Check]:
    """Return one check for each server, none where none is configured."""
    told: list[str] = []
    around = Surroundings(folder, SecretStore(settings.secrets), Masks(), told.append, settings.desktop.environment)
    try:
        servers = OutsideServers(settings.mcp, around)
    except ConfigError as error:
        return [Check("MCP servers", False, str(error), "correct `mcp` in ufo.yaml")]
    try:
        tools = await servers.tools()
    finally:
        await servers.close()
    return [_check(name, count, settings, told) for name, count in tools.items()]


def _check(name: str, tools: int, settings: Settings, told: list[str]) -> Check:
    said = [one for one in told if repr(name) in one]
    if tools:
        return Check(f"MCP server {name}", True, "; ".join([f"{tools} tools", *said]))
    command = settings.mcp[name].command
    missing = bool(command) and shutil.which(command[0]) is None
    mend = f"install {command[0]!r}" if missing else f"correct `mcp.{name}`; docs/mcp.md"
    return Check(f"MCP server {name}", False, "; ".join(said) or "it tells no tools", mend)
