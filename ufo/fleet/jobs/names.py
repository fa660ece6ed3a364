"""Who is who in a fleet: a job is one submission, a task one plan with one seed in it, an attempt one go at a task.

An attempt is written `job/key/seed/n`; that is its identity everywhere, so that the same one sent twice is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NewType

from ufo.errors import ConfigError

JobId = NewType("JobId", str)
"""The name of one submission: letters, digits, `.`, `_` and `-`, at most 64, beginning with a letter or digit."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
_MOST = 10**9


@dataclass(frozen=True, slots=True, order=True)
class TaskKey:
    """A task of a job: `key` is made from what its plan says, `seed` tells the same plan done several times apart."""

    job: JobId
    key: str
    seed: int = 0

    def __post_init__(self) -> None:
        checked_name(self.job, "job")
        checked_name(self.key, "task")
        _check_number(self.seed, "seed", 0)

    def __str__(self) -> str:
        return f"{self.job}/{self.key}/{self.seed}"

    @staticmethod
    def parse(text: str) -> TaskKey:
        """Return the task of `job/key/seed`. Raises ConfigError for anything else."""
        match text.split("/"):
            case [job, key, seed]:
                return TaskKey(JobId(job), key, _number(seed, text, "job/key/seed"))
        raise ConfigError(f"{text!r} names no task; write job/key/seed, as ufo jobs list shows it")


@dataclass(frozen=True, slots=True, order=True)
class AttemptId:
    """The `number`th go at a task, counted from 1."""

    task: TaskKey
    number: int = 1

    def __post_init__(self) -> None:
        _check_number(self.number, "attempt", 1)

    def __str__(self) -> str:
        return f"{self.task}/{self.number}"

    @property
    def next(self) -> AttemptId:
        return AttemptId(self.task, self.number + 1)

    @staticmethod
    def parse(text: str) -> AttemptId:
        """Return the attempt of `job/key/seed/n`. Raises ConfigError for anything else."""
        task, slash, number = text.rpartition("/")
        if not slash or task.count("/") != 2:
            raise ConfigError(f"{text!r} names no attempt; write job/key/seed/n, as ufo jobs show tells it")
        return AttemptId(TaskKey.parse(task), _number(number, text, "job/key/seed/n"))


def checked_name(text: str, what: str) -> str:
    """Return `text` where it may stand in an identity and in a path. Raises ConfigError."""
    if _NAME.fullmatch(text) is None:
        raise ConfigError(
            f"{text[:80]!r} is no name of a {what}; use at most 64 letters, digits, '.', '_' and '-', "
            "beginning with a letter or digit"
        )
    return text


def _number(text: str, whole: str, form: str) -> int:
    # int() also takes signs, blanks, underscores and digits of other scripts, and so more than one spelling of one identity.
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and str(int(text)) == text):
        raise ConfigError(f"{text[:20]!r} in {whole[:200]!r} is no number; write {form}")
    return int(text)


def _check_number(number: int, what: str, least: int) -> None:
    if not least <= number <= _MOST:
        raise ConfigError(f"{number} is no number of a {what}; it is {least} to {_MOST}")
