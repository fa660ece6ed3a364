"""Makes a skill from the events of a verified run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ufo.conditions.table import looks_at_window
from ufo.errors import SkillError
from ufo.recipes.parameters import types_a_secret, variables_of
from ufo.recipes.recipe import NAME, Skill, SkillAction, SkillTask, WindowHint
from ufo.recipes.templates import Binder, references, without_references
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.fact import FactKind
from ufo.schema.outcome import RunOutcome
from ufo.schema.secret import references as secrets_in
from ufo.schema.selector import Teller
from ufo.schema.target import TargetInfo
from ufo.secrets.masks import HIDDEN
from ufo.text.words import word_set
from ufo.trace.events import RequestRead, StepEnded, SubtaskEnded
from ufo.trace.reader import RunRecord

_SELECTS = "select_application_window"


@dataclass(frozen=True, slots=True)
class _Act:
    """An action, whether a person was asked before it, and whether it was the first in a window that followed."""

    action: ActionCommandInfo
    consent: bool = False
    anew: bool = False


@dataclass
class _Task:
    openings: list[ActionCommandInfo] = field(default_factory=list)
    window: TargetInfo | None = None
    subtask: str = ""
    actions: list[_Act] = field(default_factory=list)
    result: str = ""
    expect: list[dict[str, Any]] = field(default_factory=list)
    told_by: tuple[Teller, ...] = ()


@dataclass
class _Outline:
    """What a run did, in order: whole sub-tasks, then what came after the last one."""

    tasks: list[_Task] = field(default_factory=list)
    rest: _Task = field(default_factory=_Task)
    result: str = ""
    expect: list[dict[str, Any]] = field(default_factory=list)


class _Known:
    """The results of the steps so far, the binder that refers to them, and `read`: the words of what was read for the answer."""

    def __init__(self, values: Mapping[str, str], folder: str, read: frozenset[str]) -> None:
        self.read = read
        self.results: list[list[Any]] = []
        self.told: dict[str, dict[str, Any]] = {}
        self.binder = Binder(values, folder, self.results, self.told)


def save(run: RunRecord, name: str, folder: Path) -> Skill:
    """Make a skill of a run. `folder` is the run's working folder. Raises SkillError for a run that is not verified or cannot
    be repeated.
    """
    if not NAME.fullmatch(name):
        raise SkillError(f"{name!r} cannot name a skill; use letters, digits, '.', '_' and '-', at most 64")
    if run.summary is None or run.summary.outcome is not RunOutcome.VERIFIED:
        outcome = run.summary.outcome if run.summary else "not ended"
        raise SkillError(
            f"only a VERIFIED run becomes a skill, and {run.run_id} is {outcome}; mend it and run it again"
        )
    if len(run.requests) != 1:
        raise SkillError(f"{run.run_id} holds {len(run.requests)} requests; run the one to be saved by itself")
    outline = _outline_of(run)
    if not outline.tasks and not outline.rest.openings:
        raise SkillError(f"{run.run_id} did nothing that could be repeated")
    return _bound(outline, run, name, str(folder))


def _outline_of(run: RunRecord) -> _Outline:
    outline, task = _Outline(), _Task()
    consent = followed = False
    for event in run.events:
        if isinstance(event, StepEnded):
            done = [action for action in event.actions if was_done(action)]
            if event.agent == "HostAgent":
                _host(task, event, done)
                if event.status == "FINISH":
                    outline.result, outline.expect = str(event.response.get("result") or ""), _expected(event)
            elif done or event.status == "FINISH":
                followed = followed or bool(event.followed)
                task.actions += [
                    _Act(action_command, consent, followed and not number) for number, action_command in enumerate(done)
                ]
                followed = followed and not done
                task.result, task.expect = str(event.response.get("result") or ""), _expected(event)
                task.told_by = event.told_by
            waits = any(action.result.status is ResultStatus.NONE and action.function for action in event.actions)
            consent = event.status == "CONFIRM" or (consent and waits)
        elif isinstance(event, SubtaskEnded):
            if event.record.status == "FINISH":
                outline.tasks.append(task)
            elif task.actions:
                raise SkillError(
                    f"the part {event.record.subtask!r} failed in that run; only a straight run can be saved"
                )
            task = _Task()
    outline.rest = task
    return outline


def was_done(action: ActionCommandInfo) -> bool:
    return bool(action.function) and action.result.ok and action.result.effect is not Effect.SUSPECTED_NOOP


def _host(task: _Task, event: StepEnded, done: Sequence[ActionCommandInfo]) -> None:
    for action in done:
        if action.function != _SELECTS:
            task.openings.append(action)
        elif event.status == "ASSIGN":
            task.window = action.target
            task.subtask = str(event.response.get("current_subtask") or event.subtask)


def _expected(event: StepEnded) -> list[dict[str, Any]]:
    """Return the conditions that were stated and found to hold, or else those that the response states, or else what the acts
    led to. What an act leads to is found again by the act's own selectors, also under another name.
    """
    held = [finding for finding in event.findings if finding.proves]
    stated = [finding.predicate.model_dump(mode="json") for finding in held if not finding.derived]
    led_to = [finding.predicate.model_dump(mode="json") for finding in held if finding.derived]
    return stated or list(event.response.get("expect") or ()) or led_to


def _bound(outline: _Outline, run: RunRecord, name: str, folder: str) -> Skill:
    plain = [
        SkillAction(function=action.function, arguments=action.arguments, selectors=action.selectors)
        for action in _all(outline)
    ]
    variables = variables_of(run.request, plain)
    values = {variable.name: variable.default for variable in variables}
    known = _Known(values, folder, _read_for_the_answer(run))
    tasks = [_task(task, run.request, known) for task in outline.tasks]
    binder = known.binder
    return Skill(
        name=name,
        request=Binder(values, "").text(run.request),
        variables=tuple(
            variable.model_copy(update={"default": ""}) if variable.secret else variable for variable in variables
        ),
        tasks=tuple(tasks),
        closings=tuple(_action(opening, binder) for opening in outline.rest.openings),
        result=binder.answer(outline.result),
        expect=_conditions(outline.expect, outline.result, run.request, known),
        files=tuple(binder.bind(list(_files(outline, run)))),
        tells=_tells(run.request, outline.result, known),
        saved_from=run.run_id,
    )


def _files(outline: _Outline, run: RunRecord) -> Iterator[str]:
    """Iterate over the files that the run left and that an act names, in one argument or in several ("sums", ".ods")."""
    acts = ["".join(map(str, act.action.arguments.values())) for task in outline.tasks for act in task.actions]
    for path in run.summary.files if run.summary else ():
        if any(Path(path).name in given for given in acts):
            yield path


def _all(outline: _Outline) -> list[ActionCommandInfo]:
    tasks = [*outline.tasks, outline.rest]
    return [opening for task in tasks for opening in (*task.openings, *(act.action for act in task.actions))]


def _task(task: _Task, request: str, known: _Known) -> SkillTask:
    binder, given = known.binder, list[Any]()
    known.results.append(given)
    actions = []
    for act in task.actions:
        bound = _action(act.action, binder, act.consent)
        actions.append(bound.model_copy(update={"anew": act.anew}))
        given.append(act.action.result.result)
    wanted = f"{request}\n{task.subtask}"
    if _tells(wanted, task.result, known):
        told_by = [
            teller
            for teller in task.told_by
            if not word_set(teller.shows) <= word_set(wanted) and _is_stated(teller.shows, task.expect)
        ]
        actions += [_reading(teller, known) for teller in told_by]
    window = task.window
    return SkillTask(
        openings=tuple(_action(opening, binder) for opening in task.openings),
        window=WindowHint(
            app_root=(window.app_root or "") if window else "",
            process=(window.process or "") if window else "",
            title=binder.text(window.name) if window else "",
        ),
        subtask=binder.text(task.subtask),
        actions=tuple(actions),
        result=binder.answer(task.result),
        expect=_conditions(task.expect, task.result, task.subtask, known),
        tells=_tells(task.subtask, task.result, known),
    )


def _is_stated(shows: str, expect: Sequence[dict[str, Any]]) -> bool:
    """Tell whether a condition says that a control shows the text. Otherwise a control may show it by chance, such as a count."""
    elements = [condition for condition in expect if looks_at_window(condition)]
    return any(shows in (str(element.get(key) or "").strip() for key in ("name", "value")) for element in elements)


def _reading(teller: Teller, known: _Known) -> SkillAction:
    """Return an action that reads a control's text again, because its value differs in each run."""
    given = known.results[-1]
    given.append({"text": teller.shows})
    known.told[teller.shows] = {"$result": [len(known.results), len(given)], "at": ["text"]}
    name = f"told-{len(given)}"
    return SkillAction(function="read", arguments={"id": name, "what": "text"}, selectors={name: teller.selector})


def _conditions(
    expect: Sequence[dict[str, Any]], answer: str, wanted: str, known: _Known
) -> tuple[dict[str, Any], ...]:
    """Return the conditions without what would hold for the saved run alone: those on an answer that has to be read first, and
    the moment when that run began. What the request says of a file is checked against the moment when each run begins.
    """
    unknown = _tells(wanted, answer, known)
    kept = [
        {**condition, "changed_after": None} if condition.get("changed_after") else condition for condition in expect
    ]
    return tuple(known.binder.bind([condition for condition in kept if not (unknown and answer in condition.values())]))


def _action(action: ActionCommandInfo, binder: Binder, consent: bool = False) -> SkillAction:
    bound = SkillAction(
        function=action.function,
        arguments=binder.bind(action.arguments),
        selectors=action.selectors,
        consent=consent,
    )
    typed = {key: value for key, value in bound.arguments.items() if key not in ("id", "name")}
    unknown = types_a_secret(bound) and typed.get("text") and not references(typed) and not secrets_in(typed)
    if unknown or HIDDEN.search(str(typed)):
        raise SkillError(
            "the run typed a password that the request did not hold, and a skill keeps no passwords; write {{secret:NAME}} in "
            "its place in the request (docs/secrets.md)"
        )
    return bound


def _read_for_the_answer(run: RunRecord) -> frozenset[str]:
    """Return the words of what was read and, as the reading of the request said, shows a part of it: the request asked for it."""
    said = [event for event in run.of(RequestRead) if event.reading is not None]
    if not said:
        return frozenset()
    cited = {fact for part in said[-1].reading.parts for fact in part.shown_by} if said[-1].reading else set()
    facts = [fact for fact in said[-1].facts if fact.kind is FactKind.READ and fact.id in cited]
    return frozenset(word for fact in facts for text in (*fact.texts, *fact.numbers) for word in word_set(text))


def _tells(request: str, result: str, known: _Known) -> bool:
    """Tell whether the answer has words that were read for it and that neither the skill nor the request gives, so that a replay
    must read them again.
    """
    said = word_set(" ".join(_fixed(known.binder.answer(result)))) if result else set()
    return bool(said & known.read - word_set(request))


def _fixed(template: Any) -> Iterator[str]:
    """Iterate over the parts of a template that do not vary."""
    if isinstance(template, str):
        yield without_references(template)
    elif isinstance(template, list):
        for part in template:
            yield from _fixed(part)
    elif isinstance(template, dict) and "$result" not in template:
        for part in template.values():
            yield from _fixed(part)
