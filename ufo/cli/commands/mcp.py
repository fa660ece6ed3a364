"""`ufo mcp`: offers a desktop to another program over MCP, on standard input and output, or on a port of loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.cli.output import print_json, print_text
from ufo.cli.process.surroundings import prepare_memory, working_folder
from ufo.cli.process.until_stopped import until_stopped
from ufo.cli.settings import command_settings
from ufo.config.load import changed
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.mcp_server.bearer import kept_token, token_file
from ufo.mcp_server.http_server import listener_at, serve_http, url_of
from ufo.mcp_server.known_clients import client_lines
from ufo.mcp_server.server import serve

DEFAULT_PORT = 7830


def run(overrides: Mapping[str, Any], folder: Path | None, trust_requests: bool) -> int:
    """Serve until the client leaves. `trust_requests`: what the client's requests name counts as named by the person."""
    settings, start = _prepared(overrides, folder, trust_requests)
    return asyncio.run(until_stopped(serve(settings, start)))


def run_http(
    overrides: Mapping[str, Any],
    folder: Path | None,
    trust_requests: bool,
    port: int | None,
    *,
    new_token: bool,
    as_json: bool,
) -> int:
    """Serve on a port of loopback until stopped; the clients' lines are printed first. `port`: None for the usual one, 0 for a
    free one.
    """
    settings, start = _prepared(overrides, folder, trust_requests)
    with listener_at(DEFAULT_PORT if port is None else port) as listener:
        token = kept_token(new=new_token)
        _tell(url_of(listener), token, as_json)
        return asyncio.run(until_stopped(serve_http(settings, start, listener, token)))


def _prepared(overrides: Mapping[str, Any], folder: Path | None, trust_requests: bool) -> tuple[Settings, Path]:
    settings = command_settings(**overrides)
    if not trust_requests:
        # A program wrote its requests, and not the person, so that they consent to nothing.
        settings = changed(settings, policy={"named_in_request": ()})
    if folder is not None and not folder.is_dir():
        raise ConfigError(f"there is no folder {str(folder)!r}; name one that exists with --folder")
    prepare_memory()
    return settings, (folder or working_folder()).absolute()


def _tell(url: str, token: str, as_json: bool) -> None:
    lines = client_lines(url, token)
    if as_json:
        clients = [{"client": each.client, "place": each.place, "line": each.line} for each in lines]
        print_json({"url": url, "token": token, "token_file": str(token_file()), "clients": clients})
        return
    print_text(f"MCP at {url} until Ctrl-C; the token is kept in {token_file()}. For each client, once:")
    for each in lines:
        print_text(f"\n{each.client}, in {each.place}:\n  {each.line}")
