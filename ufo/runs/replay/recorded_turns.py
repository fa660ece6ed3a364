"""Reads from the log of a run what is played again: the answers in order, the actions with their controls and results, the
reading of the request, the person's answers, and the files as they were before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ufo.errors import TraceError
from ufo.runs.replay.moved import Moved
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import ReadingInputs
from ufo.schema.reading import Reading
from ufo.secrets.masks import HIDDEN
from ufo.trace.events import VERSION, Asked, FileNoted, RequestRead, StepEnded, WorldNoted
from ufo.trace.reader import RunRecord

HOST = "HostAgent"
_WORLD_SINCE = 2
"""The version of the log from which on it holds the files and windows of a run."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn of an agent. `ended`: as it was recorded, with the results that its actions had in the end: those that waited for
    the person's consent have them from the step that carried them out.
    """

    ended: StepEnded

    @property
    def step(self) -> int:
        return self.ended.step

    @property
    def is_hosts(self) -> bool:
        return self.ended.agent == HOST

    @property
    def actions(self) -> tuple[ActionCommandInfo, ...]:
        return self.ended.actions

    def with_carried_out(self, later: StepEnded) -> RecordedTurn:
        """Return the turn with what the person consented to, as it was carried out."""
        kept = [action for action in self.actions if action.result.ok]
        update = {"actions": (*kept, *later.actions), "findings": later.findings, "status": later.status}
        return replace(self, ended=self.ended.model_copy(update=update))


def turns_of(steps: Iterable[StepEnded]) -> tuple[RecordedTurn, ...]:
    """Return the turns in which an agent was answered, in order."""
    turns: list[RecordedTurn] = []
    for step in steps:
        if step.consented and turns:
            turns[-1] = turns[-1].with_carried_out(step)
        elif step.response:
            turns.append(RecordedTurn(step))
    return tuple(turns)


def files_before(run: RunRecord) -> tuple[FileNoted, ...]:
    """Return the files as they were before the first step."""
    first = next((event for event in run.events if isinstance(event, StepEnded | WorldNoted)), None)
    return first.files if isinstance(first, WorldNoted) else ()


def answers_of(run: RunRecord) -> dict[str, str]:
    """Return what the person answered, by question. A yes to a confirmation is not among them: it held for that time."""
    return {asked.question: asked.answer for asked in run.of(Asked) if asked.answer and not asked.confirmation}


def hidden_in(run: RunRecord) -> tuple[str, ...]:
    """Return the masks in the request and the answers: of each value that the log does not hold."""
    said = [
        *run.requests,
        *(json.dumps(turn.ended.response, ensure_ascii=False) for turn in turns_of(run.of(StepEnded))),
    ]
    return tuple(dict.fromkeys(mask for text in said for mask in _masks(text)))


def _masks(text: str) -> Iterator[str]:
    for found in HIDDEN.finditer(text):
        yield found[0]


def require_whole(run: RunRecord) -> tuple[str, ...]:
    """Return remarks about a log that can be played. Raises TraceError for one that cannot, with the reason."""
    version = run.started.version if run.started else 0
    if version > VERSION:
        raise TraceError(
            f"{run.run_id} was written by a newer version of ufo (log version {version}, this one reads {VERSION}); use that one"
        )
    if run.started is None:
        raise TraceError(f"{run.run_id} does not say how it began, so it cannot be played again")
    if run.doubts:
        raise TraceError(f"{run.run_id} is damaged, so that what was done in between is not known: {run.doubts[0]}")
    if not turns_of(run.of(StepEnded)):
        raise TraceError(f"no step of {run.run_id} was finished, so there is nothing to play")
    remarks = ["its last line was cut; what it says is left out"] if run.torn else []
    if version < _WORLD_SINCE:
        remarks.append("it was written by an older version, which did not note the files before it")
    return tuple(remarks)


def reading_again(recorded: RequestRead, asked: ReadingInputs, move: Moved) -> Reading | None:
    """Return what was read, with the numbers of the facts as they are now; None where nobody gave a reading. A fact that is not
    there any more is named by no number. What was shown to the reader is asked for first.
    """
    if recorded.reading is None:
        return None
    if recorded.places and not asked.places:
        return Reading(look=[move.text(place) for place in recorded.places])
    now = {fact.line: fact.id for fact in asked.facts}
    ids = {fact.id: now.get(move.text(fact.line), "") for fact in recorded.facts}
    read: Reading = Reading.model_validate(move.value(recorded.reading.model_dump(mode="json")))
    parts = [part.model_copy(update={"shown_by": _renumbered(part.shown_by, ids)}) for part in read.parts]
    changes = [
        change.model_copy(update={"fact": number})
        for change in read.changes
        for number in _renumbered([change.fact], ids)
    ]
    return Reading(parts=parts, changes=changes)


def _renumbered(numbers: list[str], ids: Mapping[str, str]) -> list[str]:
    """Return the new numbers. A range such as "3-5" stands for each of its numbers."""
    each = (text for number in numbers for text in _each(number))
    return [new for old in each if (new := ids.get(old, ""))]


def _each(number: str) -> list[str]:
    first, dash, last = number.partition("-")
    if dash and first.strip().isdecimal() and last.strip().isdecimal():
        return [str(index) for index in range(int(first), min(int(last), int(first) + 10_000) + 1)]
    return [number]


class _Person(Protocol):
    @property
    def is_there(self) -> bool: ...

    async def ask(self, questions: Sequence[str]) -> list[str] | None: ...

    async def confirm(self, question: str) -> bool: ...

    async def attend(self, upcoming: str) -> bool: ...


class RecordedPerson:
    """Gives the recorded answers, and asks `inner` everything else."""

    def __init__(self, answers: Mapping[str, str], inner: _Person) -> None:
        self._answers = dict(answers)
        self._inner = inner

    @property
    def is_there(self) -> bool:
        return self._inner.is_there

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        if all(question in self._answers for question in questions):
            return [self._answers[question] for question in questions]
        return await self._inner.ask(questions)

    async def confirm(self, question: str) -> bool:
        return await self._inner.confirm(question)

    async def attend(self, upcoming: str) -> bool:
        return await self._inner.attend(upcoming)
