"""Whose a TCP port of this machine is, as the kernel tells it: by the socket's number and the process that holds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ufo.platform import proc

_TABLES = (Path("/proc/self/net/tcp"), Path("/proc/self/net/tcp6"))
_LISTENS, _ESTABLISHED = "0A", "01"


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the kernel's table. `number` is the socket's; 0 as long as nobody has accepted the connection."""

    port: int
    peer_port: int
    state: str
    number: int


def holds(pid: int, number: int) -> bool:
    return Path(f"socket:[{number}]") in proc.open_files(pid)


def listener(port: int) -> int | None:
    """Return the number of the socket that listens on a port of this machine; None where none does."""
    return next((row.number for row in _rows() if row.state == _LISTENS and row.port == port), None)


def accepted(port: int, from_port: int) -> int | None:
    """Return the number of the socket at the other end of our connection from `from_port`; None until it is accepted."""
    wanted = (port, from_port, _ESTABLISHED)
    return next((row.number or None for row in _rows() if (row.port, row.peer_port, row.state) == wanted), None)


def holder_named(number: int) -> str:
    """Return who holds a socket, in words."""
    for pid in proc.pids():
        if holds(pid, number):
            facts = proc.process_facts(pid)
            return f"{facts.name if facts else 'a program'} (process {pid})"
    return "a program of another user"


def _rows() -> Iterator[_Row]:
    for table in _TABLES:
        try:
            lines = table.read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            # Line number, here, there, state, queues, timer, again, user, timeout, number.
            fields = line.split()
            yield _Row(_port(fields[1]), _port(fields[2]), fields[3], int(fields[9]))


def _port(end: str) -> int:
    return int(end.rpartition(":")[2], 16)
