"""The base classes of agents: a status, a state, a memory, and a processor for the turns (facts §1.10)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from ufo.agents.repetition import Repetition
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices, Tools
from ufo.agents.states.state import AgentState, AgentStateManager
from ufo.errors import ProcessingException
from ufo.llm.picture_limits import edge_for
from ufo.memory.blackboard import Blackboard
from ufo.memory.memory import Memory, MemoryItem
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, ResultStatus
from ufo.schema.message import ImagePart
from ufo.schema.note import Note
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.tool import ToolInfo
from ufo.schema.usage import Usage
from ufo.tools.dispatch.results import undone
from ufo.trace.events import Asked, Noticed, SubtaskEnded, SubtasksChanged

_WARNED_FROM = 2


@dataclass(frozen=True, slots=True)
class PendingConfirmation:
    """Commands that wait for consent. `question` names exactly what will happen; `commands` run unchanged once the answer is
    yes. A model may also ask for consent to what it plans: then there are none, and it goes on with the answer.
    """

    question: str
    commands: tuple[Command, ...]


class Processor(Protocol):
    """Takes the turns of one agent, phase by phase."""

    processing_context: Any

    def __init__(self, agent: Any, global_context: Context) -> None: ...

    async def take_turn(self) -> None:
        """Take a turn and set what the agent ended it with."""


class BasicAgent:
    state_manager: type[AgentStateManager]
    processor_class: type[Processor] | None = None
    """The factory gives our own agents theirs; None for an agent with a `process` of its own."""
    first_status = "CONTINUE"

    def __init__(self, name: str, services: AgentServices, tools: Tools, blackboard: Blackboard) -> None:
        self.name = name
        self.services = services
        self.tools = tools
        self.blackboard = blackboard
        self.memory = Memory()
        self.logger = logging.getLogger(type(self).__module__)
        self.repetition = Repetition()
        self.processor: Processor | None = None
        self.step = 0
        self.known_tools: tuple[ToolInfo, ...] = ()
        self.spent = Usage()
        """What model calls used since the last `take_spent`."""
        self._context_provision_executed = False
        self._remarks: tuple[str, ...] = ()
        self._begin_task()
        self.state = self.default_state

    def _begin_task(self) -> None:
        """Reset everything that belonged to the last request or sub-task."""
        self.status = self.first_status
        self.plan: tuple[str, ...] = ()
        self.history: list[ActionCommandInfo] = []
        self.turn_acts = self.unnoted_acts = 0
        """How many of the newest actions the last turn did, and how many no note has come after."""
        self.feedback = self.failure = self.repeated = ""
        self.questions: tuple[str, ...] = ()
        self.pending: PendingConfirmation | None = None
        self.confirmed: PendingConfirmation | None = None
        self.unanswered = self.declined = False
        self.repetition.forget()

    @property
    def default_state(self) -> AgentState:
        return self.state_manager().get_state(self.first_status)

    @property
    def status_manager(self) -> AgentStateManager:
        return self.state_manager()

    def set_state(self, state: AgentState) -> None:
        self.state = state

    async def handle(self, context: Context) -> None:
        await self.state.handle(self, context)

    async def context_provision(self, context: Context) -> None:
        """Provide what every turn needs. Called once, before the first turn."""
        await self._load_mcp_context(context)

    async def _load_mcp_context(self, context: Context) -> None:
        await self.learn_tools()

    async def learn_tools(self) -> None:
        """Learn which tools there are. Called again before each later turn: a server from outside may have got others."""
        self.known_tools = await self.tools.dispatcher.list_tools()
        self.tools.scope.shelf.tools = self.known_tools

    async def provide_once(self, context: Context) -> None:
        """Do what precedes an agent's first turn, unless it is done."""
        if not self._context_provision_executed:
            await self.context_provision(context)
            self._context_provision_executed = True

    async def process(self, context: Context) -> None:
        """Take one turn. After a person's consent the waiting commands run as a step of their own, with its own number and
        record: the record of the turn that asked says that they wait, and this one has their results.
        """
        if self._context_provision_executed:
            await self.learn_tools()
        await self.provide_once(context)
        self.step += 1
        self.services.emitter.step = context.begin_step()
        if self.confirmed is None or self.processor is None:
            if self.processor_class is None:
                raise ProcessingException(f"{self.name} has no processor; set its `processor_class`")
            self.processor = self.processor_class(self, context)
        await self.processor.take_turn()

    def recovers(self, error: BaseException | None) -> bool:
        """Tell whether the agent takes another turn after an error that ended one. A sub-agent does not: its HostAgent decides
        what follows.
        """
        return False

    def take_spent(self) -> Usage:
        """Return what model calls used since the last call of this."""
        spent, self.spent = self.spent, Usage()
        return spent

    def remember(self, item: MemoryItem, actions: Iterable[ActionCommandInfo], plan: tuple[str, ...]) -> None:
        """Keep a finished turn: its memory item, those of its actions that ran, and the plan."""
        self.memory.add_memory_item(item)
        ran = [action for action in actions if action.result.status is not ResultStatus.NONE]
        self.history += ran
        self.turn_acts = len(ran)
        self.unnoted_acts += len(ran)
        self.plan = plan

    def note(self, notes: Sequence[Note], subtask: str = "") -> None:
        """Keep the notes of an answer, for all agents that they concern."""
        if notes:
            self.blackboard.notes.take(notes, self.name, subtask)
            self.unnoted_acts = 0

    def withdraw(self, call_id: str, said: str) -> None:
        """Mark an action of this sub-task as undone: it was confirmed, and its effect did not last."""
        for place, action in enumerate(self.history):
            if action.result.call_id == call_id:
                self.history[place] = action.model_copy(update={"result": undone(action.result, said)})
        self.notice(said)

    def will_ask(self, questions: Sequence[str], failure: str = "") -> None:
        """Set the questions that PENDING asks. `failure` is the reason that the agent fails with where nobody answers."""
        self.questions = tuple(question for question in questions if question.strip())
        self.failure = failure

    def goes_in_circles(self, sight: str, doing: str, patience: int = 1) -> str:
        """Count what is about to be done, and return a question for the person where it was done as often as allowed, else "".

        From the second time on, the next prompt says so. `patience` multiplies the limit, for actions that take time.
        """
        times = self.repetition.note(sight, doing)
        if times < _WARNED_FROM:
            self.repeated = ""
            return ""
        most = self.services.settings.limits.max_repeats * patience
        if times < most:
            self.repeated = (
                f"chosen {times} times while the same was listed: {doing}. What is not listed may have changed. Where each time "
                f"is meant, go on; where nothing comes of it, take another way. Instead of time {most} the person is asked"
            )
            self.notice(self.repeated)
            return ""
        self.notice(f"stopped before this was done {times} times with the same listed: {doing}")
        return f"I may be going in circles: {doing} was done {times - 1} times while the same was listed. What now?"

    def tell_subtasks(self, before: SubtaskGraph, now: SubtaskGraph) -> None:
        """Report the graph of the request's sub-tasks where it has changed. One sub-task by itself is told by its steps."""
        if now != before and len(now.nodes) > 1:
            self.services.emitter.emit(SubtasksChanged(graph=now))

    def notice(self, text: str) -> None:
        """Tell the person something of this agent."""
        self.services.emitter.emit(Noticed(text=f"{self.name}: {text}"))

    async def process_asker(self, ask_user: bool) -> None:
        """Ask the person, unless `ask_user` is False, and put the answers on the blackboard. Where nobody answers, the status
        is FAIL with the questions as reason.
        """
        questions = self.questions or ("What should I do?",)
        answers = await self.services.user.ask(questions) if ask_user else None
        for index, question in enumerate(questions):
            answer = answers[index] if answers is not None and index < len(answers) else None
            self.services.emitter.emit(Asked(agent=self.name, question=question, answer=answer))
            if answer is not None:
                self.blackboard.add_questions({"question": question, "answer": answer})
        answered = answers is not None and any(answer.strip() for answer in answers)
        if answered:
            self.failure = ""
            self.unanswered = False
            self.repetition.forget()
            self.status = "CONTINUE"
            return
        self.status = "FAIL"
        self.unanswered = self.unanswered or not self.failure
        self.failure = self.failure or f"nobody answered: {' '.join(questions)}"

    async def process_confirmation(self, context: Context) -> None:
        """Ask for consent. With it, the commands run in the next CONTINUE exactly as shown; without it, they never run."""
        pending = self.pending
        self.pending = None
        if pending is None:
            self.status = "CONTINUE"
            return
        consent = await self._has_consent(pending)
        self.services.emitter.emit(
            Asked(agent=self.name, question=pending.question, answer="yes" if consent else "no", confirmation=True)
        )
        if not consent:
            self.status = "FAIL"
            self.failure = f"declined: {pending.question}"
            self.declined = True
            await self.put_away()
            return
        self.blackboard.add_questions({"question": pending.question, "answer": "yes"})
        for command in pending.commands:
            self.tools.dispatcher.approve(command.call_id)
        self.confirmed = pending if pending.commands else None
        self.status = "CONTINUE"

    async def _has_consent(self, pending: PendingConfirmation) -> bool:
        return not self.services.settings.system.safe_guard or await self.services.user.confirm(pending.question)

    async def put_away(self) -> None:
        """Leave the desktop so that another request works, after a person's no. Without a window there is nothing to do."""

    @property
    def sees_pictures(self) -> bool:
        return self.services.settings.model.visual_mode and self.services.provider.sees_pictures

    @property
    def own_prompts(self) -> Path | None:
        """The folder with the person's prompts for the agent's model, None for ours alone."""
        return self.services.settings.model.prompts_folder

    def foresee_picture(self, picture: Picture) -> None:
        """Start scaling a picture that will be shown to the model unchanged, while the rest of the prompt is prepared."""
        services = self.services
        if self.sees_pictures and not services.settings.system.concat_screenshot:
            services.picture_worker.prepare(partial(services.photographer.for_model, picture, self.shown_edge(picture)))

    def shown_edge(self, picture: Picture) -> int:
        """Return the longest edge, in pixels, that the agent's model is shown a picture with."""
        return edge_for(self.services.settings.model, picture.rect.width, picture.rect.height)

    async def pictures_for_model(self, urls: Sequence[str]) -> tuple[Picture, ...]:
        """Return the pictures scaled as the model gets them; none for a model that cannot see pictures."""
        if not self.sees_pictures:
            return ()
        scale = self.services.photographer.for_model
        pictures = [Picture.from_data_url(url) for url in urls if url]
        scaling = (asyncio.to_thread(scale, picture, self.shown_edge(picture)) for picture in pictures)
        return tuple(await asyncio.gather(*scaling))

    async def asked_pictures(self) -> tuple[tuple[ImagePart, ...], tuple[str, ...]]:
        """Return the pictures that the agent asked to be shown, and a remark where its model cannot see them. They stay laid
        until a model has answered: a turn that is decided without one shows them to nobody.
        """
        laid = self.tools.scope.tray.laid()
        scaled = await self.pictures_for_model([picture.url for picture in laid])
        unseen = len(laid) > len(scaled)
        remark = "your model sees no pictures, so that none is shown; read_scan reads the words of a picture or a scanned page"
        parts = tuple(ImagePart(picture, shown.caption) for picture, shown in zip(scaled, laid, strict=False))
        return parts, (remark,) if unseen else ()

    def tell_remarks(self, remarks: Sequence[str]) -> None:
        """Tell the person each remark on a look once for as long as it holds."""
        before, self._remarks = self._remarks, tuple(remarks)
        for remark in self._remarks:
            if remark not in before:
                self.services.emitter.emit(Noticed(text=remark))

    def add_memory(self, item: MemoryItem) -> None:
        self.memory.add_memory_item(item)

    def clear_memory(self) -> None:
        self.memory.clear()


class TaskGiver(Protocol):
    """What a sub-agent asks of the agent that it works for: the HostAgent."""

    blackboard: Blackboard

    def subtask_ended(self, agent: Any, record: SubtaskRecord) -> None: ...

    def returned_state(self) -> AgentState: ...


class SubAgent(BasicAgent):
    """An agent that a HostAgent assigns sub-tasks to."""

    host: TaskGiver

    def __init__(self, name: str, services: AgentServices, tools: Tools, host: TaskGiver) -> None:
        super().__init__(name, services, tools, host.blackboard)
        self.host = host

    def begin_subtask(self, context: Context) -> None:
        """Reset everything that belonged to the last sub-task. Called at each assignment."""
        self._begin_task()

    def archive_subtask(self, context: Context) -> None:
        """Report the result of the sub-task to the HostAgent, in the round's context and on the blackboard."""
        result, findings = self.conclusion()
        planned = context.subtasks
        record = context.archive_subtask(
            SubtaskRecord(
                subtask=context.subtask,
                status=self.status,
                result=result,
                unsaid=bool(result) and not self._said() and any(act.may_change for act in self.history),
                only_said=self.only_says(),
                reason=self.failure,
                agent=self.name,
                findings=findings,
                course=self.repetition.course,
            )
        )
        self.blackboard.add_result(record)
        self.services.emitter.emit(SubtaskEnded(record=record))
        self.tell_subtasks(planned, context.subtasks)
        self.host.subtask_ended(self, record)

    def conclusion(self) -> tuple[str, tuple[Finding, ...]]:
        """Return the result of the sub-task and the findings about it."""
        local = self.last_turn()
        return str(getattr(local, "result", "")), tuple(getattr(local, "findings", ()))

    def only_says(self) -> bool:
        """Tell whether the result is no more than said: never of an agent whose acts are not seen here."""
        return False

    def _said(self) -> str:
        """Return the result that the last answer itself gave."""
        return str(getattr(getattr(self.last_turn(), "parsed_response", None), "result", ""))

    def last_turn(self) -> object:
        """Return the values of the last turn; None before the first."""
        return self.processor.processing_context.local_context if self.processor else None

    def applications(self) -> frozenset[tuple[str, str]]:
        """Return the applications that the agent works, each as its root and its process; none for an agent without windows."""
        return frozenset()

    async def release(self) -> None:
        """Close what the agent works with, once it gets no more sub-tasks."""
        await self.services.toolbox.release(self.tools)
