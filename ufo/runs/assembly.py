"""The composition root: the one place that builds collaborators from settings."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ufo.agents.agent.files_agent import FilesAgent
from ufo.agents.agent.fresh_agents import EVALUATION_AGENT, EvaluationAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.reader_agent import READER_AGENT, ReaderAgent
from ufo.agents.factory import AgentFactory
from ufo.agents.picture_worker import PictureWorker
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices
from ufo.agents.user import User
from ufo.config.agent_models import embedding_of, is_recording
from ufo.config.load import changed
from ufo.config.sections import AgentSections, ModelSections, SeeingSections, ToolboxSections
from ufo.config.settings import Settings, SkillSettings
from ufo.desktop.values import Keys
from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.extensions import Group, find, is_missing
from ufo.faults import counting_faults
from ufo.knowledge.menus.shelf import MenuShelf
from ufo.knowledge.retriever import Retriever
from ufo.llm.budget import Budget
from ufo.llm.by_agent import (
    AgentModel,
    AsSeenBy,
    ByAgent,
    Models,
    ReadSecret,
    judge_of,
    keys_of,
    may_judge,
    price_of,
)
from ufo.llm.picture_limits import edge_for
from ufo.llm.provider import BUILTIN, Provider
from ufo.llm.recording.lookups import on_recording
from ufo.llm.registry import Surroundings
from ufo.recipes.learner import Learner
from ufo.recipes.recipe import Skill
from ufo.recipes.replay.request_match import Chosen, fitting
from ufo.recipes.replay.skill_first import RunListener, SkillFirstProvider
from ufo.recipes.replay.skill_tools import SkillTools
from ufo.recipes.store import SkillStore
from ufo.runs.control.controlled_user import ControlledUser
from ufo.runs.control.opened import RunControl
from ufo.runs.desktops import DesktopInUse
from ufo.runs.named_models import opened_models, reading, require_all_prompts
from ufo.runs.plans.plan import Plan
from ufo.runs.sessions.evaluation import Evaluator, PicturesOfRound
from ufo.runs.sessions.follow_plan import FollowingProvider
from ufo.runs.sessions.given_answers import GivenAnswer
from ufo.runs.sessions.limits import Limits
from ufo.runs.sessions.local_first import LocalFirstProvider
from ufo.runs.sessions.next_subtask import SubtasksFirstProvider
from ufo.runs.sessions.session import Halting, Session
from ufo.runs.sessions.users import MaskedUser
from ufo.runs.sessions.world_notes import WorldNotes
from ufo.runs.sources import Sources, cited, learned, web_search
from ufo.runs.takeovers import RecordedRun, connected_again, recorded
from ufo.runs.toolbox import Attended, PersonSaid, ServerToolbox, Shared
from ufo.schema.places import Places
from ufo.schema.running_mode import RunningMode
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.dispatch.takeover import Attend
from ufo.tools.external.servers import ExternalServers
from ufo.tools.external.servers import Surroundings as OutsideSurroundings
from ufo.tools.policy.consent.mandate import Mandate, OrderReader, nobody_reads
from ufo.trace.emitter import Emitter, Listener
from ufo.trace.events import Asked, ModelNoted, Noticed, PersonActed, RunStarted
from ufo.trace.writer import LogWriter
from ufo.vision.detectors import GroundingService
from ufo.vision.photographer import PhotographerFacade

if TYPE_CHECKING:
    from ufo.llm.embeddings import RemoteEmbedder

THIRD_PARTY = {"FilesAgent": FilesAgent}
"""Agents that a configuration may enable, by name (docs/third-party-agents.md)."""
_MOST_ACTS = 30


@dataclass(frozen=True, slots=True)
class SessionParts:
    """What a session is built from, beside its settings. Without `provider` the settings name the model, and without
    `retriever` they name what is looked up.

    `skill` is the skill to do the request with; without it, a saved skill that fits the request is used. `plan`: the plan
    whose steps are followed, in the mode FOLLOWER. `before_s`: the seconds that a run lasted before it was broken off.
    `by_provider_alone`: nothing decides before `provider`, as what needs no model otherwise does. `orders`: who reads whether the
    request orders a risky act. `answers`: what the person answered before they were asked. `may_call` returns when a model may be
    called, where calls are counted outside of the run.
    """

    desktop: DesktopInUse
    user: User
    working_folder: Path
    log: LogWriter
    listeners: Sequence[Listener] = ()
    provider: Provider | None = None
    grounding: tuple[GroundingService, ...] = ()
    retriever: Retriever | None = None
    skill: Chosen | None = None
    plan: Plan | None = None
    mode: RunningMode = RunningMode.NORMAL
    clock: Callable[[], float] = time.monotonic
    before_s: float = 0.0
    by_provider_alone: bool = False
    orders: OrderReader | None = None
    answers: tuple[GivenAnswer, ...] = ()
    may_call: Callable[[], Awaitable[None]] | None = None


@asynccontextmanager
async def open_session(settings: Settings, parts: SessionParts) -> AsyncIterator[Session]:
    """Open a session that is ready to run requests, and close its tools and its models at the end, whatever fails before."""
    if settings.policy.dry_run:
        # What a run keeps of its work goes into its own folder, and so is used by no other.
        settings = changed(settings, knowledge={"folder": parts.log.folder / "knowledge"})
    run_listener, pictures = RunListener(), PicturesOfRound()
    shared = Shared(keeper=SecretResolver(SecretStore(settings.secrets), parts.log.masks))
    judged = [pictures] if may_judge(ModelSections.of(settings)) else []
    control = RunControl(parts.log.run_id, parts.desktop, settings.desktop, parts.log.masks)
    listeners: list[Listener] = [
        parts.log, *parts.listeners, run_listener, PersonSaid(shared), *judged, control.server
    ]  # fmt: skip
    emitter = Emitter(listeners, parts.clock, parts.log.masks, parts.before_s)
    parts.log.on_failure = lambda text: _notice(emitter, text, "error")
    warn = partial(_notice, emitter)
    for remark in parts.desktop.remarks:
        warn(remark, "info")
    context = Context(id=parts.log.run_id, mode=parts.mode, log_path=str(parts.log.folder))
    told = _Told(emitter, context)
    person = control.person(
        parts.user,
        settings.system.question_timeout_s,
        told.elsewhere,
        partial(_recorded, settings, parts, told, control),
    )
    told.ready = person.ready
    user = MaskedUser(person, parts.log.masks)
    async with AsyncExitStack() as closing:
        budget = Budget(settings.limits)
        budget.admitted = parts.may_call or budget.admitted
        around = _around(emitter, budget)
        models, judging = await _open_models(settings, parts, around, closing)
        shows = any(_is_shown(model) for model in (models.host, models.sub))
        parts.desktop.desktop.tell_by(partial(_notice, emitter, level="info"), shows)
        shared = _watched(shared, settings, parts, told, user)
        recipes, index = learned(settings.knowledge.folder.expanduser(), warn)
        closing.callback(index.close)
        shelf = MenuShelf(settings.knowledge.folder, index, warn)
        toolbox = ServerToolbox(
            parts.desktop, ToolboxSections.of(settings), parts.working_folder, parts.grounding, shared, shelf
        )
        closing.push_async_callback(toolbox.close)
        toolbox.bounded.permits.person = _Permitting(emitter, user, partial(_permitted, person, parts.log.masks))
        for line in toolbox.bounded.notices:
            _notice(emitter, line, "info")
        read = reading(settings, parts.log.masks)
        embedder = await _embedder(settings, read, around)
        if embedder is not None:
            closing.push_async_callback(embedder.close)
        # The built-in planner reads no prompt, so for it nothing is collected and nothing is searched for.
        is_read = models.sub.provider.name != BUILTIN
        online = await web_search(settings.knowledge.web, read, parts.log.masks, warn) if is_read else None
        sources = Sources(recipes, index, embedder, toolbox.menus if is_read else None, online)
        provider, skill_tools = _deciding(settings, models, parts, emitter, run_listener)
        photographer = _photographer(settings, models.sub)
        services = AgentServices(
            settings=_with_model(settings, models.sub),
            provider=AsSeenBy(provider, models.sub.provider),
            emitter=emitter,
            user=user,
            photographer=photographer,
            picture_worker=PictureWorker(emitter, photographer.forget),
            retriever=cited(_looking_up(settings, parts, sources, around), settings.knowledge, emitter),
            toolbox=toolbox,
            working_folder=parts.working_folder,
            run_log=parts.log,
            world_notes=WorldNotes(toolbox.bounded.desktop, parts.working_folder, emitter),
            skill_tools=skill_tools,
            ends_with_run=parts.desktop.ends_with_run,
            log_folder=parts.log.folder,
            masks=parts.log.masks,
        )
        factory = AgentFactory(services, THIRD_PARTY)
        services = replace(
            services, settings=_with_model(settings, models.host), provider=AsSeenBy(provider, models.host.provider)
        )
        host = HostAgent("HostAgent", services, toolbox.open("HostAgent", "default"), factory, parts.mode)
        host.processor_class = HostAgentProcessor
        host.reader = ReaderAgent(services, models.reader)
        # A file of a plan, or of a model's answers, does not say what the person wants: they are asked.
        by_file = parts.plan is not None or (parts.provider is None and is_recording(settings.model))
        shared.mandate.read_by(parts.orders or (nobody_reads if by_file else host.orders))
        with counting_faults() as faults:
            limits = Limits(settings.limits, emitter, budget, lambda: control.steering.parked_s)
            started = partial(_started, parts, models, judging)
            session = Session(host, context, limits, started, _halting(settings, parts), faults)
            session.stops_by = control.steering.stops_by
            session.answers = parts.answers
            session.dry, session.denied = toolbox.bounded.dry, lambda: toolbox.bounded.permits.denied
            session.learner = Learner(
                recipes,
                parts.log.folder,
                settings.system.save_experience,
                lambda text: _notice(emitter, text, "info"),
            )
            if judging is not None:
                session.evaluator = Evaluator(EvaluationAgent(services, judging), pictures, limits, parts.log.masks)
            folder = parts.log.folder if settings.control.socket else None
            await closing.enter_async_context(control.opened(person, folder, warn))
            yield session


@dataclass(frozen=True, slots=True)
class _Permitting:
    """Who is asked for permission. `user` is the person, and `permit` asks them whether an application may be worked."""

    emitter: Emitter
    user: MaskedUser
    permit: Callable[[Sequence[str]], Awaitable[list[str] | None]]

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        """Ask for permission to work an application, and have it in the log."""
        answers = await self.permit(questions)
        for place, question in enumerate(questions):
            answer = None if answers is None else answers[place]
            self.emitter.emit(Asked(agent="HostAgent", question=question, answer=answer, confirmation=True))
        return answers

    async def confirm(self, question: str) -> bool:
        """Ask for pointer and keyboard, and have it in the log."""
        consent = await self.user.confirm(question)
        answer = "yes" if consent else "no"
        self.emitter.emit(Asked(agent="HostAgent", question=question, answer=answer, confirmation=True))
        return consent


async def _permitted(person: ControlledUser, masks: Masks, questions: Sequence[str]) -> list[str] | None:
    return await person.permit([masks.text(question) for question in questions])


@dataclass
class _Told:
    """Who is told what the person does: listeners and the next turn. `ready` is set once what they do is recorded."""

    emitter: Emitter
    context: Context
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    acts: list[str] = field(default_factory=list)

    def elsewhere(self, text: str) -> None:
        """Tell the other places what the person said at one."""
        _notice(self.emitter, text, "info")

    def acted(self, event: PersonActed) -> None:
        self.acts.append(self.emitter.emit(event).did)

    def took_over(self, did: str) -> None:
        _notice(self.emitter, f"the person took over: {did}", "info")
        acts = f" They did: {'; '.join(self.acts[-_MOST_ACTS:])}." if self.acts else ""
        self.acts.clear()
        self.context.notices.append(f"The person took over for a while, and then: {did}.{acts}")


def _watched(shared: Shared, settings: Settings, parts: SessionParts, told: _Told, user: MaskedUser) -> Shared:
    """Return what tools share, with the person who attends, what the request consents to, and the servers from outside."""
    own = (settings.skills.folder.expanduser(), settings.knowledge.folder.expanduser(), parts.log.folder)
    mandate = Mandate(own, lambda text: _notice(told.emitter, text, "info"))
    secrets = SecretStore(settings.secrets)
    around = OutsideSurroundings(
        parts.working_folder, secrets, parts.log.masks, partial(_notice, told.emitter), settings.desktop.environment
    )
    attended = Attended(user.attend, told.took_over)
    outside, spending = ExternalServers(settings.mcp, around), told.emitter.spending
    return replace(shared, attended=attended, mandate=mandate, outside=outside, spending=spending)


def _recorded(settings: Settings, parts: SessionParts, told: _Told, control: RunControl, attend: Attend) -> Attend:
    """Return how the person attends: what they do while they have taken over is recorded beside the run's log, and told."""
    used = parts.desktop
    if not settings.recording.take_overs or not used.environment:
        return attend

    run = RecordedRun(
        partial(connected_again, used, settings.desktop, SeeingSections.of(settings)),
        settings.desktop,
        parts.log.folder,
        parts.log.masks,
        partial(_notice, told.emitter),
        lambda: told.ready.set(),
        told.acted,
        control.relay.listen,
    )
    return recorded(attend, run)


def _photographer(settings: Settings, acting: AgentModel) -> PhotographerFacade:
    shown = _is_shown(acting) and not settings.system.concat_screenshot
    return PhotographerFacade(model_edge=partial(edge_for, acting.settings) if shown else None)


def _is_shown(model: AgentModel) -> bool:
    """Tell whether the model is shown pictures."""
    return model.settings.visual_mode and model.provider.sees_pictures


def _halting(settings: Settings, parts: SessionParts) -> Halting | None:
    chord = tuple(part.strip() for part in settings.system.halt_key.split("+") if part.strip())
    return partial(parts.desktop.desktop.on_key, Keys(chord)) if chord else None


def _started(parts: SessionParts, models: Models, judging: AgentModel | None, request: str) -> RunStarted:
    agents = {"HostAgent": models.host, "AppAgent": models.sub, EVALUATION_AGENT: judging}
    if models.reader is not models.host:
        agents[READER_AGENT] = models.reader
    noted = [
        ModelNoted(agent=agent, model=agent_model.provider.name, price=agent_model.price)
        for agent, agent_model in agents.items()
        if agent_model is not None
    ]
    if models.backup is not None:
        noted.append(ModelNoted(agent="backup", model=models.backup.name, price=price_of(models.backup)))
    return RunStarted(
        run_id=parts.log.run_id,
        request=request,
        model=models.name,
        models=tuple(noted),
        desktop=parts.desktop.name,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        working_folder=str(parts.working_folder),
        mode=parts.mode.value,
    )


async def _open_models(
    settings: Settings, parts: SessionParts, around: Surroundings, closing: AsyncExitStack
) -> tuple[Models, AgentModel | None]:
    """Open the models of a run and the one that judges it, and have them closed at the end. Keys are masked from here on."""
    web = settings.knowledge.web.key
    own = [web.get_secret_value()] if web is not None else []
    for key in (*keys_of(ModelSections.of(settings), around.environ), *own):
        parts.log.masks.learn(key)
        around.keys.learn(key)
    models = await _models(settings, parts, around)
    if parts.provider is None and is_recording(settings.model):
        around.tell(f"the models' answers come from {settings.model.name}; nothing is asked or paid for")
    closing.push_async_callback(models.close)
    judging = await _judging(settings, parts, around)
    if judging is not None:
        closing.push_async_callback(judging.provider.close)
    require_all_prompts(models.host, models.sub, models.reader, judging)
    return models, judging


async def _embedder(settings: Settings, read: ReadSecret, around: Surroundings) -> RemoteEmbedder | None:
    """Open the model that embeds questions; None where none is named, or no documents are searched. Raises ConfigError."""
    model = embedding_of(ModelSections.of(settings)) if settings.knowledge.documents.use else None
    return None if model is None else await load("ufo.llm.embeddings:open_embedder")(model, read, around)


async def _models(settings: Settings, parts: SessionParts, around: Surroundings) -> Models:
    if parts.provider is not None:
        own = AgentModel(settings.model, parts.provider)
        return Models(own, own, own)
    return await opened_models(settings, parts.mode, reading(settings, parts.log.masks), around)


async def _judging(settings: Settings, parts: SessionParts, around: Surroundings) -> AgentModel | None:
    """Open the model that judges; None where there is none."""
    judge = judge_of(ModelSections.of(settings), around)
    if judge is None:
        return None
    if judge.settings.name.strip() == BUILTIN:
        raise ConfigError("the built-in planner judges nothing; name a model in `agents.evaluation.name`")
    return await judge.opened(reading(settings, parts.log.masks))


def _around(emitter: Emitter, budget: Budget) -> Surroundings:
    return Surroundings(
        notice=lambda text: _notice(emitter, text),
        tell=lambda text: _notice(emitter, text, "info"),
        budget=budget,
    )


def _looking_up(settings: Settings, parts: SessionParts, sources: Sources, around: Surroundings) -> Retriever:
    """Return what the run looks things up with: where its models are recorded or replayed, that is too."""
    source = parts.retriever or sources.retriever(settings.knowledge, settings.retrievers, around.notice)
    return source if parts.provider is not None else on_recording(source, settings.model, around.keys)


def _with_model(settings: Settings, model: AgentModel) -> AgentSections:
    """Return the settings as the agents of that model have them, also with the file in which all models are recorded."""
    own = model.settings.model_copy(update={"record": settings.model.record})
    return replace(AgentSections.of(settings), model=own)


def _deciding(
    settings: Settings, models: Models, parts: SessionParts, emitter: Emitter, run_listener: RunListener
) -> tuple[Provider, SkillTools | None]:
    """Return the provider that decides each turn: a given plan, or else a saved skill first, then the sub-tasks that are planned
    and ready, then rules that need no model, then the model of the turn's agent. With it, the skills that this model is offered.
    """
    if parts.by_provider_alone:
        return ByAgent(models.host.provider, models.sub.provider), None
    places: Places = Places() if is_missing(Group.PLACES, "english") else find(Group.PLACES, "english")
    provider = ByAgent(_at_hand(models.host, places), _at_hand(models.sub, places))
    if parts.plan is not None:
        return FollowingProvider(provider, parts.plan, places), None

    def tell(text: str) -> None:
        _notice(emitter, text, "info")

    skill_tools = SkillTools(SubtasksFirstProvider(provider, places), partial(_saved_skills, settings.skills), tell)
    first = SkillFirstProvider(
        skill_tools,
        run_listener,
        lambda request: parts.skill or _fitting_skill(settings.skills, request),
        tell,
        settings.skills.on_doubt,
    )
    return first, skill_tools


def _at_hand(model: AgentModel, places: Places) -> Provider:
    """Return the provider with the decisions that need no model. The built-in planner decides all by itself."""
    is_planner = model.provider.name == BUILTIN
    if is_planner or not model.settings.decide_locally:
        return model.provider
    return LocalFirstProvider(model.provider, places)


def _fitting_skill(settings: SkillSettings, request: str) -> Chosen | None:
    """Return the saved skill that fits the request, or None. Where several fit, it is not clear which one is meant."""
    found = fitting(_saved_skills(settings), request)
    return found[0] if len(found) == 1 else None


def _saved_skills(settings: SkillSettings) -> list[Skill]:
    return SkillStore(settings.folder).all() if settings.use else []


def _notice(emitter: Emitter, text: str, level: Literal["info", "warning", "error"] = "warning") -> None:
    emitter.emit(Noticed(level=level, text=text))
