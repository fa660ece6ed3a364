"""A real compositor as one that announces less: a socket before its own, which leaves globals out (Wayland's wire format)."""

from __future__ import annotations

import array
import os
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_HEADER, _NUMBER = struct.Struct("=II"), struct.Struct("=I")
_DISPLAY, _GET_REGISTRY, _GLOBAL = 1, 1, 0
_MOST_BYTES, _MOST_FILES = 65536, 28


@contextmanager
def announcing_less(compositor: str, at: Path, hidden: frozenset[str]) -> Iterator[None]:
    """Listen at a path, and lead all to the compositor's socket but the announcements of the interfaces that are hidden."""
    with socket.socket(socket.AF_UNIX) as listening, ExitStack() as connections:
        listening.bind(str(at))
        listening.listen()
        thread = threading.Thread(target=_serve, args=(listening, compositor, hidden, connections))
        thread.start()
        try:
            yield
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


def _serve(listening: socket.socket, compositor: str, hidden: frozenset[str], connections: ExitStack) -> None:
    with suppress(OSError):
        while True:
            client, _ = listening.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(compositor)
            registries: set[int] = set()
            for ways in ((client, server, registries, None), (server, client, registries, hidden)):
                relay = threading.Thread(target=_relay, args=ways)
                relay.start()
                connections.callback(relay.join)
            for end in (client, server):
                connections.callback(_shut, end)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


def _relay(source: socket.socket, sink: socket.socket, registries: set[int], hidden: frozenset[str] | None) -> None:
    rest = b""
    with suppress(OSError):
        while True:
            data, files, _, _ = socket.recv_fds(source, _MOST_BYTES, _MOST_FILES)
            if not data:
                break
            whole, rest = _whole(rest + data)
            kept = b"".join(message for message in whole if not _is_hidden(message, registries, hidden))
            try:
                _send(sink, kept, files)
            finally:
                for file in files:
                    os.close(file)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def _send(sink: socket.socket, data: bytes, files: list[int]) -> None:
    if files and data:
        sent = sink.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))])
        data = data[sent:]
    sink.sendall(data)


def _whole(data: bytes) -> tuple[list[bytes], bytes]:
    """Split off the messages that have come whole, and what is left."""
    found, start = [], 0
    while start + _HEADER.size <= len(data):
        size = _HEADER.unpack_from(data, start)[1] >> 16
        if start + size > len(data):
            break
        found.append(data[start : start + size])
        start += size
    return found, data[start:]


def _is_hidden(message: bytes, registries: set[int], hidden: frozenset[str] | None) -> bool:
    number, rest = _HEADER.unpack_from(message)
    opcode = rest & 0xFFFF
    if hidden is None:
        if (number, opcode) == (_DISPLAY, _GET_REGISTRY):
            registries.add(_NUMBER.unpack_from(message, _HEADER.size)[0])
        return False
    if number not in registries or opcode != _GLOBAL:
        return False
    _, length = _HEADER.unpack_from(message, _HEADER.size)
    start = 2 * _HEADER.size
    return message[start : start + length - 1].decode() in hidden
