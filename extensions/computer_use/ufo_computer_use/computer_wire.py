"""The seam between asking a provider and what goes over its wire: a conversation to be sent, and an answer as it is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pydantic_ai.usage import RequestUsage

from ufo.config.settings import ModelSettings
from ufo.llm.provider import Turn
from ufo.schema.action import ActionCommandInfo
from ufo.schema.computer_use import OperatorInputs, OperatorResponse, SafetyCheck, View
from ufo_computer_use.gestures import Objection
from ufo_computer_use.pictures import Scale

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
_CUT_OFF = "the answer was cut off at its limit of tokens; do it in smaller steps (or raise `model.max_tokens`)"


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
        done = tuple(in_words(exchange.items) for exchange in self.exchanges[:extra])
        return replace(self, first=first, exchanges=self.exchanges[extra:], done=done)


class Wire(Protocol):
    """One provider's protocol. `path` is where requests go, below the address of the endpoint."""

    path: str

    def headers(self, key: str) -> dict[str, str]: ...

    def body(self, talk: Conversation, max_tokens: int) -> Mapping[str, Any]: ...

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
    return tuple(item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()


def introduction(talk: Conversation) -> str:
    """Return the text that a request begins with. What it tells of earlier steps only grows."""
    if not talk.done:
        return talk.instruction
    told_of = [f"- {step}" for step in talk.done[:_MOST_TOLD]]
    if len(talk.done) > _MOST_TOLD:
        told_of.append(f"- and {len(talk.done) - _MOST_TOLD} more")
    earlier = "Earlier steps of yours, without their pictures. The picture below shows what they led to."
    return "\n".join([talk.instruction, "", earlier, *told_of])


def parameters_of(name: str) -> dict[str, object]:
    """Return the schema of what one of OWN_TOOLS takes."""
    parameter, _, what = OWN_TOOLS[name]
    properties = {parameter: {"type": "string", "description": what}}
    return {"type": "object", "properties": properties, "required": [parameter]}


def tokens_told(body: object, *way: str) -> int:
    """Return the number of tokens at the end of a way through a body, 0 for what cannot be one."""
    value = body
    for name in way:
        value = value.get(name) if isinstance(value, Mapping) else None
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return int(value) if fits else 0  # type: ignore[call-overload]


@dataclass
class Reading:
    items: list[dict[str, Any]]
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    actions: list[ActionCommandInfo] = field(default_factory=list)
    checks: list[SafetyCheck] = field(default_factory=list)
    calls: int = 0
    question: str = ""
    reason: str = ""
    refusal: str = ""
    zoom: tuple[float, float, float, float] | None = None
    truncated: bool = False
    objections: list[str] = field(default_factory=list)

    def objecting(self, read: Callable[[], None]) -> None:
        """Read a part; what is wrong with it goes back to the model."""
        try:
            read()
        except Objection as wrong:
            self.objections.append(str(wrong))

    def call(self, name: object, arguments: Mapping[str, Any]) -> None:
        """Read a call of one of our own tools. Raises Objection."""
        tool = OWN_TOOLS.get(str(name))
        if tool is None:
            raise Objection(f"there is no tool {name!r}; use the computer, {ASK} or {GIVE_UP}")
        parameter = tool[0]
        said = arguments.get(parameter)
        if not isinstance(said, str) or not said.strip() or len(arguments) > 1:
            raise Objection(f"{name} takes {parameter!r}, a text, and nothing else")
        if name == ASK:
            self.question = said.strip()
        else:
            self.reason = said.strip()

    def response(self) -> OperatorResponse:
        text = "\n".join(text for text in self.texts if text.strip()).strip()
        thought = "\n".join(said for said in (*self.thoughts, text) if said.strip())
        status, result = self._end(text)
        doubts = "; ".join(check.message or check.code or check.id for check in self.checks)
        asked = f"The model's provider raises a safety check: {doubts}. Go on all the same?" if doubts else ""
        return OperatorResponse(
            observation="",
            thought=thought,
            action=self.actions,
            status=status,
            comment=asked,
            questions=[self.question] if self.question else [],
            result=result,
            items=self.items,
            safety_checks=self.checks,
            objection="; ".join(dict.fromkeys([*([_CUT_OFF] if self.truncated else []), *self.objections])),
            zoom=self.zoom,
        )

    def _end(self, text: str) -> tuple[str, str]:
        """Return the status after this answer, and the result that goes with it."""
        if self.refusal:
            return "FAIL", f"the model refuses: {self.refusal}"
        if self.question:
            self._alone()
            return "PENDING", ""
        if self.reason:
            self._alone()
            return "FAIL", self.reason
        if self.checks:
            return "CONFIRM", ""
        if self.calls:
            return "CONTINUE", ""
        if not text and not self.truncated:
            self.objections.append(
                "the answer holds neither a call nor a text; work the computer, or say in words that the task is done"
            )
        return "FINISH", text

    def _alone(self) -> None:
        if self.calls > 1 or self.actions:
            self.objections.append(f"{ASK} and {GIVE_UP} go without any other call; make that one alone")
