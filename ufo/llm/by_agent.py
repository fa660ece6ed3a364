"""Gives each agent a model of its own: a large one plans, a small one acts, and each gets its own turns and its own key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import SecretStr

from ufo.config.agent_models import AGENTS, OPERATOR, AgentName, backup_of, embedding_of, model_of
from ufo.config.settings import ModelSettings, Settings
from ufo.llm.operator.create import create_operator
from ufo.llm.probe.findings import informed, place_of, recall
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.registry import Surroundings, create, tariff_of
from ufo.llm.tariff import FREE

_KEY_NAMES = ("API_KEY", "ACCESS_KEY", "AUTH_TOKEN", "BEARER_TOKEN")
_LEAST_OF_A_KEY = 8
ReadSecret = Callable[[str], Awaitable[str]]
"""Returns the value of the secret of that name. Raises SecretRefused."""
Opener = Callable[[ModelSettings, Surroundings | None, ModelSettings | None], Provider]
"""Creates the provider of a model and of its backup."""


@dataclass(frozen=True, slots=True)
class AgentModel:
    """The model of an agent: its settings, the provider that asks it, and what it costs, in words ("": nothing that is paid)."""

    settings: ModelSettings
    provider: Provider
    price: str = ""


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a run's agents. Where two agents have the same model, they share its provider. `sub`: of AppAgents, or of
    operator agents.
    """

    host: AgentModel
    sub: AgentModel
    backup: ModelSettings | None = None

    @property
    def name(self) -> str:
        """The names of the models for the record of the run."""
        planning, acting = self.host.provider.name, self.sub.provider.name
        return planning if planning == acting else f"{planning} (acts: {acting})"

    async def close(self) -> None:
        try:
            await self.host.provider.close()
        finally:
            if self.sub.provider is not self.host.provider:
                await self.sub.provider.close()


async def open_models(
    settings: Settings, sub: AgentName, secret: ReadSecret, around: Surroundings | None = None
) -> Models:
    """Open the models of the HostAgent and of its sub-agents, whose model is that of `sub`. Raises ConfigError, and
    SecretRefused where the secret of a key cannot be read.
    """
    backup = backup_of(settings)
    backup = None if backup is None else await with_key(backup, secret)
    by_sight = sub == OPERATOR and OPERATOR not in settings.third_party
    environ = (around or Surroundings()).environ
    planning, acting = known(model_of(settings, "host"), environ), model_of(settings, sub)
    # An operator works by pictures alone, which nothing may leave out.
    acting = acting if by_sight else known(acting, environ)
    host = await open_model(planning, secret, around, backup)
    if acting == planning and not by_sight:
        return Models(host, host, backup)
    try:
        opener = create_operator if by_sight else create
        return Models(host, await open_model(acting, secret, around, backup, opener), backup)
    except BaseException:
        await host.provider.close()
        raise


def known(model: ModelSettings, environ: Mapping[str, str]) -> ModelSettings:
    """Return the settings with what `ufo doctor --model` found out, where they say nothing themselves."""
    return informed(model, recall(model.name.strip(), place_of(model), environ))


async def open_model(
    model: ModelSettings,
    secret: ReadSecret,
    around: Surroundings | None = None,
    backup: ModelSettings | None = None,
    opener: Opener = create,
) -> AgentModel:
    """Open one model by `opener`. Raises ConfigError and SecretRefused."""
    keyed = await with_key(model, secret)
    if around is not None:
        for one in (keyed, backup):
            if one is not None and one.api_key is not None:
                around.keys.learn(one.api_key.get_secret_value())
    return AgentModel(model, opener(keyed, around, backup), price_of(model))


def keys_of(settings: Settings, environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the keys that the settings and the environment hold as they are, not as secrets by name."""
    models = [*(model_of(settings, agent) for agent in AGENTS), embedding_of(settings)]
    for own in (one.api_key for one in models if one is not None):
        if own is not None:
            yield own.get_secret_value()
    yield from (value for name, value in environ.items() if name.endswith(_KEY_NAMES) and len(value) >= _LEAST_OF_A_KEY)


def price_of(model: ModelSettings) -> str:
    """Return what a model costs, in words; "" for one that nobody pays for, such as the built-in planner."""
    tariff = tariff_of(model)
    return "" if tariff is FREE else tariff.words


async def with_key(model: ModelSettings, secret: ReadSecret) -> ModelSettings:
    """Return the model with the key that its secret holds. Raises SecretRefused where that cannot be read."""
    if not model.key_secret or model.api_key is not None:
        return model
    return model.model_copy(update={"api_key": SecretStr(await secret(model.key_secret))})


class ByAgent:
    """A provider that passes each turn to the provider of its agent."""

    def __init__(self, host: Provider, sub: Provider) -> None:
        self._host = host
        self._sub = sub

    @property
    def name(self) -> str:
        return self._host.name

    @property
    def sees_pictures(self) -> bool:
        return self._host.sees_pictures or self._sub.sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        return await (self._host if turn.agent == "host" else self._sub).complete(turn)

    async def close(self) -> None:
        """Do nothing: the models are closed where they were opened."""


class AsSeenBy:
    """The chain of providers that all agents share, as the agent of one model sees it: under the name and with the eyes of
    that model.
    """

    def __init__(self, chain: Provider, own: Provider) -> None:
        self._chain = chain
        self._own = own

    @property
    def name(self) -> str:
        return self._own.name

    @property
    def sees_pictures(self) -> bool:
        return self._own.sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        return await self._chain.complete(turn)

    async def close(self) -> None:
        """Do nothing: the chain is closed by whoever built it."""
