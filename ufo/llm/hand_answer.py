"""Takes an answer that somebody writes into a file, once it is whole."""

from __future__ import annotations

import errno
import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from ufo.llm.json_answer import json_object
from ufo.platform import open_flags
from ufo.platform.locks import is_open_for_writing

MOST_BYTES = 1 << 20
SETTLED_S = 2.0
"""How long a file that holds no JSON object must stay as it is until it counts as whole, in seconds."""


@dataclass(slots=True)
class AnswerFile:
    """The file that an answer is awaited in. `settled_s`: how long an unusable one must stay unchanged."""

    path: Path
    settled_s: float = SETTLED_S
    _seen: tuple[int, int] | None = None
    _since: float = 0.0

    def take(self) -> str | None:
        """Return the answer, or None as long as it is not there, not whole, or still open for writing.

        What holds one JSON object is whole; anything else is, once it has stayed the same for a while, so that a wrong answer
        is told as wrong. Raises OSError where it cannot be read.
        """
        try:
            handle = os.open(self.path, os.O_RDONLY | open_flags.NONBLOCK | open_flags.CLOEXEC | open_flags.BINARY)
        except FileNotFoundError:
            self._seen = None
            return None
        try:
            return self._read(handle)
        finally:
            os.close(handle)

    def _read(self, handle: int) -> str | None:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "it is no ordinary file", str(self.path))
        # Where that cannot be told, the file counts by what it holds.
        if is_open_for_writing(handle):
            self._seen = None
            return None
        seen = (state.st_size, state.st_mtime_ns)
        if seen != self._seen:
            self._seen, self._since = seen, time.monotonic()
        text = os.read(handle, MOST_BYTES + 1).decode("utf-8", "replace")
        if len(text) > MOST_BYTES:
            return f"(longer than {MOST_BYTES} bytes)"
        return text if _is_whole(text) or time.monotonic() - self._since >= self.settled_s else None


def _is_whole(text: str) -> bool:
    try:
        json_object(text)
    except ValueError:
        return False
    return True
