"""Makes experience of a verified run, a part for each application that it worked in: what worked, without the ways that led
nowhere, and in one line each what failed before it worked.

A way that led nowhere is an act that only a dialog answered, which was closed again without a change, and that worked when it was
done anew (applications refuse so what must wait for something else); and a menu that was opened to look at it before another way
through the menus was gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ufo.llm.provider import BUILTIN
from ufo.recipes.kept_words import Words
from ufo.recipes.parameters import variables_of
from ufo.recipes.recipe import MAX_ACTIONS, MAX_LESSONS, MAX_PLAN, Experience, SkillAction, Worked
from ufo.recipes.skill_of_run import was_done
from ufo.recipes.templates import Binder
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import NEEDS_CONSENT, Effect, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.patterns import regex
from ufo.schema.predicate import refuted
from ufo.schema.roles import NAMED_BY_APPLICATION
from ufo.text.fold import shortened
from ufo.trace.events import Event, ModelAnswered, RoundStarted, RunEnded, StepEnded, SubtaskEnded
from ufo.trace.reader import RunRecord

_PLACES = frozenset({"x", "y", "start_x", "start_y"})
Done = tuple[ActionCommandInfo, Worked]
"""An act of a run, and what is kept of it."""
_OPENED = regex(r"Dialog '(.*)' appeared")
_CLOSED = regex(r"[\s\S]*\b(?:closed|disappeared)")
_OF_MENUS = regex(
    r"\w*Menu\w* '.*' (?:appeared|disappeared|went away|is selected now|is in sight)|menu '.*' (?:opened|closed).*|by way of .*"
)
_SENTENCE = regex(r"(?<=[.;])\s")
_LONGEST_REASON, _LONGEST_LESSON = 140, 280
_DENIED = "find another way"
"""The end of what a policy says that denies an action: it is a rule of this person's, and no fault of the way."""


@dataclass
class _Part:
    """The steps of one agent's sub-task. A sub-task that failed and was tried again is one part with its second try."""

    steps: list[StepEnded] = field(default_factory=list)
    is_done: bool = False

    @property
    def application(self) -> str:
        return next((step.application for step in reversed(self.steps) if step.application), "")


def learn(run: RunRecord) -> tuple[Experience, ...]:
    """Return what the run's last request teaches. Nothing where it is not VERIFIED, where no model decided anything, or where
    nothing was done.
    """
    events = last_request(run)
    ended = [event for event in events if isinstance(event, RunEnded)]
    if not ended or ended[-1].summary.outcome is not RunOutcome.VERIFIED:
        return ()
    if not any(
        isinstance(event, ModelAnswered) and event.usage.model_calls and event.model != BUILTIN for event in events
    ):
        return ()
    request = next((event.request for event in events if isinstance(event, RoundStarted)), run.request)
    parts = list(_parts(events))
    words = Words(_binder(request, events, run))
    counts: Counter[str] = Counter()
    found = []
    for part in parts:
        if part.application:
            counts[part.application] += 1
            number = counts[part.application]
            found.append(_experience(part, request, run.run_id, words).model_copy(update={"part": number}))
    return tuple(part for part in found if part.actions)


def last_request(run: RunRecord) -> Sequence[Event]:
    begins = [number for number, item in enumerate(run.events) if isinstance(item, RoundStarted)]
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
        SkillAction(function=action.function, arguments=action.arguments, selectors=action.selectors)
        for step in events
        if isinstance(step, StepEnded)
        for action in step.actions
        if action.function
    ]
    values = {variable.name: variable.default for variable in variables_of(request, done)}
    folder = run.started.working_folder if run.started is not None else ""
    return Binder(values, folder)


def _experience(part: _Part, request: str, run_id: str, words: Words) -> Experience:
    plan = next((step.response.get("plan") for step in part.steps if step.response.get("plan")), ())
    return Experience(
        application=part.application,
        request=words.text(request),
        subtask=words.text(part.steps[-1].subtask),
        plan=tuple(words.text(str(line)) for line in (plan or ())[:MAX_PLAN]),
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
    return [(act, worked(act, words)) for act in acts if was_done(act) and _teaches(act)]


def _avoid(part: _Part, words: Words) -> tuple[str, ...]:
    """Return what failed before it worked, a line each: what an action said, and what an application refused with a dialog."""
    told = [f"{act} was refused by a dialog; what worked first: {then}" for act, then in refused(_done(part, words))]
    return tuple(dict.fromkeys((*(shortened(line, _LONGEST_LESSON) for line in told), *lessons(part.steps, words))))[
        -MAX_LESSONS:
    ]


def _teaches(action: ActionCommandInfo) -> bool:
    """Tell whether it can be done so again: a look did nothing, and a place on the screen holds for one run."""
    return action.result.effect is not None and not _PLACES & action.arguments.keys()


def without_detours(done: Sequence[Done]) -> list[Done]:
    """Return what is left, in its order."""
    left_out = {place for at in range(len(done) - 1) for place in _detour(done, at)}
    left_out |= {place for place in range(len(done) - 1) if _only_looks(done[place], done[place + 1])}
    return [pair for place, pair in enumerate(done) if place not in left_out]


def refused(done: Sequence[Done]) -> list[tuple[Worked, Worked]]:
    """Return each act that was refused at first, with what was done next in place of it."""
    found = []
    for place in range(len(done) - 2):
        if _detour(done, place):
            found.append((done[place][1], done[place + 2][1]))
    return found


def _detour(done: Sequence[Done], place: int) -> range:
    """Return the places of an act that led nowhere, of the way to it, and of the closing of its dialog."""
    dialogs = _opened(done[place])
    again = next((at for at in range(place + 2, len(done)) if done[at][1] == done[place][1]), None)
    if not dialogs or again is None or dialogs & _opened(done[again]) or not _only_closes(done[place + 1], dialogs):
        return range(0)
    first = place
    while first > 0 and again - 1 > place + 1 and done[first - 1][1] == done[again - 1][1]:
        first, again = first - 1, again - 1
    return range(first, place + 2)


def _only_looks(pair: Done, then: Done) -> bool:
    """Tell whether an act only opened menus, which the next act opens for itself or closes."""
    said = pair[0].result.evidence
    are_ways = all(isinstance(it[1].arguments.get("path"), list) for it in (pair, then))
    return are_ways and bool(said) and all(map(_OF_MENUS.fullmatch, said))


def _opened(pair: Done) -> frozenset[str]:
    return frozenset(found[1] for said in pair[0].result.evidence if (found := _OPENED.fullmatch(said)))


def _only_closes(pair: Done, dialogs: frozenset[str]) -> bool:
    """Tell whether one of these dialogs went away by the act, and nothing else came of it."""
    said = pair[0].result.evidence
    return any(f"Dialog '{name}' disappeared" in said for name in dialogs) and all(map(_CLOSED.fullmatch, said))


def worked(action: ActionCommandInfo, words: Words) -> Worked:
    """Return an action as it is kept."""
    selector = action.selectors.get(str(action.arguments.get("id", "")))
    is_secret = any("password" in selector.traits for selector in action.selectors.values())
    return Worked(
        function=action.function,
        arguments=words.arguments(action.arguments, action.selectors, is_secret=is_secret),
        control=words.control(selector) if selector is not None else None,
    )


def lessons(steps: Sequence[StepEnded], words: Words) -> tuple[str, ...]:
    """Return what failed and then worked, a line each, the last ones where there are too many."""
    return tuple(dict.fromkeys(_lessons(steps, words)))[-MAX_LESSONS:]


def _lessons(steps: Iterable[StepEnded], words: Words) -> Iterator[str]:
    failed: list[str] = []
    for step in steps:
        for action in step.actions:
            if was_done(action):
                if failed:
                    yield shortened(f"{failed[-1]}; what worked: {worked(action, words)}", _LONGEST_LESSON)
                failed = []
            elif said := _failure(action, words):
                failed.append(said)
        # An end that was claimed too early is a lesson whatever comes next.
        if step.response.get("status") == "FINISH" and step.status != "FINISH":
            shown = _shown(step.actions)
            yield from (
                shortened(f"it is not done while {words.text(_first(finding.evidence), shown)}", _LONGEST_LESSON)
                for finding in refuted(step.findings)
            )


def _failure(action: ActionCommandInfo, words: Words) -> str:
    """Return what an action did not do, "" where it did or where only a person's yes was missing."""
    result = action.result
    if not action.function or result.status in (ResultStatus.NONE, ResultStatus.SKIPPED):
        return ""
    if result.status is ResultStatus.FAILURE:
        error = result.error or ""
        if not error or error.startswith((NEEDS_CONSENT, "not run, because")) or error.endswith(_DENIED):
            return ""
        return f"{worked(action, words)} failed: {words.text(_first(error), _shown((action,)))}"
    if result.effect is Effect.SUSPECTED_NOOP:
        return f"{worked(action, words)} did nothing"
    return ""


def _shown(actions: Iterable[ActionCommandInfo]) -> frozenset[str]:
    """Return the application's own names of what the actions were on: of their controls, and on their ways to them. A row or a
    link may be called by what a person wrote.
    """
    selectors = (selector for action in actions for selector in action.selectors.values())
    controls = (selector.name for selector in selectors if selector.role in NAMED_BY_APPLICATION)
    ways = (name for action in actions for name in _listed(action.arguments.get("path")))
    return frozenset(name for name in (*controls, *ways) if name)


def _listed(path: object) -> list[str]:
    return [name for name in path if isinstance(name, str)] if isinstance(path, list | tuple) else []


def _first(text: str) -> str:
    return _SENTENCE.split(" ".join(text.split()), maxsplit=1)[0][:_LONGEST_REASON].rstrip(".;, ")
