"""Where a run's warnings and tracebacks go: a file beside its events, made only when there is something to write."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ufo.network.addresses import redacted

LOG = "ufo.log"


class _Discreet(logging.Formatter):
    """A library's warning or a traceback may quote an address with credentials."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


class _Quiet(logging.FileHandler):
    """A folder that cannot be written is told by the run's own writer; a traceback on the terminal helps nobody."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        return None


@contextmanager
def logged(folder: Path) -> Iterator[None]:
    handler = _Quiet(folder / LOG, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()
