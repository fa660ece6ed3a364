"""Phase 1 of the AppAgent, first part: pictures of the window (and, if set, of the desktop), and what window it is."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from ufo.agents.processors.framework.context import ContextView
from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.strategies.dispatching import collect
from ufo.commands.guarded_dispatcher import GuardedDispatcher
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo

if TYPE_CHECKING:
    from ufo.agents.agent.basic import BasicAgent


@depends_on("app_root", "log_path", "session_step", "command_dispatcher")
@provides(
    "clean_screenshot_path",
    "annotated_screenshot_path",
    "desktop_screenshot_path",
    "ui_tree_path",
    "clean_screenshot_url",
    "desktop_screenshot_url",
    "application_window_info",
    "screenshot_saved_time",
)
class AppScreenshotCaptureStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_screenshot_capture", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        step = context.get_local("session_step")
        settings = agent.services.settings.system
        began = time.perf_counter()
        clean_path = f"action_step{step}.png"
        clean_url = str(await collect(dispatcher, "capture_window_screenshot"))
        clean = Picture.from_data_url(clean_url)
        agent.foresee_picture(clean)
        agent.services.emitter.save_picture("clean", clean_path, clean)
        desktop_path = desktop_url = tree_path = ""
        if settings.save_full_screen:
            desktop_path = f"desktop_step{step}.png"
            desktop_url = str(await collect(dispatcher, "capture_desktop_screenshot", all_screens=True))
            agent.services.emitter.save_picture("desktop", desktop_path, Picture.from_data_url(desktop_url))
        if settings.save_ui_tree:
            tree_path = f"ui_trees/ui_tree_step{step}.json"
            tree = await collect(dispatcher, "get_ui_tree")
            agent.services.run_log.save_text(tree_path, json.dumps(tree, ensure_ascii=False, indent=1))
        saved_time = time.perf_counter() - began
        window = TargetInfo.model_validate(await collect(dispatcher, "get_app_window_info"))
        return self.done(
            clean_screenshot_path=clean_path,
            annotated_screenshot_path=f"action_step{step}_annotated.png",
            desktop_screenshot_path=desktop_path,
            ui_tree_path=tree_path,
            clean_screenshot_url=clean_url,
            desktop_screenshot_url=desktop_url,
            application_window_info=window,
            screenshot_saved_time=round(saved_time, 4),
        )
