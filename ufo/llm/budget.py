"""What a session may spend on models: a call that could cost more than what is left is not made."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.config.settings import LimitSettings
from ufo.errors import ConfigError, LimitReached
from ufo.llm.tariff import Tariff
from ufo.schema.outcome import Usage


@dataclass(frozen=True, slots=True)
class Forecast:
    """The most that a call may use: `cost` in USD, None where the price is not known."""

    tokens: int
    cost: float | None


class Budget:
    """The money and the tokens of a session, over all its models."""

    def __init__(self, limits: LimitSettings) -> None:
        self._most_usd = limits.max_cost_usd
        self._most_tokens = limits.max_tokens
        self._is_own = limits.max_cost_usd != LimitSettings().max_cost_usd
        self._settled = Usage()
        self._since = Usage()
        self._unreported = Usage()
        self.has_told = False
        """Whether the person was told that the limit of money cannot hold."""

    def settle(self, used: Usage) -> None:
        """Take over what the session has counted: all that was used until now, before it was resumed too."""
        self._settled, self._since = used, Usage()

    def spend(self, usage: Usage, forecast: Forecast) -> None:
        """Count a call. Where the endpoint did not report what it used, what was forecast counts against the limits."""
        self._since += usage
        if not usage.tokens:
            self._unreported += Usage(input_tokens=forecast.tokens, cost=forecast.cost)

    def lose(self, usage: Usage, unknown: int, forecast: Forecast) -> None:
        """Count tries whose answers were of no use, and which the session counts nowhere: what they were told to have used, and
        the forecast for each of which nobody knows.
        """
        self._unreported += usage
        for _ in range(unknown):
            self._unreported += Usage(input_tokens=forecast.tokens, cost=forecast.cost)

    def require_price(self, model: str, tariff: Tariff) -> str:
        """Return what to tell the person of a model without a known price, "" where it has one or nothing is limited. Raises
        ConfigError where the person set the limit, which could not hold.
        """
        if tariff.is_known or self._most_usd is None:
            return ""
        said = f"no price is known for the model {model!r}, so the limit of {self._most_usd:g} USD cannot stop it"
        way = "set its `input_price` and `output_price` (0 where it costs nothing)"
        if self._is_own:
            raise ConfigError(f"{said}; {way}, or leave out the limit (`limits.max_cost_usd`, --max-cost)")
        self.has_told = True
        return f"{said}; {way}"

    def require(self, forecast: Forecast) -> None:
        """Raise LimitReached where the call could use more than is left."""
        spent = self._settled + self._since + self._unreported
        if self._most_tokens is not None and spent.tokens + forecast.tokens > self._most_tokens:
            raise LimitReached(
                f"the next call of the model could use {forecast.tokens} tokens, and {spent.tokens} of {self._most_tokens} "
                "are used; raise the limit (`limits.max_tokens`) or ask for less"
            )
        if self._most_usd is None or not forecast.cost:
            return
        if spent.least_cost + forecast.cost > self._most_usd:
            raise LimitReached(
                f"the next call of the model could cost {forecast.cost:.4f} USD, and {spent.least_cost:.4f} of "
                f"{self._most_usd:g} USD are spent; raise the limit (--max-cost) or choose a cheaper model"
            )
