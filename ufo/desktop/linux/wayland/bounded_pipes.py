"""What programs of a Wayland session hand each other comes through pipes: read to its end and written whole, within a time and a
bound, since the other side may be slow, or never do its part.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterable, Mapping

Contents = Mapping[str, bytes]
"""What a clipboard holds: bytes by MIME type."""
READ_S, WRITE_S = 2.0, 10.0
MOST_BYTES = 64 << 20
PIPE_BYTES = 1 << 16


class TooLarge(Exception):
    """The clipboard holds more than can be kept, or its owner does not tell it, so it must not be changed."""


def contents_of(kinds: Iterable[str], read: Callable[[str, float], bytes]) -> Contents:
    """Return what is held of these kinds. `read` is called with a kind and the monotonic deadline. Raises TooLarge."""
    deadline = time.monotonic() + READ_S
    found: dict[str, bytes] = {}
    for kind in kinds:
        found[kind] = read(kind, deadline)
        if sum(map(len, found.values())) > MOST_BYTES:
            raise TooLarge
    return found


def read_all(descriptor: int, deadline: float, most_bytes: int = MOST_BYTES) -> bytes:
    """Read a pipe to its end, and close it. Raises TooLarge where that does not come by the deadline or within the bound."""
    got = bytearray()
    try:
        while len(got) <= most_bytes:
            if not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TooLarge
            part = os.read(descriptor, PIPE_BYTES)
            if not part:
                return bytes(got)
            got += part
    finally:
        os.close(descriptor)
    raise TooLarge


def write_all(descriptor: int, data: bytes) -> bool:
    """Write a pipe and close it. Return whether all was read, in time."""
    os.set_blocking(descriptor, False)
    deadline = time.monotonic() + WRITE_S
    try:
        while data:
            if not select.select([], [descriptor], [], max(0.0, deadline - time.monotonic()))[1]:
                return False
            data = data[os.write(descriptor, data[:PIPE_BYTES]) :]
    except OSError:
        return False  # it has closed its end, so it wants no more
    finally:
        os.close(descriptor)
    return True
