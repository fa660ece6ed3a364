"""`ufo mcp`: offers a desktop to another program over MCP, on standard input and output."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.cli.process.exit_deadline import Leaving
from ufo.cli.process.surroundings import prepare_memory, working_folder
from ufo.cli.settings import command_settings
from ufo.config.load import changed
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.mcp_server.server import serve
from ufo.platform.loop_signals import stopping
from ufo.schema.exit_codes import EXIT_CANCELLED

_LEAVING_S = 0.5
"""How long the process may take to leave, where the thread that reads standard input is in its way."""


def run(overrides: Mapping[str, Any], folder: Path | None, trust_requests: bool) -> int:
    """Serve until the client leaves. `trust_requests`: what the client's requests name counts as named by the person."""
    settings = command_settings(**overrides)
    if not trust_requests:
        # A program wrote its requests, and not the person, so that they consent to nothing.
        settings = changed(settings, policy={"named_in_request": ()})
    if folder is not None and not folder.is_dir():
        raise ConfigError(f"there is no folder {str(folder)!r}; name one that exists with --folder")
    prepare_memory()
    return asyncio.run(_serve(settings, (folder or working_folder()).absolute()))


async def _serve(settings: Settings, folder: Path) -> int:
    leaving, code = Leaving(), 0
    try:
        with stopping(lambda: os._exit(EXIT_CANCELLED)):
            try:
                await serve(settings, folder)
            except asyncio.CancelledError:
                code = EXIT_CANCELLED
    finally:
        leaving.within(_LEAVING_S, lambda: code)
    return code
