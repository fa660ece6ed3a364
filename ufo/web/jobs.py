"""Requests that the page starts: each is `ufo run` as a process of its own, which goes on whatever becomes of the page.

A job has a folder of its own, where it works, where dropped files land and from where results are fetched.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ufo.errors import ConfigError
from ufo.platform.process_groups import OWN_SESSION
from ufo.platform.state_folder import state_folder
from ufo.schema.request_text import MAX_REQUEST_CHARS, complaint
from ufo.secrets import files
from ufo.trace.run_folders import RUN_ID, is_going_on
from ufo.trace.writer import new_run_id
from ufo.web.attendant import Attendant, Tell
from ufo.web.command_answers import UFO, own_environment
from ufo.web.dropped_files import put

_SAID = "said.txt"
_WORK = "files"
_MOST_SAID = 4000


class Asked(BaseModel):
    """What a person fills in. An empty text, or None, is what the settings say. `only`: names of applications, by commas."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    request: str = Field(max_length=MAX_REQUEST_CHARS)
    model: str = Field("", max_length=200)
    desktop: str = Field("", max_length=80)
    only: str = Field("", max_length=400)
    max_steps: int | None = Field(None, ge=1, le=100_000)
    max_cost: float | None = Field(None, ge=0, le=100_000)
    max_time: float | None = Field(None, gt=0, le=1_000_000)
    dry_run: bool = False

    @field_validator("max_steps", "max_cost", "max_time", mode="before")
    @classmethod
    def _as_the_settings_say(cls, value: object) -> object:
        return None if value == "" else value

    def options(self) -> list[str]:
        """Return the options of `ufo run`. Each value is joined to its name, so that none can be taken for another option."""
        given = {
            "--model": self.model.strip(),
            "--desktop": self.desktop.strip(),
            "--only": self.only.strip(),
            "--max-steps": self.max_steps,
            "--max-cost": self.max_cost,
            "--max-time": self.max_time,
        }
        told = [f"{name}={value}" for name, value in given.items() if value not in ("", None)]
        return [*told, *(["--dry-run"] if self.dry_run else [])]


class Jobs:
    """The requests that were started from the page. `runs`: the folder of runs; `address`: of the page."""

    def __init__(self, runs: Path, address: str, tell: Tell) -> None:
        self._runs = runs
        self._address = address
        self._tell = tell
        self._folder = state_folder().expanduser() / "jobs"
        self._attended: dict[str, asyncio.Task[None]] = {}

    def attend_again(self) -> None:
        """Be there for the runs that a server before this one started and that go on."""
        with contextlib.suppress(FileNotFoundError):
            for run in (self._runs / job.name for job in self._folder.iterdir() if RUN_ID.fullmatch(job.name)):
                if run.is_dir() and is_going_on(run):
                    self._attend(run.name, partial(is_going_on, run))

    async def start(self, asked: Asked, dropped: Iterable[tuple[str, BinaryIO]]) -> str:
        """Start a request and return the id of its run. Raises ConfigError where it cannot begin."""
        request = asked.request.strip()
        if problem := complaint(request):
            raise ConfigError(problem)
        run_id = new_run_id()
        job = self._folder / run_id
        try:
            await asyncio.to_thread(files.make_folder, job / _WORK)
            await asyncio.to_thread(put, job / _WORK, dropped)
            said = files.append(job / _SAID)
        except OSError as error:
            raise ConfigError(
                f"the job's folder {str(job)!r} cannot be written: {error.strerror}; make room"
            ) from error
        with said:
            child = await asyncio.create_subprocess_exec(
                *UFO,
                "run",
                *asked.options(),
                "--json",
                f"--run-id={run_id}",
                f"--log-dir={self._runs}",
                "--",
                request,
                cwd=job / _WORK,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env=own_environment(),
                **OWN_SESSION,
            )
        self._attend(run_id, lambda: child.returncode is None)
        return run_id

    def _attend(self, run_id: str, goes_on: Callable[[], bool]) -> None:
        attendant = Attendant(self._runs / run_id, f"{self._address}/runs/{run_id}", self._tell)
        task = self._attended[run_id] = asyncio.create_task(attendant.attend(goes_on))
        task.add_done_callback(lambda _: self._attended.pop(run_id))

    def is_starting(self, run_id: str) -> bool:
        """Tell whether the process of a run that was started here still runs."""
        return run_id in self._attended

    def work_folder(self, run_id: str) -> Path | None:
        """Return where a run that was started from a page works; None for another run."""
        if RUN_ID.fullmatch(run_id) is None:
            return None
        folder = self._folder / run_id / _WORK
        return folder if folder.is_dir() and not folder.is_symlink() else None

    def said(self, run_id: str) -> str:
        """Return the end of what the process of a run said; "" for a run that was not started from a page."""
        if self.work_folder(run_id) is None:
            return ""
        try:
            data = (self._folder / run_id / _SAID).read_bytes()[-_MOST_SAID:]
        except OSError:
            return ""
        # Its last line is for programs.
        lines = [line for line in data.decode("utf-8", "replace").splitlines() if not line.startswith("{")]
        return "\n".join(lines)
