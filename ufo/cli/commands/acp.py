"""`ufo acp`: speaks with an editor over the Agent Client Protocol, on standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from ufo.acp_server.editor_agent import serve_editor
from ufo.cli.process.surroundings import prepare_memory
from ufo.cli.process.until_stopped import until_stopped
from ufo.cli.settings import command_settings


def run(overrides: Mapping[str, Any]) -> int:
    """Serve until the editor leaves."""
    settings = command_settings(**overrides)
    prepare_memory()
    return asyncio.run(until_stopped(serve_editor(settings)))
