"""A whole session on a desktop in memory with a scripted model: everything real but the applications and the words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ufo.agents.user import User
from ufo.config.load import load_settings
from ufo.desktop.fake.apps import form, sheet, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.spec import AppSpec
from ufo.faults import counting_faults
from ufo.knowledge.retriever import Retriever
from ufo.llm.provider import Provider
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.plans.plan import Plan
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.outcome import RunSummary
from ufo.schema.picture import Picture
from ufo.schema.running_mode import RunningMode
from ufo.tools.policy.consent.mandate import OrderReader, nobody_reads
from ufo.trace.emitter import Listener
from ufo.trace.events import Event, PictureSaved, StateEntered, StepEnded
from ufo.trace.writer import LogWriter
from ufo.vision.detectors import GroundingService


@dataclass
class Heard:
    """A listener that keeps everything."""

    events: list[Event] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)
    """What each picture shows, by its path."""

    def on_event(self, event: Event) -> None:
        self.events.append(event)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        self.pictures.append(event.path)
        self.roles[event.path] = event.role

    @property
    def states(self) -> list[tuple[str, str]]:
        return [(event.agent, event.state) for event in self.events if isinstance(event, StateEntered)]

    @property
    def steps(self) -> list[StepEnded]:
        return [event for event in self.events if isinstance(event, StepEnded)]


@dataclass
class Stage:
    session: Session
    desktop: FakeDesktop
    heard: Heard
    folder: Path
    provider: Provider
    log: LogWriter

    async def run(self, request: str = "do it") -> RunSummary:
        return await self.session.run(request)

    def actions(self) -> list[str]:
        return [action.function for step in self.heard.steps for action in step.actions if action.result.ok]


@asynccontextmanager
async def _without_faults(has_faults: bool) -> AsyncIterator[None]:
    with counting_faults() as faults:
        yield
    assert bool(faults.count) is has_faults, f"{faults.count} faults of ours: the log has their traces"


@asynccontextmanager
async def stage(
    folder: Path,
    answers: Iterable[Any] | Provider | None,
    running: Iterable[str] = ("form",),
    user: User | None = None,
    grounding: tuple[GroundingService, ...] = (),
    retriever: Retriever | None = None,
    installed: Iterable[AppSpec] = (),
    ends_with_run: bool = False,
    desktop_class: type[FakeDesktop] = FakeDesktop,
    plan: Plan | None = None,
    mode: RunningMode = RunningMode.NORMAL,
    listeners: Iterable[Listener] = (),
    orders: OrderReader | None = nobody_reads,
    by_provider_alone: bool = False,
    is_own: bool = False,
    has_faults: bool = False,
    **settings: Any,
) -> AsyncIterator[Stage]:
    """`answers`: what a ScriptedProvider takes, or a provider, or None for the models that the settings name.

    `running`: applications that are open when the session begins (notes, form, sheet, and those in `installed`).

    A run survives faults of ours, so that a scene fails where there was one, or with `has_faults` where there was none.

    What a model says must hold is looked for, and what was done is watched, no longer than a desktop in memory needs.
    """
    desktop = desktop_class([text_editor(), form(), sheet(), *installed])
    for name in running:
        desktop.start(name)
    provider = ScriptedProvider(answers) if isinstance(answers, list) else cast(Provider, answers)
    # What is in memory tells of all that it shows; looking at its pictures would only take time.
    settings["system"] = {"verify_timeout_s": 0.1, "hold_s": 0.0, "control_backend": "a11y"} | settings.get(
        "system", {}
    )
    # What the person who tests has learned changes no prompt.
    settings["knowledge"] = {"folder": folder / "knowledge"} | settings.get("knowledge", {})
    loaded = load_settings(log_dir=folder / "logs", **settings)
    log = LogWriter(loaded.log_dir)
    heard = Heard()
    work = folder / "work"
    work.mkdir(exist_ok=True)
    parts = SessionParts(
        DesktopInUse(desktop, "fake", {}, ends_with_run, is_own),
        user or NobodyUser(),
        work,
        log,
        [heard, *listeners],
        provider,
        grounding,
        retriever,
        plan=plan,
        mode=mode,
        orders=orders,
        by_provider_alone=by_provider_alone,
    )
    try:
        async with open_session(loaded, parts) as session, _without_faults(has_faults):
            yield Stage(session, desktop, heard, log.folder, provider, log)
    finally:
        log.close()


def host(status: str, function: str = "", arguments: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """An answer of the HostAgent's model."""
    return {
        "observation": "the desktop",
        "thought": "what is next",
        "status": status,
        "function": function,
        "arguments": arguments or {},
        **more,
    }


def assign(target_id: str, subtask: str, **more: Any) -> dict[str, Any]:
    arguments = {"id": target_id}
    return host("ASSIGN", "select_application_window", arguments, current_subtask=subtask, **more)


def app(status: str, *actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An answer of an AppAgent's model."""
    return {"observation": "the window", "thought": "what is next", "status": status, "action": list(actions), **more}


def act(function: str, **arguments: Any) -> dict[str, Any]:
    return {"function": function, "arguments": arguments}
