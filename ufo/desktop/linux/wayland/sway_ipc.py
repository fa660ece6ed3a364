"""Asks sway by its own socket (sway-ipc(7)): requests one at a time, and events on a connection of their own."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import struct
import time
from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Self

from ufo.errors import DesktopError, DesktopUnavailable

ANSWER_S = 10.0
_MAGIC = b"i3-ipc"
_HEAD = struct.Struct("=6sII")
_LONGEST = 64 << 20
_EVENT = 0x80000000
Told = Mapping[str, object]


class Ask(IntEnum):
    RUN_COMMAND = 0
    SUBSCRIBE = 2
    GET_TREE = 4


class SwayIpc:
    """A connection. Every method raises DesktopUnavailable where sway is gone, does not answer in time, or answers what is none
    of its answers.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read = bytearray()
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(ANSWER_S)
            self._socket.connect(os.fspath(path))
        except OSError as error:
            self._socket.close()
            raise DesktopUnavailable(
                f"sway does not answer at {str(path)!r} ({error.strerror or error}); set SWAYSOCK to the socket of the one that "
                "runs, or use --desktop private-wayland"
            ) from error

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, what: Ask, payload: str = "") -> object:
        """Ask, and return the answer as read from JSON."""
        body = payload.encode()
        try:
            self._socket.settimeout(ANSWER_S)
            self._socket.sendall(_HEAD.pack(_MAGIC, len(body), what) + body)
        except OSError as error:
            raise DesktopUnavailable(f"sway is gone at {str(self.path)!r} ({error.strerror or error})") from error
        deadline = time.monotonic() + ANSWER_S
        while True:
            kind, answer = self._message(deadline)
            if kind == what:
                return answer

    def run(self, commands: Sequence[str]) -> None:
        """Run commands in one turn of sway's loop: nothing else happens between them. Raises DesktopError with sway's own words
        where one failed; those after it were run all the same.
        """
        answers = self.ask(Ask.RUN_COMMAND, "; ".join(commands))
        if not isinstance(answers, list):
            raise DesktopUnavailable(f"sway answered a command with {str(answers)[:80]!r}")
        failed = [answer for answer in answers if not (isinstance(answer, dict) and answer.get("success"))]
        if failed or not answers:
            why = failed[0].get("error", "") if failed and isinstance(failed[0], dict) else ""
            raise DesktopError(f"sway did not do what it was told: {why or 'it said nothing'}")

    def subscribe(self, *kinds: str) -> None:
        self.ask(Ask.SUBSCRIBE, json.dumps(kinds))

    def event(self, within_s: float) -> Told | None:
        """Return the next event of those subscribed to; None where none comes within the time."""
        deadline = time.monotonic() + within_s
        while True:
            if not self._holds_message() and not self._readable(deadline):
                return None
            kind, told = self._message(deadline + ANSWER_S)
            if kind & _EVENT and isinstance(told, dict):
                return told

    def fileno(self) -> int:
        return self._socket.fileno()

    def _readable(self, deadline: float) -> bool:
        with contextlib.suppress(ValueError):  # closed meanwhile
            return bool(select.select([self._socket], [], [], max(0.0, deadline - time.monotonic()))[0])
        raise DesktopUnavailable("the connection to sway is closed; connect again")

    def _holds_message(self) -> bool:
        if len(self._read) < _HEAD.size:
            return False
        return len(self._read) >= _HEAD.size + self._length()

    def _length(self) -> int:
        magic, length, _ = _HEAD.unpack_from(self._read)
        if magic != _MAGIC or length > _LONGEST:
            raise DesktopUnavailable(f"what answers at {str(self.path)!r} is not sway")
        return int(length)

    def _message(self, deadline: float) -> tuple[int, object]:
        while not self._holds_message():
            left = deadline - time.monotonic()
            try:
                self._socket.settimeout(max(0.001, left))
                part = self._socket.recv(1 << 16)
            except TimeoutError as error:
                raise DesktopUnavailable(
                    f"sway did not answer within {ANSWER_S:g} s; see whether it is stopped"
                ) from error
            except OSError as error:
                raise DesktopUnavailable(f"sway is gone at {str(self.path)!r} ({error.strerror or error})") from error
            if not part:
                raise DesktopUnavailable(f"sway has ended at {str(self.path)!r}")
            self._read += part
        length = self._length()
        _, _, kind = _HEAD.unpack_from(self._read)
        body = bytes(self._read[_HEAD.size : _HEAD.size + length])
        del self._read[: _HEAD.size + length]
        try:
            return kind, json.loads(body)
        except ValueError as error:
            raise DesktopUnavailable(f"what answers at {str(self.path)!r} is not sway: {error}") from error


def socket_of(environment: Mapping[str, str]) -> Path | None:
    """Return sway's socket: the one that the environment names, or the one beside the compositor's own; None where there is
    none.
    """
    named = environment.get("SWAYSOCK", "")
    if named and Path(named).exists():
        return Path(named)
    folder = Path(environment.get("XDG_RUNTIME_DIR", "/"), environment.get("WAYLAND_DISPLAY", "")).parent
    found = sorted(folder.glob("sway-ipc.*.sock"))
    return found[-1] if len(found) == 1 else None
