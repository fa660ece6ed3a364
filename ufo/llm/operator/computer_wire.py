"""The seam between asking a provider and what goes over its wire."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pydantic_ai.usage import RequestUsage

from ufo.llm.operator.pictures import Scale
from ufo.llm.provider import Turn
from ufo.schema.computer_use import OperatorInputs, OperatorResponse, View

KEPT, STEP = 8, 6
"""How many of the newest pictures a request holds at least. Older ones are left out by so many at a time, since each change of
what was sent before costs the provider's cache of it.
"""
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
class Conversation:
    """What a request tells. `left_out`: how many exchanges were left out before `first`, the view that it begins with."""

    system: str
    instruction: str
    first: View
    exchanges: tuple[Exchange, ...]
    left_out: int = 0

    @property
    def now(self) -> View:
        return self.exchanges[-1].reply if self.exchanges else self.first

    @property
    def scale(self) -> Scale:
        now = self.now
        return Scale(now.width, now.height, now.picture.rect.width, now.picture.rect.height)

    def shortened(self) -> Conversation:
        """Return the conversation without its oldest exchanges, where it holds many."""
        extra = max(0, (len(self.exchanges) + 1 - KEPT) // STEP * STEP)
        if not extra:
            return self
        first = replace(self.exchanges[extra - 1].reply, acknowledged=(), failed=False, detail=None)
        return replace(self, first=first, exchanges=self.exchanges[extra:], left_out=extra)


class Wire(Protocol):
    """One provider's protocol. `path` is where requests go, below the address of the endpoint."""

    path: str

    def headers(self, key: str) -> dict[str, str]: ...

    def body(self, talk: Conversation, max_tokens: int) -> dict[str, Any]: ...

    def answer(self, body: Mapping[str, Any], scale: Scale) -> Answer:
        """Read a body. Raises NoAnswer."""
        ...

    def yields_to(self, refusal: str) -> str:
        """Ask in another way from now on, where an endpoint refused a request for a reason that this helps against. Return what
        it does then, in words that follow its name; "" where nothing else can be tried.
        """
        ...


def conversation(turn: Turn, inputs: OperatorInputs) -> Conversation:
    """Return what is to be told for a turn. An earlier answer to it that did not fit is replied to with its error."""
    exchanges = [Exchange(items_of(text), view) for text, view in zip(inputs.answers, inputs.views[1:], strict=True)]
    now = inputs.views[-1]
    exchanges += [
        Exchange(items_of(text), replace(now, said=f"That was not done: {error}", failed=True, acknowledged=()))
        for text, error in turn.repairs
    ]
    return Conversation(turn.messages[0].text, inputs.instruction, inputs.views[0], tuple(exchanges))


def items_of(answer: str) -> tuple[Mapping[str, Any], ...]:
    """Return an answer as it came over the wire; nothing where it was not a model's."""
    try:
        read = json.loads(answer)
    except ValueError:
        return ()
    items = read.get("items") if isinstance(read, dict) else None
    return tuple(one for one in items if isinstance(one, dict)) if isinstance(items, list) else ()


def introduction(talk: Conversation) -> str:
    """Return the text that a request begins with."""
    if not talk.left_out:
        return talk.instruction
    return (
        f"{talk.instruction}\n\n({talk.left_out} earlier steps of yours are left out here. This is what they led to.)"
    )


def told(view: View, otherwise: str) -> str:
    return view.said or otherwise


def count(value: object) -> int:
    """Return a number of tokens, 0 for what cannot be one."""
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return int(value) if fits else 0  # type: ignore[call-overload]
