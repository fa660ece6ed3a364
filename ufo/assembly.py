"""The composition root: the one place that builds collaborators from settings."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal

from ufo.agents.agent.factory import AgentFactory
from ufo.agents.agent.files_agent import FilesAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.context import Context
from ufo.agents.darkroom import Darkroom
from ufo.agents.services import AgentServices, Tools
from ufo.agents.user import User
from ufo.commands.floor import Attend, Floor
from ufo.commands.guarded_dispatcher import GuardedDispatcher
from ufo.commands.policy import Policy
from ufo.commands.scope import Selection, ToolScope
from ufo.commands.toolset import build_dispatcher, require_known
from ufo.config.settings import Settings, SkillSettings
from ufo.desktop.backend import Desktop, Keys
from ufo.desktop.backends import connect, environment_of, start_private
from ufo.knowledge.retriever import NoRetriever, Retriever
from ufo.llm.local_first import BUILTIN, LocalFirstProvider
from ufo.llm.provider import Provider
from ufo.llm.registry import Surroundings, create
from ufo.schema.target import TREE_SOURCES
from ufo.sessions.limits import Limits
from ufo.sessions.session import Session
from ufo.sight.desktop import SightedDesktop
from ufo.sight.eye import Eye
from ufo.skills.hearing import Hearing
from ufo.skills.matching import Chosen, fitting
from ufo.skills.provider import SkillFirstProvider
from ufo.skills.store import SkillStore
from ufo.trace.emitter import Emitter, Listener
from ufo.trace.events import Noticed, RunStarted
from ufo.trace.writer import LogWriter
from ufo.vision.detectors import DETECTORS, detector
from ufo.vision.grounding import GroundingService
from ufo.vision.photographer import PhotographerFacade

THIRD_PARTY = {"FilesAgent": FilesAgent}
"""Agents that a configuration may enable, by name (docs/third-party-agents.md)."""


def with_sight(desktop: Desktop, settings: Settings, grounding: Sequence[GroundingService] = ()) -> Desktop:
    """The desktop with the detectors that `control_backend` names, or with `grounding` in their place."""
    named = settings.system.control_backend
    overlap = settings.system.iou_threshold_for_merge
    best = ("omniparser", "vision") if settings.omniparser.endpoint else ("vision",)
    if named in (("auto",), ("hybrid",)):
        eye = Eye(grounding or [detector(name, settings) for name in best], overlap, first_only=True)
        return SightedDesktop(desktop, eye, by_sight=True if named == ("hybrid",) else None, overlap=overlap)
    chosen = [name for name in named if name in DETECTORS]
    eye = Eye(grounding or [detector(name, settings) for name in chosen], overlap)
    by_tree = bool(TREE_SOURCES & set(named))
    return SightedDesktop(desktop, eye, by_tree=by_tree, by_sight=bool(chosen), overlap=overlap)


@dataclass(frozen=True, slots=True)
class Attended:
    """The person who may take over, and who hears what was done then."""

    attend: Attend
    told: Callable[[str], None]


class ServerToolbox:
    """Tool sets by agent and application, each with a selection of its own, closed together."""

    def __init__(
        self,
        desktop: Desktop,
        settings: Settings,
        working_folder: Path,
        grounding: Sequence[GroundingService] = (),
        attended: Attended | None = None,
    ) -> None:
        require_known(settings)
        self._desktop = with_sight(desktop, settings, grounding)
        self._attended = attended
        self._settings = settings
        self._working_folder = working_folder
        self.home: Path | None = None
        """Where the applications of the desktop keep their settings; None for the person's own home."""
        self._opened: list[GuardedDispatcher] = []

    def open(self, agent: str, app_root: str) -> Tools:
        patience = self._settings.desktop.settle_timeout_s
        scope = ToolScope(self._desktop, Selection(), self._working_folder, patience, home=self.home)
        inner = build_dispatcher(agent, app_root, scope, self._settings)
        floor = Floor(scope, self._attended.attend, self._attended.told) if self._attended else None
        dispatcher = GuardedDispatcher(inner, Policy(self._settings.policy, scope), floor)
        self._opened.append(dispatcher)
        return Tools(dispatcher, scope)

    async def close(self) -> None:
        while self._opened:
            await self._opened.pop().close()


@dataclass(frozen=True, slots=True)
class DesktopInUse:
    """`ends_with_run`: it is gone, with all that is open on it, when the request is done."""

    desktop: Desktop
    name: str
    environment: Mapping[str, str]
    ends_with_run: bool = False


@asynccontextmanager
async def open_desktop(settings: Settings) -> AsyncIterator[DesktopInUse]:
    """The user's own screen or a private desktop, as `settings.desktop.where` says. A named one is left running.

    Raises DesktopUnavailable, and ConfigError where none of that name runs.
    """
    where = settings.desktop.where
    if where == "auto":
        where = "here" if os.environ.get("DISPLAY") else "private"
    if where == "here":
        async with _connected(dict(os.environ), settings) as desktop:
            yield DesktopInUse(desktop, f"here ({os.environ.get('DISPLAY', 'no display')})", dict(os.environ))
        return
    if where != "private":
        environment = environment_of(where)
        async with _connected(environment, settings) as desktop:
            yield DesktopInUse(desktop, f"{where} ({environment['DISPLAY']})", environment)
        return
    async with (
        await start_private(settings.desktop) as private,
        _connected(private.environment, settings) as desktop,
    ):
        shown = f"private ({private.environment['DISPLAY']})"
        yield DesktopInUse(desktop, shown, private.environment, ends_with_run=True)


@asynccontextmanager
async def _connected(environment: Mapping[str, str], settings: Settings) -> AsyncIterator[Desktop]:
    desktop = await connect(environment, settings.desktop)
    try:
        yield desktop
    finally:
        await desktop.shutdown()


@dataclass(frozen=True, slots=True)
class SessionParts:
    """What a session is built from, beside its settings. Without `provider`, the settings say which model.

    `skill`: the one to do the request with; without it, one that fits.
    """

    desktop: DesktopInUse
    user: User
    working_folder: Path
    log: LogWriter
    listeners: Sequence[Listener] = ()
    provider: Provider | None = None
    grounding: tuple[GroundingService, ...] = ()
    retriever: Retriever = NoRetriever()
    skill: Chosen | None = None
    clock: Callable[[], float] = time.monotonic


@asynccontextmanager
async def open_session(settings: Settings, parts: SessionParts) -> AsyncIterator[Session]:
    """A session ready to run requests; its tools and model are closed with it."""
    hearing = Hearing()
    emitter = Emitter([parts.log, *parts.listeners, hearing], parts.clock)
    parts.log.on_failure = lambda text: _notice(emitter, text, "error")
    provider = _model(settings, parts, emitter, hearing)
    context = Context(id=parts.log.run_id, log_path=str(parts.log.folder))

    def took_over(did: str) -> None:
        _notice(emitter, f"the person took over: {did}", "info")
        context.notices.append(f"The person took over for a while, and then: {did}.")

    attended = Attended(parts.user.attend, took_over)
    toolbox = ServerToolbox(parts.desktop.desktop, settings, parts.working_folder, parts.grounding, attended)
    if home := parts.desktop.environment.get("HOME"):
        toolbox.home = Path(home)
    shown = settings.model.visual_mode and provider.sees_pictures and not settings.system.concat_screenshot
    photographer = PhotographerFacade(model_edge=settings.model.image_max_edge if shown else None)
    try:
        services = AgentServices(
            settings=settings,
            provider=provider,
            emitter=emitter,
            user=parts.user,
            photographer=photographer,
            darkroom=Darkroom(emitter, photographer.forget),
            retriever=parts.retriever,
            toolbox=toolbox,
            working_folder=parts.working_folder,
            run_log=parts.log,
            ends_with_run=parts.desktop.ends_with_run,
        )
        factory = AgentFactory(services, THIRD_PARTY)
        host = HostAgent("HostAgent", services, toolbox.open("HostAgent", "default"), factory)

        def started(request: str) -> RunStarted:
            return RunStarted(
                run_id=parts.log.run_id,
                request=request,
                model=provider.name,
                desktop=parts.desktop.name,
                started=datetime.now(UTC).isoformat(timespec="seconds"),
                working_folder=str(parts.working_folder),
            )

        chord = tuple(one.strip() for one in settings.system.halt_key.split("+") if one.strip())
        halting = partial(parts.desktop.desktop.on_key, Keys(chord)) if chord else None
        yield Session(host, context, Limits(settings.limits, emitter), started, halting)
    finally:
        await toolbox.close()
        await provider.close()


def _model(settings: Settings, parts: SessionParts, emitter: Emitter, hearing: Hearing) -> Provider:
    """Who answers a turn: a saved skill first, then what needs no model, then the model."""
    provider = parts.provider or create(settings.model, Surroundings(notice=lambda text: _notice(emitter, text)))
    if settings.model.decide_locally:
        # The built-in planner asks about words that it does not understand before anything is opened.
        provider = LocalFirstProvider(provider, by_name=provider.name != BUILTIN)
    return SkillFirstProvider(
        provider,
        hearing,
        lambda request: parts.skill or _fitting_skill(settings.skills, request),
        lambda text: _notice(emitter, text, "info"),
        settings.skills.on_doubt,
    )


def _fitting_skill(settings: SkillSettings, request: str) -> Chosen | None:
    """Where several fit, none is surely meant."""
    found = fitting(SkillStore(settings.folder).all(), request) if settings.use else []
    return found[0] if len(found) == 1 else None


def _notice(emitter: Emitter, text: str, level: Literal["info", "warning", "error"] = "warning") -> None:
    emitter.emit(Noticed(level=level, text=text))
