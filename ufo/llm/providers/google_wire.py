"""Google's generateContent of the Gemini API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from google.genai.client import Client
from google.genai.types import HttpOptions
from pydantic_ai.embeddings.google import GoogleEmbeddingModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from ufo.llm.access import Access
from ufo.llm.providers.client import NO_KEY, http_client
from ufo.llm.providers.wire import EmbeddingWire, Wire


def generate_content(access: Access, model: str) -> Wire:
    client, close = _client(access)
    return Wire(GoogleModel(model, provider=GoogleProvider(client=client)), close)


def embeddings(access: Access, model: str) -> EmbeddingWire:
    client, close = _client(access)
    return EmbeddingWire(GoogleEmbeddingModel(model, provider=GoogleProvider(client=client)), close)


def _client(access: Access) -> tuple[Client, Callable[[], Awaitable[None]]]:
    http = http_client(access, {"x-goog-api-key": access.key or NO_KEY})
    base_url = access.place.base.rstrip("/").removesuffix("/v1beta")
    options = HttpOptions(base_url=base_url, httpx_async_client=http)
    return Client(vertexai=False, api_key=access.key or NO_KEY, http_options=options), http.aclose
