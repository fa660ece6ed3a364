"""What a room gets of the settings: its own sections and no others. The composition root takes them from the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

from ufo.config.settings import (
    AgentsSettings,
    DesktopSettings,
    KnowledgeSettings,
    LimitSettings,
    ModelSettings,
    NetworkSettings,
    OmniParserSettings,
    PolicySettings,
    SecretSettings,
    Settings,
    SightSettings,
    SystemSettings,
    ThirdPartyAgentSettings,
    ToolServerSettings,
)

ToolMap = Mapping[str, Mapping[str, ToolServerSettings]]
"""Agent → application root or `default` → servers."""


@dataclass(frozen=True, slots=True)
class _Sections:
    @classmethod
    def of(cls, settings: Settings) -> Self:
        return cls(**{field.name: getattr(settings, field.name) for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class ModelSections(_Sections):
    """Which model each agent has."""

    model: ModelSettings
    agents: AgentsSettings


@dataclass(frozen=True, slots=True)
class SeeingSections(_Sections):
    """How windows are seen that tell nothing of themselves."""

    system: SystemSettings
    sight: SightSettings
    omniparser: OmniParserSettings


@dataclass(frozen=True, slots=True)
class ToolboxSections(SeeingSections):
    """What tools work with and within."""

    tools: ToolMap
    policy: PolicySettings
    network: NetworkSettings
    desktop: DesktopSettings
    secrets: Mapping[str, SecretSettings]


@dataclass(frozen=True, slots=True)
class PlayerSections(_Sections):
    """What a worker of a fleet knows of the runs that it starts."""

    model: ModelSettings
    limits: LimitSettings
    secrets: Mapping[str, SecretSettings]


@dataclass(frozen=True, slots=True)
class AgentSections(_Sections):
    """What agents look at, ask and answer by. `model`: the agent's own."""

    model: ModelSettings
    system: SystemSettings
    limits: LimitSettings
    knowledge: KnowledgeSettings
    tools: ToolMap
    third_party: Mapping[str, ThirdPartyAgentSettings]
