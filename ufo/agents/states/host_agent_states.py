"""The HostAgent's seven states (spec: host_agent_state.md).

`TRANSITIONS` is the whole state machine: it alone says which state may follow which. ASSIGN leaves the table for a state of
the sub-agent, and a finished sub-agent returns to CONTINUE. A model may also answer FAIL in CONTINUE: it leads to PENDING
with its reason as the question (design.md §7), so that the table has no such row.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Protocol

from ufo.agents.round_context import Context
from ufo.agents.states.state import (
    ALLOWED,
    ANSWERED,
    AgentState,
    AgentStateManager,
    ConfirmState,
    ContinueState,
    Decider,
    PendingState,
    Transitions,
)


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
    _S.PENDING: ANSWERED,
    _S.CONFIRM: ALLOWED,
}
"""From → to → who decides. An absent pair is an IllegalTransition."""


class Assigner(Protocol):
    """What ASSIGN asks of the HostAgent."""

    def create_subagent(self, context: Context) -> Any: ...

    def get_active_appagent(self) -> Any: ...


class HostAgentStateManager(AgentStateManager):
    agent_type = "ufo.agents.agent.host_agent:HostAgent"
    transitions = TRANSITIONS

    @property
    def none_state(self) -> AgentState:
        return NoneHostAgentState()


class HostAgentState(AgentState):
    manager = HostAgentStateManager


@HostAgentStateManager.register
class ContinueHostAgentState(ContinueState, HostAgentState):
    status = HostAgentStatus.CONTINUE


@HostAgentStateManager.register
class AssignHostAgentState(HostAgentState):
    status = HostAgentStatus.ASSIGN

    async def handle(self, agent: Assigner, context: Context) -> None:
        agent.create_subagent(context)

    def next_state(self, agent: Assigner) -> AgentState:
        found: AgentState = self.next_agent(agent).default_state
        return found

    def next_agent(self, agent: Assigner) -> Any:
        return agent.get_active_appagent()


@HostAgentStateManager.register
class FinishHostAgentState(HostAgentState):
    status = HostAgentStatus.FINISH

    def next_state(self, agent: Any) -> AgentState:
        return self

    def is_round_end(self) -> bool:
        return True


class _FailedHostAgentState(HostAgentState):
    def next_state(self, agent: Any) -> AgentState:
        return self.manager().get_state(HostAgentStatus.FINISH)

    def is_round_end(self) -> bool:
        return True


@HostAgentStateManager.register
class FailHostAgentState(_FailedHostAgentState):
    status = HostAgentStatus.FAIL


@HostAgentStateManager.register
class ErrorHostAgentState(_FailedHostAgentState):
    status = HostAgentStatus.ERROR


@HostAgentStateManager.register
class PendingHostAgentState(PendingState, HostAgentState):
    status = HostAgentStatus.PENDING


@HostAgentStateManager.register
class ConfirmHostAgentState(ConfirmState, HostAgentState):
    status = HostAgentStatus.CONFIRM


class NoneHostAgentState(_FailedHostAgentState):
    """The state for an unknown status: the round ends."""
