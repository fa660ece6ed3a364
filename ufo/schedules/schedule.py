"""What is done again and again: a request, when, and with which options; each in a folder of its own with its results."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.platform.locks import lock_folder
from ufo.platform.state_folder import state_folder
from ufo.secrets import files

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
ALIASES = {"weekdays": "Mon..Fri", "weekends": "Sat,Sun"}
"""Our words beside those of systemd.time(7), "Calendar Events"."""
_SCHEDULE, _RESULTS = "schedule.json", "results.jsonl"
_MOST_RESULTS = 200
_NO_NAME = re.compile(r"[^a-z0-9]+")


class Schedule(BaseModel):
    """`when`: as the person wrote it. `options`: those of `ufo run`. `folder`: the working folder of its runs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    when: str
    request: str
    options: tuple[str, ...] = ()
    folder: str
    paused: bool = False

    @property
    def calendar(self) -> str:
        """When it is due, in the words of systemd."""
        first, blank, rest = self.when.strip().partition(" ")
        return f"{ALIASES.get(first.casefold(), first)}{blank}{rest}"


class Ending(BaseModel):
    """How one time ended. `began`: in ISO 8601, UTC. `outcome`: that of the run; "" where none began, and `reason` says why."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    began: str
    outcome: str = ""
    exit_code: int
    reason: str = ""
    answer: str = ""
    run: str = ""


class ScheduleStore:
    """The schedules of this person."""

    def __init__(self) -> None:
        self._folder = state_folder().expanduser() / "every"

    def all(self) -> list[Schedule]:
        """Return the schedules by name. Raises ConfigError where one cannot be read."""
        return [self.read(path.parent.name) for path in sorted(self._folder.glob(f"*/{_SCHEDULE}"))]

    def read(self, name: str) -> Schedule:
        """Return the schedule. Raises ConfigError where there is none of that name."""
        path = self._place(name) / _SCHEDULE
        try:
            return Schedule.model_validate_json(path.read_bytes())
        except FileNotFoundError as error:
            known = ", ".join(found.parent.name for found in sorted(self._folder.glob(f"*/{_SCHEDULE}"))) or "none"
            raise ConfigError(f"nothing is scheduled as {name!r}; there are: {known}") from error
        except (OSError, ValidationError) as error:
            raise ConfigError(f"{str(path)!r} cannot be read; remove it with: ufo every remove {name}") from error

    def write(self, schedule: Schedule) -> None:
        """Raises ConfigError."""
        try:
            files.make_folder(self._place(schedule.name))
            files.write(
                self._place(schedule.name) / _SCHEDULE, schedule.model_dump_json(indent=1).encode(), lasting=True
            )
        except OSError as error:
            raise ConfigError(f"{error.filename!r} cannot be written: {of_system(error)}") from error

    def remove(self, name: str) -> None:
        """Remove it with its results; its runs stay."""
        shutil.rmtree(self._place(name), ignore_errors=True)

    def has(self, name: str) -> bool:
        return (self._place(name) / _SCHEDULE).is_file()

    def endings(self, name: str) -> list[Ending]:
        """Return how the last times ended, the newest last. A line that cannot be read is left out."""
        found: list[Ending] = []
        with suppress(FileNotFoundError):
            for line in (self._place(name) / _RESULTS).read_text(encoding="utf-8").splitlines():
                with suppress(ValidationError):
                    found.append(Ending.model_validate_json(line))
        return found

    def note(self, name: str, ending: Ending) -> None:
        """Append how it ended; the oldest are dropped."""
        kept = [*self.endings(name), ending][-_MOST_RESULTS:]
        files.write(self._place(name) / _RESULTS, "".join(f"{each.model_dump_json()}\n" for each in kept).encode())

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """Yield whether nobody else does it at this time."""
        try:
            held = lock_folder(self._place(name))
        except OSError:
            yield False
            return
        try:
            yield True
        finally:
            os.close(held)

    def _place(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise ConfigError(f"{name!r} cannot name a schedule; use small letters, digits and '-', at most 40")
        return self._folder / name


def name_for(request: str, taken: ScheduleStore) -> str:
    """Return a name that is free, made of the request's first words."""
    words = _NO_NAME.sub("-", request.casefold()).strip("-")[:24].strip("-") or "request"
    names = [words, *(f"{words}-{number}" for number in range(2, 1000))]
    return next(name for name in names if not taken.has(name))
