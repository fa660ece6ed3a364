"""The HostAgent's seven states (spec: host_agent_state.md).

`TRANSITIONS` is the whole state machine: it alone says which state may follow which. ASSIGN leaves the table for a state of
the sub-agent, and a finished sub-agent returns to CONTINUE. A model may also answer FAIL in CONTINUE: it leads to PENDING
with its reason as the question (design.md §7), so that the table has no such row.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from ufo.agents.states.state import AgentState, AgentStateManager, Decider, Transitions

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent
    from ufo.agents.agent.host_agent import HostAgent
    from ufo.agents.round_context import Context


class HostAgentStatus(StrEnum):
    ERROR = "ERROR"
    FINISH = "FINISH"
    CONTINUE = "CONTINUE"
    ASSIGN = "ASSIGN"
    FAIL = "FAIL"
    PENDING = "PENDING"
    CONFIRM = "CONFIRM"


_S = HostAgentStatus

TRANSITIONS: Transitions = {
    _S.CONTINUE: {
        _S.CONTINUE: Decider.LLM,
        _S.ASSIGN: Decider.LLM,
        _S.FINISH: Decider.LLM,
        _S.ERROR: Decider.SYSTEM,
        _S.PENDING: Decider.LLM,
        _S.CONFIRM: Decider.LLM,
    },
    _S.ASSIGN: {},
    _S.FINISH: {},
    _S.FAIL: {_S.FINISH: Decider.SYSTEM},
    _S.ERROR: {_S.FINISH: Decider.SYSTEM},
    _S.PENDING: {_S.CONTINUE: Decider.USER, _S.FAIL: Decider.TIMEOUT},
    _S.CONFIRM: {_S.CONTINUE: Decider.USER, _S.FAIL: Decider.USER},
}
"""From → to → who decides. An absent pair is an IllegalTransition."""


class HostAgentStateManager(AgentStateManager):
    agent_type = "ufo.agents.agent.host_agent:HostAgent"
    transitions = TRANSITIONS

    @property
    def none_state(self) -> AgentState:
        return NoneHostAgentState()


class HostAgentState(AgentState):
    manager = HostAgentStateManager


@HostAgentStateManager.register
class ContinueHostAgentState(HostAgentState):
    async def handle(self, agent: HostAgent, context: Context) -> None:
        await agent.process(context)

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.CONTINUE.value


@HostAgentStateManager.register
class AssignHostAgentState(HostAgentState):
    async def handle(self, agent: HostAgent, context: Context) -> None:
        agent.create_subagent(context)

    def next_state(self, agent: HostAgent) -> AgentState:
        return self.next_agent(agent).default_state

    def next_agent(self, agent: HostAgent) -> BasicAgent:
        return agent.get_active_appagent()

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.ASSIGN.value


@HostAgentStateManager.register
class FinishHostAgentState(HostAgentState):
    def next_state(self, agent: HostAgent) -> AgentState:
        return self

    def is_round_end(self) -> bool:
        return True

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.FINISH.value


class _FailedHostAgentState(HostAgentState):
    def next_state(self, agent: HostAgent) -> AgentState:
        return self.manager().get_state(HostAgentStatus.FINISH)

    def is_round_end(self) -> bool:
        return True


@HostAgentStateManager.register
class FailHostAgentState(_FailedHostAgentState):
    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.FAIL.value


@HostAgentStateManager.register
class ErrorHostAgentState(_FailedHostAgentState):
    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.ERROR.value


@HostAgentStateManager.register
class PendingHostAgentState(HostAgentState):
    async def handle(self, agent: HostAgent, context: Context) -> None:
        await agent.process_asker(ask_user=agent.services.settings.system.ask_question)

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.PENDING.value


@HostAgentStateManager.register
class ConfirmHostAgentState(HostAgentState):
    async def handle(self, agent: HostAgent, context: Context) -> None:
        await agent.process_confirmation(context)

    @classmethod
    def name(cls) -> str:
        return HostAgentStatus.CONFIRM.value


class NoneHostAgentState(HostAgentState):
    """The state for an unknown status: the round ends."""

    def next_state(self, agent: HostAgent) -> AgentState:
        return self.manager().get_state(HostAgentStatus.FINISH)

    def is_round_end(self) -> bool:
        return True
