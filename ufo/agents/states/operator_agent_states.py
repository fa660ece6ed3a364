"""The states of an operator agent (facts/described_system.md §1.2; spec: host_agent_state.md, ASSIGN).

They work as the AppAgent's. It has no SCREENSHOT, since each of its turns begins with a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from ufo.agents.states.app_agent_states import (
    ConfirmAppAgentState,
    ContinueAppAgentState,
    ErrorAppAgentState,
    FailAppAgentState,
    FinishAppAgentState,
    NoneAppAgentState,
    PendingAppAgentState,
)
from ufo.agents.states.state import AgentState, AgentStateManager, Decider, Transitions


class OpenAIOperatorStatus(StrEnum):
    ERROR = "ERROR"
    FINISH = "FINISH"
    CONTINUE = "CONTINUE"
    FAIL = "FAIL"
    PENDING = "PENDING"
    CONFIRM = "CONFIRM"


_S = OpenAIOperatorStatus

_BY_MODEL: Mapping[str, Decider] = {
    _S.CONTINUE: Decider.LLM,
    _S.FINISH: Decider.LLM,
    _S.FAIL: Decider.LLM,
    _S.PENDING: Decider.LLM,
    _S.CONFIRM: Decider.LLM,
    _S.ERROR: Decider.SYSTEM,
}

TRANSITIONS: Transitions = {
    _S.CONTINUE: _BY_MODEL,
    _S.FINISH: {},
    _S.FAIL: {},
    _S.ERROR: {},
    _S.PENDING: {_S.CONTINUE: Decider.USER, _S.FAIL: Decider.TIMEOUT},
    _S.CONFIRM: {_S.CONTINUE: Decider.USER, _S.FAIL: Decider.USER},
}
"""From → to → who decides. FINISH, FAIL and ERROR lead out of the table to a state of the HostAgent."""


class OpenAIOperatorStateManager(AgentStateManager):
    agent_type = "ufo.agents.agent.operator_agent:OpenAIOperatorAgent"
    transitions = TRANSITIONS

    @property
    def none_state(self) -> AgentState:
        return NoneOpenAIOperatorState()


@OpenAIOperatorStateManager.register
class ContinueOpenAIOperatorState(ContinueAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class FinishOpenAIOperatorState(FinishAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class FailOpenAIOperatorState(FailAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class ErrorOpenAIOperatorState(ErrorAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class PendingOpenAIOperatorState(PendingAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class ConfirmOpenAIOperatorState(ConfirmAppAgentState):
    """Asks for consent to actions, and for the acknowledgement of the provider's safety checks."""


class NoneOpenAIOperatorState(NoneAppAgentState):
    manager = OpenAIOperatorStateManager
