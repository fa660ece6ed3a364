"""The composition root: the one place that builds collaborators from settings."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal

from ufo.agents.agent.factory import AgentFactory
from ufo.agents.agent.files_agent import FilesAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.picture_worker import PictureWorker
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices
from ufo.agents.user import User
from ufo.commands.policy.consent.mandate import Mandate
from ufo.config.settings import Settings, SkillSettings
from ufo.desktop.values import Keys
from ufo.desktops import DesktopInUse
from ufo.faults import counting_faults
from ufo.knowledge.retriever import NoRetriever, Retriever
from ufo.llm.provider import Provider
from ufo.llm.registry import Surroundings, create
from ufo.planner.shortcuts.local_first import LocalFirstProvider
from ufo.secrets.keeper import Keeper
from ufo.secrets.store import SecretStore
from ufo.sessions.limits import Limits
from ufo.sessions.session import Session
from ufo.sessions.users import MaskedUser
from ufo.skills.provider import SkillFirstProvider
from ufo.skills.request_match import Chosen, fitting
from ufo.skills.run_listener import RunListener
from ufo.skills.store import SkillStore
from ufo.toolbox import Attended, PersonSaid, ServerToolbox, Shared
from ufo.trace.emitter import Emitter, Listener
from ufo.trace.events import Noticed, RunStarted
from ufo.trace.writer import LogWriter
from ufo.vision.grounding import GroundingService
from ufo.vision.photographer import PhotographerFacade

THIRD_PARTY = {"FilesAgent": FilesAgent}
"""Agents that a configuration may enable, by name (docs/third-party-agents.md)."""


@dataclass(frozen=True, slots=True)
class SessionParts:
    """What a session is built from, beside its settings. Without `provider` the settings name the model.

    `skill` is the skill to do the request with; without it, a saved skill that fits the request is used.
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
    """Open a session that is ready to run requests, and close its tools and its model at the end."""
    run_listener = RunListener()
    shared = Shared(keeper=Keeper(SecretStore(settings.secrets), parts.log.masks))
    listeners = [parts.log, *parts.listeners, run_listener, PersonSaid(shared)]
    emitter = Emitter(listeners, parts.clock, parts.log.masks)
    parts.log.on_failure = lambda text: _notice(emitter, text, "error")
    provider = _model(settings, parts, emitter, run_listener)
    context = Context(id=parts.log.run_id, log_path=str(parts.log.folder))

    def took_over(did: str) -> None:
        _notice(emitter, f"the person took over: {did}", "info")
        context.notices.append(f"The person took over for a while, and then: {did}.")

    user = MaskedUser(parts.user, parts.log.masks)
    own = (settings.skills.folder.expanduser(), parts.log.folder)
    mandate = Mandate(own, lambda text: _notice(emitter, text, "info"))
    shared = replace(shared, attended=Attended(user.attend, took_over), mandate=mandate)
    toolbox = ServerToolbox(parts.desktop, settings, parts.working_folder, parts.grounding, shared)
    shown = settings.model.visual_mode and provider.sees_pictures and not settings.system.concat_screenshot
    photographer = PhotographerFacade(model_edge=settings.model.image_max_edge if shown else None)
    try:
        services = AgentServices(
            settings=settings,
            provider=provider,
            emitter=emitter,
            user=user,
            photographer=photographer,
            picture_worker=PictureWorker(emitter, photographer.forget),
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
        with counting_faults() as faults:
            yield Session(host, context, Limits(settings.limits, emitter), started, halting, faults)
    finally:
        await toolbox.close()
        await provider.close()


def _model(settings: Settings, parts: SessionParts, emitter: Emitter, run_listener: RunListener) -> Provider:
    """Return the provider that decides each turn: a saved skill first, then rules that need no model, then the model."""
    around = Surroundings(notice=lambda text: _notice(emitter, text), tell=lambda text: _notice(emitter, text, "info"))
    provider = parts.provider or create(settings.model, around)
    if settings.model.decide_locally:
        provider = LocalFirstProvider(provider)
    return SkillFirstProvider(
        provider,
        run_listener,
        lambda request: parts.skill or _fitting_skill(settings.skills, request),
        lambda text: _notice(emitter, text, "info"),
        settings.skills.on_doubt,
    )


def _fitting_skill(settings: SkillSettings, request: str) -> Chosen | None:
    """Return the saved skill that fits the request, or None. Where several fit, it is not clear which one is meant."""
    found = fitting(SkillStore(settings.folder).all(), request) if settings.use else []
    return found[0] if len(found) == 1 else None


def _notice(emitter: Emitter, text: str, level: Literal["info", "warning", "error"] = "warning") -> None:
    emitter.emit(Noticed(level=level, text=text))
