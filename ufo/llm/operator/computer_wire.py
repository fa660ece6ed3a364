"""The seam between asking a provider and what goes over its wire."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pydantic_ai.usage import RequestUsage

from ufo.config.settings import ModelSettings
from ufo.llm.operator.pictures import Scale
from ufo.llm.provider import Turn
from ufo.schema.computer_use import OperatorInputs, OperatorResponse, View

_MOST_TOLD = 60
"""How many of the steps that are left out are told in words."""
_BESIDE_PICTURES = 6_000
"""The tokens of a request that are no pictures, roughly."""
_PIXELS_A_TOKEN = 600
_MOST_TOKENS = 1_000_000_000

ASK, GIVE_UP = "ask_person", "give_up"
OWN_TOOLS: Mapping[str, tuple[str, str, str]] = {
    ASK: ("question", "Ask the person a question that must be answered before you can go on.", "the question"),
    GIVE_UP: ("reason", "Give up, where the task cannot be done here.", "why it cannot be done"),
}
"""What the model can call besides the computer: its one parameter, what it does, and what the parameter is."""


class NoAnswer(ValueError):
    """The body is no answer of this wire. The text follows the name of the endpoint in a sentence."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in our terms. `truncated`: it was cut off at the limit of output tokens."""

    response: OperatorResponse
    model: str
    usage: RequestUsage
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """An answer of the model, and the view that replies to it. `items` is empty where something else decided."""

    items: Sequence[Mapping[str, Any]]
    reply: View


@dataclass(frozen=True, slots=True)
class Keeping:
    """Which of the pictures of a conversation a request holds: the newest ones, `least` or more. Older ones are left out by
    `step` at a time, since each change of what was sent before costs the provider's cache of it.
    """

    least: int = 4
    step: int = 10

    def left_out(self, pictures: int) -> int:
        """Return how many of so many pictures, the oldest, are left out."""
        return max(0, (pictures - self.least) // self.step * self.step)

    def within(self, settings: ModelSettings, view: View) -> Keeping:
        """Return what the model's context has room for, where that is known. One picture is always kept."""
        if settings.context_tokens is None:
            return self
        room = settings.context_tokens - settings.max_tokens - _BESIDE_PICTURES
        most = max(1, room // max(1, view.width * view.height // _PIXELS_A_TOKEN))
        if most >= self.least + self.step:
            return self
        step = max(1, most // 2)
        return Keeping(max(1, most - step), step)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a request tells. `done`: the steps in words that were left out before `first`, the view that it begins with."""

    system: str
    instruction: str
    first: View
    exchanges: tuple[Exchange, ...]
    keeping: Keeping = Keeping()
    done: tuple[str, ...] = ()

    @property
    def now(self) -> View:
        return self.exchanges[-1].reply if self.exchanges else self.first

    @property
    def scale(self) -> Scale:
        now = self.now
        return Scale(now.width, now.height, now.picture.rect.width, now.picture.rect.height)

    def shortened(self, keeping: Keeping, in_words: Callable[[Sequence[Mapping[str, Any]]], str]) -> Conversation:
        """Return the conversation without its oldest exchanges, which are told `in_words`."""
        extra = keeping.left_out(len(self.exchanges) + 1)
        if not extra:
            return self
        first = replace(self.exchanges[extra - 1].reply, acknowledged=(), failed=False, detail=None)
        done = tuple(in_words(one.items) for one in self.exchanges[:extra])
        return replace(self, first=first, exchanges=self.exchanges[extra:], done=done)


class Wire(Protocol):
    """One provider's protocol. `path` is where requests go, below the address of the endpoint."""

    path: str

    def headers(self, key: str) -> dict[str, str]: ...

    def body(self, talk: Conversation, max_tokens: int) -> dict[str, Any]: ...

    def answer(self, body: Mapping[str, Any], scale: Scale) -> Answer:
        """Read a body. Raises NoAnswer."""
        ...

    def usage(self, body: Mapping[str, Any]) -> RequestUsage:
        """Return what a body tells to have used, also one that is no answer."""
        ...

    def yields_to(self, refusal: str) -> str:
        """Ask in another way from now on, where an endpoint refused a request for a reason that this helps against. Return what
        it does then, in words that follow its name; "" where nothing else can be tried.
        """
        ...


def conversation(turn: Turn, inputs: OperatorInputs, settings: ModelSettings) -> Conversation:
    """Return what is to be told for a turn. An earlier answer to it that did not fit is replied to with its error."""
    exchanges = [Exchange(items_of(text), view) for text, view in zip(inputs.answers, inputs.views[1:], strict=True)]
    now = inputs.views[-1]
    exchanges += [
        Exchange(items_of(text), replace(now, said=f"That was not done: {error}", failed=True, acknowledged=()))
        for text, error in turn.repairs
    ]
    keeping = Keeping().within(settings, now)
    return Conversation(turn.messages[0].text, inputs.instruction, inputs.views[0], tuple(exchanges), keeping)


def items_of(answer: str) -> tuple[Mapping[str, Any], ...]:
    """Return an answer as it came over the wire; nothing where it was not a model's."""
    try:
        read = json.loads(answer)
    except ValueError:
        return ()
    items = read.get("items") if isinstance(read, dict) else None
    return tuple(one for one in items if isinstance(one, dict)) if isinstance(items, list) else ()


def introduction(talk: Conversation) -> str:
    """Return the text that a request begins with. What it tells of earlier steps only grows."""
    if not talk.done:
        return talk.instruction
    told_of = [f"- {one}" for one in talk.done[:_MOST_TOLD]]
    if len(talk.done) > _MOST_TOLD:
        told_of.append(f"- and {len(talk.done) - _MOST_TOLD} more")
    earlier = "Earlier steps of yours, without their pictures. The picture below shows what they led to."
    return "\n".join([talk.instruction, "", earlier, *told_of])


def told(view: View, otherwise: str) -> str:
    return view.said or otherwise


def count(value: object) -> int:
    """Return a number of tokens, 0 for what cannot be one."""
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return int(value) if fits else 0  # type: ignore[call-overload]
