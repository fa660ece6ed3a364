"""Agents that are asked with a fresh context, and the one that judges with a model of its own whether a request is done
(facts/described_system.md §1.10, §1.13). They work no application, and have no tools, no states and no memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pydantic import BaseModel

from ufo.agents.heard_answers import HeardAnswers, log_request
from ufo.agents.services import AgentServices
from ufo.errors import LimitReached, ModelError
from ufo.faults import note_fault
from ufo.llm.by_agent import AgentModel
from ufo.llm.estimate import prompt_room
from ufo.llm.picture_limits import edge_for
from ufo.llm.provider import Turn
from ufo.llm.turn import Answered, Check
from ufo.prompts.reading import EvaluationAgentPrompter, fit_evaluation
from ufo.schema.evaluation import Complete, Evaluation, EvaluationAgentResponse
from ufo.schema.inputs import EvaluationInputs, HostInputs
from ufo.schema.message import Message
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of one question: an answer that fits, or None and the `error`; and what asking used."""

    answered: Answered | None
    usage: Usage
    error: str = ""


class FreshAgent:
    """`model`: who is asked, with its settings; `purpose`: for what, as a fault is told."""

    patience_s = 300.0

    def __init__(self, name: str, services: AgentServices, model: AgentModel, purpose: str) -> None:
        self.name = name
        self.services = services
        self.provider = model.provider
        self.settings = model.settings
        self._purpose = purpose

    async def ask(self, made: Callable[[], Turn], checks: Sequence[Check] = ()) -> Heard:
        """Ask the turn that `made` returns. Whatever goes wrong is told and never raised: a run does not fail for want of this
        answer. What does not fit goes back as often as with every agent.
        """
        heard = HeardAnswers(self.provider)
        try:
            async with asyncio.timeout(self.patience_s) as waiting:
                turn = made()
                log_request(self.services, self.name, turn.messages)
                answered = await heard.answer(self.services, self.name, turn, checks)
        except TimeoutError as error:
            late = f"no answer within {self.patience_s:g} seconds"
            return Heard(None, heard.usage, late if waiting.expired() else note_fault(logger, self._purpose, error))
        except (ModelError, LimitReached) as error:
            return Heard(None, heard.usage, str(error))
        except Exception as error:  # noqa: BLE001 a provider of the person's own may raise anything
            return Heard(None, heard.usage, note_fault(logger, self._purpose, error))
        return Heard(answered, heard.usage)

    def notice(self, text: str) -> None:
        self.services.emitter.emit(Noticed(text=f"{self.name}: {text}"))


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
            asyncio.to_thread(scale, image, edge_for(model, image.rect.width, image.rect.height))
            for image in inputs.images
        )
        return replace(inputs, images=tuple(await asyncio.gather(*scaling)))


def _turn(inputs: EvaluationInputs, messages: tuple[Message, ...]) -> Turn:
    # A judge is asked by the messages alone: what the planner reads says no more than the request.
    return Turn("evaluation", messages, EvaluationAgentResponse, HostInputs(inputs.request, (), ()))


def _agrees_with_itself(response: BaseModel) -> str | None:
    """Object to a judgement on the whole that its own parts contradict."""
    judged = cast(EvaluationAgentResponse, response)
    failed = [score.name for score in judged.sub_scores if score.evaluation is Complete.NO]
    if judged.complete is Complete.YES and failed:
        return f"complete is yes although {failed[0]!r} is no; make the two agree"
    return None
