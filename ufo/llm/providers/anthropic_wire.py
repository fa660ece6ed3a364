"""Anthropic's Messages API, with breakpoints for its cache after the schema and after the system text."""

from __future__ import annotations

from anthropic import AsyncAnthropic
from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider

from ufo.llm.access import Access
from ufo.llm.providers.client import NO_KEY, TIMEOUT, http_client
from ufo.llm.providers.wire import Wire

_KEPT = frozenset({"anthropic-version", "anthropic-beta"})


def messages(access: Access, model: str) -> Wire:
    client = AsyncAnthropic(
        base_url=access.place.base.rstrip("/").removesuffix("/v1"),
        api_key=access.key or NO_KEY,
        max_retries=0,
        timeout=TIMEOUT,
        http_client=http_client(access, {"x-api-key": access.key or NO_KEY}, _KEPT),
    )
    cached = AnthropicModelSettings(anthropic_cache_instructions=True, anthropic_cache_tool_definitions=True)
    return Wire(
        AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client)),
        client.close,
        cached,
        # The API refuses one from version 2026-10-21 on, which its library asks for.
        takes_temperature=False,
    )
