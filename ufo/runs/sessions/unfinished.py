"""What is known of a run that did not end, from its log: how far its last request came, and what the world was like then."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

from ufo.errors import TraceError
from ufo.runs.replay.moved import Moved
from ufo.schema.outcome import RunOutcome, SubtaskRecord
from ufo.schema.running_mode import RunningMode
from ufo.schema.subtasks import SubtaskGraph
from ufo.secrets.masks import HIDDEN
from ufo.trace.events import (
    VERSION,
    Event,
    ModelAnswered,
    RoundStarted,
    RunResumed,
    RunStarted,
    StepEnded,
    SubtaskEnded,
    SubtasksChanged,
    WindowNoted,
    WorldNoted,
)
from ufo.trace.reader import RunRecord, parsed, read_steps

HOST = "HostAgent"
E = TypeVar("E")
STAYS = Moved({}, {})
"""Its working folder is where it was."""
_LONGEST_SHOWN = 300
_GOES_ON = (RunningMode.NORMAL.value, RunningMode.NORMAL_OPERATOR.value)
_DONE = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The last request of a run, up to its last finished step. `events`: those of this request. `rows`: the structural logs of
    the finished steps of the whole run. `before`, `after`: windows and files before the request and after that step.

    `last_step`: the highest number of a step, finished or not. `seconds`: how long the run lasted. `move`: where its working
    folder is now; all is told as if it had been there from the beginning.
    """

    run: RunRecord
    started: RunStarted
    round: RoundStarted
    events: tuple[Event, ...]
    rows: tuple[dict[str, Any], ...]
    before: WorldNoted
    after: WorldNoted
    move: Moved = STAYS

    @property
    def windows_worked_in(self) -> tuple[WindowNoted, ...]:
        """The windows of its applications that were open last."""
        return tuple(window for window in self.after.windows if window.app_root in self.app_roots)

    @property
    def desktop(self) -> str:
        """The desktop on which it worked last, by the name that the log gives it."""
        resumed = [run_resumed.desktop for run_resumed in self.run.of(RunResumed)]
        return resumed[-1] if resumed else self.started.desktop

    @property
    def mode(self) -> RunningMode:
        return RunningMode(self.started.mode)

    @property
    def request(self) -> str:
        return self.round.request

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """Return the events of one kind of this request, in order."""
        return tuple(event for event in self.events if isinstance(event, kind))

    @property
    def steps(self) -> tuple[StepEnded, ...]:
        return self.of(StepEnded)

    @property
    def records(self) -> tuple[SubtaskRecord, ...]:
        return tuple(ended.record for ended in self.of(SubtaskEnded))

    @property
    def graph(self) -> SubtaskGraph:
        """The graph of sub-tasks, empty where there were not several."""
        changed = self.of(SubtasksChanged)
        return changed[-1].graph if changed else SubtaskGraph()

    @property
    def last_finished(self) -> int:
        return self.steps[-1].step

    @property
    def last_step(self) -> int:
        return max(event.step for event in self.run.events)

    @property
    def seconds(self) -> float:
        return max(event.at for event in self.run.events)

    @property
    def began_at(self) -> float:
        """When the request began, in seconds since 1970."""
        return datetime.fromisoformat(self.started.started).timestamp() + self.round.at

    @property
    def was_acting(self) -> bool:
        """Whether a step was broken off after its agent had decided: what of it was done is not known."""
        ended = self.last_finished
        return any(answered.error is None and answered.step > ended for answered in self.of(ModelAnswered))

    @property
    def assignment(self) -> StepEnded | None:
        """The step that handed over the sub-task that was not ended; None where none is open."""
        opened: StepEnded | None = None
        for event in self.events:
            if isinstance(event, StepEnded) and event.agent == HOST:
                opened = event if event.status == "ASSIGN" else None
            elif isinstance(event, SubtaskEnded):
                opened = None
        return opened

    @property
    def since_assignment(self) -> tuple[StepEnded, ...]:
        """The sub-agent's finished steps of the open sub-task."""
        opened = self.assignment
        return () if opened is None else tuple(step for step in self.steps if step.step > opened.step)

    @property
    def app_roots(self) -> frozenset[str]:
        """The applications that the request worked in or opened."""
        opened = (action.result.result for step in self.steps for action in step.actions if action.result.ok)
        roots = {str(item.get("root_name") or "") for item in opened if isinstance(item, dict)}
        return frozenset({*roots, *(step.application for step in self.steps)} - {""})


def anew(request: str) -> str:
    """Return the next move for a person whose run cannot go on."""
    if len(request) > _LONGEST_SHOWN or "\n" in request:
        return "begin anew with `ufo run` and the same request"
    return f"begin anew with: ufo run {quote(request)}"


def working_folder_of(run: RunRecord) -> Path:
    """Return the working folder that a run had last. Raises TraceError where it does not say."""
    _require_readable(run)
    folders = [run_resumed.folder for run_resumed in run.of(RunResumed) if run_resumed.folder]
    assert run.started is not None  # noqa: S101 - `_require_readable` has looked
    return Path(folders[-1] if folders else run.started.working_folder)


def unfinished(run: RunRecord, folder: Path | None = None) -> Unfinished:
    """Return what is known of a run that can be gone on with, with its working folder at `folder` where it is another one now.
    Raises TraceError with the reason where it cannot.
    """
    _require_readable(run)
    run, move = _moved(run, folder)
    started, begun = run.started, _last_round(run)
    assert started is not None  # noqa: S101 - `_require_readable` has looked
    place = run.events.index(begun)
    events = run.events[place:]
    steps = [event for event in events if isinstance(event, StepEnded)]
    if not steps:
        raise TraceError(f"no step of {run.run_id} was finished; {anew(begun.request)}")
    before = _last_note(run.events[:place])
    after = _last_note(run.events[: run.events.index(steps[-1])])
    if before is None or after is None:
        raise TraceError(f"{run.run_id} does not say how windows and files stood; {anew(begun.request)}")
    finished = {step_ended.step for step_ended in run.of(StepEnded)}
    rows = tuple(move.value(row) for row in read_steps(run.folder) if row.get("session_step") in finished)
    was = Unfinished(run, started, begun, events, rows, before, after, move)
    mask = HIDDEN.search(f"{was.request} {[step.response for step in was.steps]}")
    if mask:
        raise TraceError(
            f"the log of {run.run_id} masks a secret ({mask[0]}) that going on needs; begin anew, with {{{{secret:NAME}}}} in "
            "its place (docs/secrets.md)"
        )
    return was


def _moved(run: RunRecord, folder: Path | None) -> tuple[RunRecord, Moved]:
    """Return the run as if it had worked in that folder from its beginning."""
    assert run.started is not None  # noqa: S101 - `_require_readable` has looked
    then = run.started.working_folder
    if folder is None or Path(then) == folder:
        return run, STAYS
    if folder.is_relative_to(then):
        raise TraceError(f"{str(folder)!r} lies in {then!r}, in which {run.run_id} worked; name another folder")
    move = Moved({then: str(folder)}, {})
    events, doubts = parsed(json.dumps(move.value(event.model_dump(mode="json"))).encode() for event in run.events)
    started = next(event for event in events if isinstance(event, RunStarted))
    return replace(run, events=tuple(events), started=started, doubts=(*run.doubts, *doubts)), move


def _require_readable(run: RunRecord) -> None:
    version = run.started.version if run.started else 0
    if run.started is None:
        raise TraceError(f"{run.run_id} does not say how it began; begin anew with `ufo run`")
    if version > VERSION:
        raise TraceError(
            f"{run.run_id} was written by a newer version of ufo (log version {version}, this one reads {VERSION}); use that one"
        )
    if version < VERSION:
        raise TraceError(
            f"{run.run_id} was written by an older version, which did not note how windows and files stood; "
            f"{anew(run.request)}"
        )
    if run.started.mode not in _GOES_ON:
        raise TraceError(
            f"{run.run_id} was done in the mode {run.started.mode}, which is not gone on with; call it again"
        )
    if run.doubts:
        raise TraceError(f"{run.run_id} is damaged, so that what was done in between is not known: {run.doubts[0]}")
    if run.summary is not None and run.summary.outcome is RunOutcome.DRY_RUN:
        raise TraceError(f"{run.run_id} was a dry run: nothing of it was done; {anew(run.request)}")
    if run.finished and run.summary is not None and run.summary.outcome in _DONE:
        raise TraceError(f"{run.run_id} is done ({run.summary.outcome}); there is nothing to go on with")


def _last_round(run: RunRecord) -> RoundStarted:
    rounds = run.of(RoundStarted)
    if not rounds:
        raise TraceError(f"{run.run_id} was broken off before it began its request; {anew(run.request)}")
    return rounds[-1]


def _last_note(events: Sequence[Event]) -> WorldNoted | None:
    return next((event for event in reversed(events) if isinstance(event, WorldNoted)), None)
