"""Reads a run's folder in whatever state it is: killed in the middle of a line, of another version, damaged. Beside the events
it holds the structural logs: what each agent remembers of its steps (spec: host_agent_strategy.md, phase 4).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import TypeAdapter, ValidationError

from ufo.errors import TraceError
from ufo.schema.outcome import RunSummary
from ufo.trace.events import VERSION, Event, RoundStarted, RunEnded, RunResumed, RunStarted, _Event
from ufo.trace.redact import finish_unsaying
from ufo.trace.run_folders import EVENTS, STEPS

E = TypeVar("E", bound=_Event)

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Event)
_KINDS = frozenset(kind.model_fields["kind"].default for kind in get_args(get_args(Event)[0]))


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as read. `torn`: its last line was cut. `doubts`: what could not be read, in words for people.

    `started` and `summary` are None where the run did not get that far; `summary` is that of the last request.
    """

    folder: Path
    events: tuple[Event, ...]
    started: RunStarted | None
    summary: RunSummary | None
    torn: bool
    doubts: tuple[str, ...]

    @property
    def run_id(self) -> str:
        return self.started.run_id if self.started else self.folder.name

    @property
    def requests(self) -> tuple[str, ...]:
        """The requests in order. There is more than one where a person continued the run with another request."""
        rounds = tuple(event.request for event in self.of(RoundStarted))
        return rounds or ((self.started.request,) if self.started else ())

    @property
    def request(self) -> str:
        return self.requests[0] if self.requests else ""

    @property
    def model(self) -> str:
        return self.started.model if self.started else ""

    @property
    def finished(self) -> bool:
        """Whether every request that was begun, or gone on with, has also ended."""
        ends = [event for event in self.events if isinstance(event, RoundStarted | RunResumed | RunEnded)]
        return self.summary is not None and isinstance(ends[-1], RunEnded)

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """Return the events of one kind, in order."""
        return tuple(event for event in self.events if isinstance(event, kind))


def read_run(path: Path) -> RunRecord:
    """Read a run. `path` is its folder or its events.jsonl. Raises TraceError where there is no run to read."""
    folder = path if path.is_dir() else path.parent
    with contextlib.suppress(OSError):
        finish_unsaying(folder)
    try:
        data = (folder / EVENTS).read_bytes()
    except OSError as error:
        raise TraceError(
            f"no run can be read at {str(path)!r}: {error.strerror or error}; name a folder that holds {EVENTS}"
        ) from error
    *lines, rest = data.split(b"\n")
    events, doubts = parsed(lines)
    torn = bool(rest.strip())
    if torn:
        # A last line that only lacks its line end was written in full.
        last, failed = parsed([rest])
        events += last
        torn = bool(failed)
    started = _first(events, RunStarted)
    if started is not None and started.version > VERSION:
        doubts.append(f"written by a newer version ({started.version}; this one reads {VERSION}), some may be missing")
    ended = [event for event in events if isinstance(event, RunEnded)]
    return RunRecord(folder, tuple(events), started, ended[-1].summary if ended else None, torn, tuple(doubts))


def parsed(lines: Iterable[bytes], first: int = 1) -> tuple[list[Event], list[str]]:
    """Return the events in lines of a log, and what could not be read. `first`: the number of the first line."""
    events: list[Event] = []
    doubts: list[str] = []
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            doubts.append(f"line {number} is not JSON and was left out")
            continue
        kind = row.get("kind") if isinstance(row, dict) else None
        if kind not in _KINDS:
            doubts.append(f"line {number}: an event of unknown kind {str(kind)[:40]!r} was left out")
            continue
        try:
            events.append(_ADAPTER.validate_python(row))
        except ValidationError as error:
            where = ".".join(map(str, error.errors()[0]["loc"]))
            doubts.append(f"line {number}: the event {kind!r} is malformed at {where!r} and was left out")
    return events, doubts


def _first(events: Iterable[Event], kind: type[E]) -> E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def read_steps(
    folder: Path, round_num: int | None = None, round_step: int | None = None, keys: Sequence[str] = ()
) -> tuple[dict[str, Any], ...]:
    """Return the records of a run, of that round and step where given, with only `keys` where given. A line that was cut is
    left out; a run without structural logs has none.
    """
    try:
        lines = (folder / STEPS).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    rows = [row for line in lines if (row := _row(line)) is not None]
    chosen = [
        row
        for row in rows
        if (round_num is None or row.get("round_num") == round_num)
        and (round_step is None or row.get("round_step") == round_step)
    ]
    return tuple({key: row[key] for key in keys if key in row} if keys else row for row in chosen)


def _row(line: str) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
