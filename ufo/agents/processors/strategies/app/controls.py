"""Phase 1 of the AppAgent, second part: the controls, from the tree and from sight, numbered and drawn on the picture."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ufo.agents.processors.framework.context import ContextView
from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.strategies.dispatching import collect
from ufo.commands.guarded_dispatcher import GuardedDispatcher
from ufo.errors import UfoError
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.trace.events import Noticed

if TYPE_CHECKING:
    from ufo.agents.agent.basic import BasicAgent
    from ufo.agents.services import AgentServices


@depends_on(
    "clean_screenshot_path",
    "application_window_info",
    "clean_screenshot_url",
    "annotated_screenshot_path",
    "command_dispatcher",
)
@provides(
    "control_info",
    "annotation_dict",
    "control_filter_time",
    "control_recorder",
    "annotated_screenshot_path",
    "annotated_screenshot_url",
)
class AppControlInfoStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_control_info", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        services = agent.services
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        window = context.require_local("application_window_info", TargetInfo)
        picture = Picture.from_data_url(context.get_local("clean_screenshot_url"))
        from_tree = await self._collect_tree_controls(dispatcher)
        began = time.perf_counter()
        seen = await self._collect_grounding_controls(services, picture, window)
        merged = services.photographer.merge_target_info_list(
            from_tree, seen, services.settings.system.iou_threshold_for_merge
        )
        filter_time = time.perf_counter() - began
        by_id = {str(target.id): target for target in merged}
        agent.tools.selection.pictured = {
            key: target for key, target in by_id.items() if key not in agent.tools.selection.controls
        }
        path = context.get_local("annotated_screenshot_path")
        annotated = services.darkroom.develop(
            "annotated", path, lambda: services.photographer.capture_with_target_list(picture, merged)
        )
        shown = agent.sees_pictures or services.settings.system.concat_screenshot
        return self.done(
            control_info=merged,
            annotation_dict=by_id,
            control_filter_time=round(filter_time, 4),
            control_recorder={"tree": len(from_tree), "grounding": len(seen), "merged": len(merged)},
            annotated_screenshot_path=path,
            annotated_screenshot_url=(await annotated).data_url if shown else "",
        )

    async def _collect_tree_controls(self, dispatcher: GuardedDispatcher) -> list[TargetInfo]:
        rows = await collect(dispatcher, "get_app_window_controls_target_info")
        return [TargetInfo.model_validate(row) for row in rows or []]

    async def _collect_grounding_controls(
        self, services: AgentServices, picture: Picture, window: TargetInfo
    ) -> Sequence[TargetInfo]:
        found: list[TargetInfo] = []
        for detector in services.grounding:
            try:
                found += await detector.screen_parsing(picture, window)
            except UfoError as error:
                services.emitter.emit(
                    Noticed(text=f"a detector saw nothing: {error}; the controls listed are the tree's")
                )
        return found
