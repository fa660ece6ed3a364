"""Phase 1 of the HostAgent: reads the desktop's picture, its windows, and the agents that can be assigned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.strategies.take_picture import Shot, pictured
from ufo.config.sections import AgentSections
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry
from ufo.tools.dispatch.collect import collect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.protocol import BasicCommandDispatcher

_DOCUMENT = "document "
"""How the description of a window begins whose document is known."""


@dataclass(frozen=True, slots=True)
class ToCollect:
    command_dispatcher: GuardedDispatcher
    log_path: str
    session_step: int


@dataclass(frozen=True, slots=True)
class Collected:
    """The desktop's picture, "" where there is none, its windows, and all that can be chosen."""

    desktop_screenshot_url: str
    desktop_screenshot_path: str
    application_windows_info: Sequence[TargetInfo]
    target_registry: TargetRegistry
    target_info_list: Sequence[dict[str, Any]]
    remarks: tuple[str, ...]


@depends_on(ToCollect)
@provides(Collected)
class DesktopDataCollectionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="desktop_data_collection", fail_fast=fail_fast)
        self._agents: tuple[TargetInfo, ...] = ()

    async def execute(self, agent: HostAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToCollect)
        dispatcher = known.command_dispatcher
        remarks: list[str] = []
        shot = Shot("desktop", f"action_step{known.session_step}.png", known.log_path)
        taking = self._capture_desktop_screenshot(dispatcher, shot.save_path)
        url = await pictured(agent.services.emitter, shot, taking, remarks)
        windows = await self._get_desktop_application_info(dispatcher)
        agent.tell_remarks(remarks)
        told = [window.description or "" for window in windows]
        await agent.watch(words.removeprefix(_DOCUMENT) for words in told if words.startswith(_DOCUMENT))
        self._agents = enabled_agents(agent.services.settings)
        registry = self._register_applications_and_agents(windows)
        return self.done(
            Collected(
                desktop_screenshot_url=url,
                desktop_screenshot_path=shot.path if url else "",
                application_windows_info=windows,
                target_registry=registry,
                target_info_list=registry.to_list(keep_keys=["id", "name", "kind"]),
                remarks=tuple(remarks),
            )
        )

    async def _capture_desktop_screenshot(self, command_dispatcher: BasicCommandDispatcher, save_path: str) -> str:
        """Return the picture of all screens as a data URL; it is saved as `save_path` once it is taken. Raises ToolError."""
        return str(await collect(command_dispatcher, "capture_desktop_screenshot", all_screens=True))

    async def _get_desktop_application_info(self, command_dispatcher: BasicCommandDispatcher) -> list[TargetInfo]:
        """Return the windows that have a title. Raises ToolError."""
        rows = await collect(
            command_dispatcher, "get_desktop_app_target_info", remove_empty=True, refresh_app_windows=True
        )
        return [TargetInfo.model_validate(row) for row in rows or []]

    def _register_applications_and_agents(
        self, app_windows_info: list[TargetInfo], target_registry: TargetRegistry | None = None
    ) -> TargetRegistry:
        """Register the windows first, then the enabled agents."""
        registry = target_registry or TargetRegistry()
        registry.register(app_windows_info)
        self._register_third_party_agents(registry, len(app_windows_info))
        return registry

    def _register_third_party_agents(self, target_registry: TargetRegistry, start_index: int) -> int:
        """Register each enabled agent under the next free number from `start_index` on, and return how many there are."""
        first = max(start_index, int(target_registry.next_id()))
        numbered = enumerate(self._agents, first)
        target_registry.register(agent.model_copy(update={"id": str(number)}) for number, agent in numbered)
        return len(self._agents)


def enabled_agents(settings: AgentSections) -> tuple[TargetInfo, ...]:
    """Return the third-party agents that are enabled, as targets without an id."""
    return tuple(
        TargetInfo(
            kind=TargetKind.THIRD_PARTY_AGENT,
            name=name,
            type="ThirdPartyAgent",
            description=settings.third_party[name].introduction if name in settings.third_party else None,
        )
        for name in settings.system.enabled_third_party_agents
    )
