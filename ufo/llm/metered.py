"""A provider that asks a model within the budget, and says what each answer cost and which model gave it."""

from __future__ import annotations

from dataclasses import replace

from ufo.config.settings import ModelSettings
from ufo.llm.budget import Budget, Forecast
from ufo.llm.estimate import prompt_tokens
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.tariff import Tariff
from ufo.schema.outcome import Usage


class MeteredProvider:
    """Asks `provider`, whose answers cost what `tariff` says. Raises LimitReached where a call could break a limit."""

    def __init__(self, provider: Provider, settings: ModelSettings, tariff: Tariff, budget: Budget) -> None:
        self._provider = provider
        self._settings = settings
        self._tariff = tariff
        self._budget = budget
        self._more_than_thought = 1.0

    @property
    def name(self) -> str:
        return self._provider.name

    @property
    def sees_pictures(self) -> bool:
        return self._provider.sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        thought = prompt_tokens(turn, self._settings.image_max_edge)
        forecast = self._forecast(thought)
        self._budget.require(forecast)
        completion = await self._provider.complete(turn)
        usage = self._priced(completion.usage)
        self._budget.spend(usage, forecast)
        # Some endpoints count far more for a picture than others; the next forecast goes by what this one counts.
        self._more_than_thought = max(self._more_than_thought, usage.input_tokens / max(thought, 1))
        return replace(completion, usage=usage, by=completion.by or self.name)

    async def close(self) -> None:
        await self._provider.close()

    def _forecast(self, thought: int) -> Forecast:
        read, written = round(thought * self._more_than_thought), self._settings.max_tokens
        return Forecast(read + written, self._tariff.cost(Usage(input_tokens=read, output_tokens=written)))

    def _priced(self, usage: Usage) -> Usage:
        if not self._tariff.is_known:
            return usage
        return usage.model_copy(update={"cost": self._tariff.cost(usage)})
