"""The processes that run, and which started which."""

from __future__ import annotations

from ctypes import byref, sizeof
from dataclasses import dataclass

from ufo.desktop.windows.api.functions import kernel32
from ufo.desktop.windows.api.structures import ProcessEntry
from ufo.errors import DesktopError

_PROCESSES = 0x2
_INVALID = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Process:
    pid: int
    parent: int
    program: str


def processes() -> tuple[Process, ...]:
    """Raises DesktopError where they cannot be listed."""
    listing = kernel32.CreateToolhelp32Snapshot(_PROCESSES, 0)
    if listing in (None, _INVALID):
        raise DesktopError("Windows does not list the processes")
    entry = ProcessEntry(size=sizeof(ProcessEntry))
    found: list[Process] = []
    more = kernel32.Process32FirstW(listing, byref(entry))
    while more:
        found.append(Process(entry.pid, entry.parent, entry.file))
        more = kernel32.Process32NextW(listing, byref(entry))
    kernel32.CloseHandle(listing)
    return tuple(found)


def started_by(pid: int) -> frozenset[int]:
    """Return the process with all that it started, and that these did."""
    family = {pid}
    listed = processes()
    before = 0
    while before < len(family):
        before = len(family)
        family |= {process.pid for process in listed if process.parent in family and process.pid != process.parent}
    return frozenset(family)
