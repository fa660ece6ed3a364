"""Finds out, from the kernel, which programs began together: what a program starts, and what it becomes when it restarts itself.

A program hands two things on to all that it starts: its process group, and the mark in its environment that our own launch gave
it. A daemon leaves the group; a browser wipes its environment.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import cache
from pathlib import Path

from ufo.desktop.private.environment_filter import LAUNCH_MARK

_PROC = Path("/proc")
_DEAD = "ZX"
_STATE, _GROUP, _BEGAN = 0, 2, 19
"""Places in `stat`, behind the program's name."""


def kin_of(pid: int) -> frozenset[str]:
    """Return what the process has in common with its kin; nothing where it has ended."""
    stat = _stat(pid)
    if not stat:
        return frozenset()
    mark = _mark(pid)
    return frozenset({f"group {stat[_GROUP]}", *([mark] if mark else [])})


def began_at(pid: int) -> float:
    """Return when the process began, in seconds since 1970; 0 where it has ended."""
    stat = _stat(pid)
    return _booted_at() + int(stat[_BEGAN]) / os.sysconf("SC_CLK_TCK") if stat else 0.0


def runs(pid: int, kin: Collection[str] = ()) -> bool:
    """Tell whether the process, or one of its kin, still runs. Blocks."""
    if _stat(pid):
        return True
    others = (int(folder.name) for folder in _PROC.iterdir() if folder.name.isdecimal()) if kin else ()
    return any(not kin_of(number).isdisjoint(kin) for number in others)


def _stat(pid: int) -> list[str]:
    """Return the kernel's account of a living process, without its number and name; nothing for one that has ended."""
    if pid <= 0:
        return []
    try:
        said = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
    return [] if said[_STATE] in _DEAD else said


def _mark(pid: int) -> str:
    try:
        variables = (_PROC / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    start = f"{LAUNCH_MARK}=".encode()
    return next((variable.decode(errors="replace") for variable in variables if variable.startswith(start)), "")


@cache
def _booted_at() -> float:
    lines = (_PROC / "stat").read_text(encoding="utf-8").splitlines()
    return next((float(line.split()[1]) for line in lines if line.startswith("btime ")), 0.0)
