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
from ufo.agents.processors.strategies.model_turn import decide, status_check, tool_check
from ufo.commands.dispatch.collect import verify
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.observe.tool_shelf import topics_of
from ufo.faults import Part
from ufo.prompts.outline import outline
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs, Knowledge
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo

if TYPE_CHECKING:
    from ufo.agents.agent.app_agent import AppAgent
    from ufo.agents.agent.basic_agent import BasicAgent

_log = logging.getLogger(__name__)
BEFORE = "the window with its dialogs before your last actions, with what they worked in boxes"
NOW = "the window with its dialogs as it is now"
NUMBERED = "the same with the ids of its controls"
SIDE_BY_SIDE = "the window with its dialogs as it is now, and beside it the same with the ids of its controls"


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture for the model, and what it shows."""

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

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        app = cast("AppAgent", agent)
        # Scaling pictures releases the interpreter, so that the outline is made meanwhile.
        (images, concat_path, remarks), (listed, found) = await asyncio.gather(
            self._pictures(app, context), self._collect_words(app, context)
        )
        inputs = self._inputs(app, context, images, listed, app.end_conditions(found))
        inputs = replace(inputs, notices=(*inputs.notices, *remarks))
        known = set(context.get_local("annotation_dict"))
        decision = await decide(
            app,
            "app",
            inputs,
            app.message_constructor(inputs),
            AppAgentResponse,
            [
                status_check(inputs.statuses),
                lambda response: _action_statuses(response, inputs.statuses),
                tool_check(
                    inputs.tools, app.known_tools, lambda response: [one.function for one in _actions(response)]
                ),
                lambda response: _unknown_control(response, known),
            ],
        )
        response = cast(AppAgentResponse, decision.response)
        return self.done(
            parsed_response=response,
            response_text=decision.text,
            llm_cost=decision.usage.cost,
            usage=decision.usage,
            prompt_message=decision.messages,
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
        if not agent.sees_pictures and not settings.concat_screenshot:
            return (), ""
        shown: list[tuple[str, str]] = []
        if settings.include_last_screenshot:
            shown.append((context.get_local("last_control_screenshot"), BEFORE))
        clean, annotated = context.get_local("clean_screenshot_url"), context.get_local("annotated_screenshot_url")
        if not (settings.concat_screenshot and clean and annotated):
            return await self._captioned(agent, [*shown, (clean, NOW), (annotated, NUMBERED)]), ""
        path = f"action_step{context.get_local('session_step')}_concat.png"
        left, right = Picture.from_data_url(clean), Picture.from_data_url(annotated)
        concat, sees = services.photographer.concat, agent.sees_pictures
        joined = services.picture_worker.submit("concat", path, lambda: concat(left, right), at_once=sees)
        if not sees:
            return (), path
        return await self._captioned(agent, [*shown, ((await joined).data_url, SIDE_BY_SIDE)]), path

    async def _captioned(self, agent: AppAgent, shown: Sequence[tuple[str, str]]) -> tuple[Captioned, ...]:
        """Return the pictures that there are, each with what it shows. `shown`: data URLs, "" for none, and captions."""
        taken = [(url, caption) for url, caption in shown if url]
        pictures = await agent.pictures_for_model([url for url, _ in taken])
        return tuple(Captioned(picture, caption) for picture, (_, caption) in zip(pictures, taken, strict=False))

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
        tools = agent.tools.scope.shelf.offered((subtask, context.get_local("request")), degraded)
        return AppInputs(
            request=context.get_local("request"),
            subtask=subtask,
            application=context.get_local("app_root"),
            window=context.require_local("application_window_info", TargetInfo),
            controls=tuple(controls),
            statuses=agent.offered_statuses(),
            tools=tools,
            more_tools=topics_of(agent.tools.scope.shelf.hidden(tools)),
            outline=listed,
            changes=context.get_local("changes"),
            degraded=degraded,
            plan=context.get_local("prev_plan"),
            previous_subtasks=context.get_local("previous_subtasks"),
            actions=tuple(agent.history),
            host_message=context.get_local("host_message"),
            blackboard=agent.blackboard.view(),
            knowledge=self._knowledge_retrieval(agent, subtask),
            feedback=context.get_local("last_feedback"),
            notices=context.get_local("notices"),
            end_conditions=end_conditions,
            images=tuple(one.picture for one in images),
            captions=tuple(one.caption for one in images),
            working_folder=str(services.working_folder),
            frame=shown.area if shown is not None else None,
        )

    def _knowledge_retrieval(self, agent: AppAgent, subtask: str) -> Knowledge:
        return agent.services.retriever.retrieve(subtask, agent.app_root)


def _out_of_sight(agent: AppAgent) -> tuple[str, ...]:
    """Return what the last look reports as missing from its list."""
    snapshot = agent.tools.selection.snapshot
    if snapshot is None:
        return ()
    return (*snapshot.more, *([snapshot.cut] if snapshot.cut else []))


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
