"""A provider for OpenAI and for every endpoint with its chat completions API."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx2
from openai import AsyncOpenAI, DefaultAsyncHttpxClient
from openai.types.chat import ChatCompletion
from pydantic_ai import exceptions as ai_errors
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings as RequestSettings

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.addresses import OPENAI_URL, endpoint, is_openai
from ufo.llm.long_wait import told_while_waiting
from ufo.llm.prices import believed, cost_usd
from ufo.llm.provider import Completion, Turn
from ufo.llm.providers.openai_failures import CALL_ERRORS, Discretion, failure_of
from ufo.llm.providers.openai_headers import own_headers
from ufo.llm.providers.openai_messages import to_messages
from ufo.llm.response_schema import response_schema
from ufo.llm.retries import Backoff, Failure, retrying
from ufo.network.addresses import Endpoint
from ufo.network.client import client_options
from ufo.schema.outcome import Usage

_NO_KEY = "no-key"
MOST_BYTES = 8 << 20
"""The limit of one answer, in bytes. The longest that a model writes is a fraction of it."""
CONNECT_S = 10.0
"""How long an endpoint may take to accept a connection. What was asked then may take as long as the run may."""


class OpenAICompatible:
    """A model at one endpoint. `key` is "" where the endpoint needs none. `notice` is called with notes about retries, about
    what the endpoint cannot do, and about a long wait.
    """

    def __init__(
        self, model: str, settings: ModelSettings, key: str, backoff: Backoff, notice: Callable[[str], None]
    ) -> None:
        base_url = settings.base_url or OPENAI_URL
        if is_openai(base_url) and not key:
            raise ConfigError(
                f"the model 'openai:{model}' needs a key; set OPENAI_API_KEY or UFO_MODEL__API_KEY, "
                "or `model.base_url` to an endpoint that needs none"
            )
        if not key.isascii() or not key.isprintable():
            raise ConfigError("the model's key holds a character that no key has; copy it again to `model.api_key`")
        self._model_name = model
        self._settings = settings
        self._backoff = backoff
        self._notice = notice
        place = endpoint(base_url)
        self._redact = Discretion(key, place)
        # The client's own retries would run inside ours, unseen and without our deadline.
        self._client = AsyncOpenAI(
            base_url=place.base,
            api_key=key or _NO_KEY,
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=CONNECT_S),
            http_client=_http_client(place, key or _NO_KEY),
        )
        self._model = _chat_model(model, base_url, self._client)
        self._takes_schema = settings.answers != "prompt"

    @property
    def name(self) -> str:
        return f"openai:{self._model_name}"

    @property
    def sees_pictures(self) -> bool:
        return self._settings.visual_mode

    async def complete(self, turn: Turn) -> Completion:
        """Return the model's answer. Raises ModelUnavailable, whose words never hold the key."""
        started = time.monotonic()
        asking = retrying(lambda: self._ask(turn), self._settings.max_retry, self._backoff, self._notice)
        response = await told_while_waiting(asking, self._redact.place, self._notice)
        usage = Usage(
            model_calls=1,
            input_tokens=response.usage.input_tokens,
            output_tokens=response.usage.output_tokens,
            cost=cost_usd(response.usage, self._model_name, self._settings),
        )
        if response.finish_reason == "content_filter":
            raise ModelUnavailable(
                f"the content filter of {self._redact.place} stopped the answer; put the request in other words"
            )
        return Completion(
            text=response.text or "",
            usage=usage,
            model=response.model_name or self._model_name,
            seconds=time.monotonic() - started,
            truncated=response.finish_reason == "length",
        )

    async def close(self) -> None:
        await self._client.close()

    async def _ask(self, turn: Turn) -> ModelResponse | Failure:
        if not self._takes_schema:
            return await self._request(turn, with_schema=False)
        try:
            return await self._model_request(turn, with_schema=True)
        except CALL_ERRORS as error:
            failure = failure_of(error, self._model_name, self._redact)
            refused = self._settings.answers == "auto" and _may_be_about_the_schema(error)
        if not refused:
            return failure
        # Endpoints name this refusal in many ways; it was the schema if the same request succeeds without one.
        outcome = await self._request(turn, with_schema=False)
        if isinstance(outcome, Failure):
            return outcome if outcome.may_pass else failure
        self._takes_schema = False
        self._notice(f"{self._redact.place} takes no JSON schema; from now on the prompt asks for it in words")
        return outcome

    async def _request(self, turn: Turn, with_schema: bool) -> ModelResponse | Failure:
        try:
            return await self._model_request(turn, with_schema)
        except CALL_ERRORS as error:
            return failure_of(error, self._model_name, self._redact)

    async def _model_request(self, turn: Turn, with_schema: bool) -> ModelResponse:
        schema = response_schema(turn)
        settings = RequestSettings(max_tokens=self._settings.max_tokens)
        # A reasoning model sets its own temperature and refuses ours.
        if self._settings.temperature is not None and not self._model.profile.get("openai_supports_reasoning"):
            settings["temperature"] = self._settings.temperature
        native = ModelRequestParameters(
            output_mode="native",
            # It is not strict, because arguments are free-form objects, which a strict schema cannot describe.
            output_object=OutputObjectDefinition(json_schema=schema, name=turn.schema.__name__, strict=False),
        )
        # The library would apply a timeout to each piece, so that an answer in small pieces would never time out.
        async with asyncio.timeout(self._settings.timeout_s):
            return await model_request(
                self._model,
                to_messages(turn, None if with_schema else schema, self._settings.visual_mode),
                model_settings=settings,
                model_request_parameters=native if with_schema else ModelRequestParameters(),
                instrument=False,
            )


class _ChatModel(OpenAIChatModel):
    def _validate_completion(self, response: ChatCompletion) -> Any:
        """Drop a usage that cannot be right before the library validates the response: a wrong bill does not make an answer
        worse.
        """
        return super()._validate_completion(response.model_copy(update={"usage": believed(response.usage)}))


def _http_client(place: Endpoint, key: str) -> DefaultAsyncHttpxClient:
    client = DefaultAsyncHttpxClient(**client_options(place, MOST_BYTES))
    if not is_openai(place.base):
        client.event_hooks = {**client.event_hooks, "request": [own_headers(key, place)]}
    return client


def _chat_model(model: str, base_url: str, client: AsyncOpenAI) -> OpenAIChatModel:
    if is_openai(base_url):
        return _ChatModel(model, provider=OpenAIProvider(openai_client=client))
    # Local servers know `max_tokens`; few know OpenAI's newer `max_completion_tokens`, and some refuse it.
    # Only a request shows whether an endpoint takes a schema; the model's name does not.
    profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False, supports_json_schema_output=True)
    return _ChatModel(
        model, provider=OpenAICompatibleProvider("openai-compatible", openai_client=client, profile=profile)
    )


def _may_be_about_the_schema(error: Exception) -> bool:
    settled = (
        ai_errors.ModelAuthenticationError,
        ai_errors.ModelNotFoundError,
        ai_errors.ModelQuotaExceededError,
        ai_errors.ModelContextWindowExceededError,
    )
    if isinstance(error, ai_errors.UserError):
        return True
    if isinstance(error, ai_errors.ModelHTTPError) and not isinstance(error, settled):
        return error.status_code in (400, 415, 422, 501)
    return False
