"""The HostAgent: splits a request by application, assigns each sub-task to an AppAgent, and finishes when the request is
proved.

Spec: host_agent_overview.md, host_agent_state.md.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Unpack, cast

from ufo.agents.agent.agent_config import AgentConfig, AgentConfigResolver
from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.agent.model_agent import ModelAgent, Told, records_of, targets_of, with_shared_memory
from ufo.agents.agent.reader_agent import Read, ReaderAgent
from ufo.agents.round_context import Context, ContextNames
from ufo.agents.services import AgentServices, Tools
from ufo.agents.states.host_agent_states import HostAgentStateManager, HostAgentStatus
from ufo.agents.states.state import AgentState, Decider
from ufo.conditions.before import Before
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.errors import DesktopError, ModelUnavailable, ProcessingException
from ufo.llm.provider import BUILTIN
from ufo.memory.blackboard import Blackboard
from ufo.prompts.prompter import HostAgentPrompter
from ufo.proof.beginning import Beginning, Places, paths_in
from ufo.proof.difference.manifest import FOLDER
from ufo.proof.difference.world import WorldBefore
from ufo.proof.read_facts import facts_of_places
from ufo.proof.stated import Stated
from ufo.proof.window_facts import OpenWindow
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Effect, Result, ResultStatus
from ufo.schema.fact import Facts
from ufo.schema.inputs import BlackboardView, HostInputs, OrderInputs, ReadingInputs
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.reading import Account, Ordered
from ufo.schema.response import HostAgentResponse
from ufo.schema.running_mode import RunningMode
from ufo.schema.seen import Seen
from ufo.schema.shown import Shown
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.collect import collect
from ufo.tools.observe.selection import Move
from ufo.tools.policy.scene.run_record import not_known
from ufo.trace.events import Asked, SubtaskEnded

_MOST_REFUSED = 2
_AFTER_A_NO = (
    "Nobody allowed that act, so do not try it again. Reach what was asked for in another way, or end with what is known where "
    "it was not needed for the request; FAIL only where nothing but that act would do."
)

_AFTER_SILENCE = (
    "Nobody will. Do all of the request that needs none of these answers, and guess none; then FAIL, with a comment that says "
    "what is done, what waits for which answer, and what you propose."
)


class AgentMaker(Protocol):
    """Makes the agents that a HostAgent hands sub-tasks to."""

    def create_agent(self, host: HostAgent, **config: Unpack[AgentConfig]) -> SubAgent: ...


class HostAgent(ModelAgent[HostInputs]):
    state_manager = HostAgentStateManager
    response_schema = HostAgentResponse
    kind = "host"

    def __init__(
        self,
        name: str,
        services: AgentServices,
        tools: Tools,
        factory: AgentMaker,
        mode: RunningMode = RunningMode.NORMAL,
    ) -> None:
        super().__init__(name, services, tools, Blackboard())
        self.agent_factory = factory
        self._follows = mode is RunningMode.FOLLOWER
        self.prompter = self.get_prompter(self.sees_pictures)
        self.inputs = HostInputs("", (), self.offered_statuses())
        self.appagent_dict: dict[str, SubAgent] = {}
        self._active_appagent: SubAgent | None = None
        self.applications: tuple[str, ...] = ()
        self.before = Before(0.0)
        self.reader: ReaderAgent | None = None
        """Reads each request at its end; None where nobody does, and then nothing is VERIFIED."""
        self.request = ""
        self.stated = Stated()
        self.windows_before: tuple[OpenWindow, ...] = ()
        self.world: WorldBefore | None = None
        """How files, settings and mail stood when the request began."""

    def _begin_task(self) -> None:
        super()._begin_task()
        self.last_answer: HostAgentResponse | None = None
        self.model_spoke = False
        self.known_results = 0
        """How many sub-tasks had ended when the model answered last: of these it was told the results whole."""
        self.answer_said = ""
        self._first_looks: dict[str, Snapshot] = {}
        """What each window showed when it was first worked in, by the window's id."""
        self.refusals = 0
        """How many acts of its own nobody was there to allow in this request."""
        self.waits: tuple[str, ...] = ()
        """The questions that nobody answered, since when only what needs no answer is done."""
        self.in_outage = False
        """Whether its model did not answer in the last turn."""
        self.was_sent_back = False
        """Whether the end of this request went back once, with what was open."""
        self.looked_at: tuple[str, ...] = ()
        self.account: Account | None = None
        """What became of the request's words, as it was read last; None before."""
        self.facts = Facts()
        """The facts that were read last."""

    def get_prompter(
        self,
        is_visual: bool,
        main_prompt: str = "host_agent",
        example_prompt: str = "host_agent",
        api_prompt: str = "",
    ) -> HostAgentPrompter:
        return HostAgentPrompter(is_visual, main_prompt, example_prompt, api_prompt).in_words_of(self.own_prompts)

    @property
    def sub_agent_amount(self) -> int:
        return len(self.appagent_dict)

    def begin_round(self, request: str, beginning: Beginning) -> None:
        """Begin a new request of the session. Memory, sub-agents and the blackboard are kept."""
        self._begin_task()
        self.set_state(self.default_state)
        self.request = request
        self.stated = beginning.stated
        self.before = Before(beginning.at, files=beginning.world)
        self.world = beginning.world
        self.blackboard.add_requests({"request": request})
        was_missing = self.world.was_missing if self.world is not None else not_known
        self.services.toolbox.hears(request, was_missing, beginning.at)

    async def _load_mcp_context(self, context: Context) -> None:
        await super()._load_mcp_context(context)
        rows = await collect(self.tools.dispatcher, "list_applications")
        self.applications = tuple(str(row["name"]) for row in rows or [])

    def offered_statuses(self) -> tuple[str, ...]:
        """Return the statuses that the table lets a model choose, and FAIL, which leads to PENDING (design.md §7)."""
        chosen = self.status_manager.choices(HostAgentStatus.CONTINUE, Decider.LLM)
        return (*chosen, HostAgentStatus.FAIL.value)

    def message_constructor(
        self,
        image_list: Sequence[str],
        os_info: Sequence[TargetInfo | Mapping[str, Any]],
        plan: Sequence[str],
        prev_subtask: Sequence[SubtaskRecord | Mapping[str, Any]],
        request: str,
        blackboard_prompt: Sequence[Told] | None = None,
    ) -> tuple[Message, ...]:
        """Return the prompt of this turn with these values, and with what else the agent knows.

        `image_list`: data URLs. `os_info`: what can be chosen. `blackboard_prompt`: what is told in the place of the agent's
        own blackboard.
        """
        inputs = replace(
            self.inputs,
            images=self.pictures(image_list),
            targets=targets_of(os_info),
            plan=tuple(plan),
            previous_subtasks=records_of(prev_subtask),
            request=request,
        )
        if blackboard_prompt is None:
            return self.rendered(inputs)
        return with_shared_memory(self.rendered(replace(inputs, blackboard=BlackboardView())), blackboard_prompt)

    def create_subagent(self, context: Context) -> SubAgent:
        """Return the sub-agent for what was selected: the existing one (by `app_root/process_name`, or by the name of a
        third-party agent), or else a new one. Raises ProcessingException where nothing is selected.
        """
        agent_name = context.assigned_third_party_agent
        window = context.application_window_info
        if agent_name:
            key = agent_name
        else:
            if window is None:
                raise ProcessingException("ASSIGN without a selected window; select one first")
            key = f"{context.application_root_name}/{context.application_process_name}"
        agent = self.appagent_dict.get(key)
        if agent is None:
            agent = self.agent_factory.create_agent(self, **_config_for(context))
            self.appagent_dict[key] = agent
        selection = self.tools.selection
        agent.tools.selection.begin(selection.window, selection.windows.values())
        if not self.before.titles:
            self.before = replace(self.before, titles=self.titles())
        agent.begin_subtask(context)
        self._active_appagent = agent
        return agent

    async def release_ended(self) -> None:
        """Close the tools of the AppAgents whose applications show no window any more. Called between requests: within one, what
        they proved may be checked again.
        """
        with contextlib.suppress(DesktopError):
            windows = await self.tools.scope.desktop.windows()
            shown = {(window.app_root, window.process) for window in windows}
            for key, agent in [*self.appagent_dict.items()]:
                if shown.isdisjoint(agent.applications()) and agent.applications():
                    del self.appagent_dict[key]
                    await agent.release()

    def recovers(self, error: BaseException | None) -> bool:
        """Take one turn more, with a new look, where the model did not answer and may by then: nobody else goes on for it."""
        if self.in_outage or not (isinstance(error, ModelUnavailable) and error.may_pass):
            return False
        self.in_outage = True
        self.notice("its model did not answer; it looks again and asks once more")
        return True

    def goes_along(self, moves: Sequence[Move]) -> None:
        """Go on in the window that took the place of the selected one, as the sub-agent that works there."""
        selection = self.tools.selection
        for move in moves:
            if selection.window is not None and selection.window.id == move.gone.id:
                selection.choose(move.now)

    def get_active_appagent(self) -> SubAgent:
        if self._active_appagent is None:
            raise ProcessingException("no sub-agent is active; select an application first")
        return self._active_appagent

    def goes_in_circles(self, sight: str, doing: str, patience: int = 1) -> str:
        """Count as every agent does. The steps of a given plan are as the person wants them, however often one comes again."""
        return "" if self._follows else super().goes_in_circles(sight, doing, patience)

    async def process_asker(self, ask_user: bool) -> None:
        """Ask as every agent does. Where a step of a given plan does not hold, the run stops, and nothing is asked."""
        if self._follows and self.failure:
            self.status = HostAgentStatus.FAIL
            return
        if self.failure and self.waits:
            # They were asked already, and the request ends for that.
            self.status, self.failure = HostAgentStatus.FAIL, f"{self.failure}; {_unanswered(self.waits)}"
            return
        is_asked = self.last_answer is not None and self.last_answer.status == HostAgentStatus.PENDING
        await super().process_asker(ask_user)
        if self.status == HostAgentStatus.CONTINUE:
            self.waits = ()
        elif is_asked and self.by_model and not self.waits:
            self.waits, self.failure = self.questions, ""
            self.feedback, self.status = f"{_unanswered(self.waits)}. {_AFTER_SILENCE}", HostAgentStatus.CONTINUE

    def knows_answers(self, given: Iterable[tuple[str, str]]) -> None:
        """Learn questions with their answers that the person gave beforehand. All agents are told of them."""
        for question, answer in given:
            self.services.emitter.emit(Asked(agent=self.name, question=question, answer=answer))
            self.blackboard.add_questions({"question": question, "answer": answer})

    async def process_confirmation(self, context: Context) -> None:
        """Ask for consent. Where nobody is there to reject an act, it is only refused: another way may be found."""
        pending = self.pending
        await super().process_confirmation(context)
        if self.declined and not self.services.user.is_there and self.refusals < _MOST_REFUSED:
            self.refusals += 1
            limit = f"Acts declined: {self.refusals}; the request ends as failed at {_MOST_REFUSED + 1}."
            self.history += _declined(pending.commands if pending is not None else (), self.failure)
            self.feedback, self.failure = f"{self.failure}\n{_AFTER_A_NO} {limit}", ""
            self.declined, self.status = False, HostAgentStatus.CONTINUE

    def titles(self) -> tuple[str, ...]:
        """Return the titles of the windows in this agent's last look."""
        return tuple(window.title for window in self.tools.selection.windows.values() if window.title)

    def subtask_ended(self, agent: SubAgent, record: SubtaskRecord) -> None:
        """Note the end of a sub-task. One that the person would not answer or allow is not tried again without them."""
        if agent.unanswered:
            self.unanswered = True
        self.feedback = "" if record.status == "FINISH" else f"sub-task failed: {record.reason or record.subtask}"
        if self.feedback and agent.unanswered:
            self.feedback += f"\n{_AFTER_SILENCE}"
        if self.feedback and agent.declined:
            self.feedback += f"\n{_AFTER_A_NO}"

    def returned_state(self) -> AgentState:
        """Return the state in which this agent continues after a sub-task: however it ended, this agent decides what follows."""
        self.status = HostAgentStatus.CONTINUE
        return self.state_manager().get_state(self.status)

    def subtask_broke_off(self, context: Context, reason: str, agent: str = "") -> AgentState:
        """End the running sub-task, whose agent could not be made or report it, and return the state that goes on here."""
        planned = context.subtasks
        if planned.running() is not None:
            lost = SubtaskRecord(subtask=context.subtask, status="ERROR", reason=reason, agent=agent)
            record = context.archive_subtask(lost)
            self.blackboard.add_result(record)
            self.services.emitter.emit(SubtaskEnded(record=record))
            self.tell_subtasks(planned, context.subtasks)
        self.feedback = f"sub-task failed: {reason}"
        return self.returned_state()

    def heard(self, response: HostAgentResponse, by_model: bool, results: int) -> None:
        """Keep the last answer and who gave it, and whether the model decided anything in this round. `results`: how many
        sub-tasks had ended.
        """
        self.last_answer = response
        self.in_outage = False
        self.model_spoke = self.model_spoke or by_model
        if by_model:
            self.known_results = results
            # With other sub-tasks the answer may be another one.
            self.answer_said = response.result if response.subtasks else response.result or self.answer_said
            self.tools.scope.tray.clear()

    async def open_windows(self) -> tuple[OpenWindow, ...]:
        """Return the windows that are open now, none where the desktop does not answer."""
        try:
            windows = await self.tools.scope.desktop.windows()
        except DesktopError:
            return ()
        return tuple(OpenWindow(window.id, window.title, window.app_root or window.process) for window in windows)

    @property
    def before_here(self) -> Before:
        """What was there before the request, in the selected window too."""
        window = self.tools.selection.window
        return replace(self.before, look=self._first_looks.get(window.id) if window is not None else None)

    def worked_in(self, window: Window | None, look: Snapshot | None) -> None:
        """Keep what a window showed before anything was done in it in this request."""
        if window is not None and look is not None:
            self._first_looks.setdefault(window.id, look)

    @property
    def places(self) -> Places:
        """Where the request works. The images from before it lie in the folder of the run."""
        home = self.tools.scope.home or Path.home()
        record = self.services.settings.model.record
        recording = record.expanduser() if record is not None else None
        return Places(self.services.working_folder, self.services.log_folder / FOLDER, home, recording)

    async def watch(self, texts: Iterable[str]) -> None:
        """Watch the files and folders that texts name, from before anything is done to them."""
        world = self.world
        if world is not None:
            named = tuple(texts)
            await asyncio.to_thread(lambda: world.watch(paths_in(named, self.places)))

    async def read(self, inputs: ReadingInputs, seen: Sequence[Seen]) -> Read:
        """Have the request read against its facts. `seen`: what was read in the request, which the reader may ask for."""
        if self.reader is None:
            return Read(None, error="no reader is set up")
        read = await self.reader.read(inputs, partial(self._shown, seen), self.looked_at)
        self.looked_at = read.places
        self.spent += read.usage
        return read

    async def _shown(self, seen: Sequence[Seen], places: Sequence[str]) -> Shown:
        world = self.world
        files = await asyncio.to_thread(world.shown, places) if world is not None else Shown()
        read = facts_of_places(seen, [place for place in places if world is None or not world.has(place)])
        facts = self.services.masks.model(Facts(facts=(*files.facts, *read))).facts
        return replace(files, facts=facts)

    async def orders(self, inputs: OrderInputs) -> Ordered | None:
        """Have it read whether the request orders an act; None where nobody tells."""
        if self.reader is None:
            return None
        heard = await self.reader.orders(inputs)
        self.spent += heard.usage
        return None if heard.answered is None else cast(Ordered, heard.answered.response)

    def may_send_back(self) -> bool:
        """Tell whether the end may go back with what is open: once a request, so that it is done, undone or shown. The steps of a
        given plan are as the person wants them.
        """
        if self._follows or self.was_sent_back:
            return False
        self.was_sent_back = True
        return True

    @property
    def by_model(self) -> bool:
        """Whether a model plans, and not the built-in planner."""
        return self.services.provider.name != BUILTIN


def _config_for(context: Context) -> AgentConfig:
    """Return what the sub-agent for the selection is made from. Raises ValueError for a mode without such agents."""
    mode = RunningMode(context.get(ContextNames.MODE))
    third_party = context.assigned_third_party_agent
    if third_party:
        return AgentConfigResolver.resolve_third_party_config(third_party, mode)
    root, process = context.application_root_name, context.application_process_name
    if mode.has_operator:
        return AgentConfigResolver.resolve_operator_agent_config(root, process, mode)
    return AgentConfigResolver.resolve_app_agent_config(root, process, mode)


def _unanswered(questions: Iterable[str]) -> str:
    return f"nobody answered: {' '.join(questions)}"


def _declined(commands: Sequence[Command], said: str) -> Iterator[ActionCommandInfo]:
    """Yield the commands that nobody allowed as actions, so that later turns still tell of them."""
    for command in commands:
        result = Result(status=ResultStatus.FAILURE, error=said, call_id=command.call_id, effect=Effect.REFUSED)
        yield ActionCommandInfo(function=command.tool_name, arguments=command.parameters, result=result)
