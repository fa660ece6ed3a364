"""Calculates the price of a model call, in USD."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from genai_prices import calc_price
from openai.types import CompletionUsage
from pydantic import BaseModel, ValidationError
from pydantic_ai.usage import RequestUsage

from ufo.config.settings import ModelSettings

_PER_TOKENS = 1_000_000
_MOST_TOKENS = 1_000_000_000


def believed(usage: object) -> CompletionUsage | None:
    """Return the usage that an endpoint reported; None where it is not a usage, or holds numbers that no call reaches."""
    try:
        told = CompletionUsage.model_validate(
            usage.model_dump(warnings=False) if isinstance(usage, BaseModel) else usage
        )
    except ValidationError:
        return None
    counts = _numbers(told.model_dump())
    return told if all(0 <= one <= _MOST_TOKENS for one in counts) else None


def _numbers(told: dict[str, Any]) -> Iterator[float]:
    for value in told.values():
        if isinstance(value, dict):
            yield from _numbers(value)
        elif isinstance(value, int | float):
            yield value


def cost_usd(usage: RequestUsage, model: str, settings: ModelSettings) -> float | None:
    """Return the cost of a call in USD. Prices from the settings win over the price table. Return None where neither knows the
    model or the endpoint reported no usage.
    """
    if not usage.input_tokens and not usage.output_tokens:
        return None
    if settings.input_price is not None and settings.output_price is not None:
        return (usage.input_tokens * settings.input_price + usage.output_tokens * settings.output_price) / _PER_TOKENS
    try:
        if settings.base_url is None:
            return float(calc_price(usage, model, provider_id="openai").total_price)
        return float(calc_price(usage, model, provider_api_url=settings.base_url).total_price)
    except LookupError:
        return None
