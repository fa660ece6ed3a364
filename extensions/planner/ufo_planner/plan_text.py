"""Tracks a sub-task's progress through its plan, because the planner keeps nothing between turns.

A plan holds the sentences of the steps that are left. A step in progress ends with a note of its actions, numbered over the
sub-task: "Save it as a.ods [from action 3, last 4 to 6]" began with action 3, and is done once 4 to 6 have succeeded.
Without "last" the step continues, whatever its actions achieved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.schema.inputs import AppInputs
from ufo.schema.patterns import regex
from ufo_planner.intents import Intent

_NOTE = regex(r"\s*\[from action (\d+)(?:, last (\d+)(?: to (\d+))?|, (nothing more))?\]$")


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step: `since` counts the actions before it began, None if it has not; `last` (from, to) are those that end it."""

    sentence: str
    intent: Intent
    since: int | None = None
    last: tuple[int, int] | None = None

    def written(self) -> str:
        if self.since is None:
            return self.sentence
        note = f"from action {self.since + 1}"
        if self.last is not None and self.last[0] == self.last[1]:
            note += ", nothing more"
        elif self.last is not None:
            first, final = self.last[0] + 1, self.last[1]
            note += f", last {first}" if first == final else f", last {first} to {final}"
        return f"{self.sentence} [{note}]"


@dataclass(frozen=True, slots=True)
class Progress:
    """The steps that are left, the first perhaps in progress; `unmet` says why that one is not done after it was carried out."""

    left: tuple[PlannedStep, ...]
    total: int
    unmet: str = ""


def read_progress(inputs: AppInputs, steps: Sequence[Intent]) -> Progress:
    """Return the sub-task's progress from its plan and actions. `steps`: what the sub-task asks for."""
    whole = tuple(PlannedStep(" ".join(intent.text.split()), intent) for intent in steps)
    left = _from_plan(inputs.plan, whole)
    if left is None:
        return Progress(whole, len(whole))
    return _judged(left, inputs, len(whole))


def _from_plan(plan: Sequence[str], whole: Sequence[PlannedStep]) -> tuple[PlannedStep, ...] | None:
    """Return the steps of a plan that is the end of this sub-task; None for any other plan, which is not followed."""
    if not plan or len(plan) > len(whole):
        return None
    left = []
    for sentence, step in zip(plan, whole[-len(plan) :], strict=True):
        note = _NOTE.search(sentence)
        bare = sentence[: note.start()] if note else sentence
        if bare.strip() != step.sentence.strip():
            return None
        left.append(_noted(step, note))
    return tuple(left)


def _noted(step: PlannedStep, note: re.Match[str] | None) -> PlannedStep:
    if note is None:
        return step
    last = (int(note[2]) - 1, int(note[3] or note[2])) if note[2] else (0, 0) if note[4] else None
    return replace(step, since=int(note[1]) - 1, last=last)


def _judged(left: tuple[PlannedStep, ...], inputs: AppInputs, total: int) -> Progress:
    """Drop the steps whose last actions have succeeded, and mark what was not carried out as not begun."""
    taken = len(inputs.actions)
    steps = list(left)
    ended: PlannedStep | None = None
    while steps and _has_ended(steps[0], inputs.actions):
        ended = steps.pop(0)
    if ended is not None and inputs.feedback and _all_ok(ended, inputs.actions) and not _trouble_ahead(steps, inputs):
        # Every action succeeded but the turn did not, so its last step did not have the expected effect.
        steps.insert(0, replace(ended, last=None))
        return Progress((steps[0], *(_not_begun(s) for s in steps[1:])), total, inputs.feedback)
    if steps and steps[0].since is not None:
        begun = steps[0].since < taken and any(
            action.result.status is not ResultStatus.SKIPPED for action in inputs.actions[steps[0].since :]
        )
        steps[0] = replace(steps[0], last=None) if begun else _not_begun(steps[0])
    return Progress(tuple([*steps[:1], *(_not_begun(step) for step in steps[1:])]), total)


def _not_begun(step: PlannedStep) -> PlannedStep:
    return replace(step, since=None, last=None)


def _has_ended(step: PlannedStep, actions: Sequence[ActionCommandInfo]) -> bool:
    return step.last is not None and len(actions) >= step.last[1] and _all_ok(step, actions)


def _all_ok(step: PlannedStep, actions: Sequence[ActionCommandInfo]) -> bool:
    first, end = step.last or (0, 0)
    return all(action.result.ok for action in actions[first:end])


def _trouble_ahead(steps: Sequence[PlannedStep], inputs: AppInputs) -> bool:
    """Tell whether a later action of the same turn explains the feedback."""
    begun = [step.since for step in steps if step.since is not None]
    return any(not action.result.ok for action in inputs.actions[min(begun) :]) if begun else False
