"""The start of the command `ufo`: from the first moment a signal ends it with one line, also while the rest is imported."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from types import FrameType

from ufo.cli.process.imported import imported
from ufo.platform.signals import handle
from ufo.schema.exit_codes import EXIT_CANCELLED


def main() -> None:
    handle(_leave)
    imported("ufo.cli.main").main()


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End the process at once: an exception in the middle of an import would be reported by the import system in its own way."""
    with contextlib.suppress(OSError):
        os.write(2, b"ufo: stopped by the person\n")
        if "--json" in sys.argv:
            told = {"error": "stopped by the person", "kind": "Cancelled", "exit_code": EXIT_CANCELLED}
            os.write(1, f"{json.dumps(told)}\n".encode())
    os._exit(EXIT_CANCELLED)
