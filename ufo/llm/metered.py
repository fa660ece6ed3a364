"""A provider that asks a model within the budget, and says what each answer cost and which model gave it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Protocol

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.budget import Budget, Forecast
from ufo.llm.estimate import prompt_tokens
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.tariff import Tariff
from ufo.llm.wrapper import Wrapper
from ufo.schema.outcome import Usage
from ufo.secrets.masks import Masks


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
