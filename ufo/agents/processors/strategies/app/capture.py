"""Phase 1 of the AppAgent, first part: takes pictures of the window and, if set, of the desktop."""

from __future__ import annotations

import json
import logging
import time
from typing import TYPE_CHECKING

from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.take_picture import Shot, pictured
from ufo.commands.dispatch.collect import collect
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.dispatch.protocol import BasicCommandDispatcher
from ufo.errors import ToolError
from ufo.faults import Part
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent

_log = logging.getLogger(__name__)


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
    "remarks",
)
class AppScreenshotCaptureStrategy(BaseProcessingStrategy):
    """Takes the pictures of a look. A picture or a tree for people that cannot be had becomes a remark; without the window
    itself the phase fails.
    """

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_screenshot_capture", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        step, folder = context.get_local("session_step"), context.get_local("log_path")
        settings = agent.services.settings.system
        began = time.perf_counter()
        remarks: list[str] = []
        clean = Shot("clean", f"action_step{step}.png", folder)
        clean_url = await pictured(agent, clean, self._capture_app_screenshot(clean.save_path, dispatcher), remarks)
        if clean_url:
            agent.foresee_picture(Picture.from_data_url(clean_url))
        desktop_url = tree_path = ""
        desktop = Shot("desktop", f"desktop_step{step}.png", folder)
        if settings.save_full_screen:
            taking = self._capture_desktop_screenshot(desktop.save_path, dispatcher)
            desktop_url = await pictured(agent, desktop, taking, remarks)
        if settings.save_ui_tree:
            tree_path = await self._saved_tree(
                agent, dispatcher, Shot("tree", f"ui_trees/ui_tree_step{step}.json", folder), remarks
            )
        saved_time = time.perf_counter() - began
        window = await self._get_application_window_info(dispatcher)
        return self.done(
            clean_screenshot_path=clean.path if clean_url else "",
            annotated_screenshot_path=f"action_step{step}_annotated.png" if clean_url else "",
            desktop_screenshot_path=desktop.path if desktop_url else "",
            ui_tree_path=tree_path,
            clean_screenshot_url=clean_url,
            desktop_screenshot_url=desktop_url,
            application_window_info=window,
            screenshot_saved_time=round(saved_time, 4),
            remarks=tuple(remarks),
        )

    async def _capture_app_screenshot(
        self, clean_screenshot_path: str, command_dispatcher: BasicCommandDispatcher
    ) -> str:
        """Return the window's picture as a data URL; it is saved under the path once it is taken. Raises ToolError."""
        return str(await collect(command_dispatcher, "capture_window_screenshot"))

    async def _capture_desktop_screenshot(
        self, desktop_screenshot_path: str, command_dispatcher: BasicCommandDispatcher
    ) -> str:
        """Return the picture of all screens as a data URL; it is saved under the path once it is taken. Raises ToolError."""
        return str(await collect(command_dispatcher, "capture_desktop_screenshot", all_screens=True))

    async def _capture_ui_tree(self, ui_tree_path: str, command_dispatcher: BasicCommandDispatcher) -> str:
        """Return the accessibility tree as JSON; it is saved under the path, without the secrets in it. Raises ToolError."""
        return json.dumps(await collect(command_dispatcher, "get_ui_tree"), ensure_ascii=False, indent=1)

    async def _get_application_window_info(self, command_dispatcher: BasicCommandDispatcher) -> TargetInfo:
        """Return the window that is looked at. Raises ToolError where it is gone."""
        return TargetInfo.model_validate(await collect(command_dispatcher, "get_app_window_info"))

    async def _saved_tree(
        self, agent: BasicAgent, dispatcher: GuardedDispatcher, kept: Shot, remarks: list[str]
    ) -> str:
        """Save the accessibility tree and return its path, or "" where it cannot be had, with the reason in `remarks`."""
        try:
            with Part(_log, "keeping the tree of the controls", remarks):
                tree = await self._capture_ui_tree(kept.save_path, dispatcher)
                if tree:
                    agent.services.run_log.save_text(kept.path, tree)
                return kept.path
        except ToolError as error:
            remarks.append(f"the tree of the controls is not kept: {error}")
        return ""
