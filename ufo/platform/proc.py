"""What Linux tells of running processes in /proc. On a system without it there is nothing to read: every answer is empty."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_DEAD = frozenset("ZX")
_CONNECTED = "03"


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """A process. `memory` is in bytes, `processor` in seconds, `begun` in seconds since the machine started, `owner` a user's
    number.
    """

    pid: int
    name: str
    arguments: tuple[str, ...]
    memory: int
    processor: float
    begun: float
    parent: int
    owner: int


def pids() -> Iterator[int]:
    """Yield the numbers of all processes."""
    try:
        yield from (int(path.name) for path in _PROC.iterdir() if path.name.isdecimal())
    except OSError:
        return


def process_facts(pid: int) -> ProcessFacts | None:
    """Return what is told of a process; None where it is gone, has ended, or is none of a program's (the kernel's own)."""
    folder = _PROC / str(pid)
    try:
        owner = folder.stat().st_uid
        stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    given = arguments(pid)
    name, _, rest = stat.partition("(")[2].rpartition(")")
    fields = rest.split()
    if not any(given) or fields[0] in _DEAD:
        return None
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    return ProcessFacts(
        pid=pid,
        name=name,
        arguments=given,
        memory=int(fields[21]) * page,
        processor=(int(fields[11]) + int(fields[12])) / ticks,
        begun=int(fields[19]) / ticks,
        parent=int(fields[1]),
        owner=owner,
    )


def arguments(pid: int) -> tuple[str, ...]:
    """Return the argument vector; () where it cannot be read. A program that wrote its own over it may leave one text."""
    return _parts(pid, "cmdline")


def working_folder(pid: int) -> Path | None:
    """Return the folder that a process works in; None where that cannot be read."""
    return _target(_PROC / str(pid) / "cwd")


def program(pid: int) -> Path | None:
    """Return the file of the program that a process runs; None where that cannot be read."""
    return _target(_PROC / str(pid) / "exe")


def started_as(pid: int) -> tuple[Path, dict[str, str]]:
    """Return the file of the program that a process runs, and the environment that it was started with. Raises OSError."""
    folder = _PROC / str(pid)
    running = (folder / "exe").readlink()
    raw = (folder / "environ").read_bytes()
    pairs = (os.fsdecode(part).partition("=") for part in raw.split(b"\0") if b"=" in part)
    return running, {name: value for name, _, value in pairs}


def children(pid: int) -> tuple[int, ...]:
    """Return the numbers of the processes that a process has started and that still run."""
    try:
        return tuple(int(part) for part in (_PROC / str(pid) / "task" / str(pid) / "children").read_text().split())
    except OSError:
        return ()


def open_files(pid: int) -> frozenset[Path]:
    """Return the paths of the files that a process has open."""
    return frozenset(path for path in map(_target, _inside(pid, "fd")) if path is not None)


def threads(pid: int, name: str) -> int:
    """Return how many threads of a process have that name, of which Linux keeps 15 characters."""
    names = (_text(path / "comm").removesuffix("\n") for path in _inside(pid, "task"))
    return sum(text == name[:15] for text in names)


def connected_sockets(pid: int) -> tuple[Path, ...]:
    """Return the paths of the sockets in the file system where a process accepted connections that it has not closed, one for
    each connection. The paths are those in its own file system.
    """
    held = {str(target) for target in map(_target, _inside(pid, "fd"))}
    found = []
    for line in _text(_PROC / str(pid) / "net/unix").splitlines()[1:]:
        # Number, references, protocol, flags, type, state, inode, path.
        fields = line.split(maxsplit=7)
        if len(fields) == 8 and fields[5] == _CONNECTED and f"socket:[{fields[6]}]" in held:
            found.append(Path(fields[7]))
    return tuple(found)


def _inside(pid: int, folder: str) -> list[Path]:
    try:
        return list((_PROC / str(pid) / folder).iterdir())
    except OSError:
        return []


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def _parts(pid: int, name: str) -> tuple[str, ...]:
    try:
        raw = (_PROC / str(pid) / name).read_bytes()
    except OSError:
        return ()
    return tuple(os.fsdecode(part) for part in raw.removesuffix(b"\0").split(b"\0")) if raw else ()


def _target(link: Path) -> Path | None:
    try:
        return link.readlink()
    except OSError:
        return None
