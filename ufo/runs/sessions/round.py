"""One request, from CONTINUE to the end of its states (spec: host_agent_state.md, state transition in round execution).

The old state names the next agent before the new state takes over; otherwise ASSIGN would never reach the sub-agent
(design.md §7). Whatever is raised in a sub-agent, between its phases too, ends its sub-task with ERROR, and the HostAgent
decides what follows; what is raised in the HostAgent ends the request with ERROR.
"""

from __future__ import annotations

import asyncio
import logging

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent, SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.processors.local_values import TurnContext
from ufo.agents.round_context import Context, Outcome
from ufo.agents.states.app_agent_states import AppAgentStateManager, AppAgentStatus
from ufo.agents.states.host_agent_states import HostAgentStateManager, HostAgentStatus
from ufo.agents.states.state import AgentState
from ufo.errors import LimitReached, ProcessingException, UfoError
from ufo.faults import note_fault, why
from ufo.runs.sessions.limits import Limits, within
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed, RoundStarted, StateEntered, StepEnded

logger = logging.getLogger(__name__)


class Round:
    def __init__(self, request: str, host: HostAgent, context: Context, limits: Limits) -> None:
        self.request = request
        self.host = host
        self.context = context
        self._limits = limits
        self._emitter: Emitter = host.services.emitter

    async def run(self, first: BasicAgent | None = None) -> str:
        """Return the status in which the HostAgent ended. Raises LimitReached; any other exception becomes ERROR.

        `first`: the agent with which a round goes on that was broken off.
        """
        if first is None:
            self._emitter.emit(RoundStarted(round_id=self.context.current_round_id, request=self.request))
        try:
            return await self._run(first or self.host)
        except LimitReached:
            raise
        except Exception as error:  # noqa: BLE001 the boundary of a round
            note_fault(logger, "the round", error)
            self.host.failure = why(error)
            self._emitter.emit(Noticed(level="error", text=self.host.failure))
            return HostAgentStatus.ERROR

    async def _run(self, agent: BasicAgent) -> str:
        state: AgentState = agent.state
        while not state.is_round_end():
            self._limits.check(self.context)
            agent, state = await self._one(agent, state)
            agent.set_state(state)
        self._emitter.emit(StateEntered(agent=agent.name, state=state.name()))
        await state.handle(agent, self.context)
        return state.name() or HostAgentStatus.ERROR

    async def _one(self, agent: BasicAgent, state: AgentState) -> tuple[BasicAgent, AgentState]:
        """Handle one state, and return the agent and the state that follow."""
        step = self.context.session_step
        try:
            await agent.tools.dispatcher.give_floor(f"{agent.name} in {state.name()}")
            self._emitter.emit(StateEntered(agent=agent.name, state=state.name()))
            await self._handle(agent, state)
            followers = state.next_agent(agent), state.next_state(agent)
            if isinstance(followers[0], SubAgent) and followers[1].is_round_end():
                raise ProcessingException(agent.failure or f"{agent.name} may end its sub-task and not the request")
            return followers
        except (LimitReached, asyncio.CancelledError):
            self.context.apply(Outcome(status=self.host.status, usage=_unreported(agent)))
            raise
        except Exception as error:  # noqa: BLE001 the boundary of an agent
            if not isinstance(error, UfoError):
                note_fault(logger, f"{agent.name} in {state.name()}", error)
            self._tell(agent, state, why(error), in_step=self.context.session_step > step)
            return self._after_fault(agent, state, why(error))

    async def _handle(self, agent: BasicAgent, state: AgentState) -> None:
        """Handle a state. An agent of somebody else's has its own time for a turn, since nothing else bounds it. Raises
        ProcessingException where that is used up.
        """
        work = state.handle(agent, self.context)
        waits = state.name() in (AppAgentStatus.PENDING, AppAgentStatus.CONFIRM)
        if isinstance(agent, AppAgent | HostAgent) or waits:
            return await work
        seconds = self.host.services.settings.limits.max_foreign_turn_s

        async def told() -> None:
            try:
                await work
            except TimeoutError as error:
                raise ProcessingException(why(error)) from error

        try:
            await within(seconds, told())
        except TimeoutError:
            raise ProcessingException(
                f"{agent.name} did not end its turn within {seconds:g} s (`limits.max_foreign_turn_s`)"
            ) from None

    def _tell(self, agent: BasicAgent, state: AgentState, reason: str, in_step: bool) -> None:
        text = reason if agent is self.host else f"{agent.name}: {reason}"
        self._emitter.emit(Noticed(level="error", text=text))
        if not in_step:
            return
        # The turn broke off before it could report itself.
        usage = _unreported(agent)
        self.context.apply(Outcome(status=HostAgentStatus.ERROR, usage=usage))
        self._emitter.emit(
            StepEnded(
                agent=agent.name,
                state=state.name(),
                status=HostAgentStatus.ERROR,
                subtask=self.context.subtask,
                usage=usage,
                error=reason,
            )
        )

    def _after_fault(self, agent: BasicAgent, state: AgentState, reason: str) -> tuple[BasicAgent, AgentState]:
        if isinstance(agent, SubAgent) and not state.is_subtask_end():
            agent.failure, agent.status = reason, AppAgentStatus.ERROR
            return agent, AppAgentStateManager().get_state(agent.status)
        if isinstance(agent, SubAgent) or state.name() == HostAgentStatus.ASSIGN:
            return self.host, self.host.subtask_broke_off(
                self.context, reason, agent.name if agent is not self.host else ""
            )
        self.host.failure, self.host.status = reason, HostAgentStatus.ERROR
        return self.host, HostAgentStateManager().get_state(HostAgentStatus.ERROR)


def _unreported(agent: BasicAgent) -> Usage:
    """Return what the agent used in a turn that broke off before it could report itself."""
    local = agent.processor.processing_context.local_context if agent.processor is not None else None
    return local.take_usage(agent) if isinstance(local, TurnContext) else agent.take_spent()
