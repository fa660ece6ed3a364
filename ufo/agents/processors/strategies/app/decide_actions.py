"""Phase 2 of the AppAgent: asks the model for the next actions, from the window, its controls and what was done so far."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.model_turn import (
    Check,
    complaint,
    decide,
    log_request,
    raising_check,
    require_filled,
    require_readable,
    status_check,
    tool_check,
)
from ufo.commands.dispatch.collect import verify
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.observe.tool_shelf import topics_of
from ufo.errors import MalformedAnswer
from ufo.faults import Part
from ufo.prompts.outline import outline
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs, told_tools
from ufo.schema.knowledge import Knowledge
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo
from ufo.schema.tool import names_of

if TYPE_CHECKING:
    from ufo.agents.agent.app_agent import AppAgent
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.services import RunLog

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


@depends_on(
    "control_info",
    "changes",
    "annotation_dict",
    "application_window_info",
    "clean_screenshot_url",
    "annotated_screenshot_url",
    "annotated_screenshot_path",
    "session_step",
    "request",
    "subtask",
    "host_message",
    "prev_plan",
    "previous_subtasks",
    "builds_on",
    "last_feedback",
    "last_control_screenshot",
    "app_root",
    "notices",
    "remarks",
    "subtask_expect",
    "command_dispatcher",
)
@provides(
    "parsed_response",
    "response_text",
    "llm_cost",
    "prompt_message",
    "save_screenshot",
    "comment",
    "concat_screenshot_path",
    "plan",
    "observation",
    "last_control_screenshot_path",
    "action",
    "thought",
    "result",
    "usage",
)
class AppLLMInteractionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_llm_interaction", fail_fast=fail_fast)
        self._checks: list[Check] = []

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        app = cast("AppAgent", agent)
        # Scaling pictures releases the interpreter, so that the outline is made meanwhile.
        (images, concat_path, remarks), (listed, found) = await asyncio.gather(
            self._pictures(app, context), self._collect_words(app, context)
        )
        inputs = self._inputs(app, context, images, listed, app.end_conditions(found))
        knowledge = await self._knowledge_retrieval(app, inputs.subtask, inputs.request)
        skills = app.services.skill_tools
        by_skill = skills.offered(inputs.request, inputs.subtask, inputs.application) if skills is not None else ()
        inputs = app.inputs = replace(
            inputs, notices=(*inputs.notices, *remarks), knowledge=knowledge, tools=(*inputs.tools, *by_skill)
        )
        self._checks = _checks(app, inputs, set(context.get_local("annotation_dict")))
        messages = await self._build_app_prompt(
            app,
            inputs.controls,
            [one.url for one in images],
            inputs.knowledge,
            inputs.request,
            inputs.subtask,
            inputs.plan,
            inputs.previous_subtasks,
            inputs.application,
            inputs.host_message,
            context.get_local("session_step"),
            app.services.run_log,
        )
        log_request(app, messages)
        text, cost = await self._get_llm_response(app, messages)
        response = self._parse_app_response(app, text)
        app.sight.heard(response.status)
        if said := complaint(response, self._checks):
            raise MalformedAnswer(f"the answer does not fit: {said}", text, said)
        if skills is not None:
            response = skills.expanded(response, inputs)
        return self.done(
            parsed_response=response,
            response_text=text,
            llm_cost=cost,
            usage=app.take_spent(),
            prompt_message=tuple(messages),
            save_screenshot=response.save_screenshot.model_dump(),
            comment=response.comment,
            concat_screenshot_path=concat_path,
            plan=tuple(response.plan),
            observation=response.observation,
            last_control_screenshot_path=app.last_marked_path,
            action=list(response.action),
            thought=response.thought,
            result=response.result,
        )

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
        )

    async def _get_llm_response(self, agent: AppAgent, prompt_message: Sequence[Message]) -> tuple[str, float | None]:
        """Return an answer that fits, and its price in USD; `json_parsing_retry` answers are asked for at most."""
        decision = await decide(agent, prompt_message, self._checks)
        return decision.text, decision.cost

    def _parse_app_response(self, agent: AppAgent, response_text: str) -> AppAgentResponse:
        """Read an answer. Raises ValueError where it does not fit."""
        return AppAgentResponse.model_validate(agent.response_to_dict(response_text))

    async def _pictures(
        self, agent: AppAgent, context: ContextView
    ) -> tuple[tuple[Captioned, ...], str, tuple[str, ...]]:
        """Return the pictures for the model, the path of the saved one, and the remarks, including one where they could not be
        made.
        """
        remarks: list[str] = [*context.get_local("remarks")]
        images: tuple[Captioned, ...] = ()
        path = ""
        with Part(_log, "making the pictures for the model", remarks):
            images, path = await self._collect_images(agent, context)
        return images, path, tuple(remarks)

    async def _collect_images(self, agent: AppAgent, context: ContextView) -> tuple[tuple[Captioned, ...], str]:
        """Return the last step's picture with marked controls, then the clean and the annotated one, or both of these side by
        side.
        """
        services = agent.services
        settings = services.settings.system
        if not agent.shows_pictures and not settings.concat_screenshot:
            return (), ""
        shown: list[tuple[str, str]] = []
        if settings.include_last_screenshot:
            shown.append((context.get_local("last_control_screenshot"), BEFORE))
        clean, annotated = context.get_local("clean_screenshot_url"), context.get_local("annotated_screenshot_url")
        if not (settings.concat_screenshot and clean and annotated):
            return await self._captioned(agent, [*shown, (clean, NOW), (annotated, NUMBERED)]), ""
        path = f"action_step{context.get_local('session_step')}_concat.png"
        left, right = Picture.from_data_url(clean), Picture.from_data_url(annotated)
        concat, sees = services.photographer.concat, agent.shows_pictures
        joined = services.picture_worker.submit("concat", path, lambda: concat(left, right), at_once=sees)
        if not sees:
            return (), path
        return await self._captioned(agent, [*shown, ((await joined).data_url, SIDE_BY_SIDE)]), path

    async def _captioned(self, agent: AppAgent, shown: Sequence[tuple[str, str]]) -> tuple[Captioned, ...]:
        """Return the pictures that there are, each with what it shows. `shown`: data URLs, "" for none, and captions."""
        taken = [(url, caption) for url, caption in shown if url]
        pictures = await agent.pictures_for_model([url for url, _ in taken])
        return tuple(Captioned(url, picture, caption) for picture, (url, caption) in zip(pictures, taken, strict=False))

    async def _collect_words(self, agent: AppAgent, context: ContextView) -> tuple[str, tuple[Finding, ...]]:
        """Return the controls as an outline, and the findings about what must hold at the end."""
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        found = await verify(dispatcher, context.get_local("subtask_expect"), timeout_s=0)
        controls: Sequence[TargetInfo] = context.get_local("control_info")
        return outline(controls, agent.services.settings.system.max_control_chars, _out_of_sight(agent)), found

    def _inputs(
        self,
        agent: AppAgent,
        context: ContextView,
        images: tuple[Captioned, ...],
        listed: str,
        end_conditions: tuple[Finding, ...],
    ) -> AppInputs:
        services = agent.services
        controls: Sequence[TargetInfo] = context.get_local("control_info")
        subtask = context.get_local("subtask")
        shown, look = agent.tools.selection.pictured, agent.tools.selection.snapshot
        degraded = (look.degraded or "") if look is not None else ""
        shelf = agent.tools.scope.shelf
        # The application's name is one of the words: GIMP's tools are for what GIMP is asked for.
        texts = (subtask, context.get_local("request"), context.get_local("app_root"))
        told = shelf.offered(texts, degraded, _seen(controls))
        tools = shelf.ready(degraded)
        return AppInputs(
            request=context.get_local("request"),
            subtask=subtask,
            application=context.get_local("app_root"),
            window=context.require_local("application_window_info", TargetInfo),
            controls=tuple(controls),
            statuses=agent.offered_statuses(),
            tools=tools,
            untold=names_of(tools) - names_of(told),
            more_tools=topics_of(shelf.hidden(told)),
            outline=listed,
            unlisted=_out_of_sight(agent),
            changes=context.get_local("changes"),
            degraded=degraded,
            plan=context.get_local("prev_plan"),
            previous_subtasks=context.get_local("previous_subtasks"),
            builds_on=context.get_local("builds_on"),
            actions=tuple(agent.history),
            host_message=context.get_local("host_message"),
            blackboard=agent.blackboard.view(),
            feedback=context.get_local("last_feedback"),
            notices=(*context.get_local("notices"), *agent.hears_of_moves()),
            end_conditions=end_conditions,
            images=tuple(one.picture for one in images),
            captions=tuple(one.caption for one in images),
            is_unseen=agent.sees_pictures and not agent.shows_pictures,
            working_folder=str(services.working_folder),
            home_apart=agent.tools.scope.home_apart,
            frame=shown.area if shown is not None else None,
        )

    async def _knowledge_retrieval(self, agent: AppAgent, subtask: str, request: str) -> Knowledge:
        return await agent.external_knowledge_prompt_helper(subtask, request)


def _seen(controls: Sequence[TargetInfo]) -> frozenset[str]:
    """Return the roles and states that the window shows, for the tools that are told only where there is something for them."""
    is_by_sight = 2 * sum(one.by_sight for one in controls) >= len(controls)
    by_sight = ("by sight",) if is_by_sight else ()
    return frozenset((*by_sight, *(word for one in controls for word in (one.type or "", *one.states))))


def _out_of_sight(agent: AppAgent) -> tuple[str, ...]:
    """Return what the last look reports as missing from its list."""
    snapshot = agent.tools.selection.snapshot
    if snapshot is None:
        return ()
    return (*snapshot.more, *([snapshot.cut] if snapshot.cut else []))


def _checks(app: AppAgent, inputs: AppInputs, known: set[str]) -> list[Check]:
    """Return what an answer to this turn must keep to. `known`: the ids of the controls that were listed."""
    skills = app.services.skill_tools
    by_skill = (
        [lambda response: skills.objection(cast(AppAgentResponse, response), inputs)] if skills is not None else []
    )
    return [
        raising_check(require_filled),
        raising_check(require_readable),
        status_check(inputs.statuses),
        lambda response: _action_statuses(response, inputs.statuses),
        tool_check(told_tools(inputs), app.known_tools, lambda response: [one.function for one in _actions(response)]),
        lambda response: _unknown_control(response, known),
        lambda response: app.objection(cast(AppAgentResponse, response), inputs.controls, inputs.subtask),
        *by_skill,
    ]


def _actions(response: BaseModel) -> list[ActionCommandInfo]:
    return list(cast(AppAgentResponse, response).action)


def _action_statuses(response: BaseModel, allowed: Sequence[str]) -> str | None:
    for action in _actions(response):
        if action.status and action.status.upper() not in allowed:
            return f"status {action.status!r} may not be chosen here; choose one of {', '.join(allowed)}"
    return None


def _unknown_control(response: BaseModel, known: set[str]) -> str | None:
    for action in _actions(response):
        control_id = action.arguments.get("id")
        if control_id not in (None, "") and str(control_id) not in {*known, *action.selectors}:
            return f"no control has id {control_id!r} in this look; use an id from the list of controls"
    return None
