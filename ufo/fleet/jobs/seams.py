"""The two seams of a fleet: where what runs leave is kept, and who plays an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ufo.errors import UfoError
from ufo.fleet.jobs.ends import AttemptEnd
from ufo.fleet.jobs.names import AttemptId, JobId
from ufo.fleet.jobs.order import TaskOrder


class OldOwner(UfoError):
    """Another worker has taken the attempt over; what this one brings comes too late."""


class Store(Protocol):
    """Keeps files by the hash of their bytes, and of each attempt its events, its archive and its end.

    Its methods block; they may be called on several threads at once. All raise ConfigError where the place cannot be reached, is
    full or holds something else, and lose nothing that was there. `owner` names one execution of an attempt: the last one that
    began it owns it.
    """

    def put_input(self, path: Path) -> str:
        """Keep the file and return its SHA-256 as 64 hexadecimal digits. The same bytes are kept once."""

    def has_input(self, sha256: str) -> bool: ...

    def fetch_input(self, sha256: str, to: Path) -> None:
        """Write the file, whole or not at all. Raises ConfigError where it is not kept, or has other bytes than its name says."""

    def begin(self, attempt: AttemptId, owner: str) -> None:
        """Say that this execution plays the attempt from now on; earlier ones are refused."""

    def append_events(self, attempt: AttemptId, owner: str, data: bytes) -> None:
        """Add whole lines, without texts, to the attempt's event log. Raises OldOwner."""

    def finish(self, attempt: AttemptId, owner: str, folder: Path | None, end: AttemptEnd) -> None:
        """Keep the run's folder as one archive, its own log, and after them the end, which says that all is there. The first end
        stays: a second call changes nothing. Raises OldOwner.
        """

    def ended(self, attempt: AttemptId) -> AttemptEnd | None:
        """Return how the attempt ended, None where it has not."""

    def read_events(self, attempt: AttemptId, start: int = 0) -> bytes:
        """Return the event log from this byte on; empty where there is nothing new, or no log. When an attempt has ended, its log
        is the run's own in place of the lines that were added: the same events, with their texts.
        """

    def fetch(self, attempt: AttemptId, into: Path) -> Path:
        """Unpack the attempt's archive and return its folder in `into`. Raises ConfigError where there is none, or where it is
        damaged or would write outside.
        """

    def attempts(self, job: JobId) -> Iterator[AttemptId]:
        """Return the attempts of which something is kept."""

    def remove(self, attempt: AttemptId) -> None:
        """Forget all of an attempt, for retention. What is gone already is no error."""

    def remove_inputs_except(self, kept: frozenset[str]) -> int:
        """Forget the files that no task names any more, and return how many they were. One that came within the last hour stays:
        its task may not be written yet.
        """


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. `line`: what it does now, short and masked; `steps`: how many are done; `cost`: USD so far."""

    line: str = ""
    steps: int = 0
    cost: float = 0.0


class Outward(Protocol):
    """Whom a run that is played tells, and asks."""

    async def ask(self, question: str) -> str | None:
        """Return a person's answer; None where nobody answered while the desktop was held. The run then ends with NEEDS_HELP."""

    async def tell(self, progress: Progress) -> None: ...

    async def log(self, lines: bytes) -> None:
        """Keep new whole lines of the run's event log, without texts; every ten seconds, and what is left at the end."""

    async def may_call(self) -> None:
        """Return when the model may be called: the calls with one key are counted together over the whole fleet."""


class Player(Protocol):
    """Plays attempts, several at once, each on a desktop of its own."""

    async def play(self, order: TaskOrder, attempt: AttemptId, folder: Path, outward: Outward) -> AttemptEnd:
        """Do the task in `folder`, in which its inputs are and where it leaves the run's folder. It is stopped by cancelling it:
        when it has returned or raised, no process and no desktop of it is left. A process that dies is NOT_DONE, no error.
        """

    async def pause(self) -> None:
        """Hold all that is played before its next act, and return when nothing acts any more."""

    async def resume(self) -> None:
        """Let all that is played go on."""

    async def confirm(self, within_s: float) -> None:
        """Tell all that is played that this worker still owns it. A run that hears nothing for `within_s` seconds holds by itself
        before its next act, until it is told again: a worker that is frozen cannot pause anything.
        """

    def room(self) -> str:
        """Return why no further task can begin now (memory, disk), "" where one can."""
