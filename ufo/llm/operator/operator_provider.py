"""Asks a model with computer use: one request a turn, with the retries, the deadline and the redaction of every provider."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import httpx2

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.access import endpoint
from ufo.llm.operator.call_failures import CALL_ERRORS, BadBody, ModelPlace, detail_of, failure_of, failure_of_status
from ufo.llm.operator.computer_wire import Answer, Conversation, Keeping, Wire, conversation
from ufo.llm.operator.pictures import Scale
from ufo.llm.prices import usage_of
from ufo.llm.provider import Completion, Turn
from ufo.llm.retries import Backoff, Failure, Wasted, retrying, told_while_waiting
from ufo.network.client import client_options
from ufo.schema.computer_use import OperatorInputs

MOST_BYTES = 8 << 20
"""The limit of one answer, in bytes. The longest that a model writes is a fraction of it."""
CONNECT_S = 10.0


class OperatorProvider:
    """A model that works by sight, at one endpoint. `base_url` is its address without the wire's path; `key` is "" where it
    needs none.
    """

    def __init__(
        self,
        wire: Wire,
        settings: ModelSettings,
        place: ModelPlace,
        backoff: Backoff,
        notice: Callable[[str], None],
    ) -> None:
        self._wire = wire
        self._settings = settings
        self._place = place
        self._backoff = backoff
        self._notice = notice
        self._has_told_room = False
        where = endpoint(place.base_url)
        self._url = where.base.rstrip("/") + wire.path
        self._client = place.line.client(
            **client_options(where, MOST_BYTES), timeout=httpx2.Timeout(None, connect=CONNECT_S), trust_env=True
        )

    @property
    def name(self) -> str:
        return self._settings.name.strip()

    @property
    def sees_pictures(self) -> bool:
        return True

    async def complete(self, turn: Turn) -> Completion:
        """Return the model's answer as an `OperatorResponse`. Raises ModelUnavailable, whose words never hold the key."""
        inputs = turn.inputs
        if not isinstance(inputs, OperatorInputs):
            raise ModelUnavailable(
                f"{self.name} is asked here by its computer use alone, which only operator agents have; give this agent "
                "another model (`agents.host`, `agents.app`)"
            )
        started = time.monotonic()
        talk = conversation(turn, inputs, self._settings)
        self._tell_room(talk)
        wasted = Wasted()
        asking = retrying(lambda: self._ask(talk), self._settings.max_retry, self._backoff, self._notice, wasted)
        answer = await told_while_waiting(asking, self._place.shown, self._notice)
        used = wasted.used + usage_of(answer.usage)
        text = answer.response.model_dump_json()
        seconds = time.monotonic() - started
        return Completion(text, used, answer.model, seconds, answer.truncated, unknown=wasted.unknown)

    def _tell_room(self, talk: Conversation) -> None:
        fewer = talk.keeping.least + talk.keeping.step - 1
        if talk.keeping != Keeping() and not self._has_told_room:
            self._has_told_room = True
            self._notice(
                f"{self.name} reads {self._settings.context_tokens:,} tokens; it is sent at most the newest {fewer} pictures"
            )

    async def close(self) -> None:
        await self._client.aclose()

    async def _ask(self, talk: Conversation) -> Answer | Failure:
        try:
            response = await self._post(talk)
            if response.status_code == httpx2.codes.BAD_REQUEST:
                changed = self._wire.yields_to(detail_of(response, self._place))
                if changed:
                    self._notice(f"{self._place.shown} {changed}")
                    response = await self._post(talk)
            if response.status_code >= httpx2.codes.BAD_REQUEST:
                return failure_of_status(response, self._place)
            return self._read(response, talk.scale)
        except CALL_ERRORS as error:
            return failure_of(error, self._place)

    async def _post(self, talk: Conversation) -> httpx2.Response:
        body = self._wire.body(talk, self._settings.max_tokens)
        # A deadline for each piece alone would let an answer in small pieces never time out.
        async with asyncio.timeout(self._settings.timeout_s):
            return await self._client.post(self._url, json=body, headers=self._wire.headers(self._place.key))

    def _read(self, response: httpx2.Response, scale: Scale) -> Answer | Failure:
        body = _object(response)
        try:
            return self._wire.answer(body, scale)
        except CALL_ERRORS as error:
            return replace(failure_of(error, self._place), used=usage_of(self._wire.usage(body)))


def _object(response: httpx2.Response) -> Mapping[str, Any]:
    try:
        read = json.loads(response.content)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise BadBody("answered with something that is no JSON object; is it a model's endpoint?")
    return read
