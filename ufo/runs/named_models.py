"""Opens the models that a run's settings name, for the run itself, or before anything is started for it."""

from __future__ import annotations

from ufo.agents.agent.agent_config import AgentConfigResolver
from ufo.config.agent_models import OPERATOR
from ufo.config.sections import ModelSections
from ufo.config.settings import Settings
from ufo.llm.budget import Budget
from ufo.llm.by_agent import AgentModel, Choice, Models, ReadSecret, judge_of, open_models
from ufo.llm.registry import Surroundings
from ufo.prompts.template_files import require_prompts
from ufo.schema.running_mode import RunningMode
from ufo.schema.secret import SecretRef
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore


async def require_models(settings: Settings, mode: RunningMode) -> None:
    """Open the models of a run and close them again, so that a wrong one is reported before anything is started for it. Raises
    ConfigError and SecretRefused.
    """
    around = Surroundings(budget=Budget(settings.limits))
    models = await opened_models(settings, mode, reading(settings, Masks()), around)
    await models.close()
    require_all_prompts(models.host, models.sub, models.reader, judge_of(ModelSections.of(settings), around))


def require_all_prompts(*models: AgentModel | Choice | None) -> None:
    """Raise ConfigError where one of the models has prompts of the person's that are wrong."""
    for model in models:
        if model is not None:
            require_prompts(model.settings.prompts_folder)


async def opened_models(settings: Settings, mode: RunningMode, read: ReadSecret, around: Surroundings) -> Models:
    sub = AgentConfigResolver.model_of(mode)
    by_sight = sub == OPERATOR and OPERATOR not in settings.third_party
    return await open_models(ModelSections.of(settings), sub, read, around, by_sight=by_sight)


def reading(settings: Settings, masks: Masks) -> ReadSecret:
    """Return what resolves the secrets that models are reached with. They are masked from then on."""
    store = SecretStore(settings.secrets)

    async def read(name: str) -> str:
        value = await store.value(SecretRef(name))
        masks.learn(value, SecretRef(name))
        return value

    return read
