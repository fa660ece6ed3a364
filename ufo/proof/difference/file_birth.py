"""Tells when a file came to be: a file that was made in a run says nothing of what was there before."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_READ_TIMEOUT_S = 2


def came_since(path: Path, at: float) -> bool:
    """Tell whether the file was made since `at`, in seconds since 1970; False where the disk does not tell. Blocking.

    What it says of its last change is no guide: a file that is unpacked keeps its old date, and one that was there before may
    have been written since. Python tells no time of birth before 3.15.
    """
    if path.stat().st_ctime < at:
        return False
    asked = ["stat", "--format=%W", "--", str(path)]
    try:
        told = subprocess.run(
            asked,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            timeout=_READ_TIMEOUT_S,
            check=True,
        )
        # Whole seconds: the file may have been made in the second in which the run began.
        return int(told.stdout) > int(at)
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
