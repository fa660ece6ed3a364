"""Where `make test-apps` leaves its table."""

from __future__ import annotations

import os
from pathlib import Path

_TABLE = "TEST_APPS_TABLE"


def table_file() -> Path | None:
    """Where the table of what was seen is to be written; nothing where nobody asked for it."""
    named = os.environ.get(_TABLE)
    return Path(named) if named else None
