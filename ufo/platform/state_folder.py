"""Where the program keeps what outlives a run, by the XDG base directory specification, which accepts only absolute paths."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder; `~` in it stands for the home."""
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (state if state.is_absolute() else Path("~/.local/state")) / "ufo"
