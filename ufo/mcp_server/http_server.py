"""The same server over streamable HTTP, on loopback alone: one desktop for all of its clients, each of which shows the token.

A web page that the person looks at can send requests to loopback too, by a name of its own for this address: so Host and Origin
are checked. Source: MCP, "Transports", "Security Warning".
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.mcp_server.bearer import BearerOnly
from ufo.mcp_server.elicitation import Elicitations
from ufo.mcp_server.place import Place
from ufo.mcp_server.server import build

LOOPBACK, PATH = "127.0.0.1", "/mcp"
_NAMES = (LOOPBACK, "localhost")
_MOST_BODY, _MOST_HEADERS = 1 << 20, 16 << 10
"""Bytes of one message and of its headers."""
_MOST_SESSIONS, _MOST_CONNECTIONS = 32, 64
_IDLE_S = 3600.0
"""How long a session is kept whose client sends nothing, in seconds."""


class _Unsignalled(uvicorn.Server):
    """Leaves signals to the command, which ends in order what still goes on."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A stream that a client keeps open never ends by itself; that it is cancelled is told as an error from here on.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


def listener_at(port: int) -> socket.socket:
    """Return a socket that listens on this port of loopback, or with 0 on a free one. Raises ConfigError."""
    try:
        return socket.create_server((LOOPBACK, port))
    except OSError as error:
        raise ConfigError(f"port {port} cannot be used: {of_system(error)}; choose another one with --port") from error


def url_of(listener: socket.socket) -> str:
    return f"http://{LOOPBACK}:{listener.getsockname()[1]}{PATH}"


async def serve_http(settings: Settings, folder: Path, listener: socket.socket, token: str) -> None:
    """Serve until cancelled: then what still goes on ends in order, and every connection is closed. `folder`: where relative
    paths start.
    """
    place, elicitations = Place(settings, folder), Elicitations(settings.system.question_timeout_s)
    port = listener.getsockname()[1]
    app = build(place, elicitations).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=_MOST_BODY,
        max_sessions=_MOST_SESSIONS,
        session_idle_timeout=_IDLE_S,
        transport_security=TransportSecuritySettings(
            allowed_hosts=[f"{name}:{port}" for name in _NAMES],
            allowed_origins=[f"http://{name}:{port}" for name in _NAMES],
        ),
    )
    server = _Unsignalled(
        uvicorn.Config(
            BearerOnly(app, token),
            http="h11",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=_MOST_CONNECTIONS,
            h11_max_incomplete_event_size=_MOST_HEADERS,
            timeout_graceful_shutdown=0,
        )
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]), name="MCP over HTTP")
    try:
        await asyncio.wait({serving})
        serving.result()
    finally:
        await elicitations.close()
        await place.close()
        server.should_exit = True
        await asyncio.wait({serving})
