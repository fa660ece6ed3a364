"""Phase 2 of the operator agent: shows its model the window's picture and asks for the next gestures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.agents.processors.strategies.model_turn import Check, decide, log_request, status_check, tool_check
from ufo.errors import ToolError
from ufo.llm.operator.pictures import MOST_BYTES, shown_size
from ufo.schema.computer_use import OperatorInputs, OperatorResponse, View
from ufo.schema.inputs import AppInputs
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.agent.operator_agent import OpenAIOperatorAgent


class OperatorLLMInteractionStrategy(AppLLMInteractionStrategy):
    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        operator = cast("OpenAIOperatorAgent", agent)
        listed, found = await self._collect_words(operator, context)
        known = self._inputs(operator, context, (), listed, operator.end_conditions(found))
        url = context.get_local("clean_screenshot_url")
        if not url:
            raise ToolError("an operator agent works by sight, and there is no picture of the window")
        view = await _view(operator, Picture.from_data_url(url), known)
        operator.sees(view, operator.prompter.instruction(known))
        inputs = OperatorInputs.of(known, operator.instruction, operator.views, operator.answers)
        operator.inputs = inputs
        messages = operator.prompter.render(inputs)
        log_request(operator, messages)
        decision = await decide(operator, messages, _checks(operator, inputs))
        response = OperatorResponse.model_validate(operator.response_to_dict(decision.text))
        operator.heard(decision.text, response)
        told = AppAgentResponse.model_validate(response.model_dump(include=set(AppAgentResponse.model_fields)))
        return self.done(
            parsed_response=told,
            response_text=decision.text,
            llm_cost=decision.cost,
            usage=operator.take_spent(),
            prompt_message=tuple(messages),
            save_screenshot=told.save_screenshot.model_dump(),
            comment=told.comment,
            concat_screenshot_path="",
            plan=tuple(told.plan),
            observation=told.observation,
            last_control_screenshot_path=operator.last_marked_path,
            action=list(told.action),
            thought=told.thought,
            result=told.result,
        )


async def _view(agent: OpenAIOperatorAgent, picture: Picture, known: AppInputs) -> View:
    """Return the picture in the size that the model's provider leaves as it is, and what the model is told with it."""
    services = agent.services
    model, resized = services.settings.model, services.photographer.resized
    width, height = shown_size(model.name, picture.rect.width, picture.rect.height, model.image_max_edge)
    shown = await asyncio.to_thread(resized, picture, (width, height), None, MOST_BYTES)
    detail = None
    if agent.zoom is not None:
        region = picture.rect.part(*agent.zoom)
        size = shown_size(model.name, region.width, region.height, model.image_max_edge)
        detail = await asyncio.to_thread(resized, picture, size, region, MOST_BYTES)
    said = "\n".join((*agent.news_of_person(), *([known.feedback] if known.feedback else ()), *known.notices))
    return View(shown, width, height, said, failed=bool(known.feedback), detail=detail)


def _checks(agent: OpenAIOperatorAgent, inputs: OperatorInputs) -> list[Check]:
    return [
        _objection,
        status_check(inputs.statuses),
        tool_check(inputs.tools, agent.known_tools, _called),
    ]


def _objection(response: BaseModel) -> str | None:
    return cast(OperatorResponse, response).objection or None


def _called(response: BaseModel) -> list[str]:
    return [one.function for one in cast(OperatorResponse, response).action]
