"""The EvaluationAgent: a model of its own that judges whether a request is done (facts/described_system.md §1.10, §1.13).

It judges what conditions cannot tell. It works no application and has no tools and no states.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import cast

from pydantic import BaseModel

from ufo.agents.agent.fresh_agent import FreshAgent
from ufo.agents.services import AgentServices
from ufo.llm.by_agent import AgentModel
from ufo.llm.estimate import prompt_room
from ufo.llm.picture_limits import edge_for
from ufo.llm.provider import Turn
from ufo.prompts.evaluation import EvaluationAgentPrompter, fit_evaluation
from ufo.schema.evaluation import Complete, Evaluation, EvaluationAgentResponse
from ufo.schema.inputs import EvaluationInputs, HostInputs
from ufo.schema.message import Message
from ufo.schema.outcome import Usage

EVALUATION_AGENT = "EvaluationAgent"


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement, and what asking for it used."""

    evaluation: Evaluation
    usage: Usage = Usage()


class EvaluationAgent(FreshAgent):
    """`model` is the one that judges, with its settings; it is not the one that decided."""

    def __init__(self, services: AgentServices, model: AgentModel) -> None:
        super().__init__(EVALUATION_AGENT, services, model, "the judgement")
        self.prompter = EvaluationAgentPrompter(self.sees_pictures, model.settings.prompts_folder)

    @property
    def sees_pictures(self) -> bool:
        return self.settings.visual_mode and self.provider.sees_pictures

    def message_constructor(self, inputs: EvaluationInputs) -> tuple[Message, ...]:
        """Return the prompt for these inputs, within what the model reads. Raises ModelUnavailable where no prompt fits."""
        room = prompt_room(_turn(inputs, ()), self.settings)
        if room is None:
            return self.prompter.render(inputs)
        fitted = fit_evaluation(self.prompter, inputs, room, repr(self.provider.name))
        if fitted.left_out:
            self.notice(
                f"what it judges by is too long for {self.provider.name}; left out: {'; '.join(fitted.left_out)}"
            )
        return fitted.messages

    async def evaluate(self, inputs: EvaluationInputs) -> Judged:
        """Judge a request. Without a usable answer the judgement is "unsure" with the error, and the run goes on."""
        shown = await self._scaled(inputs)
        heard = await self.ask(lambda: _turn(shown, self.message_constructor(shown)), [_agrees_with_itself])
        if heard.answered is None:
            return Judged(
                Evaluation(complete=Complete.UNSURE, model=self.provider.name, error=heard.error), heard.usage
            )
        response = cast(EvaluationAgentResponse, heard.answered.response)
        evaluation = Evaluation(
            complete=response.complete,
            sub_scores=tuple(response.sub_scores),
            reason=response.reason,
            model=heard.answered.completion.model,
        )
        return Judged(evaluation, heard.usage)

    async def _scaled(self, inputs: EvaluationInputs) -> EvaluationInputs:
        if not self.sees_pictures:
            return replace(inputs, images=(), captions=())
        scale, model = self.services.photographer.for_model, self.settings
        scaling = (
            asyncio.to_thread(scale, one, edge_for(model, one.rect.width, one.rect.height)) for one in inputs.images
        )
        return replace(inputs, images=tuple(await asyncio.gather(*scaling)))


def _turn(inputs: EvaluationInputs, messages: tuple[Message, ...]) -> Turn:
    # A judge is asked by the messages alone: what the planner reads says no more than the request.
    return Turn("evaluation", messages, EvaluationAgentResponse, HostInputs(inputs.request, (), ()))


def _agrees_with_itself(response: BaseModel) -> str | None:
    """Object to a judgement on the whole that its own parts contradict."""
    judged = cast(EvaluationAgentResponse, response)
    failed = [one.name for one in judged.sub_scores if one.evaluation is Complete.NO]
    if judged.complete is Complete.YES and failed:
        return f"complete is yes although {failed[0]!r} is no; make the two agree"
    return None
