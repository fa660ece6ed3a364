"""The user's MCP servers of one run: connected at its beginning, shared by its agents, and closed at its end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp.server.lowlevel import Server

from ufo.config.settings import McpServerSettings
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.errors import ConfigError
from ufo.network.addresses import Endpoint
from ufo.schema.secret import filled, references
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore
from ufo.tools.external.http import Address
from ufo.tools.external.server_connection import Bounds, Connection, Transport
from ufo.tools.external.stand_in import stand_in
from ufo.tools.external.stdio import Program


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What servers from outside are given: the folder that they work in, the person's secrets, what hides these from everybody
    else, and who is told of what happens to them.
    """

    folder: Path
    secrets: SecretStore
    masks: Masks
    tell: Callable[[str], None]
    passed: Sequence[str] = ()
    """Further variables of the person's that their programs get, by name or pattern."""


@dataclass(frozen=True, slots=True)
class ExternalServer:
    """One server: what stands for it here, and its connection."""

    settings: McpServerSettings
    connection: Connection
    server: Server[Any]


class ExternalServers:
    """Opens the servers of the settings. Raises ConfigError for one whose settings cannot be used."""

    def __init__(self, settings: Mapping[str, McpServerSettings], around: Surroundings) -> None:
        self._all = [_server(name, server, around) for name, server in settings.items()]

    def of(self, agent: str) -> Sequence[ExternalServer]:
        """Return the servers whose tools an agent gets. Their programs are started, and not waited for."""
        found = [item for item in self._all if agent in item.settings.agents]
        for outside_server in found:
            outside_server.connection.start()
        return found

    async def tools(self) -> dict[str, int]:
        """Start every server, wait for each, and return how many tools it has, by its name."""
        for outside_server in self._all:
            outside_server.connection.start()
        await self.settled()
        return {item.connection.name: len(item.connection.tools) for item in self._all}

    async def settled(self) -> None:
        """Wait until each server that was started has told its tools or failed."""
        await asyncio.gather(*(outside_server.connection.settled() for outside_server in self._all))

    async def close(self) -> None:
        await asyncio.gather(
            *(outside_server.connection.close() for outside_server in self._all), return_exceptions=True
        )


def _server(name: str, settings: McpServerSettings, around: Surroundings) -> ExternalServer:
    bounds = Bounds(settings.start_timeout_s, settings.timeout_s)
    connection = Connection(name, _transport(name, settings, around), bounds, around.tell)
    return ExternalServer(settings, connection, stand_in(connection, settings))


def _transport(name: str, settings: McpServerSettings, around: Surroundings) -> Transport:
    if settings.url is not None:

        async def headers() -> Mapping[str, str]:
            return await _with_secrets(settings.headers, around)

        return Address(_endpoint(name, settings), headers, settings.timeout_s)

    async def environment() -> Mapping[str, str]:
        return {**desktop_environment(os.environ, around.passed), **await _with_secrets(settings.env, around)}

    folder = settings.folder.expanduser() if settings.folder is not None else around.folder
    return Program(settings.command, folder, environment)


def _endpoint(name: str, settings: McpServerSettings) -> Endpoint:
    try:
        endpoint = Endpoint.parse(settings.url or "")
    except ValueError as error:
        raise ConfigError(f"mcp.{name}.url: {error}; write it as https://HOST/PATH") from None
    plain = endpoint.base.startswith("http://") and not _is_here(endpoint.base)
    if plain and (settings.headers or endpoint.credentials):
        raise ConfigError(f"mcp.{name}: what authorises you would go to {endpoint.base} unencrypted; use https://")
    return endpoint


def _is_here(base: str) -> bool:
    host = base.removeprefix("http://").partition("/")[0]
    return host.rpartition(":")[0] in ("127.0.0.1", "localhost", "[::1]") or host in ("127.0.0.1", "localhost", "[::1]")


async def _with_secrets(texts: Mapping[str, str], around: Surroundings) -> dict[str, str]:
    """Return the texts with the person's secrets in them. From then on these are hidden wherever they show up. Raises
    SecretRefused.
    """
    values = {}
    for ref in sorted(references(texts)):
        values[ref] = await around.secrets.value(ref)
        around.masks.learn(values[ref], ref)
    return {name: filled(text, values) for name, text in texts.items()}
