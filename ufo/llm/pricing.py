"""What a model call costs, in USD."""

from __future__ import annotations

from genai_prices import calc_price
from pydantic_ai.usage import RequestUsage

from ufo.config.settings import ModelSettings

_PER_TOKENS = 1_000_000


def cost_usd(usage: RequestUsage, model: str, settings: ModelSettings) -> float | None:
    """Prices from the settings win over the price table; None where neither knows, or the endpoint told no usage."""
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
