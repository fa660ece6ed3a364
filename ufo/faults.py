"""Records faults of our own: errors that were not raised on purpose, at the boundary where each of them stops.

A boundary logs a fault with its traceback and marks the log record, so that `counting_faults` counts each fault of a run,
from whatever depth and thread it comes. The text that it returns says what failed and why, for whoever waits for the result.
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
    """Log a fault and return a text that says what failed and why. `what` names the part that failed, such as "the sheet
    'Costs'".
    """
    log.error("%s failed", what, exc_info=error, extra={_MARK: True})
    return f"{what} failed: {why(error)}"


def why(error: BaseException) -> str:
    """Return an error as one line: its type and its text, because many texts say nothing alone (`KeyError: 'x'`)."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:_LONGEST]}" if text else type(error).__name__


def of_system(error: OSError) -> str:
    """Return what the operating system refused, in words: "no space left on device: '/x/report.ods'"."""
    said = error.strerror or str(error) or type(error).__name__
    named = f": {str(error.filename)!r}" if error.filename else ""
    return f"{said[:1].lower()}{said[1:]}{named}"


@dataclass(frozen=True, slots=True)
class Part:
    """The boundary around a part that the rest can do without: `with Part(log, "reading the menus", notes): ...`. A fault in
    the part is logged and added to `notes`; an error that was raised on purpose passes through.
    """

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
    """Counts the faults that `note_fault` logs in this process while the handler is attached."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        # `logging` calls this under the handler's lock.
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
