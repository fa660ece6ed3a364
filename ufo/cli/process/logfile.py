"""Writes a run's warnings and tracebacks to a file beside its events, which is created only when there is something to write."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path

from ufo.network.addresses import redacted
from ufo.secrets import files
from ufo.secrets.masks import Masks

LOG = "ufo.log"


class _Quiet(WatchedFileHandler):
    """Writes to the file without reporting errors: the run's own writer reports a folder that cannot be written, and a
    traceback on the terminal helps nobody. The file is opened anew where it was masked meanwhile, and only this user can
    read it.
    """

    def _open(self) -> TextIOWrapper:
        return files.append(Path(self.baseFilename))

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        return None


class _Masked(logging.Formatter):
    """Masks secrets: a traceback may hold values, and a library's warning may quote an address with credentials."""

    def __init__(self, masks: Masks) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._masks = masks

    def format(self, record: logging.LogRecord) -> str:
        return redacted(self._masks.text(super().format(record)))


@contextmanager
def logged(folder: Path, masks: Masks) -> Iterator[None]:
    handler = _Quiet(folder / LOG, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_Masked(masks))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()


@contextmanager
def unlogged() -> Iterator[None]:
    """Log nothing, where all that goes wrong is told: without a handler Python prints warnings and tracebacks besides."""
    nowhere, root = logging.NullHandler(), logging.getLogger()
    root.addHandler(nowhere)
    try:
        yield
    finally:
        root.removeHandler(nowhere)
