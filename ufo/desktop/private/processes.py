"""The processes of a private desktop, the files they hold, and how they are ended. Standard library only, as its supervisor."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

MARK = "UFO_PRIVATE_DESKTOP"
"""Environment variable of every process on a desktop; its value is the desktop's folder."""


def on_desktop(folder: Path) -> set[int]:
    """Return our living descendants and all processes with the desktop's mark, since the owner may have started a program
    itself.
    """
    parents = dict(_processes())
    found = {pid for pid in parents if pid != os.getpid() and is_marked(pid, folder)}
    grown = True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in found or parent == os.getpid()} - found
        found |= more
        grown = bool(more)
    return found - {os.getpid()}


def _processes() -> Iterable[tuple[int, int]]:
    """Yield (pid, parent) of each living process."""
    for entry in (path.name for path in Path("/proc").iterdir()):
        if entry.isdecimal():
            with contextlib.suppress(OSError):
                rest = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                if rest[0] not in "ZX":
                    yield int(entry), int(rest[1])


def is_marked(pid: int, folder: Path) -> bool:
    """Return whether a process belongs to the desktop, by its environment or its command line. Chromium overwrites its
    environment, but its command line names its profile on the desktop.
    """
    process = Path(f"/proc/{pid}")
    with contextlib.suppress(OSError):
        if f"{MARK}={folder}".encode() in (process / "environ").read_bytes().split(b"\0"):
            return True
        return f"={folder}/".encode() in (process / "cmdline").read_bytes()
    return False


def end_all(folder: Path, spared: set[int], within_s: float, how: signal.Signals) -> None:
    """Signal every process on the desktop until none is left or the time is up."""
    signalled: set[int] = set()
    deadline = time.monotonic() + within_s
    while left := on_desktop(folder) - spared:
        for pid in left if how == signal.SIGKILL else left - signalled:
            with contextlib.suppress(OSError):
                os.kill(pid, how)
        signalled |= left
        if time.monotonic() > deadline:
            return
        signal.sigtimedwait({signal.SIGCHLD}, 0.02)
        reap()


def reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def held_by(pids: set[int]) -> set[str]:
    """Return what these processes have open: paths, and sockets by number."""
    held = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            for descriptor in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    held.add(str(descriptor.readlink()))
    return held


def sockets(held: set[str]) -> list[Path]:
    """Return the held sockets that lie in /tmp: LibreOffice creates its pipes there, whatever TMPDIR says."""
    rows = [row.split(maxsplit=7) for row in Path("/proc/net/unix").read_text().splitlines()[1:]]
    return [
        Path(row[7]) for row in rows if len(row) == 8 and row[7].startswith("/tmp/") and f"socket:[{row[6]}]" in held
    ]


def document_locks(held: set[str], home_of: Path) -> Iterable[Path]:
    """Yield LibreOffice's lock files beside open documents where they name a profile of this desktop. If they stayed, the next
    desktop's LibreOffice would ask who has the document open.
    """
    profile = f"file://{home_of}/"
    for folder in {Path(path).parent for path in held if path.startswith("/")}:
        for lock in folder.glob(".~lock.*#"):
            with contextlib.suppress(OSError):
                if profile in lock.read_text(errors="replace"):
                    yield lock
