"""Work that a client asked for and that may have to ask its person something before it is done.

A client of a protocol up to 2025-11-25 is asked in the middle of its call (`elicitation/create`). Since 2026-07-28 a server
cannot ask by itself: it answers that it needs input, keeps the work where it is, and goes on when the client calls again with
the answer. A client that cannot ask its person gets no consent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel

from ufo.errors import ToolError

Called = Context[Any, Any]
"""The call of a client that work is done for."""
_KEY = "answer"


class Consent(BaseModel):
    """What a person is asked for before something risky is done."""

    consent: bool


class Answer(BaseModel):
    """What a person answers to a question of an agent's."""

    answer: str


@dataclass(slots=True)
class _Question:
    text: str
    shape: type[Consent] | type[Answer]
    answer: asyncio.Future[BaseModel | None]


class Elicitation:
    """One piece of work. It asks its person through `ask` and `confirm`, as a `User` of agents does."""

    is_there = True

    def __init__(self, patience_s: float) -> None:
        self.id = uuid4().hex
        self.called: Called | None = None
        """The call that now waits for it; None between a question and its answer."""
        self._patience_s = patience_s
        self._asked: asyncio.Queue[_Question] = asyncio.Queue()
        self._open: _Question | None = None
        self._work: asyncio.Task[CallToolResult] | None = None

    def begin(self, work: Callable[[Elicitation], Awaitable[CallToolResult]]) -> None:
        self._work = asyncio.ensure_future(work(self))

    @property
    def work(self) -> asyncio.Task[CallToolResult]:
        assert self._work is not None
        return self._work

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        given = [await self._answered(question, Answer) for question in questions]
        answers = [answer.answer for answer in given if isinstance(answer, Answer)]
        return answers if len(answers) == len(questions) else None

    async def confirm(self, question: str) -> bool:
        given = await self._answered(question, Consent)
        return isinstance(given, Consent) and given.consent

    async def attend(self, upcoming: str) -> bool:
        """Return False: nobody takes over through a client."""
        return False

    async def next_question(self) -> _Question | None:
        """Wait for the next question; None once the work is done."""
        waiting = asyncio.ensure_future(self._asked.get())
        try:
            await asyncio.wait({waiting, self.work}, return_when=asyncio.FIRST_COMPLETED)
            return waiting.result() if waiting.done() else None
        finally:
            waiting.cancel()

    def answered(self, given: BaseModel | None) -> None:
        """Pass on the answer to the open question; None where there is none."""
        if self._open is not None and not self._open.answer.done():
            self._open.answer.set_result(given)

    @property
    def shape(self) -> type[Consent] | type[Answer] | None:
        return self._open.shape if self._open is not None else None

    async def _answered(self, text: str, shape: type[Consent] | type[Answer]) -> BaseModel | None:
        self._open = _Question(text, shape, asyncio.get_running_loop().create_future())
        self._asked.put_nowait(self._open)
        try:
            async with asyncio.timeout(self._patience_s):
                return await self._open.answer
        except TimeoutError:
            return None
        finally:
            self._open = None


@dataclass(slots=True)
class Elicitations:
    """The pieces of work of one server. `patience_s`: how long a question waits for its answer."""

    patience_s: float
    _waiting: dict[str, Elicitation] = field(default_factory=dict)
    _going_on: set[asyncio.Task[CallToolResult]] = field(default_factory=set)

    async def carry(
        self, called: Called, work: Callable[[Elicitation], Awaitable[CallToolResult]]
    ) -> CallToolResult | InputRequiredResult:
        """Do the work, or go on with it where this call brings the answer to its question. A call that is cancelled ends it."""
        elicitation = self._resumed(called)
        if elicitation is None:
            elicitation = Elicitation(self.patience_s)
            elicitation.begin(work)
            self._going_on.add(elicitation.work)
            elicitation.work.add_done_callback(self._going_on.discard)
        elicitation.called = called
        try:
            while (question := await elicitation.next_question()) is not None:
                if not _can_ask(called):
                    elicitation.answered(None)
                elif called.protocol_version in MODERN_PROTOCOL_VERSIONS:
                    return self._needs_input(elicitation, question)
                else:
                    elicitation.answered(await _elicited(called, question))
            return await elicitation.work
        except asyncio.CancelledError:
            elicitation.work.cancel()
            await asyncio.wait({elicitation.work})
            raise

    async def close(self) -> None:
        """End in order what still goes on."""
        works = tuple(self._going_on)
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)

    def _resumed(self, called: Called) -> Elicitation | None:
        if called.request_state is None:
            return None
        elicitation = self._waiting.pop(called.request_state, None)
        if elicitation is None:
            raise ToolError("what this answers is over already; call the tool again without it")
        given = (called.input_responses or {}).get(_KEY)
        elicitation.answered(_read(elicitation.shape, given) if isinstance(given, ElicitResult) else None)
        return elicitation

    def _needs_input(self, elicitation: Elicitation, question: _Question) -> InputRequiredResult:
        self._waiting[elicitation.id] = elicitation
        elicitation.called = None
        elicitation.work.add_done_callback(lambda _: self._waiting.pop(elicitation.id, None))
        asked = ElicitRequestFormParams(message=question.text, requested_schema=_schema(question.shape))
        return InputRequiredResult(input_requests={_KEY: ElicitRequest(params=asked)}, request_state=elicitation.id)


def _can_ask(called: Called) -> bool:
    able = called.client_capabilities
    return able is not None and able.elicitation is not None


async def _elicited(called: Called, question: _Question) -> BaseModel | None:
    try:
        given = await called.elicit(question.text, question.shape)
    except (MCPError, ValueError):
        return None
    return given.data if given.action == "accept" else None


def _schema(shape: type[BaseModel]) -> dict[str, Any]:
    properties = {name: {"type": item["type"]} for name, item in shape.model_json_schema()["properties"].items()}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _read(shape: type[BaseModel] | None, given: ElicitResult) -> BaseModel | None:
    if shape is None or given.action != "accept":
        return None
    try:
        return shape.model_validate(given.content or {})
    except ValueError:
        return None
