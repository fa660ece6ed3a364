"""Starts a browser that answers DevTools questions about its pages through a pipe, and the carrier that passes the questions to
it. Uses the standard library only, because it runs as a program.

A DevTools port on 127.0.0.1 is open to every user who may log in to the machine. A pipe is not, but a browser ends with the
process that holds the other end, while our processes come and go, and several may ask. So a carrier process holds the pipe
and listens on a socket in the desktop's runtime folder. It serves the same user alone, whom the kernel names, and ends with
the browser.

`devtools_pipe.py FOLDER PROGRAM ARGUMENT…` becomes the program, in the same process, with the pipe at 3 and 4.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import selectors
import signal
import socket
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FLAG = "--remote-debugging-pipe"
_READS, _WRITES = 3, 4
"""The descriptors from which Chromium reads and to which it writes JSON messages, each ended by a zero byte."""
_KEPT = ("UFO_PRIVATE_DESKTOP", "UFO_LAUNCH")
_MOST_BYTES = 32 * 1024 * 1024
_CHUNK = 65536
_SEND_S = 5.0


def socket_of(folder: Path, pid: int) -> Path:
    """Return the path of the socket for the browser with that process id."""
    return folder / f"ufo-pages-{pid}"


def main(arguments: list[str]) -> int:
    if arguments[0] == "--carry":
        place, reading, writing = arguments[1:]
        carry(Path(place), int(reading), int(writing))
        return 0
    folder, program, *rest = arguments
    down, up = _pipe(), _pipe()
    _start_carrier(socket_of(Path(folder), os.getpid()), up[0], down[1])
    os.dup2(down[0], _READS)
    os.dup2(up[1], _WRITES)
    for ignored_here in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(ignored_here, signal.SIG_DFL)
    try:
        os.execvp(program, [program, *rest])
    except OSError as error:
        sys.stderr.write(f"{program} could not be started: {error.strerror}\n")
        return 127


def _pipe() -> tuple[int, int]:
    """Make a pipe whose numbers are above those that the browser's ends get."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _WRITES + 1) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]


def _start_carrier(place: Path, reading: int, writing: int) -> None:
    """Start the carrier. It is no child of the browser, which would not know it, and its environment names no display."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    if os.fork():
        os._exit(0)
    quiet = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(quiet, number)
    for end in (reading, writing):
        os.set_inheritable(end, True)
    carry = [sys.executable, "-I", "-S", __file__, "--carry", str(place), str(reading), str(writing)]
    try:
        os.execve(sys.executable, carry, {name: os.environ[name] for name in _KEPT if name in os.environ})
    finally:
        os._exit(127)


@dataclass
class _Asker:
    """One client of the carrier. `sessions` are the pages that it is attached to; they are detached when it leaves."""

    socket: socket.socket
    said: bytearray = field(default_factory=bytearray)
    sessions: set[str] = field(default_factory=set)


class _Carrier:
    """Passes questions and answers. Questions of several clients get numbers of their own, so that each answer goes to the
    client that asked. An event goes to the client whose session it is in, and one in no session is dropped.
    """

    def __init__(self, listener: socket.socket, reading: int, writing: int) -> None:
        self._listener, self._reading, self._writing = listener, reading, writing
        self._selector = selectors.DefaultSelector()
        self._said = bytearray()
        self._asked: dict[int, tuple[_Asker, object]] = {}
        self._owners: dict[str, _Asker] = {}
        self._count = 0

    def run(self) -> None:
        """Serve until the browser ends."""
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        self._selector.register(self._reading, selectors.EVENT_READ, None)
        while True:
            for key, _ in self._selector.select():
                if isinstance(key.data, _Asker):
                    self._forward_questions(key.data)
                elif key.fileobj is self._listener:
                    self._accept()
                elif not self._forward_answers():
                    return

    def _accept(self) -> None:
        asking, _ = self._listener.accept()
        _, uid, _ = struct.unpack("3i", asking.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
        if uid != os.geteuid():
            asking.close()
            return
        asking.settimeout(_SEND_S)
        self._selector.register(asking, selectors.EVENT_READ, _Asker(asking))

    def _forward_questions(self, asker: _Asker) -> None:
        try:
            data = asker.socket.recv(_CHUNK)
            asker.said += data
            for message in _messages(asker.said):
                number = message.get("id")
                self._send_to_browser({**message, "id": self._numbered(asker, number)})
        except (OSError, ValueError, AttributeError):
            data = b""
        if not data or len(asker.said) > _MOST_BYTES:
            self._forget(asker)

    def _numbered(self, asker: _Asker | None, number: object) -> int:
        self._count += 1
        if asker is not None:
            self._asked[self._count] = (asker, number)
        return self._count

    def _send_to_browser(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._writing, data) :]

    def _forward_answers(self) -> bool:
        """Pass the browser's answers on. Return False once the browser has ended."""
        data = os.read(self._reading, _CHUNK)
        self._said += data
        for message in _messages(self._said):
            if "id" in message:
                asker, number = self._asked.pop(message["id"], (None, None))
                self._pass_on(asker, {**message, "id": number}, message.get("result", {}))
            else:
                self._pass_on(self._owners.get(message.get("sessionId", "")), message, message.get("params", {}))
        return bool(data)

    def _pass_on(self, asker: _Asker | None, message: dict[str, Any], told: dict[str, Any]) -> None:
        """Send a message to its client. `told` may name a session that belongs to that client from now on."""
        if asker is None:
            return
        session = told.get("sessionId")
        if isinstance(session, str):
            asker.sessions.add(session)
            self._owners[session] = asker
        try:
            asker.socket.sendall(json.dumps(message).encode() + b"\0")
        except OSError:
            self._forget(asker)

    def _forget(self, asker: _Asker) -> None:
        if asker.socket.fileno() < 0:
            return
        self._selector.unregister(asker.socket)
        asker.socket.close()
        self._asked = {key: item for key, item in self._asked.items() if item[0] is not asker}
        self._owners = {session: item for session, item in self._owners.items() if item is not asker}
        for session in asker.sessions:
            detach = {"method": "Target.detachFromTarget", "params": {"sessionId": session}}
            self._send_to_browser({"id": self._numbered(None, None), **detach})


def _messages(said: bytearray) -> list[dict[str, Any]]:
    """Take the complete messages out of `said` and return them. Raises ValueError."""
    end = said.rfind(b"\0")
    if end < 0:
        return []
    whole = bytes(said[:end])
    del said[: end + 1]
    return [json.loads(data) for data in whole.split(b"\0")]


def carry(place: Path, reading: int, writing: int) -> None:
    """Serve at `place` until the browser behind these ends of two pipes is gone."""
    os.umask(0o177)
    unready = place.with_name(f"{place.name}.unready")
    try:
        unready.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(unready))
            listener.listen()
            # The socket gets its name only when it is listened on, so a client that sees it can connect.
            unready.replace(place)
            # The pipe breaks when the browser has ended, which is not an error here.
            with contextlib.suppress(BrokenPipeError):
                _Carrier(listener, reading, writing).run()
    finally:
        place.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
