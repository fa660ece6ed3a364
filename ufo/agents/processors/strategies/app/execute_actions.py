"""Phase 3 of the AppAgent: runs the actions in order, judges the effect of each, and verifies what must hold now."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ufo.agents.named_files import files_named
from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.app.take_back import take_back
from ufo.agents.processors.strategies.dispatch_actions import AskingDispatcher, Dispatched, failures, hold
from ufo.agents.processors.strategies.take_picture import picture_url
from ufo.agents.repetition import doing_of, is_idle, only_waits, sight_of
from ufo.agents.states.app_agent_states import AppAgentStatus
from ufo.commands.dispatch.collect import collect
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.dispatch.protocol import BasicCommandDispatcher
from ufo.commands.observe.answer_sources import tellers
from ufo.commands.observe.selection import ToolScope
from ufo.commands.verbs.read import as_text
from ufo.faults import Part
from ufo.proof.claims import Claim, prove, vouched_by_page
from ufo.proof.stated import says_the_same
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo, ids_in
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate, refuted
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo
from ufo.schema.tool import ToolInfo, facts_named, tool_named
from ufo.schema.tool_facts import ActionKind

if TYPE_CHECKING:
    from ufo.agents.agent.app_agent import AppAgent
    from ufo.agents.agent.basic_agent import BasicAgent

_log = logging.getLogger(__name__)
_PATIENCE = 4
_TELL_NOTHING = frozenset({ActionKind.WAIT, ActionKind.FIND_TOOLS})
"""Tools that only read, and whose results tell nothing of what was worked on."""
_LIES_ELSEWHERE = " (where it lies elsewhere, state the same in expect with its whole path)"


@depends_on(
    "parsed_response",
    "log_path",
    "session_step",
    "command_dispatcher",
    "annotation_dict",
    "clean_screenshot_url",
    "confirmed_commands",
    "control_info",
    "application_window_info",
    "subtask",
    "subtask_expect",
    "previous_subtasks",
    "acts",
)
@provides(
    "execution_result",
    "action_info",
    "control_log",
    "status",
    "selected_control_screenshot_path",
    "findings",
    "told_by",
    "feedback",
    "result",
)
class AppActionExecutionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="app_action_execution", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        app = cast("AppAgent", agent)
        response = context.require_local("parsed_response", AppAgentResponse)
        targets: Mapping[str, TargetInfo] = context.get_local("annotation_dict")
        chosen = [self._linked(action, targets, agent.known_tools) for action in response.action]
        named = await _with_selectors(app.tools.scope, chosen)
        told_by = tellers(app.tools.selection, response.result) if response.status == AppAgentStatus.FINISH else ()
        path = self._mark(app, context, [action.target for action in chosen if action.target])
        confirmed = context.get_local("confirmed_commands")
        circles = "" if confirmed else self._circles(app, context, response, chosen)
        if circles:
            app.will_ask([circles])
            return self._asked(chosen, path)
        confirm = response.status == AppAgentStatus.CONFIRM or any(one.status == "CONFIRM" for one in chosen)
        doing = "; ".join(one.action_string for one in chosen)
        question = (response.comment or doing or response.thought) if confirm else ""
        self._witness(app, context, chosen)
        app.begins_to_act()
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        await take_back(app, dispatcher, response, context.get_local("previous_subtasks"))
        of_host: Sequence[Predicate] = context.get_local("subtask_expect")
        own_words = (one for one in response.expect if not any(says_the_same(one, other) for other in of_host))
        app.stated |= dict.fromkeys(own_words)
        asking = self._asking(agent, AskingDispatcher(dispatcher, confirmed, question, partial(_watch, app)))
        done = Dispatched(tuple(await self._execute_app_action(asking, chosen)), asking.waiting)
        agent.pending = done.waiting
        if AppAgentStatus.FINISH in (response.status, *(one.status for one in chosen[-1:])):
            done = await hold(agent, done)
        actions = ListActionCommandInfo(self._create_action_info(targets, named, done.results))
        findings: tuple[Finding, ...] = ()
        if not done.waiting and all(result.ok for result in done.results):
            expect = self._expected(response, context.get_local("subtask_expect"))
            claim = self._claim(app, response, expect, actions.actions, context)
            findings = await self._found(app, dispatcher, claim)
        own = len(set(response.expect))
        is_the_hosts = not response.action and not refuted(findings[:own])
        status, feedback = self._status(app, response, actions, done, findings)
        if is_the_hosts and app.repairs_made > 1 and refuted(findings[own:]) and status == AppAgentStatus.CONTINUE:
            # It did nothing more and says that it is done: only the HostAgent can change what it stated.
            app.failure = f"{response.result or 'done'}, but what the HostAgent stated does not hold: {feedback}"
            status = AppAgentStatus.FAIL
        return self.done(
            execution_result=list(done.results),
            action_info=actions,
            control_log=tuple(action.action_string for action in actions),
            status=status,
            selected_control_screenshot_path=path,
            findings=findings,
            told_by=told_by,
            feedback=feedback,
            result=response.result or (self._texts_read(actions) if status == AppAgentStatus.FINISH else ""),
        )

    def _asking(self, agent: BasicAgent, dispatcher: AskingDispatcher) -> AskingDispatcher:
        """Return the dispatcher of this turn's actions, for a subclass that asks in another way."""
        return dispatcher

    def _witness(self, agent: AppAgent, context: ContextView, actions: Sequence[ActionCommandInfo]) -> None:
        """Show the witness the picture from before the actions. Without it, a picture from after them proves nothing."""
        if url := context.get_local("clean_screenshot_url"):
            with Part(_log, "looking at the picture before acting", []):
                agent.witness.sees(Picture.from_data_url(url), context.get_local("control_info"), actions)

    def _texts_read(self, actions: ListActionCommandInfo) -> str:
        """Return what the tools of the last turn read, for an answer without a result of its own."""
        readers = [action for action in actions if action.facts.reads and action.facts.kind not in _TELL_NOTHING]
        read = [action.result.result for action in readers if action.result.ok]
        return "\n".join(as_text(result) for result in read if result not in (None, ""))

    def _circles(
        self,
        agent: AppAgent,
        context: ContextView,
        response: AppAgentResponse,
        actions: Sequence[ActionCommandInfo],
    ) -> str:
        """Return a question for the person where the same actions were decided too often at the same sight, else ""."""
        window = context.require_local("application_window_info", TargetInfo)
        picture = context.get_local("clean_screenshot_url")
        sight = sight_of(context.get_local("control_info"), window.name, picture=picture)
        agent.repetition.went(sight, doing_of([one for one in actions if not is_idle(one)]))
        if response.status not in ("", AppAgentStatus.CONTINUE, AppAgentStatus.SCREENSHOT, AppAgentStatus.FINISH):
            return ""
        if response.status == AppAgentStatus.FINISH and not actions:
            return ""
        return agent.goes_in_circles(sight, doing_of(actions), _PATIENCE if only_waits(actions) else 1)

    def _asked(self, actions: Sequence[ActionCommandInfo], path: str) -> ProcessingResult:
        """Return the result of a turn that only ends in a question."""
        return self.done(
            execution_result=[],
            action_info=ListActionCommandInfo(actions),
            control_log=(),
            status=AppAgentStatus.PENDING,
            selected_control_screenshot_path=path,
            findings=(),
            told_by=(),
            feedback="",
            result="",
        )

    def _claim(
        self,
        agent: AppAgent,
        response: AppAgentResponse,
        expect: Sequence[Predicate],
        actions: Sequence[ActionCommandInfo],
        context: ContextView,
    ) -> Claim:
        """Return the claim to prove. At the end of a sub-task what its own actions wrote is looked at as well."""
        own = [*agent.history, *actions] if response.status == AppAgentStatus.FINISH else []
        return Claim(expect, own, (*context.get_local("acts"), *actions), agent.before)

    async def _found(self, agent: AppAgent, dispatcher: GuardedDispatcher, claim: Claim) -> tuple[Finding, ...]:
        findings = await prove(dispatcher, claim, agent.services.settings.system.verify_timeout_s)
        title = agent.tools.selection.require_window().title
        findings = await vouched_by_page(dispatcher, findings, agent.app_root, title)
        if all(finding.independent for finding in findings):
            return findings
        now = await picture_url(collect(dispatcher, "capture_window_screenshot"), [])
        with Part(_log, "comparing the pictures of before and after", []):
            return agent.witness.vouches_for(findings, Picture.from_data_url(now)) if now else findings
        return findings

    def _expected(self, response: AppAgentResponse, subtask_expect: Sequence[Predicate]) -> list[Predicate]:
        """Return what the answer says must hold, and at the end of the sub-task also what the HostAgent says, where the answer
        does not correct the place of its file.
        """
        own = response.expect
        at_end = subtask_expect if response.status == AppAgentStatus.FINISH else ()
        at_end = [one for one in at_end if not any(mine.corrects(one) for mine in own)]
        return list(dict.fromkeys([*response.expect, *at_end]))

    def _linked(
        self, action: ActionCommandInfo, targets: Mapping[str, TargetInfo], tools: Sequence[ToolInfo]
    ) -> ActionCommandInfo:
        """Add the tool's facts and the control to an action, and name the control for the tool where the model gave only its
        id.
        """
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
        return [
            action.model_copy(
                update={
                    "result": result,
                    "target": action.target or annotation_dict.get(str(action.arguments.get("id"))),
                }
            )
            for action, result in zip(actions, padded, strict=True)
        ]

    def _mark(self, agent: AppAgent, context: ContextView, targets: Sequence[TargetInfo]) -> str:
        """Draw the controls of this turn into the picture from before the actions, and return its path; "" where there are
        none.
        """
        url = context.get_local("clean_screenshot_url")
        if not targets or not url:
            agent.mark_last("", None)
            return ""
        path = f"action_step{context.get_local('session_step')}_selected_controls.png"
        picture = Picture.from_data_url(url)
        mark = agent.services.photographer.mark_targets
        agent.mark_last(
            path, agent.services.picture_worker.submit("selected_controls", path, lambda: mark(picture, targets))
        )
        return path

    def _status(
        self,
        agent: AppAgent,
        response: AppAgentResponse,
        actions: ListActionCommandInfo,
        done: Dispatched,
        findings: tuple[Finding, ...],
    ) -> tuple[str, str]:
        """Return the status that the turn really ended with, and the feedback: a failed action or a refuted expectation keeps
        it from FINISH.
        """
        if done.waiting:
            return AppAgentStatus.CONFIRM, ""
        status = response.status or actions.status
        feedback = "\n".join(part for part in (failures(done.results), *done.undone) if part)
        refutations = "; ".join(finding.evidence for finding in refuted(findings))
        if refutations:
            elsewhere = _LIES_ELSEWHERE if any(_misses_a_file(one) for one in refuted(findings)) else ""
            feedback = "\n".join(part for part in (feedback, f"does not hold: {refutations}{elsewhere}") if part)
        if status == AppAgentStatus.CONFIRM:
            return AppAgentStatus.CONTINUE, feedback
        if status == AppAgentStatus.FINISH and feedback:
            if not refutations or agent.may_repair():
                return AppAgentStatus.CONTINUE, feedback
            agent.failure = f"refuted: {refutations}"
            return AppAgentStatus.FAIL, feedback
        if status == AppAgentStatus.PENDING:
            agent.will_ask(response.questions or [response.comment or response.thought])
        if status == AppAgentStatus.FAIL:
            agent.failure = response.result or response.comment or response.thought
        return status, feedback


async def _watch(app: AppAgent, commands: Sequence[Command]) -> None:
    """Watch what commands name that are about to run."""
    acts = [
        ActionCommandInfo(
            function=command.tool_name,
            arguments=command.parameters,
            facts=facts_named(app.known_tools, command.tool_name),
        )
        for command in commands
    ]
    await app.host.watch(text for act in acts for text in files_named(act, app.tools.selection))


def _listed(actions: ActionCommandInfo | Sequence[ActionCommandInfo]) -> Sequence[ActionCommandInfo]:
    return [actions] if isinstance(actions, ActionCommandInfo) else actions


def _misses_a_file(finding: Finding) -> bool:
    path = finding.predicate.path_on_disk()
    return path is not None and not finding.predicate.wants_it_gone() and not Path(path).exists()


async def _with_selectors(scope: ToolScope, actions: Sequence[ActionCommandInfo]) -> list[ActionCommandInfo]:
    """Add selectors to the actions, for the log: they name the controls beyond this look. They are made before anything is
    acted on.
    """
    used = [ids_in(action.arguments) for action in actions]
    selectors = await scope.selectors({one for ids in used for one in ids})
    return [
        action.model_copy(
            update={"selectors": {**action.selectors, **{one: selectors[one] for one in ids & selectors.keys()}}}
        )
        for action, ids in zip(actions, used, strict=True)
    ]
