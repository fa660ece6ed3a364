"""Phase 1 of the AppAgent, second part: reads the controls from the accessibility tree and by sight, and draws their numbers."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from pydantic import TypeAdapter

from ufo.agents.needed_sight import LookFacts
from ufo.agents.processors.framework.dependencies import depends_on, provides
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.turn_context import ContextView
from ufo.agents.processors.strategies.take_picture import tell
from ufo.commands.dispatch.collect import collect
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.dispatch.protocol import BasicCommandDispatcher
from ufo.desktop.snapshot import Snapshot
from ufo.errors import ToolError
from ufo.faults import Part
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.trace.events import Noticed
from ufo.vision.photographer import PhotographerFacade

if TYPE_CHECKING:
    from ufo.agents.agent.app_agent import AppAgent
    from ufo.agents.agent.basic_agent import BasicAgent

_log = logging.getLogger(__name__)
_TARGETS = TypeAdapter(list[TargetInfo])


@depends_on(
    "clean_screenshot_path",
    "application_window_info",
    "clean_screenshot_url",
    "annotated_screenshot_path",
    "command_dispatcher",
    "remarks",
)
@provides(
    "control_info",
    "changes",
    "annotation_dict",
    "unlisted",
    "control_filter_time",
    "control_recorder",
    "annotated_screenshot_path",
    "annotated_screenshot_url",
    "remarks",
)
class AppControlInfoStrategy(BaseProcessingStrategy):
    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_control_info", fail_fast=fail_fast)

    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        services = agent.services
        dispatcher = context.require_local("command_dispatcher", GuardedDispatcher)
        began = time.perf_counter()
        controls = await self._collect_uia_controls(dispatcher)
        for gone in await dispatcher.check():
            agent.withdraw(gone.call_id, gone.said)
        filter_time = time.perf_counter() - began
        snapshot = agent.tools.selection.snapshot
        if cast("AppAgent", agent).hears_anew(snapshot.degraded if snapshot else None) and snapshot:
            services.emitter.emit(Noticed(text=f"degraded: {snapshot.degraded}"))
        remarks: list[str] = [*context.get_local("remarks")]
        clean_url = context.get_local("clean_screenshot_url")
        if not clean_url and not controls and snapshot and snapshot.degraded:
            raise ToolError(f"nothing of the window can be seen: {'; '.join([snapshot.degraded, *remarks])}")
        path = context.get_local("annotated_screenshot_path")
        app = cast("AppAgent", agent)
        app.shows_pictures = app.sees_pictures and app.sight.needed(_look_facts(app, context, controls, snapshot))
        annotated_url = await self._annotated(agent, clean_url, path, controls, remarks) if clean_url else ""
        tell(agent, tuple(remarks))
        return self.done(
            control_info=controls,
            changes=str(await collect(dispatcher, "get_app_window_changes") or ""),
            annotation_dict={str(target.id): target for target in controls},
            unlisted=() if snapshot is None else (*snapshot.more, *([snapshot.cut] if snapshot.cut else [])),
            control_filter_time=round(filter_time, 4),
            control_recorder=_counted(controls, snapshot),
            annotated_screenshot_path=path,
            annotated_screenshot_url=annotated_url,
            remarks=tuple(remarks),
        )

    async def _annotated(
        self, agent: BasicAgent, clean_url: str, path: str, controls: Sequence[TargetInfo], remarks: list[str]
    ) -> str:
        """Draw the annotated picture and return its data URL for the prompt; "" where the picture is only for people, who can
        wait.
        """
        services = agent.services
        shown = cast("AppAgent", agent).shows_pictures or services.settings.system.concat_screenshot
        with Part(_log, "drawing the picture of the controls", remarks):
            picture = Picture.from_data_url(clean_url)
            draw = partial(_drawn, services.photographer, picture, controls, remarks if shown else [])
            annotated = services.picture_worker.submit("annotated", path, draw, at_once=shown)
            return (await annotated).data_url if shown else ""
        return ""

    async def _collect_uia_controls(self, command_dispatcher: BasicCommandDispatcher) -> list[TargetInfo]:
        """Read the controls of the tree, merged with those found by sight where the tree reports too little or the settings
        want it.
        """
        rows = await collect(command_dispatcher, "get_app_window_controls_target_info")
        return _TARGETS.validate_python(rows or [])


def _look_facts(
    agent: AppAgent, context: ContextView, controls: Sequence[TargetInfo], snapshot: Snapshot | None
) -> LookFacts:
    return LookFacts(
        window=context.require_local("application_window_info", TargetInfo),
        controls=controls,
        degraded=(snapshot.degraded or "") if snapshot is not None else "",
        feedback=agent.feedback,
        done=agent.history[-1:],
    )


def _drawn(
    photographer: PhotographerFacade, picture: Picture, controls: Sequence[TargetInfo], remarks: list[str]
) -> Picture:
    """Return the picture with the numbers of the controls, or without them where they cannot be drawn: picture and list are
    still of use.
    """
    with Part(_log, "drawing the numbers of the controls", remarks):
        return photographer.capture_with_target_list(picture, controls)
    return picture


def _counted(controls: Sequence[TargetInfo], snapshot: Snapshot | None) -> dict[str, int]:
    """Count the controls by source. `grounding` is what the detectors saw, before those that the tree also reports were
    dropped.
    """
    by_tree = sum(not one.by_sight for one in controls)
    seen = snapshot.seen if snapshot else 0
    return {"tree": by_tree, "grounding": seen, "merged": len(controls)}
