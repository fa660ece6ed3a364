"""OpenAI's formats, Chat Completions and Responses, as OpenAI, Azure, OpenRouter and many servers speak them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
from openai import AsyncOpenAI
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion
from pydantic import BaseModel, ValidationError
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.models.openrouter import OpenRouterModel, OpenRouterModelSettings
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.openrouter import OpenRouterProvider

from ufo.llm.access import Access
from ufo.llm.providers.client import NO_KEY, TIMEOUT, http_client
from ufo.llm.providers.entra import entra_token
from ufo.llm.providers.wire import MOST_TOKENS, EmbeddingWire, Wire


def chat(access: Access, model: str) -> Wire:
    """Chat Completions: OpenAI itself, and every endpoint that speaks it."""
    client = _openai(access, access.place.base, _bearer(access))
    if access.vendor.title == "OpenAI" and access.is_own_host:
        return Wire(_ChatModel(model, provider=OpenAIProvider(openai_client=client)), client.close)
    # Local servers know `max_tokens`; few know OpenAI's newer `max_completion_tokens`, and some refuse it.
    # Only a request shows whether an endpoint takes a schema; the model's name does not.
    profile = OpenAIModelProfile(
        openai_chat_supports_max_completion_tokens=False,
        supports_json_schema_output=True,
        supports_json_object_output=True,
    )
    provider = OpenAICompatibleProvider(access.kind, openai_client=client, profile=profile)
    return Wire(_ChatModel(model, provider=provider), client.close)


def responses(access: Access, model: str) -> Wire:
    client = _openai(access, access.place.base, _bearer(access))
    return Wire(OpenAIResponsesModel(model, provider=OpenAIProvider(openai_client=client)), client.close)


def azure(access: Access, deployment: str) -> Wire:
    """Chat Completions of Azure's v1 API, opened by a key or by a token of Entra ID."""
    client = _azure(access)
    # What a deployment is called does not tell its model.
    profile = OpenAIModelProfile(supports_json_schema_output=True)
    provider = OpenAICompatibleProvider(access.kind, openai_client=client, profile=profile)
    return Wire(_ChatModel(deployment, provider=provider), client.close)


def openrouter(access: Access, model: str) -> Wire:
    """Chat Completions with breakpoints for the cache, which OpenRouter passes on where the model's maker needs them."""
    client = _openai(access, access.place.base, _bearer(access))
    profile = OpenAIModelProfile(supports_json_schema_output=True, supports_json_object_output=True)
    routed = OpenRouterModel(model, provider=OpenRouterProvider(openai_client=client), profile=profile)
    return Wire(routed, client.close, OpenRouterModelSettings(openrouter_cache_instructions="5m"))


def embeddings(access: Access, model: str) -> EmbeddingWire:
    """The embeddings of OpenAI and of every endpoint that speaks its format."""
    return _embedding(access, model, _openai(access, access.place.base, _bearer(access)))


def azure_embeddings(access: Access, deployment: str) -> EmbeddingWire:
    return _embedding(access, deployment, _azure(access))


def _embedding(access: Access, model: str, client: AsyncOpenAI) -> EmbeddingWire:
    provider = OpenAICompatibleProvider(access.kind, openai_client=client, profile=OpenAIModelProfile())
    return EmbeddingWire(OpenAIEmbeddingModel(model, provider=provider), client.close)


class _ChatModel(OpenAIChatModel):
    def _validate_completion(self, response: ChatCompletion) -> Any:
        """Drop a usage that cannot be right before the library validates it: a wrong bill makes no answer worse."""
        return super()._validate_completion(response.model_copy(update={"usage": _believed(response.usage)}))


def _believed(usage: object) -> CompletionUsage | None:
    """Return the usage that an endpoint reported; None where it is not a usage, or holds numbers that no call reaches."""
    try:
        told = CompletionUsage.model_validate(
            usage.model_dump(warnings=False) if isinstance(usage, BaseModel) else usage
        )
    except ValidationError:
        return None
    counts = _numbers(told.model_dump())
    return told if all(0 <= count <= MOST_TOKENS for count in counts) else None


def _numbers(told: dict[str, Any]) -> Iterator[float]:
    for value in told.values():
        if isinstance(value, dict):
            yield from _numbers(value)
        elif isinstance(value, int | float):
            yield value


def _openai(access: Access, base_url: str, headers: dict[str, str], auth: httpx2.Auth | None = None) -> AsyncOpenAI:
    # The client's own retries would run inside ours, unseen and without our deadline.
    return AsyncOpenAI(
        base_url=base_url,
        api_key=access.key or NO_KEY,
        max_retries=0,
        timeout=TIMEOUT,
        http_client=http_client(access, headers, auth=auth),
    )


def _azure(access: Access) -> AsyncOpenAI:
    token = None if access.key else entra_token(access)
    headers = {"api-key": access.key} if access.key else {}
    return _openai(access, _v1_of_azure(access.place.base), headers, token)


def _bearer(access: Access) -> dict[str, str]:
    return {"Authorization": f"Bearer {access.key or NO_KEY}"}


def _v1_of_azure(base: str) -> str:
    bare = base.rstrip("/")
    return bare if bare.endswith("/v1") else f"{bare}/openai/v1"
