"""A run's folder, written while the run goes on so that it can be read after a crash at any moment.

`events.jsonl` holds every event, one JSON object a line; pictures lie beside it under the names their events give;
`request.log` and `response.log` hold what went to the model and what each step came to (facts/described_system.md §1.14).
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, TextIO

from ufo.errors import TraceError
from ufo.schema.picture import Picture
from ufo.trace.events import (
    Asked,
    Event,
    PictureSaved,
    RunEnded,
    RunStarted,
    StepEnded,
    SubtaskEnded,
)

_LOG = logging.getLogger(__name__)

EVENTS = "events.jsonl"
REQUESTS = "request.log"
RESPONSES = "response.log"

_LASTING = (RunStarted, StepEnded, SubtaskEnded, Asked, RunEnded)
"""Fsynced: what a later run or a person relies on."""


def new_run_id() -> str:
    """Sorts by time (UTC), is a safe file name, and tells nothing of the request."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


class LogWriter:
    """A listener. Raises TraceError when it is built and the folder cannot be written.

    Where writing fails later (a full disk, a folder taken away), the run goes on without its log: `failure` then says
    what happened, and `on_failure` hears it. Nothing more is written, and what was written stays whole but for a last
    line that may be cut.
    """

    def __init__(self, log_dir: Path, run_id: str | None = None) -> None:
        self.run_id = run_id or new_run_id()
        if PurePosixPath(self.run_id).name != self.run_id or self.run_id in (".", "..") or "\\" in self.run_id:
            raise TraceError(f"{self.run_id!r} cannot name a run's folder; use letters, digits and dashes")
        self.folder = Path(log_dir).expanduser().absolute() / self.run_id
        self.failure: str | None = None
        self.on_failure: Callable[[str], None] | None = None
        self._files: dict[str, TextIO] = {}
        try:
            self.folder.mkdir(parents=True, exist_ok=False)
            for name in (EVENTS, REQUESTS, RESPONSES):
                self._files[name] = (self.folder / name).open("a", encoding="utf-8", newline="\n")
            _sync_folder(self.folder)
        except OSError as error:
            self.close()
            raise TraceError(
                f"the log folder {str(self.folder)!r} cannot be written: {error.strerror or error}; "
                "make room or choose another one with --log-dir"
            ) from error

    def on_event(self, event: Event) -> None:
        self._append(EVENTS, _line(event), lasting=isinstance(event, _LASTING))
        if isinstance(event, StepEnded):
            self._append(RESPONSES, _line(event))

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """The picture first, then its event: an event never names a file that was not whole."""
        if self._save(event.path, picture.data):
            self._append(EVENTS, _line(event))

    def log_request(self, record: dict[str, Any]) -> None:
        """What one model call was given. Pictures in it (data URLs) are left out: they lie in the folder already."""
        self._append(REQUESTS, _json(_without_pictures(record)))

    def save_text(self, path: str, text: str) -> None:
        """`path` is relative to the run's folder."""
        self._save(path, text.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        for file in self._files.values():
            try:
                file.close()
            except OSError as error:
                # Closing flushes, which a full disk refuses once more.
                self._fail("closed", error)
        self._files.clear()

    def discard(self) -> None:
        """Closes it and takes the folder away: there was no run to tell of."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _append(self, name: str, line: str, lasting: bool = False) -> None:
        file = self._files.get(name)
        if self.failure is not None or file is None:
            return
        try:
            file.write(line + "\n")
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        except (OSError, ValueError) as error:
            self._fail(name, error)

    def _save(self, path: str, data: bytes) -> bool:
        if self.failure is not None:
            return False
        target = self._inside(path)
        partial = target.with_name(f".{target.name}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(data)
            partial.replace(target)
        except OSError as error:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            self._fail(path, error)
            return False
        return True

    def _inside(self, path: str) -> Path:
        relative = PurePosixPath(path)
        if relative.is_absolute() or ".." in relative.parts or not relative.name or "\\" in path:
            raise TraceError(f"{path!r} does not lie in the run's folder; give a path relative to it")
        return self.folder / relative

    def _fail(self, what: str, error: Exception) -> None:
        if self.failure is None:
            self.failure = (
                f"{what} could not be written in {str(self.folder)!r}: {error}. The run goes on without a log; "
                "what was written so far can be read"
            )
            if self.on_failure is None:
                _LOG.error(self.failure)
            else:
                self.on_failure(self.failure)


def _line(event: Event) -> str:
    return _json(event.model_dump(mode="json"))


def _json(value: Any) -> str:
    # Lone surrogates come in with file names and clipboard texts, and UTF-8 has no place for them; JSON does, escaped.
    return json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace").decode("utf-8")


def _without_pictures(value: Any) -> Any:
    if isinstance(value, str):
        return "(picture)" if value.startswith("data:image/") else value
    if isinstance(value, bytes | bytearray):
        return f"({len(value)} bytes)"
    if isinstance(value, dict):
        return {str(key): _without_pictures(one) for key, one in value.items()}
    return [_without_pictures(one) for one in value] if isinstance(value, list | tuple) else value


def _sync_folder(folder: Path) -> None:
    """Makes the new names themselves last; not every system can open a folder for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
