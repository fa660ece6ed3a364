"""Writes a run's folder while the run goes on, so that it can be read after a crash at any moment.

`events.jsonl` holds every event, one JSON object a line; pictures lie beside it under the names that their events give;
`request.log` and `response.log` hold what was sent to the model and the result of each step, `structural.jsonl` what each
agent remembers of its steps, `evaluation.log` how the run was judged (facts/described_system.md §1.14).
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, TextIO

from ufo.errors import TraceError
from ufo.schema.picture import Picture
from ufo.secrets import files
from ufo.secrets.masks import Masks
from ufo.trace.events import (
    Asked,
    Evaluated,
    Event,
    PictureSaved,
    RunEnded,
    RunResumed,
    RunStarted,
    StepEnded,
    SubtaskEnded,
)
from ufo.trace.lines import end_with_whole_line, json_line, line_of, masked_text
from ufo.trace.redact import finish_unsaying, unsay
from ufo.trace.run_folders import EVALUATIONS, EVENTS, REQUESTS, RESPONSES, STEPS, hold
from ufo.trace.seal import Seal, is_own

_LOG = logging.getLogger(__name__)

_LASTING = (RunStarted, RunResumed, StepEnded, SubtaskEnded, Asked, RunEnded)
"""Events that are fsynced, because a later run or a person relies on them."""


def new_run_id() -> str:
    """Return an id that sorts by time (UTC), is a safe file name, and reveals nothing of the request."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


class LogWriter:
    """A listener that writes the log. Raises TraceError when it is made and the folder cannot be written.

    Where writing fails later (a full disk, a folder that was removed), the run goes on without its log: `failure` then says
    what happened, and `on_failure` is called with it. Nothing more is written, and what was written stays whole but for a
    last line that may be cut.

    Secrets that `masks` knows never reach the disk; those that it learns later are removed from what was written before
    `learn` returns. All files are readable by this user alone.
    """

    def __init__(
        self, log_dir: Path, run_id: str | None = None, masks: Masks | None = None, *, goes_on: bool = False
    ) -> None:
        """With `goes_on`, continue the log of a run that was broken off; what it wrote of a last line is cut away."""
        self.run_id = run_id or new_run_id()
        if PurePosixPath(self.run_id).name != self.run_id or self.run_id in (".", "..") or "\\" in self.run_id:
            raise TraceError(f"{self.run_id!r} cannot name a run's folder; use letters, digits and dashes")
        self.folder = Path(log_dir).expanduser().absolute() / self.run_id
        self.failure: str | None = None
        self.on_failure: Callable[[str], None] | None = None
        self.masks = masks if masks is not None else Masks()
        self._files: dict[str, TextIO] = {}
        self._lock: int | None = None
        self._seal: Seal | None = None
        try:
            self._goes_on = goes_on
            # What somebody else wrote does not become the person's own by being gone on with.
            self._seals = not goes_on or is_own(self.folder)
            if not goes_on:
                files.make_folder(self.folder, exist_ok=False)
            self._lock = hold(self.folder)
            if goes_on:
                self._take_over()
            self._open()
            files.sync_folder(self.folder)
        except OSError as error:
            self.close()
            raise TraceError(
                f"the log folder {str(self.folder)!r} cannot be written: {error.strerror or error}; "
                "make room or choose another one with --log-dir"
            ) from error
        self.masks.on_growth(self._unsay)
        for left in self.folder.parent.glob("*/.*.masked"):
            # This run was killed while it masked what it had written.
            with contextlib.suppress(OSError):
                finish_unsaying(left.parent)

    def _take_over(self) -> None:
        """Prepare the log of a run that was broken off. Raises TraceError for one that another process still writes."""
        if self._lock is None:
            raise TraceError(f"{self.run_id} is still going on; wait for its end, or stop it")
        finish_unsaying(self.folder)
        for name in (EVENTS, REQUESTS, RESPONSES, STEPS, EVALUATIONS):
            end_with_whole_line(self.folder / name)

    def on_event(self, event: Event) -> None:
        line = line_of(event, self.masks)
        self._append(EVENTS, line, lasting=isinstance(event, _LASTING))
        if isinstance(event, StepEnded):
            self._append(RESPONSES, line)
        elif isinstance(event, Evaluated):
            judged = {**event.evaluation.model_dump(mode="json"), "request": event.request}
            self._append(
                EVALUATIONS, json_line(self.masks.value({"type": "evaluation_result", "level": "round", **judged}))
            )

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Save the picture first, then write its event, so that an event never names an incomplete file."""
        if self._save(event.path, picture.data):
            self._append(EVENTS, line_of(event, self.masks))

    def log_request(self, record: dict[str, Any]) -> None:
        """Write the input of one model call. Pictures in it (data URLs) are left out, because they are in the folder already."""
        self._append(REQUESTS, json_line(self.masks.value(_without_pictures(record))))

    def log_step(self, record: dict[str, Any]) -> None:
        """Write the structural log of one step: what its agent remembers of it. It is on the disk when this returns."""
        self._append(STEPS, json_line(self.masks.value(_without_pictures(record))), lasting=True)

    def save_text(self, path: str, text: str) -> None:
        """Save a text. `path` is relative to the run's folder."""
        self._save(path, masked_text(text, self.masks).encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        self._close_files()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _close_files(self) -> None:
        if self._seal is not None:
            with contextlib.suppress(OSError):
                self._seal.close()
        for file in self._files.values():
            try:
                file.close()
            except OSError as error:
                # Closing flushes, which fails again on a full disk.
                self._fail("closed", error)
        self._files.clear()

    def discard(self) -> None:
        """Close the log and remove its folder, for a run that did not take place. A log that goes on stays."""
        self.close()
        if not self._goes_on:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _open(self) -> None:
        for name in (EVENTS, REQUESTS, RESPONSES, STEPS):
            self._files[name] = files.append(self.folder / name)
        if self._seals:
            self._seal = Seal(self.folder)

    def _unsay(self) -> None:
        """Mask secrets in what was written. Where that fails, the files with a secret are deleted: a secret matters more than a
        log.
        """
        if self.failure is not None and not self._files:
            return
        try:
            if unsay(self.folder, self.masks, self._close_files):
                self._open()
        except OSError as error:
            self._fail("the masked form of the log from before a password was known", error)

    def _append(self, name: str, line: str, lasting: bool = False) -> None:
        if self.failure is not None or not self._files:
            return
        try:
            if name not in self._files:
                self._files[name] = files.append(self.folder / name)
            file = self._files[name]
            if name == EVENTS and self._seal is not None:
                self._seal.add(line + "\n")
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
        try:
            files.make_folder(target.parent)
            files.write(target, data)
        except OSError as error:
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


def _without_pictures(value: Any) -> Any:
    if isinstance(value, str):
        return "(picture)" if value.startswith("data:image/") else value
    if isinstance(value, bytes | bytearray):
        return f"({len(value)} bytes)"
    if isinstance(value, dict):
        return {str(key): _without_pictures(item) for key, item in value.items()}
    return [_without_pictures(item) for item in value] if isinstance(value, list | tuple) else value
