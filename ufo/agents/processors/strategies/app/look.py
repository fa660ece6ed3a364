"""Phase 1 of the AppAgent: takes pictures of the window, and reads its controls from the accessibility tree and by sight."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import TypeAdapter

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.needed_sight import LookFacts
from ufo.agents.processors.framework.phases import ContextView, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.strategies.take_picture import Shot, pictured
from ufo.agents.services import AgentServices
from ufo.desktop.snapshot import Snapshot
from ufo.errors import ToolError
from ufo.faults import Part
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.collect import collect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.trace.events import Noticed
from ufo.vision.photographer import PhotographerFacade

_log = logging.getLogger(__name__)
_TARGETS = TypeAdapter(list[TargetInfo])


@dataclass(frozen=True, slots=True)
class ToCapture:
    app_root: str
    log_path: str
    session_step: int
    command_dispatcher: GuardedDispatcher


@dataclass(frozen=True, slots=True)
class Captured:
    """The window, and its pictures: paths in the run's folder and data URLs, "" for what there is not."""

    clean_screenshot_path: str
    annotated_screenshot_path: str
    desktop_screenshot_path: str
    ui_tree_path: str
    clean_screenshot_url: str
    desktop_screenshot_url: str
    application_window_info: TargetInfo
    screenshot_saved_time: float
    remarks: tuple[str, ...]


@depends_on(ToCapture)
@provides(Captured)
class AppScreenshotCaptureStrategy(BaseProcessingStrategy):
    """Takes the pictures of a look. What cannot be had becomes a remark; without the window the phase fails."""

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_screenshot_capture", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToCapture)
        dispatcher, step, folder = known.command_dispatcher, known.session_step, known.log_path
        services, settings = agent.services, agent.services.settings.system
        began = time.perf_counter()
        remarks: list[str] = []
        clean = Shot("clean", f"action_step{step}.png", folder)
        taking = self._capture_app_screenshot(clean.save_path, dispatcher)
        clean_url = await pictured(services.emitter, clean, taking, remarks)
        if clean_url:
            agent.foresee_picture(Picture.from_data_url(clean_url))
        desktop_url = tree_path = ""
        desktop = Shot("desktop", f"desktop_step{step}.png", folder)
        if settings.save_full_screen:
            taking = self._capture_desktop_screenshot(desktop.save_path, dispatcher)
            desktop_url = await pictured(services.emitter, desktop, taking, remarks)
        if settings.save_ui_tree:
            tree = Shot("", f"ui_trees/ui_tree_step{step}.json", folder)
            tree_path = await self._saved_tree(services, dispatcher, tree, remarks)
        saved_time = time.perf_counter() - began
        return self.done(
            Captured(
                clean_screenshot_path=clean.path if clean_url else "",
                annotated_screenshot_path=f"action_step{step}_annotated.png" if clean_url else "",
                desktop_screenshot_path=desktop.path if desktop_url else "",
                ui_tree_path=tree_path,
                clean_screenshot_url=clean_url,
                desktop_screenshot_url=desktop_url,
                application_window_info=await self._get_application_window_info(dispatcher),
                screenshot_saved_time=round(saved_time, 4),
                remarks=tuple(remarks),
            )
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
        self, services: AgentServices, dispatcher: GuardedDispatcher, kept: Shot, remarks: list[str]
    ) -> str:
        """Save the accessibility tree and return its path, or "" where it cannot be had, with the reason in `remarks`."""
        try:
            with Part(_log, "keeping the tree of the controls", remarks):
                tree = await self._capture_ui_tree(kept.save_path, dispatcher)
                if tree:
                    services.run_log.save_text(kept.path, tree)
                return kept.path
        except ToolError as error:
            remarks.append(f"the tree of the controls is not kept: {error}")
        return ""


@dataclass(frozen=True, slots=True)
class ToList:
    clean_screenshot_path: str
    application_window_info: TargetInfo
    clean_screenshot_url: str
    annotated_screenshot_path: str
    command_dispatcher: GuardedDispatcher
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """The controls, also by their ids; `unlisted`: what the list lacks; `control_filter_time`: the seconds it took to drop what
    tree and detector both found; `control_recorder`: the controls by source, before and after that.
    """

    control_info: Sequence[TargetInfo]
    changes: str
    annotation_dict: dict[str, TargetInfo]
    unlisted: tuple[str, ...]
    control_filter_time: float
    control_recorder: dict[str, tuple[TargetInfo, ...]]
    annotated_screenshot_path: str
    annotated_screenshot_url: str
    remarks: tuple[str, ...]


@depends_on(ToList)
@provides(Listed)
class AppControlInfoStrategy(BaseProcessingStrategy):
    """Reads the controls of the look and draws their numbers."""

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_control_info", fail_fast=fail_fast)

    async def execute(self, agent: AppAgent, context: ContextView) -> ProcessingResult:
        known = context.read(ToList)
        dispatcher = known.command_dispatcher
        controls = await self._collect_uia_controls(dispatcher)
        for gone in await dispatcher.check():
            agent.withdraw(gone.call_id, gone.said)
        snapshot = agent.tools.selection.snapshot
        degraded = (snapshot.degraded or "") if snapshot else ""
        if agent.hears_anew(degraded or None):
            agent.services.emitter.emit(Noticed(text=f"degraded: {degraded}"))
        remarks = [*known.remarks]
        if not known.clean_screenshot_url and not controls and degraded:
            raise ToolError(f"nothing of the window can be seen: {'; '.join([degraded, *remarks])}")
        look = LookFacts(known.application_window_info, controls, degraded, agent.feedback, agent.history[-1:])
        agent.shows_pictures = agent.sees_pictures and agent.sight.needed(look)
        annotated_url = await self._annotated(agent, known, controls, remarks) if known.clean_screenshot_url else ""
        agent.tell_remarks(remarks)
        return self.done(
            Listed(
                control_info=controls,
                changes=str(await collect(dispatcher, "get_app_window_changes") or ""),
                annotation_dict={str(target.id): target for target in controls},
                unlisted=agent.out_of_sight,
                control_filter_time=snapshot.filtered_s if snapshot is not None else 0.0,
                control_recorder=_recorded(controls, snapshot),
                annotated_screenshot_path=known.annotated_screenshot_path,
                annotated_screenshot_url=annotated_url,
                remarks=tuple(remarks),
            )
        )

    async def _annotated(
        self, agent: AppAgent, known: ToList, controls: Sequence[TargetInfo], remarks: list[str]
    ) -> str:
        """Draw the annotated picture and return its data URL; "" where it is only for people, who can wait."""
        services = agent.services
        shown = agent.shows_pictures or services.settings.system.concat_screenshot
        with Part(_log, "drawing the picture of the controls", remarks):
            picture = Picture.from_data_url(known.clean_screenshot_url)
            draw = partial(_drawn, services.photographer, picture, controls, remarks if shown else [])
            path = known.annotated_screenshot_path
            annotated = services.picture_worker.submit("annotated", path, draw, at_once=shown)
            return (await annotated).data_url if shown else ""
        return ""

    async def _collect_uia_controls(self, command_dispatcher: BasicCommandDispatcher) -> list[TargetInfo]:
        """Read the tree's controls, with those found by sight where the tree tells too little or the settings want it."""
        rows = await collect(command_dispatcher, "get_app_window_controls_target_info")
        return _TARGETS.validate_python(rows or [])


def _drawn(
    photographer: PhotographerFacade, picture: Picture, controls: Sequence[TargetInfo], remarks: list[str]
) -> Picture:
    """Return the picture with the numbers of the controls, or without them where they cannot be drawn."""
    with Part(_log, "drawing the numbers of the controls", remarks):
        return photographer.capture_with_target_list(picture, controls)
    return picture


def _recorded(controls: Sequence[TargetInfo], snapshot: Snapshot | None) -> dict[str, tuple[TargetInfo, ...]]:
    return {
        "uia_controls_info": tuple(control for control in controls if not control.by_sight),
        "grounding_controls_info": snapshot.seen if snapshot is not None else (),
        "merged_controls_info": tuple(controls),
    }
