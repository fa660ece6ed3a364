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
from ufo.llm.access import Access
from ufo.llm.operator.computer_wire import Answer, Conversation, Keeping, Wire, conversation
from ufo.llm.operator.pictures import Scale
from ufo.llm.prices import usage_of
from ufo.llm.provider import Completion, Turn
from ufo.llm.providers.client import MOST_BYTES, TIMEOUT
from ufo.llm.providers.failures import MAX_DETAIL_CHARS, Asked, may_pass, settled_failure
from ufo.llm.retries import Backoff, Failure, Wasted, retrying, told_while_waiting
from ufo.network.client import TooLarge, client_options
from ufo.schema.computer_use import OperatorInputs

_CALL_ERRORS = (httpx2.HTTPError, TimeoutError, TooLarge, ValueError)
_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class BadBody(ValueError):
    """The body of an answer cannot be read. The text follows the name of the endpoint in a sentence."""


class OperatorProvider:
    """A model that works by sight, at one endpoint, whose address in `access` is without the wire's path."""

    def __init__(  # noqa: PLR0913 create.py makes it
        self,
        wire: Wire,
        model: str,
        access: Access,
        settings: ModelSettings,
        backoff: Backoff,
        notice: Callable[[str], None],
    ) -> None:
        self._wire = wire
        self._settings = settings
        self._asked = Asked(model, access)
        self._headers = wire.headers(access.key)
        self._backoff = backoff
        self._notice = notice
        self._has_told_room = False
        self._url = access.place.base.rstrip("/") + wire.path
        self._client = access.line.client(**client_options(access.place, MOST_BYTES), timeout=TIMEOUT, trust_env=True)

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
        answer = await told_while_waiting(asking, self._asked.place, self._notice)
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
                changed = self._wire.yields_to(self._detail(response))
                if changed:
                    self._notice(f"{self._asked.place} {changed}")
                    response = await self._post(talk)
            if response.status_code >= httpx2.codes.BAD_REQUEST:
                return self._refusal(response)
            return self._read(response, talk.scale)
        except _CALL_ERRORS as error:
            return self._failure(error)

    async def _post(self, talk: Conversation) -> httpx2.Response:
        body = self._wire.body(talk, self._settings.max_tokens)
        # A deadline for each piece alone would let an answer in small pieces never time out.
        async with asyncio.timeout(self._settings.timeout_s):
            return await self._client.post(self._url, json=body, headers=self._headers)

    def _read(self, response: httpx2.Response, scale: Scale) -> Answer | Failure:
        body = _object(response)
        try:
            return self._wire.answer(body, scale)
        except _CALL_ERRORS as error:
            return replace(self._failure(error), used=usage_of(self._wire.usage(body)))

    def _failure(self, error: Exception) -> Failure:
        """Return the failure for one of _CALL_ERRORS."""
        where, said = self._asked.place, self._asked.masked(str(error))
        if (settled := settled_failure(error, self._asked)) is not None:
            return settled
        if isinstance(error, _NEVER_SENT):
            return Failure(f"cannot reach {where}; check the network and `model.base_url`", may_pass=True)
        if isinstance(error, httpx2.HTTPError):
            return Failure(f"the connection to {where} broke{': ' if said else ''}{said}", may_pass=True)
        return Failure(f"{where} {said}", may_pass=True)

    def _refusal(self, response: httpx2.Response) -> Failure:
        """Return the failure for an answer with an error status."""
        status, detail = response.status_code, self._detail(response)
        where, model, said = self._asked.place, self._asked.model, f": {detail}" if detail else ""
        if status in (401, 403):
            return Failure(
                f"{where} refused the key of {model!r}; set `agents.operator.api_key` to one that is valid there{said}",
                may_pass=False,
            )
        if status == httpx2.codes.NOT_FOUND:
            return Failure(
                f"{where} has no model {model!r}, or none with computer use; correct `agents.operator.name` or "
                f"`agents.operator.base_url`{said}",
                may_pass=False,
            )
        if _error(response).get("code") == "insufficient_quota":
            return Failure(f"the account at {where} has no credit left; top it up{said}", may_pass=False)
        return Failure(f"{where} answered {status}{said}", may_pass(status), _retry_after(response))

    def _detail(self, response: httpx2.Response) -> str:
        """Return what an endpoint says of an error, on one line."""
        said = _error(response).get("message")
        # It is redacted before it is cut, since half a key would not be recognised.
        return " ".join(self._asked.masked(str(said)).split())[:MAX_DETAIL_CHARS] if said else ""


def _error(response: httpx2.Response) -> dict[str, object]:
    try:
        read = json.loads(response.content)
    except (ValueError, RecursionError):
        return {}
    inner = read.get("error", read) if isinstance(read, dict) else {}
    return inner if isinstance(inner, dict) else {"message": inner}


def _retry_after(response: httpx2.Response) -> float | None:
    try:
        return max(0.0, float(response.headers.get("retry-after", "")))
    except ValueError:
        return None


def _object(response: httpx2.Response) -> Mapping[str, Any]:
    try:
        read = json.loads(response.content)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise BadBody("answered with something that is no JSON object; is it a model's endpoint?")
    return read
