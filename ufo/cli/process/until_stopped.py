"""Serves another program until that leaves or a signal comes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from typing import Any

from ufo.cli.process.exit_deadline import Leaving
from ufo.platform.loop_signals import stopping
from ufo.schema.exit_codes import EXIT_CANCELLED

_LEAVING_S = 0.5
"""How long the process may take to leave, where the thread that reads standard input is in its way."""


async def until_stopped(serving: Coroutine[Any, Any, None]) -> int:
    """Return the exit code. A signal cancels what serves; a later one ends the process at once."""
    leaving, code = Leaving(), 0
    try:
        with stopping(lambda: os._exit(EXIT_CANCELLED)):
            try:
                await serving
            except asyncio.CancelledError:
                code = EXIT_CANCELLED
    finally:
        leaving.within(_LEAVING_S, lambda: code)
    return code
