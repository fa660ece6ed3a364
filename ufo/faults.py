"""Records faults of our own: errors that nobody raised on purpose, at the boundary that each of them stops at.

A boundary logs a fault with its trace and marks the record, so that whoever counts the faults of a run hears of each, from
whatever depth and thread it comes. What is returned is for whoever waits: what failed, and why.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from ufo.errors import UfoError

_MARK = "ufo_fault"
_LONGEST = 300


def note_fault(log: logging.Logger, what: str, error: BaseException) -> str:
    """`what` names the part that failed, such as "the sheet 'Costs'"."""
    log.error("%s failed", what, exc_info=error, extra={_MARK: True})
    return f"{what} failed: {why(error)}"


def why(error: BaseException) -> str:
    """An error in one line: its type, since many a text says nothing alone (`KeyError: 'x'`), and its text."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:_LONGEST]}" if text else type(error).__name__


def of_system(error: OSError) -> str:
    """What the operating system refused, in words: "no space left on device: '/x/report.ods'"."""
    said = error.strerror or str(error) or type(error).__name__
    named = f": {str(error.filename)!r}" if error.filename else ""
    return f"{said[:1].lower()}{said[1:]}{named}"


@dataclass(frozen=True, slots=True)
class Part:
    """The boundary of a part that the whole goes on without: `with Part(log, "reading the menus", notes): ...`. A fault in it is
    noted and told in `notes`; what was raised on purpose goes on up."""

    log: logging.Logger
    what: str
    notes: list[str]

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception) or isinstance(error, UfoError):
            return False
        self.notes.append(note_fault(self.log, self.what, error))
        return True


class FaultCount(logging.Handler):
    """Counts what `note_fault` noted in this process while it listens."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        # The library calls this under the handler's lock.
        if getattr(record, _MARK, False):
            self.count += 1


@contextmanager
def counting_faults() -> Iterator[FaultCount]:
    count, log = FaultCount(), logging.getLogger("ufo")
    log.addHandler(count)
    try:
        yield count
    finally:
        log.removeHandler(count)
