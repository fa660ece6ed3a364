"""Creates sub-agents by kind: the AppAgent for an application, and third-party agents by name (facts §1.10).

A third-party agent is a class that is registered here under a name; a configuration enables and introduces it:

  system: {enabled_third_party_agents: [FilesAgent]}
  third_party: {FilesAgent: {agent: FilesAgent, introduction: "reads documents without opening them"}}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.services import AgentServices
from ufo.errors import ConfigError

if TYPE_CHECKING:
    from ufo.agents.agent.host_agent import HostAgent

ThirdPartyMaker = Callable[[str, AgentServices, "HostAgent"], SubAgent]
"""(name, services, host) → agent."""


class AgentFactory:
    """Creates sub-agents. `third_party` maps the name of each registered agent to its maker; `ufo.assembly` fills it. Raises
    ConfigError for an enabled agent that is not registered.
    """

    def __init__(self, services: AgentServices, third_party: Mapping[str, ThirdPartyMaker]) -> None:
        self._services = services
        self._third_party = dict(third_party)
        for name in services.settings.system.enabled_third_party_agents:
            self._maker(name)

    def create_app_agent(self, app_root: str, process_name: str, host: HostAgent) -> AppAgent:
        tools = self._services.toolbox.open("AppAgent", app_root)
        return AppAgent(app_root, process_name, self._services, tools, host)

    def create_third_party_agent(self, name: str, host: HostAgent) -> SubAgent:
        """Create the agent of that name. Raises ConfigError for one that is not registered."""
        return self._maker(name)(name, self._services, host)

    def _maker(self, name: str) -> ThirdPartyMaker:
        settings = self._services.settings.third_party.get(name)
        registered = settings.agent if settings is not None else name
        maker = self._third_party.get(registered)
        if maker is None:
            known = ", ".join(sorted(self._third_party)) or "none"
            raise ConfigError(f"third-party agent {registered!r} is not registered; registered: {known}")
        return maker
