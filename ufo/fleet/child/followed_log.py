"""The log of a run, followed while another process writes it.

What is secret in a run may be known in its middle only, and what others have read by then nobody takes back. So no texts are
handed out before the end: all of the log is in the run's archive then, in which every secret is masked.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path

from ufo.trace.textless import textless

_AT_ONCE = 1000
_END = b'"kind": "run_ended"'


class FollowedLog:
    """New whole lines of a log, each without its texts. Where the log was written anew, because something in it became known as a
    secret, it has the same lines still.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = self._at = self._next = self._count = 0

    def new_lines(self) -> list[bytes]:
        """Return them; until they are handed out they are returned again. Blocking."""
        try:
            with self._path.open("rb") as file:
                inode = os.fstat(file.fileno()).st_ino
                if inode != self._file:
                    self._file, self._at = inode, sum(map(len, itertools.islice(file, self._count)))
                file.seek(self._at)
                lines = list(itertools.takewhile(_is_followed, itertools.islice(file, _AT_ONCE)))
        except OSError:
            return []
        self._next = self._at + sum(map(len, lines))
        return [line + b"\n" for line in textless(lines)]

    def are_handed_out(self, lines: list[bytes]) -> None:
        self._at, self._count = self._next, self._count + len(lines)


def _is_followed(line: bytes) -> bool:
    # A run's end says nothing without its texts.
    return line.endswith(b"\n") and _END not in line
