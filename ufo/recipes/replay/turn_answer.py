"""Answers one turn from a skill, from the actions done and the controls in sight. A doubt is raised, never guessed away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.recipes.recipe import Skill, SkillAction, SkillTask
from ufo.recipes.replay.in_the_way import in_the_way, other_document
from ufo.recipes.templates import Results, fill, places
from ufo.schema.action import ActionCommandInfo, with_ids
from ufo.schema.command import NEEDS_CONSENT, Effect, ResultStatus
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind

_SELECT, _LAUNCH = "select_application_window", "launch_application"


class Doubt(Exception):
    """The reason why a skill does not continue by itself."""


def host_answer(skill: Skill, inputs: HostInputs, values: Mapping[str, str], results: Results) -> HostAgentResponse:
    """Return the next opening action, the assignment of the next sub-task, or the end. Raises Doubt."""
    if inputs.feedback:
        raise Doubt(inputs.feedback)
    failed = next((subtask for subtask in inputs.previous_subtasks if subtask.status != "FINISH"), None)
    if failed is not None:
        raise Doubt(f"a sub-task ended with status {failed.status}: {failed.reason or failed.subtask}")
    if not inputs.actions and not inputs.previous_subtasks:
        obstacle = in_the_way(skill, inputs, values)
        if obstacle:
            raise Doubt(obstacle)
    number = len(inputs.previous_subtasks)
    task = skill.tasks[number] if number < len(skill.tasks) else None
    openings = task.openings if task is not None else skill.closings
    before = sum(len(task.openings) for task in skill.tasks[:number])
    done = [action for action in inputs.actions if action.function != _SELECT and action.result.ok][before:]
    if len(done) < len(openings):
        action = openings[len(done)]
        return HostAgentResponse(
            observation=f"{len(inputs.targets)} targets.",
            thought=f"Step {before + len(done) + 1} of the skill {skill.name!r}.",
            status="CONTINUE",
            function=action.function,
            arguments=_of_window(fill(action.arguments, values, results), inputs.targets),
        )
    if task is not None:
        return _assign(skill, task, inputs, values, results, done)
    if skill.tells:
        raise Doubt("a model has to read the answer from the screen")
    return HostAgentResponse(
        observation="All of the skill is done.",
        thought=f"The last step of the skill {skill.name!r}.",
        status="FINISH",
        result=str(fill(skill.result, values, results)),
        expect=fill(skill.expect, values, results),
    )


def _assign(
    skill: Skill,
    task: SkillTask,
    inputs: HostInputs,
    values: Mapping[str, str],
    results: Results,
    done: Sequence[ActionCommandInfo],
) -> HostAgentResponse:
    window = _window(task, inputs, values, done)
    return HostAgentResponse(
        observation=f"{window.name!r} is open.",
        thought=f"The next part of the skill {skill.name!r}.",
        status="ASSIGN",
        current_subtask=str(fill(task.subtask, values, results)),
        function=_SELECT,
        arguments={"id": window.id or "", "name": window.name},
        control_label=window.id or "",
        control_text=window.name,
        # Conditions on results of its own actions are stated when the actions are done.
        expect=[] if _takes_own(task, len(results)) else fill(task.expect, values, results),
    )


def _window(
    task: SkillTask, inputs: HostInputs, values: Mapping[str, str], done: Sequence[ActionCommandInfo]
) -> TargetInfo:
    """Choose the window that was just opened and is in front, else the one of that title, else the only one of that
    application. Raises Doubt, also where the window holds another document than the skill was made in.
    """
    hint, is_bare = task.window, not any(opening.arguments.get("arguments") for opening in task.openings)
    windows = [target for target in inputs.targets if target.kind is not TargetKind.THIRD_PARTY_AGENT]
    same = [window for window in windows if window.app_root == hint.app_root] or [
        window for window in windows if hint.process and window.process == hint.process
    ]
    shown = _launched(done)
    title = fill(hint.title, values)
    opened = [window for window in same if shown and window.name == shown]
    for fits in (
        opened,
        [window for window in opened if "active" in window.states],
        [window for window in same if window.name == title],
        same,
    ):
        if len(fits) == 1:
            other = other_document(title, fits[0].name) if is_bare else ""
            if other:
                raise Doubt(other)
            return fits[0]
    if not same:
        raise Doubt(f"no window of {hint.app_root or hint.process} is open")
    raise Doubt(f"{len(same)} windows of {hint.app_root} are open, and none of them is certainly {title!r}")


def _of_window(arguments: dict[str, Any], targets: Sequence[TargetInfo]) -> dict[str, Any]:
    """Return the arguments with the window's id as it is in this list, where they name one. Raises Doubt."""
    named = str(arguments.get("name") or "")
    if not arguments.get("id") or not named:
        return arguments
    same = [target for target in targets if target.name == named]
    if len(same) != 1:
        raise Doubt(f"{len(same) or 'no'} window{'s are' if len(same) > 1 else ' is'} called {named!r}")
    return {**arguments, "id": same[0].id or ""}


def _launched(done: Sequence[ActionCommandInfo]) -> str:
    given = done[-1].result.result if done and done[-1].function == _LAUNCH else None
    window = given.get("window_info") if isinstance(given, dict) else None
    return str(window.get("name") or "") if isinstance(window, dict) else ""


def app_answer(task: SkillTask, inputs: AppInputs, values: Mapping[str, str], results: Results) -> AppAgentResponse:
    """Return all the next actions that need no consent and no result of one another. Raises Doubt."""
    done = _progress(task, inputs)
    left = task.actions[done:]
    if not left:
        return _finished(task, inputs, values, results)
    batch = _batch(left, done, len(results))
    actions = [_action(skill_action, number, values, results) for number, skill_action in enumerate(batch, start=done)]
    last = done + len(batch) == len(task.actions) and not task.tells
    return AppAgentResponse(
        observation=f"{len(inputs.controls)} controls.",
        thought=f"Steps {done + 1} to {done + len(batch)} of {len(task.actions)} of the saved skill.",
        action=actions,
        status="FINISH" if last and not _takes_own(task, len(results)) else "CONTINUE",
        result=str(fill(task.result, values, results)) if last and not _takes_own(task, len(results)) else "",
        expect=fill(task.expect, values, results) if last and not _takes_own(task, len(results)) else [],
    )


def _finished(task: SkillTask, inputs: AppInputs, values: Mapping[str, str], results: Results) -> AppAgentResponse:
    if inputs.feedback:
        raise Doubt(inputs.feedback)
    if task.tells:
        raise Doubt("a model has to read what the window says")
    return AppAgentResponse(
        observation=f"{len(inputs.controls)} controls.",
        thought="All steps of this part of the skill are done.",
        status="FINISH",
        result=str(fill(task.result, values, results)),
        expect=fill(task.expect, values, results),
    )


def _progress(task: SkillTask, inputs: AppInputs) -> int:
    """Return how many of the task's actions are done. An action that turned out to need consent within a batch is proposed
    again, alone. Raises Doubt where the history does not follow the skill.
    """
    history = [action for action in inputs.actions if action.function]
    done = [action for action in history if action.result.ok]
    expected = [action.function for action in task.actions[: len(done)]]
    if [action.function for action in done] != expected:
        raise Doubt("other actions were done in between")
    doubtful = next((action for action in done if action.result.effect is Effect.SUSPECTED_NOOP), None)
    if doubtful is not None:
        raise Doubt(f"{doubtful.function} seems to have done nothing: {'; '.join(doubtful.result.evidence)}")
    failed = [action for action in history if action.result.status is ResultStatus.FAILURE]
    again = [action for action in failed if (action.result.error or "").startswith(NEEDS_CONSENT)]
    if failed and (failed != again or len(again) > sum(action.consent for action in task.actions) + 1):
        raise Doubt(failed[-1].result.error or f"{failed[-1].function} failed")
    return len(done)


def _batch(left: Sequence[SkillAction], done: int, task_number: int) -> list[SkillAction]:
    """Return the actions up to the first that needs consent, works in a window that has yet to follow, or takes a result of one
    in the batch. An action with consent is alone.
    """
    batch: list[SkillAction] = []
    for action in left:
        own = {place for task, place in places(action.arguments) if task == task_number - 1}
        if batch and (action.consent or action.anew or any(place >= done for place in own)):
            break
        batch.append(action)
        if action.consent:
            break
    return batch


def _takes_own(task: SkillTask, task_number: int) -> bool:
    """Tell whether the task's result or conditions need results of its own actions, which are known a turn later."""
    return any(number == task_number - 1 for number, _ in places([task.result, task.expect]))


def _action(action: SkillAction, number: int, values: Mapping[str, str], results: Results) -> ActionCommandInfo:
    """Return the action with ids that no snapshot gives, so that its controls are found by their selectors."""
    ids = {selector: f"skill-{number + 1}-{selector}" for selector in action.selectors}
    return ActionCommandInfo(
        function=action.function,
        arguments=with_ids(fill(action.arguments, values, results), ids),
        status="CONTINUE",
        selectors={ids[item]: selector for item, selector in action.selectors.items()},
    )
