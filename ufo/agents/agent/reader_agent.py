"""The ReaderAgent: a mind with a fresh context that reads which facts show which words of a request (design.md §11).

It gets the person's words, the facts and the answer: nothing of the plan, the thoughts or the prompts of those who acted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ufo.agents.agent.fresh_agent import FreshAgent, Heard
from ufo.agents.services import AgentServices
from ufo.llm.by_agent import AgentModel
from ufo.llm.estimate import prompt_room
from ufo.llm.provider import BUILTIN, Turn
from ufo.llm.turn import Answered
from ufo.prompts.orders import OrdersPrompter
from ufo.prompts.reading import ReadingPrompter, asked_again, fit_reading
from ufo.proof.closure import close
from ufo.schema.fact import Fact, Facts
from ufo.schema.inputs import HostInputs, OrderInputs, ReadingInputs
from ufo.schema.message import Message
from ufo.schema.outcome import Usage
from ufo.schema.reading import Ordered, Reading

READER_AGENT = "ReaderAgent"


_MOST_PLACES = 6

Look = Callable[[Sequence[str]], Awaitable[Sequence[Fact]]]
"""Shows files and places in them as they are now: facts without numbers, none where there is no such place."""


async def nothing_to_see(places: Sequence[str]) -> Sequence[Fact]:
    """Show nothing: for a request without a world to look at."""
    del places
    return ()


@dataclass(frozen=True, slots=True)
class Read:
    """What came of reading a request: the `reading`, or None and the `error`. `by`: who was asked. `places`, `shown`: what the
    reader wanted to see, and the facts that it was given for it, numbered on from the others.
    """

    reading: Reading | None
    usage: Usage = Usage()
    by: str = ""
    error: str = ""
    places: tuple[str, ...] = ()
    shown: tuple[Fact, ...] = ()


class ReaderAgent(FreshAgent):
    """`model` is the one that reads, with its settings: the HostAgent's unless `agents.reader` names another one."""

    def __init__(self, services: AgentServices, model: AgentModel) -> None:
        super().__init__(READER_AGENT, services, model, "the reading")
        self.prompter = ReadingPrompter(model.settings.prompts_folder)
        self.order_prompter = OrdersPrompter(model.settings.prompts_folder)

    async def read(self, inputs: ReadingInputs, look: Look = nothing_to_see) -> Read:
        """Return the reading of a request. Where there is none, the error says why: a run does not fail for want of one, nor does
        it wait longer than five minutes. One that wants to see more goes on with that, and one that code cannot follow goes back
        once; what then comes stands.
        """
        heard = await self.ask(lambda: _turn(inputs, self.message_constructor(inputs)))
        asked = inputs
        # Rules would say the same again.
        if heard.answered is not None and self.provider.name != BUILTIN:
            asked = await self._with_what_it_wants(inputs, _reading_of(heard), look)
            heard = await self._reconsidered(inputs, asked, heard)
        shown = asked.facts[len(inputs.facts) :]
        if heard.answered is None:
            return Read(None, heard.usage, self.provider.name, heard.error, asked.places, shown)
        by = heard.answered.completion.model or self.provider.name
        return Read(_reading_of(heard), heard.usage, by, "", asked.places, shown)

    async def _with_what_it_wants(self, inputs: ReadingInputs, first: Reading, look: Look) -> ReadingInputs:
        places = tuple(dict.fromkeys(first.look))[:_MOST_PLACES]
        if not places:
            return inputs
        seen = {fact.line: fact for fact in await look(places)}
        facts = Facts(facts=(*inputs.facts, *seen.values())).numbered().facts
        return replace(inputs, facts=facts, places=places)

    async def _reconsidered(self, inputs: ReadingInputs, asked: ReadingInputs, heard: Heard) -> Heard:
        """Give the reading back with what it wanted to see, and once with what code doubts: then, or after it has seen that. One
        that only looked says nothing yet that could be doubted.
        """
        doubts = _doubts(asked, heard)
        if asked.places:
            told = doubts if _reading_of(heard).parts else ()
            heard = await self._again(inputs, asked, heard, told, asked.places)
            doubts = () if told else _doubts(asked, heard)
        return await self._again(inputs, asked, heard, doubts) if doubts else heard

    async def _again(
        self,
        inputs: ReadingInputs,
        asked: ReadingInputs,
        first: Heard,
        doubts: Sequence[str],
        places: Sequence[str] = (),
    ) -> Heard:
        self.notice(f"the reading goes back: {'; '.join((*doubts, *places))}")
        answered = cast(Answered, first.answered)
        text = asked_again(doubts, places, asked.facts[len(inputs.facts) :])
        turn = replace(_turn(inputs, self.message_constructor(inputs)), reading=asked)
        heard = await self.ask(lambda: replace(turn, repairs=((answered.completion.text, text),)))
        return Heard(heard.answered or answered, first.usage + heard.usage)

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


def _reading_of(heard: Heard) -> Reading:
    return cast(Reading, cast(Answered, heard.answered).response)


def _doubts(asked: ReadingInputs, heard: Heard) -> tuple[str, ...]:
    return close(asked.request, Facts(facts=asked.facts), _reading_of(heard), "", asked.answer).doubts


def _order_turn(inputs: OrderInputs, messages: tuple[Message, ...]) -> Turn:
    return Turn("reader", messages, Ordered, HostInputs(inputs.request, (), ()), reading=inputs)


def _turn(inputs: ReadingInputs, messages: tuple[Message, ...]) -> Turn:
    return Turn("reader", messages, Reading, HostInputs(inputs.request, (), ()), reading=inputs)
