"""What a wire is: a model of pydantic-ai that speaks one provider's format over our HTTP client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from pydantic_ai.embeddings import EmbeddingModel
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings as RequestSettings
from pydantic_ai.usage import RequestUsage

MOST_TOKENS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Wire:
    """`settings`: what this format needs with each request. `errors`: what its library raises besides pydantic-ai's errors."""

    model: Model
    close: Callable[[], Awaitable[None]]
    settings: RequestSettings = field(default_factory=RequestSettings)
    errors: tuple[type[Exception], ...] = ()
    takes_temperature: bool = True


@dataclass(frozen=True, slots=True)
class EmbeddingWire:
    """A model that embeds texts."""

    model: EmbeddingModel
    close: Callable[[], Awaitable[None]]


def believed_usage(told: RequestUsage) -> RequestUsage:
    """Return the usage that an endpoint told, or none where a number in it cannot be right."""
    counts = (told.input_tokens, told.output_tokens, told.cache_read_tokens, told.cache_write_tokens)
    is_right = all(isinstance(count, int) and 0 <= count <= MOST_TOKENS for count in counts)
    return told if is_right else RequestUsage()
