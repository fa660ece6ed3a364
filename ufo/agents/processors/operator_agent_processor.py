"""The operator agent's pipeline: an AppAgent's, with a turn of its own for a model that works by sight."""

from __future__ import annotations

import asyncio
from typing import cast

from pydantic import BaseModel

from ufo.agents.agent.operator_agent import OpenAIOperatorAgent
from ufo.agents.heard_answers import log_request
from ufo.agents.processors.app_agent_processor import AppAgentLoggingMiddleware, AppAgentProcessor
from ufo.agents.processors.framework.phases import ContextView, ProcessingPhase, ProcessingResult
from ufo.agents.processors.strategies.answer_checks import status_check, tool_check
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy, Decided, ToDecide
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.errors import ToolError
from ufo.llm.computer_pictures import MOST_BYTES, shown_size
from ufo.schema.computer_use import OperatorInputs, OperatorResponse, View
from ufo.schema.inputs import AppInputs
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse


class OperatorLLMInteractionStrategy(AppLLMInteractionStrategy):
    """Shows the model the window's picture and asks for the next gestures."""

    async def execute(self, agent: OpenAIOperatorAgent, context: ContextView) -> ProcessingResult:  # type: ignore[override]
        turn = context.read(ToDecide)
        words = await self._collect_words(agent, turn)
        known = self._inputs(agent, turn, (), *words)
        if not turn.clean_screenshot_url:
            raise ToolError("an operator agent works by sight, and there is no picture of the window")
        view = await _view(agent, Picture.from_data_url(turn.clean_screenshot_url), known)
        agent.sees(view, agent.prompter.instruction(known))
        inputs = agent.inputs = OperatorInputs.of(known, agent.instruction, agent.views, agent.answers)
        messages = agent.prompter.render(inputs)
        log_request(agent.services, agent.name, messages)
        checks = [
            lambda response: cast(OperatorResponse, response).objection or None,
            status_check(inputs.statuses),
            tool_check(inputs.tools, agent.known_tools, _called),
        ]
        text, cost = await agent.decide(messages, checks)
        response = OperatorResponse.model_validate(agent.response_to_dict(text))
        agent.heard(text, response)
        told = AppAgentResponse.model_validate(response.model_dump(include=set(AppAgentResponse.model_fields)))
        return self.done(Decided.of(agent, told, text, cost, messages))


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


def _called(response: BaseModel) -> list[str]:
    return [action.function for action in cast(OperatorResponse, response).action]


class OperatorActionExecutionStrategy(AppActionExecutionStrategy):
    """As the AppAgent's, but a safety check of the model's provider is always asked about."""

    even_if_asked_for = True


class OpenAIOperatorLoggingMiddleware(AppAgentLoggingMiddleware):
    name = "operator_agent_logging"


class OpenAIOperatorProcessor(AppAgentProcessor):
    def _setup_strategies(self) -> None:
        super()._setup_strategies()
        self.strategies[ProcessingPhase.LLM_INTERACTION] = OperatorLLMInteractionStrategy(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = OperatorActionExecutionStrategy(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [OpenAIOperatorLoggingMiddleware()]
