"""The version of a program, by the Debian package that it came in."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

_ADDED = re.compile(r"[+~].*")


def version_of(program: str) -> str:
    """Empty where no package of Debian's has it."""
    path = shutil.which(program)
    if path is None or shutil.which("dpkg-query") is None:
        return ""
    owner = _told("--search", str(Path(path).resolve())).partition(": ")[0]
    return version_of_package(owner) if owner else ""


def version_of_package(name: str) -> str:
    """Empty where it is not installed."""
    return upstream(_told("--show", "--showformat=${Version}", name))


def upstream(version: str) -> str:
    """Without the epoch and what the distribution added."""
    own = version.strip().rpartition(":")[2]
    return _ADDED.sub("", own.rpartition("-")[0] or own)


def _told(*arguments: str) -> str:
    asked = subprocess.run(["dpkg-query", *arguments], capture_output=True, text=True, check=False)
    return asked.stdout if asked.returncode == 0 else ""
