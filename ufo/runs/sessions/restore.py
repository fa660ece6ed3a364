"""Puts agents, blackboard and the round's record back to how they were after the last finished step of a run.

What an agent remembers comes from the structural logs, what it did and what came of it from the events. The agent that goes on
begins with a new look, and is told that there was a break.

So is its beginning: what was stated of the end, and the world as it was before the first act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.agents.agent.agent_config import AgentConfigResolver
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent, SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context, Outcome
from ufo.errors import TraceError
from ufo.memory.memory import MemoryItem
from ufo.proof.beginning import Beginning, Places, go_on
from ufo.proof.seen import read_by
from ufo.proof.stated import Stated
from ufo.proof.window_facts import OpenWindow
from ufo.runs.sessions.unfinished import HOST, Unfinished, anew
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import ResultStatus
from ufo.schema.note import notes_of
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.tool import facts_named
from ufo.tools.dispatch.collect import collect
from ufo.trace.events import Asked, EndStated, Noticed, RequestRead, StepEnded

_app_agent = AgentConfigResolver.resolve_app_agent_config


class Restorer:
    """`is_elsewhere`: it goes on where none of its windows is."""

    def __init__(self, host: HostAgent, context: Context, was: Unfinished, is_elsewhere: bool = False) -> None:
        self._is_elsewhere = is_elsewhere
        self._host = host
        self._context = context
        self._was = was

    async def restore(self) -> BasicAgent:
        """Restore everything and return the agent that goes on. Raises ToolError and DesktopError."""
        await self._host.provide_once(self._context)
        await self._sub_agents()
        self._counters()
        self._memories()
        self._round()
        self._told_of_the_break()
        return await self._agent_that_goes_on()

    def _counters(self) -> None:
        was, context = self._was, self._context
        for step in (step for step in was.run.of(StepEnded) if step not in was.steps):
            context.usage = context.usage + step.usage
        context.session_step = was.last_step
        context.round_step[was.round.round_id] = len(was.steps)
        context.round_subtask_amount[was.round.round_id] = len(was.records)
        self._host.services.emitter.step = was.last_step

    async def _sub_agents(self) -> None:
        """Create the AppAgents or operator agents of this request anew, with tools of their own. The conversation of an operator
        agent begins anew too, with the picture of now and what was done in words.
        """
        host, mode = self._host, self._context.mode
        of_mode = AgentConfigResolver.resolve_operator_agent_config if mode.has_operator else _app_agent
        for name in dict.fromkeys(step.agent for step in self._was.steps):
            key = name.partition("/")[2]
            root, _, process = key.partition("/")
            config = of_mode(root, process, mode)
            if config["name"] == name and key not in host.appagent_dict:
                agent = host.agent_factory.create_agent(host, **config)
                host.appagent_dict[key] = agent
                await agent.provide_once(self._context)

    def _memories(self) -> None:
        host, was = self._host, self._was
        agents: dict[str, BasicAgent] = {
            HOST: host,
            **{sub_agent.name: sub_agent for sub_agent in host.appagent_dict.values()},
        }
        keys = host.services.settings.system.history_keys
        for row in was.rows:
            agent = agents.get(str(row.get("agent_name")))
            if agent is not None:
                agent.add_memory(MemoryItem(row))
                agent.step = max(agent.step, int(row.get("agent_step") or 0))
            kept = {key: row[key] for key in keys if key in row}
            if kept:
                host.blackboard.add_trajectories(kept)
        for request in was.run.requests[:-1]:
            host.blackboard.add_requests({"request": request})
        for asked in was.of(Asked):
            if asked.answer is not None:
                host.blackboard.add_questions({"question": asked.question, "answer": asked.answer})
        for record in was.records:
            host.blackboard.add_result(record)
        for step in was.run.of(StepEnded):
            host.blackboard.notes.take(notes_of(step.response), step.agent, "" if step.agent == HOST else step.subtask)

    def _round(self) -> None:
        """Apply the outcome of each step again, and give the HostAgent its own history."""
        host, context, rows = self._host, self._context, {row.get("session_step"): row for row in self._was.rows}
        for step in self._was.steps:
            acts = self._with_facts(step)
            is_host = step.agent == HOST
            context.apply(
                Outcome(
                    status=step.status,
                    usage=step.usage,
                    subtask=step.subtask or None,
                    result=str(step.response.get("result") or "") or None if is_host else None,
                    findings=step.findings if is_host else (),
                    acts=() if is_host else tuple(act for act in acts if act.result.ok),
                    read=read_by(acts),
                )
            )
            if row := rows.get(step.step):
                context.add_to_structural_logs(row)
            if is_host:
                host.history += [act for act in acts if act.result.status is not ResultStatus.NONE]
                host.unnoted_acts = len(host.history)
                self._heard(step)
        context.round_step[self._was.round.round_id] = len(self._was.steps)
        context.previous_subtasks = list(self._was.records)
        context.subtasks = self._was.graph
        before = self._was.before.windows
        host.windows_before = tuple(
            OpenWindow(window_noted.id, window_noted.title, window_noted.app_root or window_noted.process)
            for window_noted in before
        )
        host.before = replace(host.before, titles=tuple(window_noted.title for window_noted in before))
        host.was_sent_back = any(read.sent_back for read in self._was.of(RequestRead))

    def _heard(self, step: StepEnded) -> None:
        if step.response:
            response = HostAgentResponse.model_validate(step.response)
            # Nothing counts as told: the first prompt after the break tells all results whole.
            self._host.heard(response, by_model=not step.usage.local_decisions, results=0)
            self._host.plan = tuple(response.plan)

    def _with_facts(self, step: StepEnded) -> list[ActionCommandInfo]:
        """Return the actions of a step with what their tools do, which the log does not hold."""
        agents = {HOST: self._host, **{sub_agent.name: sub_agent for sub_agent in self._host.appagent_dict.values()}}
        agent = agents.get(step.agent)
        tools = agent.known_tools if agent is not None else ()
        return [
            action.model_copy(update={"facts": facts_named(tools, action.function)})
            for action in step.actions
            if action.function
        ]

    def _told_of_the_break(self) -> None:
        was = self._was
        half = (
            f" Step {was.last_finished + 1} was broken off: what of it was done is not known." if was.was_acting else ""
        )
        said = f"This run was broken off after step {was.last_finished} and goes on now.{half}"
        if self._is_elsewhere:
            titles = ", ".join(repr(window.title) for window in was.windows_worked_in)
            lost = f": {titles} and what was not saved there are lost" if titles else ""
            said += (
                f" It goes on on another desktop, where none of its windows is open{lost}. Open what is needed again."
            )
        self._context.notices.append(f"{said} Look at what is there before you act.")
        self._host.services.emitter.emit(Noticed(level="info", text=said))

    async def _agent_that_goes_on(self) -> BasicAgent:
        opened = self._was.assignment
        agent = None if opened is None or self._is_elsewhere else await self._in_sub_task(opened)
        if agent is not None:
            return agent
        running = self._context.subtasks.running()
        if running is not None and self._is_elsewhere:
            self._context.subtasks = self._context.subtasks.fail(running.id, "broken off; its window is gone")
        if opened is not None:
            self._host.feedback = (
                f"the sub-task {opened.subtask!r} was broken off; hand it over again where it is not done"
            )
        elif self._was.records and self._was.records[-1].status != "FINISH":
            failed = self._was.records[-1]
            self._host.feedback = f"sub-task failed: {failed.reason or failed.subtask}"
        return self._host

    async def _in_sub_task(self, opened: StepEnded) -> SubAgent | None:
        """Return the AppAgent in the middle of its sub-task; None where its window cannot be told for sure, and for a
        third-party agent, whose state is its own.
        """
        host, context = self._host, self._context
        target = next((action.target for action in opened.actions if action.target is not None), None)
        if target is None or target.kind is TargetKind.THIRD_PARTY_AGENT:
            return None
        window = await self._window()
        if window is None:
            return None
        said = HostAgentResponse.model_validate(opened.response)
        context.application_window_info = window
        context.assigned_third_party_agent = ""
        context.subtask = opened.subtask or said.current_subtask or context.request
        context.host_message = list(said.message)
        context.subtask_expect = tuple(said.expect)
        agent = host.create_subagent(context)
        self._amid(agent, opened)
        return agent

    async def _window(self) -> TargetInfo | None:
        """Select the window that the last finished step worked in, by the id that it has had all along."""
        host = self._host
        rows = await collect(
            host.tools.dispatcher, "get_desktop_app_target_info", remove_empty=True, refresh_app_windows=True
        )
        selection = host.tools.selection
        for row in rows or []:
            info = TargetInfo.model_validate(row)
            window = selection.windows.get(str(info.id))
            if window is not None and window.id == self._was.after.working_in:
                selection.choose(window)
                return info
        return None

    def _amid(self, agent: SubAgent, opened: StepEnded) -> None:
        steps = self._was.since_assignment
        agent.history = [
            fact for step in steps for fact in self._with_facts(step) if fact.result.status is not ResultStatus.NONE
        ]
        agent.unnoted_acts = len(agent.history)
        if steps:
            agent.turn_acts = len(steps[-1].actions)
            agent.plan = _plan(steps[-1].response.get("plan"))
        if isinstance(agent, AppAgent):
            at = self._was.began_at - self._was.round.at + opened.at
            titles = tuple(window.title for window in self._was.before.windows)
            agent.before = replace(agent.before, at=at, titles=titles)


def _plan(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else ()


def restored_beginning(was: Unfinished, places: Places, is_elsewhere: bool = False) -> Beginning:
    """Return the beginning of an unfinished request. Raises TraceError where it is not known how the world stood. Blocking."""
    move = (lambda path: was.move.path(str(path))) if is_elsewhere else None
    try:
        beginning = go_on(was.request, places, was.began_at, move)
    except OSError as error:
        raise TraceError(f"how files stood cannot be noted for where they are now: {error.strerror}") from error
    if beginning is None:
        raise TraceError(f"{was.run.run_id} does not hold how files stood before it; {anew(was.request)}")
    return replace(beginning, stated=_stated(was))


def _stated(was: Unfinished) -> Stated:
    stated = Stated()
    for end in was.of(EndStated):
        stated = stated.added(end.stated).without({finding.predicate: finding.withdrawn for finding in end.withdrawn})
    return stated
