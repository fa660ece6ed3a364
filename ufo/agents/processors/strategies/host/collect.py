"""Phase 1 of the HostAgent: reads the desktop's picture, its windows, and the agents that can be assigned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.take_picture import Shot, pictured, tell
from ufo.commands.dispatch.collect import collect
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.config.settings import Settings
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent


@depends_on("command_dispatcher", "log_path", "session_step")
@provides(
    "desktop_screenshot_url",
    "desktop_screenshot_path",
    "application_windows_info",
    "target_registry",
    "target_info_list",
    "remarks",
)
class DesktopDataCollectionStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="desktop_data_collection", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        remarks: list[str] = []
        shot = Shot("capture_desktop_screenshot", "desktop", f"action_step{context.get_local('session_step')}.png")
        url = await pictured(agent, dispatcher, shot, remarks, all_screens=True)
        rows = await collect(dispatcher, "get_desktop_app_target_info", remove_empty=True, refresh_app_windows=True)
        windows = [TargetInfo.model_validate(row) for row in rows or []]
        tell(agent, tuple(remarks))
        registry = self._register_applications_and_agents(windows, agent.services.settings)
        return self.done(
            desktop_screenshot_url=url,
            desktop_screenshot_path=shot.path if url else "",
            application_windows_info=windows,
            target_registry=registry,
            target_info_list=registry.to_list(keep_keys=["id", "name", "kind"]),
            remarks=tuple(remarks),
        )

    def _register_applications_and_agents(self, windows: list[TargetInfo], settings: Settings) -> TargetRegistry:
        """Register the windows first, then each enabled agent under the next free number."""
        registry = TargetRegistry(windows)
        for name in settings.system.enabled_third_party_agents:
            registry.register(
                TargetInfo(
                    kind=TargetKind.THIRD_PARTY_AGENT,
                    name=name,
                    type="ThirdPartyAgent",
                    description=settings.third_party[name].introduction if name in settings.third_party else None,
                )
            )
        return registry
