"""Phase 3 of the AppAgent: runs the actions in order, judges the effect of each, and verifies what must hold now."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.named_files import files_named
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.strategies.app.judge_step import ended_with, expected, proved, state_own
from ufo.agents.processors.strategies.dispatch_actions import AskingDispatcher, Dispatched, hold
from ufo.agents.repetition import doing_of, is_idle, only_waits, sight_of
from ufo.agents.states.app_agent_states import AppAgentStatus
from ufo.faults import Part
from ufo.proof.claims import Claim
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo, ids_in
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.response import AppAgentResponse
from ufo.schema.selector import Teller
from ufo.schema.target import TargetInfo
from ufo.schema.tool import ToolInfo, facts_named, tool_named
from ufo.schema.tool_facts import ActionKind
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.tools.observe.answer_sources import tellers
from ufo.tools.observe.selection import ToolScope
from ufo.tools.verbs.read import as_text

_log = logging.getLogger(__name__)
_PATIENCE = 4
_TELL_NOTHING = frozenset({ActionKind.WAIT, ActionKind.FIND_TOOLS})
"""Tools that only read, and whose results tell nothing of what was worked on."""


@dataclass(frozen=True, slots=True)
class ToAct:
    parsed_response: AppAgentResponse
    log_path: str
    session_step: int
    command_dispatcher: GuardedDispatcher
    annotation_dict: Mapping[str, TargetInfo]
    clean_screenshot_url: str
    confirmed_commands: tuple[Command, ...]
    control_info: Sequence[TargetInfo]
    application_window_info: TargetInfo
    subtask: str
    subtask_expect: tuple[Predicate, ...]
    previous_subtasks: tuple[SubtaskRecord, ...]
    acts: tuple[ActionCommandInfo, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done and what came of it. `told_by`: what the result of the sub-task was read from."""

    execution_result: list[Result]
    action_info: ListActionCommandInfo
    control_log: tuple[str, ...]
    status: str
    selected_control_screenshot_path: str
    findings: tuple[Finding, ...] = ()
    told_by: tuple[Teller, ...] = ()
    feedback: str = ""
    result: str = ""


@depends_on(ToAct)
@provides(Acted)
class AppActionExecutionStrategy(BaseProcessingStrategy):
    even_if_asked_for: ClassVar[bool] = False
    """Whether a question of the model's own is asked also where the person explicitly asked for all of it."""

    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="app_action_execution", fail_fast=fail_fast)

    async def execute(self, agent: AppAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToAct)
        response, dispatcher = known.parsed_response, known.command_dispatcher
        chosen = [_linked(action, known.annotation_dict, agent.known_tools) for action in response.action]
        named = await _with_selectors(agent.tools.scope, chosen)
        path = _mark(agent, known, [action.target for action in chosen if action.target])
        circles = "" if known.confirmed_commands else _circles(agent, known, chosen)
        if circles:
            agent.will_ask([circles])
            return self.done(Acted([], ListActionCommandInfo(chosen), (), AppAgentStatus.PENDING, path))
        told_by = tellers(agent.tools.selection, response.result) if response.status == AppAgentStatus.FINISH else ()
        _witness(agent, known, chosen)
        agent.begins_to_act()
        await state_own(agent, dispatcher, response, known.previous_subtasks, known.subtask_expect)
        done = await self._run(agent, known, chosen)
        agent.pending = done.waiting
        findings = await self._proved(agent, known, named, done)
        if AppAgentStatus.FINISH in (response.status, *(action.status for action in chosen[-1:])):
            # What was done lasts or does not while the conditions are read: their time is part of the wait.
            done = await hold(dispatcher, done, agent.services.settings.system.hold_s)
            findings = await self._proved(agent, known, named, done) if done.undone else findings
        actions = ListActionCommandInfo(self._create_action_info(known.annotation_dict, named, done.results))
        status, feedback = ended_with(agent, response, actions, done, findings)
        return self.done(
            Acted(
                execution_result=list(done.results),
                action_info=actions,
                control_log=tuple(action.action_string for action in actions),
                status=status,
                selected_control_screenshot_path=path,
                findings=findings,
                told_by=told_by,
                feedback=feedback,
                result=response.result or (_texts_read(actions) if status == AppAgentStatus.FINISH else ""),
            )
        )

    async def _proved(
        self, agent: AppAgent, known: ToAct, named: Sequence[ActionCommandInfo], done: Dispatched
    ) -> tuple[Finding, ...]:
        """Return what was found of the conditions, where the turn went through."""
        if done.waiting or not all(result.ok for result in done.results):
            return ()
        actions = self._create_action_info(known.annotation_dict, named, done.results)
        return await proved(agent, known.command_dispatcher, _claim(agent, known, actions))

    async def _run(self, agent: AppAgent, known: ToAct, chosen: Sequence[ActionCommandInfo]) -> Dispatched:
        question = _question(known.parsed_response, chosen)
        asking = AskingDispatcher(
            known.command_dispatcher,
            known.confirmed_commands,
            question,
            partial(_watch, agent),
            self.even_if_asked_for,
        )
        return Dispatched(tuple(await self._execute_app_action(asking, chosen)), asking.waiting)

    async def _execute_app_action(
        self, command_dispatcher: BasicCommandDispatcher, actions: ActionCommandInfo | Sequence[ActionCommandInfo]
    ) -> list[Result]:
        """Run one action, or several in order. A result of status NONE stands for one that waits for consent."""
        return await command_dispatcher.execute_commands(
            [self._action_to_command(action) for action in _listed(actions)]
        )

    def _action_to_command(self, action: ActionCommandInfo) -> Command:
        return action.to_command()

    def _create_action_info(
        self,
        annotation_dict: Mapping[str, TargetInfo],
        actions: ActionCommandInfo | Sequence[ActionCommandInfo],
        execution_results: Sequence[Result],
    ) -> Sequence[ActionCommandInfo]:
        """Return the actions with their controls and results."""
        none, actions = Result(status=ResultStatus.NONE), _listed(actions)
        padded = [*execution_results, *[none] * (len(actions) - len(execution_results))]
        targets = [action.target or annotation_dict.get(str(action.arguments.get("id"))) for action in actions]
        return [
            action.model_copy(update={"result": result, "target": target})
            for action, result, target in zip(actions, padded, targets, strict=True)
        ]


def _listed(actions: ActionCommandInfo | Sequence[ActionCommandInfo]) -> Sequence[ActionCommandInfo]:
    return [actions] if isinstance(actions, ActionCommandInfo) else actions


def _linked(
    action: ActionCommandInfo, targets: Mapping[str, TargetInfo], tools: Sequence[ToolInfo]
) -> ActionCommandInfo:
    """Add the tool's facts and the control to an action, and the control's name where the tool takes one."""
    tool = tool_named(tools, action.function)
    if tool is not None:
        action = action.model_copy(update={"facts": tool.facts})
    target = targets.get(str(action.arguments.get("id", "")))
    if target is None:
        return action
    arguments = {**action.arguments, "id": str(target.id)}
    if tool is not None and "name" in tool.parameters:
        arguments["name"] = arguments.get("name") or target.name
    return action.model_copy(update={"target": target, "arguments": arguments})


async def _with_selectors(scope: ToolScope, actions: Sequence[ActionCommandInfo]) -> list[ActionCommandInfo]:
    """Add selectors, which name the controls beyond this look in the log. They are made before anything is done."""
    used = [ids_in(action.arguments) for action in actions]
    found = await scope.selectors({control for ids in used for control in ids})
    return [
        action.model_copy(
            update={"selectors": {**action.selectors, **{control: found[control] for control in ids & found.keys()}}}
        )
        for action, ids in zip(actions, used, strict=True)
    ]


def _mark(agent: AppAgent, known: ToAct, targets: Sequence[TargetInfo]) -> str:
    """Box the controls of this turn in the picture from before it, and return its path; "" where there are none."""
    if not targets or not known.clean_screenshot_url:
        agent.mark_last("", None)
        return ""
    path = f"action_step{known.session_step}_selected_controls.png"
    picture = Picture.from_data_url(known.clean_screenshot_url)
    draw = partial(agent.services.photographer.mark_targets, picture, targets)
    agent.mark_last(path, agent.services.picture_worker.submit("selected_controls", path, draw))
    return path


def _circles(agent: AppAgent, known: ToAct, actions: Sequence[ActionCommandInfo]) -> str:
    """Return a question for the person where the same actions were decided too often at the same sight, else ""."""
    status = known.parsed_response.status
    picture = known.clean_screenshot_url
    sight = sight_of(known.control_info, known.application_window_info.name, picture=picture)
    agent.repetition.went(sight, doing_of([action for action in actions if not is_idle(action)]))
    if status not in ("", AppAgentStatus.CONTINUE, AppAgentStatus.SCREENSHOT, AppAgentStatus.FINISH):
        return ""
    if status == AppAgentStatus.FINISH and not actions:
        return ""
    return agent.goes_in_circles(sight, doing_of(actions), _PATIENCE if only_waits(actions) else 1)


def _question(response: AppAgentResponse, actions: Sequence[ActionCommandInfo]) -> str:
    """Return what the model wants the person to be asked before its actions, or "" where it asks for no consent."""
    if AppAgentStatus.CONFIRM not in (response.status, *(action.status for action in actions)):
        return ""
    return response.comment or "; ".join(action.action_string for action in actions) or response.thought


def _witness(agent: AppAgent, known: ToAct, actions: Sequence[ActionCommandInfo]) -> None:
    """Show the witness the picture from before the actions. Without it, a picture from after them proves nothing."""
    if known.clean_screenshot_url:
        with Part(_log, "looking at the picture before acting", []):
            agent.witness.sees(Picture.from_data_url(known.clean_screenshot_url), known.control_info, actions)


async def _watch(agent: AppAgent, commands: Sequence[Command]) -> None:
    """Watch what commands name that are about to run."""
    acts = [
        ActionCommandInfo(
            function=command.tool_name,
            arguments=command.parameters,
            facts=facts_named(agent.known_tools, command.tool_name),
        )
        for command in commands
    ]
    await agent.host.watch(text for act in acts for text in files_named(act, agent.tools.selection))


def _claim(agent: AppAgent, known: ToAct, actions: Sequence[ActionCommandInfo]) -> Claim:
    """Return the claim to prove. At the end of a sub-task what its own actions wrote is looked at as well."""
    response = known.parsed_response
    own = [*agent.history, *actions] if response.status == AppAgentStatus.FINISH else []
    return Claim(expected(response, known.subtask_expect), own, (*known.acts, *actions), agent.before)


def _texts_read(actions: ListActionCommandInfo) -> str:
    """Return what the tools of the last turn read, for an answer without a result of its own."""
    readers = [action for action in actions if action.facts.reads and action.facts.kind not in _TELL_NOTHING]
    read = [action.result.result for action in readers if action.result.ok]
    return "\n".join(as_text(result) for result in read if result not in (None, ""))
