"""Whose program is at the other end of a connection within this machine, by what Linux tells of its sockets."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from pathlib import Path

from ufo.platform.owners import own_id

_ESTABLISHED = "01"


def is_of_another_user(peer: tuple[str, int], own_port: int) -> bool:
    """Tell whether a connection from `peer` to our port on loopback comes from a program of another user. False where the system
    does not tell. The system's own (root) is no other user: it can do everything anyway.
    """
    with suppress(OSError, ValueError):
        mine, theirs = f":{own_port:04X}", _as_told(peer)
        table = Path("/proc/net/tcp6" if ":" in peer[0] else "/proc/net/tcp").read_text(encoding="ascii")
        for line in table.splitlines()[1:]:
            fields = line.split()
            if fields[1] == theirs and fields[2].endswith(mine) and fields[3] == _ESTABLISHED:
                return int(fields[7]) not in (own_id(), 0)
    return False


def _as_told(peer: tuple[str, int]) -> str:
    """Return an address as /proc/net tells it: words of 32 bits in the machine's order."""
    host, port = peer
    packed = socket.inet_pton(socket.AF_INET6 if ":" in host else socket.AF_INET, host)
    words = (packed[at : at + 4] for at in range(0, len(packed), 4))
    told = "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
    return f"{told}:{port:04X}"
