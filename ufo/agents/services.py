"""The services that agents are built with."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ufo.agents.picture_worker import PictureWorker
from ufo.agents.round_context import Context
from ufo.agents.user import User
from ufo.config.sections import AgentSections
from ufo.knowledge.retriever import Retriever
from ufo.llm.provider import Provider
from ufo.recipes.replay.skill_tools import SkillTools
from ufo.schema.knowledge import Knowledge, Query
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.policy.scene.run_record import WasMissing, not_known
from ufo.trace.emitter import Emitter
from ufo.trace.events import WorldNoted
from ufo.vision.photographer import PhotographerFacade


@dataclass(frozen=True, slots=True)
class Tools:
    """One agent's tools: its dispatcher, and the scope that they work on."""

    dispatcher: GuardedDispatcher
    scope: ToolScope

    @property
    def selection(self) -> Selection:
        return self.scope.selection


class Toolbox(Protocol):
    """Opens the tool set of an agent on an application (`app_root`; "default" for none in particular)."""

    def open(self, agent: str, app_root: str) -> Tools: ...

    def hears(self, request: str, was_missing: WasMissing = not_known, at: float | None = None) -> None:
        """Note a request of the person's. Called with each, before anything is done for it. `was_missing`: tells whether it is
        known that nothing lay at a path then. `at`: when it was made, in seconds since 1970, where that was not now.
        """
        ...

    async def release(self, tools: Tools) -> None:
        """Close one tool set. Does nothing where it is closed already."""
        ...

    async def close(self) -> None: ...


class RunLog(Protocol):
    """The run's folder, for whatever is no event."""

    def log_request(self, record: dict[str, Any]) -> None: ...

    def log_step(self, record: dict[str, Any]) -> None:
        """Write the structural log of one step (spec: host_agent_strategy.md, phase 4)."""
        ...

    def save_text(self, path: str, text: str) -> None:
        """Save a text. `path` is relative to the run's folder."""
        ...


class WorldNoting(Protocol):
    """Notes the state of windows and files after a step, and tells what of it differs later."""

    async def note(self, agent: Any, context: Context) -> None: ...

    async def changes_since(self, then: WorldNoted, app_roots: Collection[str]) -> tuple[str, ...]:
        """Return in words what happened since to the files and to the windows of these applications. Raises DesktopError."""
        ...


@dataclass(frozen=True, slots=True)
class AgentServices:
    settings: AgentSections
    provider: Provider
    emitter: Emitter
    user: User
    photographer: PhotographerFacade
    picture_worker: PictureWorker
    retriever: Retriever
    toolbox: Toolbox
    working_folder: Path
    run_log: RunLog
    world_notes: WorldNoting
    skill_tools: SkillTools | None = None
    ends_with_run: bool = False
    """Whether the desktop closes, with everything open on it, when the request is done."""
    log_folder: Path = Path()
    """The folder of the run's log."""
    masks: Masks = field(default_factory=Masks)
    """What no model is told of the person's secrets."""

    async def look_up(self, text: str, application: str, whole: str = "") -> Knowledge:
        """Return what the run's retrievers know of a text, within `knowledge.timeout_s`. `application`: an application root, or
        "" where none is chosen yet. `whole`: the request that the text is a part of.
        """
        until = time.monotonic() + self.settings.knowledge.timeout_s
        return await self.retriever.retrieve(Query(text, application, until, whole))
