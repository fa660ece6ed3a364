"""The ReaderAgent: a mind with a fresh context that reads which facts show which words of a request (design.md §11).

It gets the person's words, the facts and the answer: nothing of the plan, the thoughts or the prompts of those who acted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from ufo.agents.agent.fresh_agent import FreshAgent, Heard
from ufo.agents.services import AgentServices
from ufo.llm.by_agent import AgentModel
from ufo.llm.estimate import prompt_room
from ufo.llm.provider import Turn
from ufo.llm.turn import Answered
from ufo.prompts.orders import OrdersPrompter
from ufo.prompts.reading import ReadingPrompter, fit_reading
from ufo.proof.lapses import lapses
from ufo.schema.inputs import HostInputs, OrderInputs, ReadingInputs
from ufo.schema.message import Message
from ufo.schema.outcome import Usage
from ufo.schema.reading import Ordered, Reading

READER_AGENT = "ReaderAgent"


@dataclass(frozen=True, slots=True)
class Read:
    """What came of reading a request: the `reading`, or None and the `error`. `by`: who was asked."""

    reading: Reading | None
    usage: Usage = Usage()
    by: str = ""
    error: str = ""


class ReaderAgent(FreshAgent):
    """`model` is the one that reads, with its settings: the HostAgent's unless `agents.reader` names another one."""

    def __init__(self, services: AgentServices, model: AgentModel) -> None:
        super().__init__(READER_AGENT, services, model, "the reading")
        self.prompter = ReadingPrompter(model.settings.prompts_folder)
        self.order_prompter = OrdersPrompter(model.settings.prompts_folder)

    async def read(self, inputs: ReadingInputs) -> Read:
        """Return the reading of a request. Where there is none, the error says why: a run does not fail for want of one, nor does
        it wait longer than five minutes. One that leaves something out goes back once; what then comes stands.
        """
        heard = await self.ask(lambda: _turn(inputs, self.message_constructor(inputs)))
        if heard.answered is not None:
            missed = lapses(inputs.request, inputs.facts, cast(Reading, heard.answered.response))
            heard = await self._again(inputs, heard.answered, missed, heard.usage) if missed else heard
        if heard.answered is None:
            return Read(None, heard.usage, self.provider.name, heard.error)
        completion = heard.answered.completion
        return Read(cast(Reading, heard.answered.response), heard.usage, completion.model or self.provider.name)

    async def _again(self, inputs: ReadingInputs, first: Answered, missed: str, usage: Usage) -> Heard:
        self.notice(f"the reading is not whole: {missed}")
        turn = _turn(inputs, self.message_constructor(inputs))
        heard = await self.ask(lambda: replace(turn, repairs=((first.completion.text, missed),)))
        return Heard(heard.answered or first, usage + heard.usage)

    async def orders(self, inputs: OrderInputs) -> Heard:
        """Ask whether the request orders exactly one act. The answer, where there is one, is an `Ordered`."""
        return await self.ask(lambda: _order_turn(inputs, self.order_prompter.render(inputs)))

    def message_constructor(self, inputs: ReadingInputs) -> tuple[Message, ...]:
        """Return the prompt for these inputs, within what the model reads. Raises ModelUnavailable where no prompt fits."""
        room = prompt_room(_turn(inputs, ()), self.settings)
        if room is None:
            return self.prompter.render(inputs)
        fitted = fit_reading(self.prompter, inputs, room, repr(self.provider.name))
        if fitted.unread:
            self.notice(f"{len(fitted.unread)} facts are too many for {self.provider.name} and were not read")
        return fitted.messages


def _order_turn(inputs: OrderInputs, messages: tuple[Message, ...]) -> Turn:
    return Turn("reader", messages, Ordered, HostInputs(inputs.request, (), ()), reading=inputs)


def _turn(inputs: ReadingInputs, messages: tuple[Message, ...]) -> Turn:
    return Turn("reader", messages, Reading, HostInputs(inputs.request, (), ()), reading=inputs)
