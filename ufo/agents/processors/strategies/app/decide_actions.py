"""Phase 2 of the AppAgent: asks the model for the next actions, from the window, its controls and what was done so far."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pydantic import BaseModel

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.heard_answers import log_request
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.strategies.answer_checks import (
    raising_check,
    require_filled,
    require_fitting,
    require_readable,
    status_check,
    tool_check,
)
from ufo.agents.services import RunLog
from ufo.faults import Part
from ufo.llm.turn import Check
from ufo.prompts.outline import outline
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs, told_tools
from ufo.schema.knowledge import Knowledge
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo
from ufo.schema.tool import names_of
from ufo.schema.usage import Usage
from ufo.tools.dispatch.collect import verify
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.observe.tool_shelf import topics_of

_log = logging.getLogger(__name__)
BEFORE = "the window with its dialogs before your last actions, with what they worked in boxes"
NOW = "the window with its dialogs as it is now"
NUMBERED = "the same with the ids of its controls"
SIDE_BY_SIDE = "the window with its dialogs as it is now, and beside it the same with the ids of its controls"


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture for the model, as it was taken (a data URL) and scaled, and what it shows."""

    url: str
    picture: Picture
    caption: str


@dataclass(frozen=True, slots=True)
class ToDecide:
    control_info: Sequence[TargetInfo]
    changes: str
    annotation_dict: Mapping[str, TargetInfo]
    application_window_info: TargetInfo
    clean_screenshot_url: str
    annotated_screenshot_url: str
    annotated_screenshot_path: str
    session_step: int
    request: str
    subtask: str
    host_message: tuple[str, ...]
    prev_plan: tuple[str, ...]
    previous_subtasks: tuple[SubtaskRecord, ...]
    builds_on: tuple[SubtaskRecord, ...]
    subtask_node: str
    last_feedback: str
    last_control_screenshot: str
    app_root: str
    notices: tuple[str, ...]
    remarks: tuple[str, ...]
    subtask_expect: tuple[Predicate, ...]
    command_dispatcher: GuardedDispatcher


@dataclass(frozen=True, slots=True)
class Decided:
    """The model's answer, whole and in parts, what it was asked by and what asking used."""

    parsed_response: AppAgentResponse
    response_text: str
    llm_cost: float | None
    prompt_message: tuple[Message, ...]
    save_screenshot: dict[str, Any]
    comment: str
    concat_screenshot_path: str
    plan: tuple[str, ...]
    observation: str
    last_control_screenshot_path: str
    action: list[ActionCommandInfo]
    thought: str
    result: str
    usage: Usage

    @classmethod
    def of(
        cls,
        agent: AppAgent,
        response: AppAgentResponse,
        text: str,
        cost: float | None,
        messages: Sequence[Message],
        concat_path: str = "",
    ) -> Decided:
        return cls(
            parsed_response=response,
            response_text=text,
            llm_cost=cost,
            prompt_message=tuple(messages),
            save_screenshot=response.save_screenshot.model_dump(),
            comment=response.comment,
            concat_screenshot_path=concat_path,
            plan=tuple(response.plan),
            observation=response.observation,
            last_control_screenshot_path=agent.last_marked_path,
            action=list(response.action),
            thought=response.thought,
            result=response.result,
            usage=agent.take_spent(),
        )


@depends_on(ToDecide)
@provides(Decided)
class AppLLMInteractionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_llm_interaction", fail_fast=fail_fast)
        self._checks: list[Check] = []

    async def execute(self, agent: AppAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToDecide)
        # Scaling pictures releases the interpreter, so that the outline is made meanwhile.
        (images, concat_path, remarks), words = await asyncio.gather(
            self._pictures(agent, known), self._collect_words(agent, known)
        )
        inputs = self._inputs(agent, known, images, *words)
        asked_for, unseen = await agent.asked_pictures()
        knowledge = await self._knowledge_retrieval(agent, inputs.subtask)
        skills = agent.services.skill_tools
        by_skill = skills.offered(inputs.request, inputs.subtask, inputs.application) if skills is not None else ()
        inputs = agent.inputs = replace(
            inputs,
            notices=(*inputs.notices, *remarks, *unseen),
            knowledge=knowledge,
            tools=(*inputs.tools, *by_skill),
            shown=asked_for,
        )
        self._checks = _checks(agent, inputs, set(known.annotation_dict))
        messages = await self._build_app_prompt(
            agent,
            inputs.controls,
            [image.url for image in images],
            inputs.knowledge,
            inputs.request,
            inputs.subtask,
            inputs.plan,
            inputs.previous_subtasks,
            inputs.application,
            inputs.host_message,
            known.session_step,
            agent.services.run_log,
        )
        log_request(agent.services, agent.name, messages)
        text, cost = await self._get_llm_response(agent, messages)
        response = self._parse_app_response(agent, text)
        agent.sight.heard(response.status)
        agent.tools.scope.tray.clear()
        require_fitting(response, self._checks, text)
        if skills is not None:
            response = skills.expanded(response, inputs)
        return self.done(Decided.of(agent, response, text, cost, messages, concat_path))

    async def _build_app_prompt(  # noqa: PLR0913 the specification's parameters
        self,
        agent: AppAgent,
        control_info: Sequence[TargetInfo],
        image_string_list: Sequence[str],
        knowledge_retrieved: Knowledge,
        request: str,
        subtask: str,
        plan: Sequence[str],
        prev_subtask: Sequence[SubtaskRecord],
        application_process_name: str,
        host_message: Sequence[str],
        session_step: int,
        request_logger: RunLog,
    ) -> Sequence[Message]:
        """Return the messages to the model, which go to the request log as they are."""
        return agent.message_constructor(
            dynamic_examples=knowledge_retrieved.examples,
            dynamic_knowledge=knowledge_retrieved.documents,
            image_list=image_string_list,
            control_info=control_info,
            prev_subtask=prev_subtask,
            plan=plan,
            request=request,
            subtask=subtask,
            current_application=application_process_name,
            host_message=host_message,
            last_success_actions=self._get_last_success_actions(agent),
        )

    async def _get_llm_response(self, agent: AppAgent, prompt_message: Sequence[Message]) -> tuple[str, float | None]:
        """Return an answer that fits, and its price in USD; `json_parsing_retry` answers are asked for at most."""
        return await agent.decide(prompt_message, self._checks)

    def _parse_app_response(self, agent: AppAgent, response_text: str) -> AppAgentResponse:
        """Read an answer. Raises ValueError where it does not fit."""
        return AppAgentResponse.model_validate(agent.response_to_dict(response_text))

    async def _pictures(self, agent: AppAgent, known: ToDecide) -> tuple[Sequence[Captioned], str, tuple[str, ...]]:
        """Return the pictures for the model, the saved one's path, and the remarks, with one where they cannot be made."""
        remarks = [*known.remarks]
        images: Sequence[Captioned] = ()
        path = ""
        with Part(_log, "making the pictures for the model", remarks):
            images, path = await self._collect_images(agent, known)
        return images, path, tuple(remarks)

    async def _collect_images(self, agent: AppAgent, known: ToDecide) -> tuple[Sequence[Captioned], str]:
        """Return the last step's marked picture, then the clean and the annotated one, or both of these side by side."""
        services = agent.services
        settings, sees = services.settings.system, agent.shows_pictures
        if not sees and not settings.concat_screenshot:
            return (), ""
        before = [(known.last_control_screenshot, BEFORE)] if settings.include_last_screenshot else []
        clean, annotated = known.clean_screenshot_url, known.annotated_screenshot_url
        if not (settings.concat_screenshot and clean and annotated):
            return await _captioned(agent, [*before, (clean, NOW), (annotated, NUMBERED)]), ""
        path = f"action_step{known.session_step}_concat.png"
        left, right = Picture.from_data_url(clean), Picture.from_data_url(annotated)
        concat = services.photographer.concat
        joined = services.picture_worker.submit("concat", path, lambda: concat(left, right), at_once=sees)
        return await _captioned(agent, [*before, ((await joined).data_url, SIDE_BY_SIDE)]) if sees else (), path

    async def _collect_words(self, agent: AppAgent, known: ToDecide) -> tuple[str, tuple[Finding, ...]]:
        """Return the controls as an outline, and the findings about what must hold at the end."""
        found = await verify(known.command_dispatcher, known.subtask_expect, timeout_s=0)
        most = agent.services.settings.system.max_control_chars
        return outline(known.control_info, most, agent.out_of_sight, known.subtask), found

    def _inputs(
        self,
        agent: AppAgent,
        known: ToDecide,
        images: Sequence[Captioned],
        listed: str,
        found: tuple[Finding, ...],
    ) -> AppInputs:
        controls, tools = known.control_info, agent.tools
        shown, look = tools.selection.pictured, tools.selection.snapshot
        degraded = (look.degraded or "") if look is not None else ""
        # The application's name is one of the words: GIMP's tools are for what GIMP is asked for.
        told = tools.scope.shelf.offered((known.subtask, known.request, known.app_root), degraded, _seen(controls))
        ready = tools.scope.shelf.ready(degraded)
        return AppInputs(
            request=known.request,
            subtask=known.subtask,
            application=known.app_root,
            window=known.application_window_info,
            controls=tuple(controls),
            statuses=agent.offered_statuses(),
            tools=ready,
            left_out_tools=names_of(ready) - names_of(told),
            more_tools=topics_of(tools.scope.shelf.hidden(told)),
            outline=listed,
            unlisted=agent.out_of_sight,
            changes=known.changes,
            degraded=degraded,
            plan=known.prev_plan,
            previous_subtasks=known.previous_subtasks,
            builds_on=known.builds_on,
            node=known.subtask_node,
            actions=tuple(agent.history),
            turn_acts=agent.turn_acts,
            unnoted_acts=agent.unnoted_acts,
            host_message=known.host_message,
            blackboard=agent.blackboard.view(),
            feedback=known.last_feedback,
            notices=(*known.notices, *agent.hears_of_moves()),
            end_conditions=agent.end_conditions(found),
            images=tuple(image.picture for image in images),
            captions=tuple(image.caption for image in images),
            is_unseen=agent.sees_pictures and not agent.shows_pictures,
            asks_to_see=agent.sees_pictures and agent.sight.asked_last,
            working_folder=str(agent.services.working_folder),
            home_apart=tools.scope.home_apart,
            frame=shown.area if shown is not None else None,
        )

    async def _knowledge_retrieval(self, agent: AppAgent, subtask: str) -> Knowledge:
        """Return what is known for the sub-task, of the four sources."""
        return await agent.external_knowledge_prompt_helper(subtask, agent.host.request)

    def _get_last_success_actions(self, agent: AppAgent) -> Sequence[ActionCommandInfo]:
        """Return the actions that the prompt tells: those that failed too, so that a model does not repeat them."""
        return agent.history


async def _captioned(agent: AppAgent, shown: Sequence[tuple[str, str]]) -> tuple[Captioned, ...]:
    """Return the pictures that there are, each with what it shows. `shown`: data URLs, "" for none, and captions."""
    taken = [(url, caption) for url, caption in shown if url]
    pictures = await agent.pictures_for_model([url for url, _ in taken])
    return tuple(Captioned(url, picture, caption) for picture, (url, caption) in zip(pictures, taken, strict=False))


def _seen(controls: Sequence[TargetInfo]) -> frozenset[str]:
    """Return the roles and states that the window shows, for the tools that are told only where there is something for them."""
    is_by_sight = 2 * sum(control.by_sight for control in controls) >= len(controls)
    words = (word for control in controls for word in (control.type or "", *control.states))
    return frozenset((*(("by sight",) if is_by_sight else ()), *words))


def _checks(agent: AppAgent, inputs: AppInputs, known: set[str]) -> list[Check]:
    """Return what an answer to this turn must keep to. `known`: the ids of the controls that were listed."""

    def answered(response: BaseModel) -> AppAgentResponse:
        return cast(AppAgentResponse, response)

    def called(response: BaseModel) -> list[str]:
        return [action.function for action in answered(response).action]

    skills = agent.services.skill_tools
    return [
        raising_check(require_filled),
        raising_check(require_readable),
        status_check(inputs.statuses),
        tool_check(told_tools(inputs), agent.known_tools, called),
        lambda response: _unknown_control(answered(response), known),
        lambda response: agent.objection(answered(response), inputs.controls, inputs.subtask),
        *([lambda response: skills.objection(answered(response), inputs)] if skills is not None else []),
    ]


def _unknown_control(response: AppAgentResponse, known: set[str]) -> str | None:
    for action in response.action:
        control_id = action.arguments.get("id")
        if control_id not in (None, "") and str(control_id) not in {*known, *action.selectors}:
            return f"no control has id {control_id!r} in this look; use an id from the list of controls"
    return None
