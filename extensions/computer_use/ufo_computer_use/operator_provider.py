"""Creates the provider of operator agents, and asks it: one request a turn, with the retries and redaction of every provider."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import httpx2

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.access import Access, endpoint
from ufo.llm.computer_pictures import kind_and_name, limit_of
from ufo.llm.fallback import FallbackProvider
from ufo.llm.prices import usage_of
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.providers.client import MOST_BYTES, TIMEOUT
from ufo.llm.providers.failures import MAX_DETAIL_CHARS, Asked, may_pass, settled_failure
from ufo.llm.registry import Surroundings, create, metered, on_line
from ufo.llm.retries import Backoff, Failure, Wasted, retrying, told_while_waiting
from ufo.llm.vendors import VENDORS, vendor_of_key
from ufo.network.client import TooLarge, client_options
from ufo.schema.computer_use import OperatorInputs
from ufo_computer_use.anthropic_computer import AnthropicWire
from ufo_computer_use.computer_wire import Answer, Conversation, Keeping, NoAnswer, Wire, conversation
from ufo_computer_use.openai_computer import OpenAIWire
from ufo_computer_use.pictures import FORMS, Scale

_WITHOUT_A_WIRE = ("scripted", "hand")
"""Providers whose answers are in our terms already."""
_CALL_ERRORS = (httpx2.HTTPError, TimeoutError, TooLarge, ValueError)
_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where a provider is by itself, the variable that holds its key, and its wire."""

    base_url: str
    variable: str
    wire: Callable[[str], Wire]


_KINDS: Mapping[str, _Kind] = MappingProxyType(
    {
        "openai": _Kind("https://api.openai.com/v1", "OPENAI_API_KEY", OpenAIWire),
        "anthropic": _Kind("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", AnthropicWire),
    }
)


def create_operator(
    settings: ModelSettings, surroundings: Surroundings | None = None, backup: ModelSettings | None = None
) -> Provider:
    """Create the provider that works by sight. `backup`: a second one, which goes on where the first does
    not answer if it is of the same kind. Raises ConfigError for a model without
    computer use, and where a key is missing.
    """
    settings, backup, around = on_line(settings, backup, surroundings or Surroundings())
    provider = _named(settings, around)
    if backup is None and settings.backup is not None:
        backup = settings.model_copy(update={"name": settings.backup})
    if backup is not None and _can_go_on_for(settings.name, backup.name):
        second = _named(backup, replace(around, line=around.line.beside()))
        provider = FallbackProvider(provider, second, around.notice, clock=around.line.clock)
    return provider


def _can_go_on_for(name: str, backup: str) -> bool:
    """Tell whether one model can take over a conversation from another: it must read the same wire and the same pictures."""
    kind = kind_and_name(name)[0]
    return kind in _KINDS and kind_and_name(backup)[0] == kind and limit_of(name) == limit_of(backup)


def _named(settings: ModelSettings, around: Surroundings) -> Provider:
    kind, model = kind_and_name(settings.name)
    known = _KINDS.get(kind)
    if known is None and kind in _WITHOUT_A_WIRE:
        return create(settings.model_copy(update={"backup": None}), around)
    if known is None or not model:
        raise ConfigError(
            f"the model {settings.name!r} has no computer use, which operator agents need; set `agents.operator.name` to one "
            f"that has: {FORMS}"
        )
    if not settings.visual_mode:
        raise ConfigError(
            f"operator agents work by sight, and {settings.name!r} gets no pictures; set `agents.operator.visual_mode` to true, "
            f"and where `ufo doctor --model {settings.name}` found that it sees none, choose another or let it look again"
        )
    where = endpoint(settings.base_url or known.base_url)
    own = urlsplit(where.base).hostname == urlsplit(known.base_url).hostname
    given = settings.api_key.get_secret_value().strip() if settings.api_key is not None else ""
    # A key from the environment was meant for its provider; no other endpoint gets it unless the settings say so.
    key = given or (around.environ.get(known.variable, "").strip() if own else "")
    if own and not key:
        raise ConfigError(
            f"the model {settings.name!r} needs a key; set {known.variable} or `agents.operator.api_key`, or "
            "`agents.operator.base_url` to an endpoint that needs none"
        )
    if not key.isascii() or not key.isprintable():
        raise ConfigError(
            "the model's key holds a character that no key has; copy it again to `agents.operator.api_key`"
        )
    owner = vendor_of_key(key) if key and own else None
    if owner is not None and owner.title != VENDORS[kind].title:
        raise ConfigError(
            f"the key for {settings.name!r} is one of {owner.title}'s, by its beginning, and was not sent to "
            f"{VENDORS[kind].title}; give each its own key"
        )
    access = Access(kind, VENDORS[kind], where, own, around.environ, key, line=around.line)
    around.line.note(settings)
    backoff = Backoff(around.sleep, around.rand, within_s=settings.deadline_s)
    provider = OperatorProvider(known.wire(model), model, access, settings, backoff, around.notice)
    return metered(provider, settings, around)


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
        raise NoAnswer("answered with something that is no JSON object; is it a model's endpoint?")
    return read
