"""The Provider protocol: everything that can answer a turn (design.md §3.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import BaseModel

from ufo.schema.inputs import AppInputs, HostInputs, OrderInputs, ReadingInputs
from ufo.schema.message import Message
from ufo.schema.usage import Usage

BUILTIN = "builtin"
"""The name of the planner that goes by rules and needs no model."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question to a model. Real providers read `messages` and `schema`; the built-in planner reads `inputs`.

    `repairs` are earlier answers to this same turn that did not fit, each with its error, oldest first.
    """

    agent: Literal["host", "app", "evaluation", "reader"]
    messages: tuple[Message, ...]
    schema: type[BaseModel]
    inputs: HostInputs | AppInputs
    repairs: tuple[tuple[str, str], ...] = ()
    reading: ReadingInputs | OrderInputs | None = None
    """What the reader is asked, for the built-in planner; `inputs` then holds the request alone."""
    may_use_backup: bool = True


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer as text (a JSON object that should fit the turn's schema), and what it used.

    `model` is the model as its endpoint calls it, `by` the provider that was asked, "" where it is not said.
    `truncated`: it was cut off at the limit of output tokens, the endpoint's or our own. `unknown`: so many tries before it may
    be billed too, and nobody knows what they used; what is known is a part of `usage`.
    """

    text: str
    usage: Usage
    model: str
    seconds: float = 0.0
    truncated: bool = False
    by: str = ""
    unknown: int = 0


class Provider(Protocol):
    @property
    def name(self) -> str:
        """The model's name: `builtin`, `openai:gpt-4o`, …"""
        ...

    @property
    def sees_pictures(self) -> bool:
        """Whether the model can see pictures; where it cannot, none are prepared for it."""
        ...

    async def complete(self, turn: Turn) -> Completion:
        """Return the model's answer to a turn. Raises ModelUnavailable where there is none."""
        ...

    async def close(self) -> None: ...


class Wrapper:
    """Has the name and the eyes of the provider that it asks, and closes it. What it says to a turn, `complete`, is its own."""

    def __init__(self, inner: Provider) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def sees_pictures(self) -> bool:
        return self._inner.sees_pictures

    async def close(self) -> None:
        await self._inner.close()
