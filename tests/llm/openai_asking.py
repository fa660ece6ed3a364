"""One question to an endpoint that speaks the protocol, with waits that take no time."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from tests.llm.openai_server import OpenAIServer
from tests.llm.turns import host_turn
from ufo.config.settings import LimitSettings, ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.budget import Budget
from ufo.llm.provider import Completion, Turn
from ufo.llm.registry import Surroundings, create

KEY = "sk-very-secret-0123456789"


class Waits:
    """Waiting that takes no time and is written down."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.notices: list[str] = []

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def surroundings(self) -> Surroundings:
        unlimited = Budget(LimitSettings(max_cost_usd=None))
        return Surroundings(
            sleep=self.sleep, rand=lambda: 0.0, environ={}, notice=self.notices.append, budget=unlimited
        )


def settings(server: OpenAIServer, **more: object) -> ModelSettings:
    values = {"name": "openai:gpt-4o", "base_url": server.base_url, "api_key": SecretStr(KEY), "timeout_s": 5.0}
    return ModelSettings.model_validate(values | more)


async def ask(server: OpenAIServer, turn: Turn, waits: Waits | None = None, **more: object) -> Completion:
    provider = create(settings(server, **more), (waits or Waits()).surroundings())
    try:
        return await provider.complete(turn)
    finally:
        await provider.close()


async def refusal(server: OpenAIServer, waits: Waits | None = None, **more: object) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await ask(server, host_turn(), waits, **more)
    return caught.value
