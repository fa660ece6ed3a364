"""Programs that are started with a group of their own, so that all that they start ends with them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

OWN_SESSION: Mapping[str, Any] = MappingProxyType(
    {"start_new_session": True}
    if hasattr(os, "setsid")
    else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
)
"""Arguments of `subprocess`: the program leads a session and a group of its own, away from our terminal."""
OWN_GROUP: Mapping[str, Any] = MappingProxyType({"process_group": 0} if hasattr(os, "setpgid") else OWN_SESSION)
"""As OWN_SESSION, in our session."""
_FOR_SYSTEM_PROGRAMS = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}


def kill_group(pid: int) -> None:
    """End at once the group that the process leads. Where there are no groups, end the process and what it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        elif not _ended_with_children(pid):
            os.kill(pid, signal.SIGTERM)


def _ended_with_children(pid: int) -> bool:
    """End a process and its children by Windows' own program. False where that is not there."""
    try:
        command = ["taskkill", "/F", "/T", "/PID", str(pid)]
        return (
            subprocess.run(command, env=_FOR_SYSTEM_PROGRAMS, capture_output=True, timeout=10, check=False).returncode
            == 0
        )
    except (OSError, subprocess.SubprocessError):
        return False
