"""Creates sub-agents by type: the AppAgent for an application, operator agents, and third-party agents by name (facts §1.10).

A third-party agent is a subclass of `SubAgent`. The settings enable and introduce it, and name it in one of three ways: by a
name of ours (`FilesAgent`), by the entry point of an installed package, or by dotted path:

  system: {enabled_third_party_agents: [Lights]}
  third_party: {Lights: {agent: "house.agents:LightsAgent", introduction: "switches lamps", options: {room: kitchen}}}

Under the name `operator` it takes the place of our own operator agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from ufo.agents.agent.agent_config import AgentConfig
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import Processor, SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.operator_agent import OpenAIOperatorAgent
from ufo.agents.processors.app_agent_processor import AppAgentProcessor
from ufo.agents.processors.operator_agent_processor import OpenAIOperatorProcessor
from ufo.agents.services import AgentServices
from ufo.config.agent_models import OPERATOR
from ufo.config.settings import ThirdPartyAgentSettings
from ufo.errors import ConfigError
from ufo.extensions import Group, find, installed, is_dotted, is_known

_APP_AGENTS = ("app", "batch_normal")
_PROCESSORS: tuple[tuple[type[AppAgent], type[Processor]], ...] = (
    (OpenAIOperatorAgent, OpenAIOperatorProcessor),
    (AppAgent, AppAgentProcessor),
)
"""Who takes the turns of an agent that brings no processor of its own."""


class AgentFactory:
    """Creates sub-agents. `third_party` maps the names of our own third-party agents to their classes; `assembly` fills it.
    Raises ConfigError for an enabled agent whose class cannot be found.
    """

    def __init__(self, services: AgentServices, third_party: Mapping[str, type[SubAgent]]) -> None:
        self._services = services
        self._own = dict(third_party)
        enabled = services.settings.system.enabled_third_party_agents
        self._kinds = {name: self._kind(name) for name in enabled}

    def create_agent(self, host: HostAgent, **config: Unpack[AgentConfig]) -> SubAgent:
        """Create the agent of `agent_type` that works for `host`. Raises ConfigError for one that is not registered."""
        made = self._made(config, host)
        if made.processor_class is None:
            made.processor_class = next((taking for kind, taking in _PROCESSORS if isinstance(made, kind)), None)
        return made

    def _made(self, config: AgentConfig, host: HostAgent) -> SubAgent:
        kind = config["agent_type"]
        if kind in _APP_AGENTS:
            return self.create_app_agent(config, host)
        if kind == OPERATOR and kind not in self._services.settings.third_party:
            return self.create_operator_agent(config, host)
        return self.create_third_party_agent(kind, host, config["name"])

    def create_app_agent(self, config: AgentConfig, host: HostAgent) -> AppAgent:
        tools = self._services.toolbox.open(AppAgent.tool_set, config["app_root_name"])
        return AppAgent(config, self._services, tools, host)

    def create_operator_agent(self, config: AgentConfig, host: HostAgent) -> OpenAIOperatorAgent:
        tools = self._services.toolbox.open(OpenAIOperatorAgent.tool_set, config["app_root_name"])
        return OpenAIOperatorAgent(config, self._services, tools, host)

    def create_third_party_agent(self, registered: str, host: HostAgent, name: str = "") -> SubAgent:
        """Create the agent that is registered so, called `name`, with its options. Raises ConfigError for one that no class has;
        whatever else it raises, the round ends its sub-task with.
        """
        kind = self._kinds.get(registered) or self._kind(registered)
        made: SubAgent = kind(name or registered, self._services, host, **self._settings_of(registered).options)
        return made

    def _settings_of(self, name: str) -> ThirdPartyAgentSettings:
        return self._services.settings.third_party.get(name) or ThirdPartyAgentSettings(agent=name)

    def _kind(self, name: str) -> Any:
        wanted = self._settings_of(name).agent
        if wanted in self._own:
            return self._own[wanted]
        if not is_known(Group.AGENTS, wanted):
            known = ", ".join(sorted({*self._own, *installed(Group.AGENTS)})) or "none"
            raise ConfigError(
                f"third-party agent {wanted!r} is not registered; registered: {known}. A class of your own is named by "
                f"its dotted path: third_party.{name}.agent: package.module:Class"
            )
        found = find(Group.AGENTS, wanted)
        if not isinstance(found, type) or not issubclass(found, SubAgent):
            where = "dotted path" if is_dotted(wanted) else "entry point"
            raise ConfigError(f"third_party.{name}.agent: the {where} {wanted!r} is no subclass of SubAgent")
        return found
