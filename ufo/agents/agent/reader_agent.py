"""The ReaderAgent: a mind with a fresh context that reads which facts show which words of a request (design.md §11).

It gets the person's words, the facts and the answer: nothing of the plan, the thoughts or the prompts of those who acted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ufo.agents.agent.fresh_agents import FreshAgent, Heard
from ufo.agents.services import AgentServices
from ufo.llm.by_agent import AgentModel
from ufo.llm.estimate import prompt_room
from ufo.llm.provider import BUILTIN, Turn
from ufo.llm.turn import Answered
from ufo.prompts.reading import OrdersPrompter, ReadingPrompter, asked_again, fit_reading
from ufo.proof.closure import close
from ufo.schema.fact import Fact, Facts
from ufo.schema.inputs import HostInputs, OrderInputs, ReadingInputs
from ufo.schema.message import ImagePart, Message
from ufo.schema.reading import Ordered, Reading
from ufo.schema.shown import Shown
from ufo.schema.usage import Usage

READER_AGENT = "ReaderAgent"


_MOST_PLACES, _MOST_LOOKS = 6, 3

Look = Callable[[Sequence[str]], Awaitable[Shown]]
"""Shows files, pages that were read and places in them: nothing where there is no such place."""


async def nothing_to_see(places: Sequence[str]) -> Shown:
    """Show nothing: for a request without a world to look at."""
    del places
    return Shown()


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

    async def read(self, inputs: ReadingInputs, look: Look = nothing_to_see, looked: Sequence[str] = ()) -> Read:
        """Return the reading of a request. Where there is none, the error says why: a run does not fail for want of one, nor does
        it wait longer than five minutes. One that wants to see more goes on with that, and one that code cannot follow goes back
        once; what then comes stands. `looked`: places that were shown at an earlier end of the request, and are shown at once.
        """
        wanted = await _begun(inputs, look, looked)
        asked = wanted.asked
        heard = await self.ask(lambda: _turn(asked, self._messages(wanted)))
        # Rules would say the same again.
        if heard.answered is not None and self.provider.name != BUILTIN:
            wanted, heard = await self._reconsidered(wanted, heard, look)
            asked = wanted.asked
        shown = asked.facts[len(inputs.facts) :]
        if heard.answered is None:
            return Read(None, heard.usage, self.provider.name, heard.error, asked.places, shown)
        by = heard.answered.completion.model or self.provider.name
        return Read(_reading_of(heard), heard.usage, by, "", asked.places, shown)

    async def _reconsidered(self, wanted: _Wanted, heard: Heard, look: Look) -> tuple[_Wanted, Heard]:
        """Give the reading back with what it wanted to see, at most three times, and once with what code doubts: then, or after
        it has seen that. One that only looked says nothing yet that could be doubted.
        """
        was_told = False
        for _ in range(_MOST_LOOKS):
            wishes = dict.fromkeys(_reading_of(heard).look)
            places = [place for place in wishes if place not in wanted.asked.places][:_MOST_PLACES]
            if not places:
                break
            wanted = _with_shown(wanted, places, await look(places))
            doubts = _doubts(wanted.asked, heard) if _reading_of(heard).parts and not was_told else ()
            was_told = was_told or bool(doubts)
            heard = await self._again(wanted, heard, doubts, places)
        doubts = () if was_told else _doubts(wanted.asked, heard)
        return wanted, await self._again(wanted, heard, doubts) if doubts else heard

    async def _again(self, wanted: _Wanted, first: Heard, doubts: Sequence[str], places: Sequence[str] = ()) -> Heard:
        self.notice(f"the reading goes back: {'; '.join((*doubts, *places))}")
        answered = cast(Answered, first.answered)
        text = asked_again(doubts, places, wanted.facts)
        turn = replace(_turn(wanted.inputs, self._messages(wanted)), reading=wanted.asked)
        heard = await self.ask(lambda: replace(turn, repairs=((answered.completion.text, text),)))
        return Heard(heard.answered or answered, first.usage + heard.usage)

    async def orders(self, inputs: OrderInputs) -> Heard:
        """Ask whether the request orders exactly one act. The answer, where there is one, is an `Ordered`."""
        return await self.ask(lambda: _turn(inputs, self.order_prompter.render(inputs)))

    def _messages(self, wanted: _Wanted) -> tuple[Message, ...]:
        messages = self.message_constructor(wanted.inputs)
        return _with_pictures(messages, wanted.pictures) if self.provider.sees_pictures else messages

    def message_constructor(self, inputs: ReadingInputs) -> tuple[Message, ...]:
        """Return the prompt for these inputs, within what the model reads. Raises ModelUnavailable where no prompt fits."""
        room = prompt_room(_turn(inputs, ()), self.settings)
        if room is None:
            return self.prompter.render(inputs)
        fitted = fit_reading(self.prompter, inputs, room, repr(self.provider.name))
        if fitted.unread:
            self.notice(f"{len(fitted.unread)} facts are too many for {self.provider.name} and were not read")
        return fitted.messages


@dataclass(frozen=True, slots=True)
class _Wanted:
    """`inputs`: those of the first answer; `asked`: the same with the places and facts that it wanted to see."""

    inputs: ReadingInputs
    asked: ReadingInputs
    pictures: tuple[ImagePart, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.asked.facts[len(self.inputs.facts) :]


async def _begun(inputs: ReadingInputs, look: Look, looked: Sequence[str]) -> _Wanted:
    """Return the inputs with what was looked at before, as many places at a time as one look shows."""
    wanted = _Wanted(inputs, inputs)
    for first in range(0, len(looked), _MOST_PLACES):
        places = looked[first : first + _MOST_PLACES]
        wanted = _with_shown(wanted, places, await look(places))
    return replace(wanted, inputs=wanted.asked)


def _with_shown(wanted: _Wanted, places: Sequence[str], shown: Shown) -> _Wanted:
    known = {fact.line for fact in wanted.facts}
    seen = {fact.line: fact for fact in shown.facts if fact.line not in known}
    facts = Facts(facts=(*wanted.asked.facts, *seen.values())).numbered().facts
    asked = replace(wanted.asked, facts=facts, places=(*wanted.asked.places, *places))
    return _Wanted(wanted.inputs, asked, (*wanted.pictures, *shown.pictures))


def _with_pictures(messages: tuple[Message, ...], pictures: tuple[ImagePart, ...]) -> tuple[Message, ...]:
    """Return the messages with pictures below the last one."""
    *first, last = messages
    return (*first, replace(last, parts=(*last.parts, *pictures)))


def _reading_of(heard: Heard) -> Reading:
    return cast(Reading, cast(Answered, heard.answered).response)


def _doubts(asked: ReadingInputs, heard: Heard) -> tuple[str, ...]:
    return close(asked.request, Facts(facts=asked.facts), _reading_of(heard), "", asked.answer).doubts


def _turn(inputs: ReadingInputs | OrderInputs, messages: tuple[Message, ...]) -> Turn:
    schema = Reading if isinstance(inputs, ReadingInputs) else Ordered
    return Turn("reader", messages, schema, HostInputs(inputs.request, (), ()), reading=inputs)
