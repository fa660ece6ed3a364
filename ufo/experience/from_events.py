"""Makes experience from the events of a verified run, a part for each application that it worked in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ufo.experience.detours import Done, refused, without_detours
from ufo.experience.experience import MAX_ACTIONS, MAX_LESSONS, MAX_PLAN, Experience, Worked
from ufo.experience.kept_words import Words
from ufo.experience.lessons import cut, lessons, was_done, worked
from ufo.llm.provider import BUILTIN
from ufo.schema.action import ActionCommandInfo
from ufo.schema.outcome import RunOutcome
from ufo.skills.parameters import variables_of
from ufo.skills.skill import SkillAction
from ufo.skills.templates import Binder
from ufo.trace.events import Event, ModelAnswered, RoundStarted, RunEnded, StepEnded, SubtaskEnded
from ufo.trace.reader import RunRecord

_PLACES = frozenset({"x", "y", "start_x", "start_y"})


@dataclass
class _Part:
    """The steps of one agent's sub-task. A sub-task that failed and was tried again is one part with its second try."""

    steps: list[StepEnded] = field(default_factory=list)
    is_done: bool = False

    @property
    def application(self) -> str:
        return next((one.application for one in reversed(self.steps) if one.application), "")


def learn(run: RunRecord) -> tuple[Experience, ...]:
    """Return what the run's last request teaches. Nothing where it is not VERIFIED, where no model decided anything, or where
    nothing was done.
    """
    events = last_request(run)
    ended = [one for one in events if isinstance(one, RunEnded)]
    if not ended or ended[-1].summary.outcome is not RunOutcome.VERIFIED:
        return ()
    if not any(isinstance(one, ModelAnswered) and one.usage.model_calls and one.model != BUILTIN for one in events):
        return ()
    request = next((one.request for one in events if isinstance(one, RoundStarted)), run.request)
    parts = list(_parts(events))
    words = Words(_binder(request, events, run))
    counts: Counter[str] = Counter()
    found = []
    for part in parts:
        if part.application:
            counts[part.application] += 1
            number = counts[part.application]
            found.append(_experience(part, request, run.run_id, words).model_copy(update={"part": number}))
    return tuple(one for one in found if one.actions)


def last_request(run: RunRecord) -> Sequence[Event]:
    begins = [number for number, one in enumerate(run.events) if isinstance(one, RoundStarted)]
    return run.events[begins[-1] :] if begins else run.events


def _parts(events: Sequence[Event]) -> Iterator[_Part]:
    part = _Part()
    failed: dict[str, _Part] = {}
    for event in events:
        if isinstance(event, StepEnded) and event.agent != "HostAgent":
            part.steps.append(event)
        elif isinstance(event, SubtaskEnded):
            before = failed.pop(part.application, None)
            if before is not None:
                part.steps[:0] = before.steps
            if event.record.status == "FINISH":
                part.is_done = True
                yield part
            else:
                failed[part.application] = part
            part = _Part()


def _binder(request: str, events: Sequence[Event], run: RunRecord) -> Binder:
    """Return what gives names to the parts of the request that vary."""
    done = [
        SkillAction(function=one.function, arguments=one.arguments, selectors=one.selectors)
        for step in events
        if isinstance(step, StepEnded)
        for one in step.actions
        if one.function
    ]
    values = {one.name: one.default for one in variables_of(request, done)}
    folder = run.started.working_folder if run.started is not None else ""
    return Binder(values, folder)


def _experience(part: _Part, request: str, run_id: str, words: Words) -> Experience:
    plan = next((one.response.get("plan") for one in part.steps if one.response.get("plan")), ())
    return Experience(
        application=part.application,
        request=words.text(request),
        subtask=words.text(part.steps[-1].subtask),
        plan=tuple(words.text(str(one)) for one in (plan or ())[:MAX_PLAN]),
        actions=tuple(_actions(part, words))[-MAX_ACTIONS:],
        avoid=_avoid(part, words),
        saved_from=run_id,
        kept=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _actions(part: _Part, words: Words) -> Iterator[Worked]:
    before: Worked | None = None
    for _, now in without_detours(_done(part, words)):
        if now != before:
            before = now
            yield now


def _done(part: _Part, words: Words) -> list[Done]:
    acts = (action for step in part.steps for action in step.actions)
    return [(one, worked(one, words)) for one in acts if was_done(one) and _teaches(one)]


def _avoid(part: _Part, words: Words) -> tuple[str, ...]:
    """Return what failed before it worked, a line each: what an action said, and what an application refused with a dialog."""
    told = [f"{act} was refused by a dialog; what worked first: {then}" for act, then in refused(_done(part, words))]
    return tuple(dict.fromkeys((*map(cut, told), *lessons(part.steps, words))))[-MAX_LESSONS:]


def _teaches(action: ActionCommandInfo) -> bool:
    """Tell whether it can be done so again: a look did nothing, and a place on the screen holds for one run."""
    return action.result.effect is not None and not _PLACES & action.arguments.keys()
