"""The base class of the agents that a model decides for: its prompts and its single answers (spec: host_agent_overview.md).

A strategy sets `inputs`, all that the agent knows in this turn, and then asks. A subclass of a strategy that writes its own
prompt or asks in its own way uses the same methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel

from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.heard_answers import HeardAnswers
from ufo.llm.estimate import prompt_room
from ufo.llm.json_answer import json_object
from ufo.llm.provider import Turn
from ufo.llm.turn import Check
from ufo.prompts.fit_context import fit_context
from ufo.prompts.prompter import BasicPrompter
from ufo.schema.fence import fence
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo

Inputs = TypeVar("Inputs", HostInputs, AppInputs)
Part = TextPart | ImagePart
Told = Part | Mapping[str, Any]
"""A part of a prompt, or a message in the form {"role": …, "content": …}."""


class AgentType(StrEnum):
    HOST = "host"
    APP = "app"


class ModelAgent(BasicAgent, Generic[Inputs]):
    response_schema: ClassVar[type[BaseModel]]
    kind: ClassVar[Literal["host", "app"]]
    inputs: Inputs
    prompter: BasicPrompter[Inputs]
    _left_out: tuple[str, ...] = ()

    def turn(self, messages: Sequence[Message]) -> Turn:
        """Return the question to the model for these messages and what is known in this turn."""
        return Turn(self.kind, tuple(messages), self.response_schema, self.inputs)

    def rendered(self, inputs: Inputs) -> tuple[Message, ...]:
        """Return the prompt for these inputs, within what the model reads. Raises ModelUnavailable where no prompt fits.

        The person is told of each thing that is left out when it first is.
        """
        model = self.services.settings.model
        room = prompt_room(self.turn(()), model)
        if room is None:
            return self.prompter.render(inputs)
        whose = f"{self.services.provider.name!r}, which reads and writes {model.context_tokens:,}"
        fitted = fit_context(self.prompter, inputs, room, whose)
        # What a list names differs from turn to turn, and is the same news.
        kinds: list[str] = [said.partition(":")[0] for said in fitted.left_out]
        news: list[str] = [kind for kind in kinds if kind not in self._left_out]
        if news:
            self._left_out = (*self._left_out, *news)
            self.notice(
                f"{model.context_tokens:,} tokens are too few for the whole prompt; left out: {'; '.join(news)}"
            )
        return fitted.messages

    async def decide(self, messages: Sequence[Message], checks: Sequence[Check]) -> tuple[str, float | None]:
        """Ask the provider and return an answer that fits the agent's schema and `checks`, and its price in USD, None where that
        is not known. Raises ModelUnavailable, and MalformedAnswer where none fits.
        """
        heard = HeardAnswers(self.services.provider)
        try:
            answered = await heard.answer(self.services, self.name, self.turn(messages), checks)
        finally:
            self.spent += heard.usage
        return answered.completion.text, heard.usage.cost

    async def get_response(
        self, message: Sequence[Message], namescope: str, use_backup_engine: bool = True
    ) -> tuple[str, float | None]:
        """Return one answer as it comes, and its price in USD. Raises ModelUnavailable.

        `namescope` (`AgentType`) is the specification's: the run's settings say which models an agent has, and without
        `use_backup_engine` only the first of them is asked.
        """
        heard = HeardAnswers(self.services.provider)
        with heard.reported(self.services.emitter, self.name):
            completion = await heard.complete(replace(self.turn(message), may_use_backup=use_backup_engine))
        self.spent += completion.usage
        return completion.text, completion.usage.cost

    @staticmethod
    def response_to_dict(response: str) -> dict[str, Any]:
        """Return the JSON object of an answer. Raises ValueError, in words for the model, where there is none."""
        return json_object(response)

    def pictures(self, image_list: Iterable[str]) -> tuple[Picture, ...]:
        """Return the pictures of data URLs as a model gets them; none for a model that cannot see pictures."""
        if not self.sees_pictures:
            return ()
        scale = self.services.photographer.for_model
        taken = (Picture.from_data_url(url) for url in image_list if url)
        return tuple(scale(picture, self.shown_edge(picture)) for picture in taken)


def with_shared_memory(messages: tuple[Message, ...], blackboard_prompt: Sequence[Told]) -> tuple[Message, ...]:
    """Put the parts of the shared memory in front of the user's message."""
    *before, user = messages
    parts = [told if isinstance(told, Part) else _part(told) for told in blackboard_prompt]
    return (*before, Message(user.role, (*parts, *user.parts)))


def _part(told: Mapping[str, Any]) -> TextPart:
    return TextPart(fence("shared memory of all agents", str(told.get("content", told.get("text", "")))))


def targets_of(rows: Iterable[TargetInfo | Mapping[str, Any]]) -> tuple[TargetInfo, ...]:
    return tuple(TargetInfo.model_validate(row) for row in rows)


def records_of(rows: Iterable[SubtaskRecord | Mapping[str, Any]]) -> tuple[SubtaskRecord, ...]:
    return tuple(SubtaskRecord.model_validate(row) for row in rows)
