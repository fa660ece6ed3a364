"""Chooses the class, the prompts and the model of a sub-agent by the mode of the run (spec: host_agent_overview.md,
create_subagent; facts/described_system.md §1.10).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple, TypedDict

from ufo.config.agent_models import OPERATOR, AgentName
from ufo.schema.running_mode import RunningMode

APP_AGENT, FOLLOWING, BY_SIGHT = "app_agent", "app_agent_follower", "operator_agent"


class AgentConfig(TypedDict):
    """What `AgentFactory.create_agent` makes an agent from. `agent_type`: app, batch_normal, operator, or the name of a
    third-party agent. The prompts are names of templates, "" for none; `model`: the entry of `agents` with its model.
    """

    agent_type: str
    name: str
    process_name: str
    app_root_name: str
    main_prompt: str
    example_prompt: str
    api_prompt: str
    mode: RunningMode
    model: AgentName


class _Kind(NamedTuple):
    agent_type: str
    prefix: str
    main_prompt: str
    example_prompt: str = ""


_APP = MappingProxyType(
    {
        RunningMode.NORMAL: _Kind("app", "AppAgent", APP_AGENT, APP_AGENT),
        RunningMode.BATCH_NORMAL: _Kind("batch_normal", "BatchAgent", APP_AGENT, APP_AGENT),
        RunningMode.FOLLOWER: _Kind("app", "AppAgent", FOLLOWING, FOLLOWING),
    }
)
_OPERATORS = MappingProxyType(
    {
        RunningMode.NORMAL_OPERATOR: _Kind(OPERATOR, "OpenAIOperator", BY_SIGHT),
        RunningMode.BATCH_OPERATOR: _Kind(OPERATOR, "BatchOpenAIOperator", BY_SIGHT),
    }
)


class AgentConfigResolver:
    """The first two functions raise ValueError for a mode that has no such agents."""

    @staticmethod
    def resolve_app_agent_config(root: str, process: str, mode: RunningMode) -> AgentConfig:
        return _config(_APP.get(mode), root, process, mode)

    @staticmethod
    def resolve_operator_agent_config(root: str, process: str, mode: RunningMode) -> AgentConfig:
        return _config(_OPERATORS.get(mode), root, process, mode)

    @staticmethod
    def resolve_third_party_config(agent_name: str, mode: RunningMode) -> AgentConfig:
        config = _config(_Kind(agent_name, agent_name, ""), "", "", mode)
        return AgentConfig(**{**config, "name": agent_name})

    @staticmethod
    def model_of(mode: RunningMode) -> AgentName:
        """Return the entry of `agents` whose model the sub-agents of the mode have."""
        return "operator" if mode.has_operator else "app"


def _config(kind: _Kind | None, root: str, process: str, mode: RunningMode) -> AgentConfig:
    if kind is None:
        raise ValueError(f"Unsupported mode: {mode}")
    return AgentConfig(
        agent_type=kind.agent_type,
        name=f"{kind.prefix}/{root}/{process}",
        process_name=process,
        app_root_name=root,
        main_prompt=kind.main_prompt,
        example_prompt=kind.example_prompt,
        api_prompt="",
        mode=mode,
        model=AgentConfigResolver.model_of(mode),
    )
