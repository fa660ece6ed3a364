"""One request, from CONTINUE to the end of its states (spec: host_agent_state.md, state transition in round execution).

The old state names the next agent before the new state takes over; otherwise ASSIGN would never reach the sub-agent
(design.md §7).
"""

from __future__ import annotations

import logging

from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.agents.states.state import AgentState
from ufo.errors import LimitReached
from ufo.faults import note_fault, why
from ufo.sessions.limits import Limits
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed, RoundStarted, StateEntered

logger = logging.getLogger(__name__)


class Round:
    def __init__(self, request: str, host: HostAgent, context: Context, limits: Limits) -> None:
        self.request = request
        self.host = host
        self.context = context
        self._limits = limits
        self._emitter: Emitter = host.services.emitter

    async def run(self) -> str:
        """Return the status in which the HostAgent ended. Raises LimitReached; any other exception becomes ERROR."""
        self._emitter.emit(RoundStarted(round_id=self.context.current_round_id, request=self.request))
        try:
            return await self._run()
        except LimitReached:
            raise
        except Exception as error:  # noqa: BLE001 the boundary of a round
            note_fault(logger, "the round", error)
            self.host.failure = why(error)
            self._emitter.emit(Noticed(level="error", text=self.host.failure))
            return HostAgentStatus.ERROR

    async def _run(self) -> str:
        agent: BasicAgent = self.host
        state: AgentState = agent.state
        while not state.is_round_end():
            self._limits.check(self.context)
            await agent.tools.dispatcher.give_floor(f"{agent.name} in {state.name()}")
            self._emitter.emit(StateEntered(agent=agent.name, state=state.name()))
            await state.handle(agent, self.context)
            next_agent = state.next_agent(agent)
            next_state = state.next_state(agent)
            agent, state = next_agent, next_state
            agent.set_state(state)
        self._emitter.emit(StateEntered(agent=agent.name, state=state.name()))
        await state.handle(agent, self.context)
        if agent is not self.host:
            self.host.failure = agent.failure or "an agent stopped before its end"
            return HostAgentStatus.ERROR
        return state.name() or HostAgentStatus.ERROR
