"""Checks of `ufo doctor` that ask other parts: the extensions that are not installed, what sees windows without an accessibility
tree, and what tools the user's MCP servers tell.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.extensions import not_installed, to_install
from ufo.schema.health import Check
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore
from ufo.tools.external.servers import ExternalServers, Surroundings
from ufo.vision.sight import find_sight, require_none


def missing_extensions() -> list[Check]:
    """Name the extensions of ours that are not installed. A run goes on without them."""
    return [
        Check(f"extension {extension.folder}", None, f"not installed: {extension.without}", to_install(extension))
        for extension in not_installed()
    ]


async def sight(settings: Settings) -> list[Check]:
    """Check what sees windows without a tree. Where it is not installed, that counts only where a setting asks for it."""
    seeing = SeeingSections.of(settings)
    if (extension := find_sight()) is not None:
        return [await extension.check(seeing)]
    try:
        require_none(seeing)
    except ConfigError as error:
        return [Check("sight", False, str(error), "install it, or take what asks for it out of the settings")]
    return []


async def mcp_servers(settings: Settings, folder: Path) -> list[Check]:
    """Return one check for each server, none where none is configured."""
    told: list[str] = []
    around = Surroundings(folder, SecretStore(settings.secrets), Masks(), told.append, settings.desktop.environment)
    try:
        servers = ExternalServers(settings.mcp, around)
    except ConfigError as error:
        return [Check("MCP servers", False, str(error), "correct `mcp` in ufo.yaml")]
    try:
        tools = await servers.tools()
    finally:
        await servers.close()
    return [_check(name, count, settings, told) for name, count in tools.items()]


def _check(name: str, tools: int, settings: Settings, told: list[str]) -> Check:
    said = [text for text in told if repr(name) in text]
    if tools:
        return Check(f"MCP server {name}", True, "; ".join([f"{tools} tools", *said]))
    command = settings.mcp[name].command
    missing = bool(command) and shutil.which(command[0]) is None
    mend = f"install {command[0]!r}" if missing else f"correct `mcp.{name}`; docs/mcp.md"
    return Check(f"MCP server {name}", False, "; ".join(said) or "it tells no tools", mend)
