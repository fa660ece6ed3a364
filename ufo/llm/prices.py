"""What a model costs: the user's own prices, nothing on the user's own machine, or the price table that comes with
genai-prices, which is read without a network.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache
from importlib.metadata import version
from ipaddress import ip_address
from types import MappingProxyType
from urllib.parse import urlsplit

from genai_prices import calc_price
from genai_prices.data import providers as table_providers
from genai_prices.types import ConditionalPrice, ModelPrice, PriceCalculation, StartDateConstraint, TieredPrices
from pydantic_ai.usage import RequestUsage

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.budget import OWN_MACHINE, UNKNOWN, Tariff
from ufo.schema.usage import Usage

_PER_TOKENS = 1_000_000
_LOCAL = frozenset({"ollama", "vllm", "llamacpp", "lmstudio"})
_IN_TABLE = MappingProxyType(
    {
        "openai": "openai", "openai-responses": "openai", "azure": "azure", "anthropic": "anthropic",
        "google": "google", "gemini": "google", "bedrock": "aws", "deepseek": "deepseek", "openrouter": "openrouter",
    }
)  # fmt: skip
"""The table's names of our providers. Looked up by any other name it would guess."""


def usage_of(reported: RequestUsage) -> Usage:
    """Return what one call used, as the endpoint reported it. Its price is not known yet."""
    cached = min(reported.cache_read_tokens, reported.input_tokens)
    return Usage(
        model_calls=1,
        input_tokens=reported.input_tokens,
        cached_tokens=cached,
        cache_written_tokens=min(reported.cache_write_tokens, reported.input_tokens - cached),
        output_tokens=reported.output_tokens,
        cost=None,
    )


def tariff_of(settings: ModelSettings) -> Tariff:
    """Return what the model of these settings costs. Raises ConfigError where one of its prices is set and the other is not."""
    kind, _, model = settings.name.strip().partition(":")
    own = _own_prices(settings)
    if own is not None:
        return own
    if kind in _LOCAL and _is_here(settings.base_url, model):
        return OWN_MACHINE
    return _of_table(kind, model, settings.base_url)


def _own_prices(settings: ModelSettings) -> Tariff | None:
    read, written, cached = settings.input_price, settings.output_price, settings.cached_price
    if read is None and written is None and cached is None:
        return None
    if read is None or written is None:
        missing = "input_price" if read is None else "output_price"
        raise ConfigError(
            f"the model {settings.name!r} has a price of its own, but no `{missing}`; set it too, in USD per million tokens"
        )
    of_cache = read if cached is None else cached

    def cost(usage: Usage) -> float | None:
        if not usage.tokens and (read or written):
            return None
        fresh = usage.input_tokens - usage.cached_tokens
        return (fresh * read + usage.cached_tokens * of_cache + usage.output_tokens * written) / _PER_TOKENS

    return Tariff(cost, f"{_words(read, of_cache, written)} (your own prices)")


def _is_here(base_url: str | None, model: str) -> bool:
    """Tell whether the model runs on a machine of the user's. Ollama passes models of its cloud through the local address."""
    if model.endswith(("-cloud", ":cloud")):
        return False
    host = urlsplit(base_url or "http://localhost").hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal", ".lan", ".home.arpa"))


def _of_table(kind: str, model: str, base_url: str | None) -> Tariff:
    def priced(usage: RequestUsage) -> PriceCalculation:
        if base_url is not None:
            return calc_price(usage, model, provider_api_url=base_url)
        return calc_price(usage, model, provider_id=_IN_TABLE[kind])

    def cost(usage: Usage) -> float | None:
        asked = RequestUsage(
            input_tokens=usage.input_tokens,
            cache_read_tokens=usage.cached_tokens,
            cache_write_tokens=usage.cache_written_tokens,
            output_tokens=usage.output_tokens,
        )
        # An endpoint that reports no tokens has not told what the call cost.
        return float(priced(asked).total_price) if usage.tokens else None

    try:
        prices = priced(RequestUsage()).model_price
    except LookupError:
        return UNKNOWN
    return Tariff(cost, f"{_listed(prices)} (genai-prices {table_version()})")


def _listed(prices: ModelPrice) -> str:
    read, cached, written = (
        _base(getattr(prices, name, None)) for name in ("input_mtok", "cache_read_mtok", "output_mtok")
    )
    return _words(read, read if cached is None else cached, written)


def _base(price: Decimal | TieredPrices | None) -> float | None:
    base = price.base if isinstance(price, TieredPrices) else price
    return None if base is None else float(base)


def _words(read: float | None, cached: float | None, written: float | None) -> str:
    parts = ((read, "in"), (cached if cached != read else None, "in from its cache"), (written, "out"))
    return ", ".join(f"${price:g} {what}" for price, what in parts if price is not None) + " per million tokens"


@lru_cache(maxsize=1)
def table_version() -> str:
    """Return the version of the price table, and the newest date from which one of its prices counts."""
    today = datetime.now(UTC).date()
    return f"{version('genai-prices')}, newest price of {max(day for day in _dates() if day <= today)}"


def _dates() -> Iterator[date]:
    yield date.min
    for provider in table_providers:
        for model in provider.models:
            for price in model.prices if isinstance(model.prices, list) else ():
                if isinstance(price, ConditionalPrice) and isinstance(price.constraint, StartDateConstraint):
                    yield price.constraint.start_date
