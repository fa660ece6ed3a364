"""What a session may spend on models: a call that could cost more than what is left is not made.

A `Tariff` is what a model costs, as a value: `prices.py` makes it, so that nothing here needs a library of models.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from ufo.config.settings import LimitSettings, ModelSettings
from ufo.errors import ConfigError, LimitReached, ModelUnavailable
from ufo.llm.estimate import prompt_tokens
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.schema.usage import Usage
from ufo.secrets.masks import Masks


@dataclass(frozen=True, slots=True)
class Tariff:
    """`cost` returns the price of a usage in USD, None where it is not known. `words` say the price and where it is from."""

    cost: Callable[[Usage], float | None]
    words: str
    is_known: bool = True


UNKNOWN = Tariff(lambda _: None, "price unknown", is_known=False)
FREE = Tariff(lambda _: 0.0, "nothing")
OWN_MACHINE = Tariff(lambda _: 0.0, "nothing: it runs on your own machine")


@dataclass(frozen=True, slots=True)
class Forecast:
    """The most that a call may use: `cost` in USD, None where the price is not known."""

    tokens: int
    cost: float | None


async def _at_once() -> None:
    pass


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
        self.admitted: Callable[[], Awaitable[None]] = _at_once
        """Returns when the next call may be made, where others share what calls are counted by."""

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


class Shared(Protocol):
    """What the models of a run share: their budget, and their keys, which no answer may repeat."""

    @property
    def budget(self) -> Budget: ...

    @property
    def keys(self) -> Masks: ...


class MeteredProvider(Wrapper):
    """Asks `provider`, whose answers cost what `tariff` says. Raises LimitReached where a call could break a limit."""

    def __init__(self, provider: Provider, settings: ModelSettings, tariff: Tariff, shared: Shared) -> None:
        super().__init__(provider)
        self._settings = settings
        self._tariff = tariff
        self._budget = shared.budget
        self._keys = shared.keys
        self._more_than_thought = 1.0

    async def complete(self, turn: Turn) -> Completion:
        thought = prompt_tokens(turn, self._settings.image_max_edge)
        forecast = self._forecast(thought)
        self._budget.require(forecast)
        await self._budget.admitted()
        completion = await self._within_its_deadline(turn, forecast)
        usage = self._priced(completion.usage)
        self._budget.spend(usage, forecast)
        self._budget.lose(Usage(), completion.unknown, forecast)
        # Some endpoints count far more for a picture than others; the next forecast goes by what this one counts.
        self._more_than_thought = max(
            self._more_than_thought, usage.input_tokens / max(usage.model_calls, 1) / max(thought, 1)
        )
        text = self._keys.text(completion.text)
        return replace(completion, text=text, usage=usage, by=completion.by or self.name)

    async def _within_its_deadline(self, turn: Turn, forecast: Forecast) -> Completion:
        deadline_s = self._settings.deadline_s
        try:
            async with asyncio.timeout(deadline_s):
                return await self._inner.complete(turn)
        except ModelUnavailable as error:
            self._budget.lose(self._priced(error.used or Usage()), error.unknown, forecast)
            if not self._keys.holds(str(error)):
                raise
            # A provider leaves its own key out. An endpoint that got another's by mistake may repeat that one.
            said = self._keys.text(str(error))
        except TimeoutError:
            # The endpoint may still be at it, and bill it.
            self._budget.spend(Usage(cost=None), forecast)
            said = (
                f"{self.name} gave no answer within {deadline_s:g} s, all tries together; raise `model.deadline_s` or set "
                "`model.backup`"
            )
        raise ModelUnavailable(said)

    def _forecast(self, thought: int) -> Forecast:
        read, written = round(thought * self._more_than_thought), self._settings.max_tokens
        return Forecast(read + written, self._tariff.cost(Usage(input_tokens=read, output_tokens=written)))

    def _priced(self, usage: Usage) -> Usage:
        if not self._tariff.is_known:
            return usage
        return usage.model_copy(update={"cost": self._tariff.cost(usage)})
