"""Gives each agent a model of its own: a large one plans, a small one acts, and each gets its own turns and its own key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

from pydantic import SecretStr

from ufo.config.agent_models import AGENTS, JUDGE, READER, AgentName, backup_of, embedding_of, is_recording, model_of
from ufo.config.sections import ModelSections
from ufo.config.settings import ModelSettings
from ufo.extensions import Group, find
from ufo.llm.budget import FREE
from ufo.llm.probe.findings import informed, place_of, recall
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.registry import Surroundings, create, is_recorded, on_line, tariff_of

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
    operator agents. `reader`: of the one that reads a request at its end.
    """

    host: AgentModel
    sub: AgentModel
    reader: AgentModel
    backup: ModelSettings | None = None

    @property
    def name(self) -> str:
        """The names of the models for the record of the run."""
        planning, acting = self.host.provider.name, self.sub.provider.name
        return planning if planning == acting else f"{planning} (acts: {acting})"

    async def close(self) -> None:
        async with AsyncExitStack() as closing:
            for provider in {
                id(model.provider): model.provider for model in (self.host, self.sub, self.reader)
            }.values():
                closing.push_async_callback(provider.close)


async def open_models(
    settings: ModelSections,
    sub: AgentName,
    secret: ReadSecret,
    around: Surroundings | None = None,
    *,
    by_sight: bool = False,
) -> Models:
    """Open the models of the HostAgent and of its sub-agents, whose model is that of `sub`. `by_sight`: the sub-agents work by
    the operator's own messages. Raises ConfigError, and SecretRefused where the secret of a key cannot be read.
    """
    around = around or Surroundings()
    operator: Opener = find(Group.OPERATORS, "computer_use") if by_sight else create
    planning, acting, reading = (choose(settings, agent, around) for agent in ("host", sub, READER))
    async with AsyncExitStack() as undoing:

        async def opened(choice: Choice, opener: Opener = create) -> AgentModel:
            model = await choice.opened(secret, opener)
            undoing.push_async_callback(model.provider.close)
            return model

        host = await opened(planning)
        is_shared = acting.settings == planning.settings and not by_sight
        acts = host if is_shared else await opened(acting, operator)
        if reading.settings == planning.settings:
            reader = host
        else:
            reader = acts if reading.settings == acting.settings and not by_sight else await opened(reading)
        undoing.pop_all()
    return Models(host, acts, reader, planning.backup)


@dataclass(frozen=True, slots=True)
class Choice:
    """The model of an agent before it is opened, with its backup and the line that its requests take."""

    settings: ModelSettings
    backup: ModelSettings | None
    around: Surroundings

    async def opened(self, secret: ReadSecret, opener: Opener = create) -> AgentModel:
        """Open the model by `opener`. Raises ConfigError, and SecretRefused where the secret of a key cannot be read."""
        model = await with_key(self.settings, secret)
        backup = None if self.backup is None else await with_key(self.backup, secret)
        for asked in (model, backup):
            if asked is not None and asked.api_key is not None:
                self.around.keys.learn(asked.api_key.get_secret_value())
        return AgentModel(self.settings, opener(model, self.around, backup), price_of(self.settings))


def choose(settings: ModelSections, agent: AgentName, around: Surroundings) -> Choice:
    """Return the model of an agent, with what was found out about it. Raises ConfigError for a recording that is none."""
    model = known(model_of(settings, agent), around.environ)
    # Who judges is not one of those that acted, unless its own settings say so.
    backup = None if agent == JUDGE else backup_of(settings)
    if backup is not None:
        backup = known(backup, around.environ)
    return Choice(*on_line(model, backup, replace(around, agent=agent)))


def judge_of(settings: ModelSections, around: Surroundings) -> Choice | None:
    """Return the model that judges, None where none does. A recording has one where its run had. Raises ConfigError."""
    if not may_judge(settings):
        return None
    is_judged = settings.agents.evaluation is not None or is_recorded(settings.model, JUDGE)
    return choose(settings, JUDGE, around) if is_judged else None


def may_judge(settings: ModelSections) -> bool:
    return settings.agents.evaluation is not None or is_recording(settings.model)


def known(model: ModelSettings, environ: Mapping[str, str]) -> ModelSettings:
    """Return the settings with what `ufo doctor --model` found out, where they say nothing themselves."""
    return informed(model, recall(model.name.strip(), place_of(model), environ))


def keys_of(settings: ModelSections, environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the keys that the settings and the environment hold as they are, not as secrets by name."""
    models = [*(model_of(settings, agent) for agent in AGENTS), embedding_of(settings)]
    for own in (model.api_key for model in models if model is not None):
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
    """The chain of providers that all agents share, as the agent of one model sees it: with that model's name and eyes."""

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
