"""Resolves which model an agent has: its own under `agents`, completed from the run's model under `model`."""

from __future__ import annotations

from typing import Literal, get_args

from ufo.config.sections import ModelSections
from ufo.config.settings import ModelSettings

AgentName = Literal["host", "app", "operator", "backup", "evaluation", "reader"]
OPERATOR: AgentName = "operator"
"""The type of operator agents, and the name under which another one is registered in their place."""
JUDGE: AgentName = "evaluation"
READER: AgentName = "reader"
AGENTS: tuple[AgentName, ...] = get_args(AgentName)

RECORDED = "recorded"
"""The kind of a model that is a recording of all models of a run."""

_OF_ENDPOINT = ("base_url", "api_key", "key_secret", "backup")
_PRICES = ("input_price", "output_price", "cached_price")
_ABILITIES = ("answers", "context_tokens", "prompts")


def is_recording(model: ModelSettings) -> bool:
    return _kind(model.name) == RECORDED


def model_of(settings: ModelSections, agent: AgentName) -> ModelSettings:
    """Return the model of an agent. Without a model of its own that is the run's model, and for a reader the HostAgent's. A
    recording stands for the models of all agents.
    """
    own: ModelSettings | None = getattr(settings.agents, agent)
    if is_recording(settings.model):
        return settings.model
    if own is None and agent == READER:
        return model_of(settings, "host")
    return settings.model if own is None else _completed(own, settings.model)


def backup_of(settings: ModelSections) -> ModelSettings | None:
    """Return the model that every agent's model has behind it, or None where `agents.backup` names none."""
    if settings.agents.backup is None or is_recording(settings.model):
        return None
    return model_of(settings, "backup")


def embedding_of(settings: ModelSections) -> ModelSettings | None:
    """Return the model that embeds texts, or None where `agents.embedding` names none."""
    own = settings.agents.embedding
    return None if own is None or is_recording(settings.model) else _completed(own, settings.model)


def _completed(own: ModelSettings, run: ModelSettings) -> ModelSettings:
    """Return the model with what it does not set taken from the run's model. A key is meant for one endpoint, and a price for
    one model there, so another endpoint or model does not get them.
    """
    given = own.model_fields_set
    values = {name: getattr(own, name) for name in given}
    bare = ModelSettings()
    moved = "base_url" in given or ("name" in given and _kind(own.name) != _kind(run.name))
    if moved:
        values = {name: getattr(bare, name) for name in _OF_ENDPOINT} | values
    if moved or "name" in given:
        values = {name: getattr(bare, name) for name in (*_PRICES, *_ABILITIES)} | values
    if "api_key" in given or "key_secret" in given:
        # One of them replaces the other.
        values = {name: getattr(bare, name) for name in ("api_key", "key_secret")} | values
    return run.model_copy(update=values)


def _kind(name: str) -> str:
    return name.strip().partition(":")[0]
