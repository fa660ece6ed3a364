"""The states of an operator agent (facts/described_system.md §1.2; spec: host_agent_state.md, ASSIGN).

They work as the AppAgent's. It has no SCREENSHOT, since each of its turns begins with a picture.
"""

from __future__ import annotations

from ufo.agents.states import app_agent_states
from ufo.agents.states.app_agent_states import AppAgentStatus, NoneAppAgentState
from ufo.agents.states.state import AgentState, AgentStateManager, Transitions

TRANSITIONS: Transitions = {
    source: {status: who for status, who in row.items() if status != AppAgentStatus.SCREENSHOT}
    for source, row in app_agent_states.TRANSITIONS.items()
    if source != AppAgentStatus.SCREENSHOT
}


class OpenAIOperatorStateManager(AgentStateManager):
    agent_type = "ufo.agents.agent.operator_agent:OpenAIOperatorAgent"
    transitions = TRANSITIONS

    @property
    def none_state(self) -> AgentState:
        return NoneOpenAIOperatorState()


@OpenAIOperatorStateManager.register
class ContinueOpenAIOperatorState(app_agent_states.ContinueAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class FinishOpenAIOperatorState(app_agent_states.FinishAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class FailOpenAIOperatorState(app_agent_states.FailAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class ErrorOpenAIOperatorState(app_agent_states.ErrorAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class PendingOpenAIOperatorState(app_agent_states.PendingAppAgentState):
    pass


@OpenAIOperatorStateManager.register
class ConfirmOpenAIOperatorState(app_agent_states.ConfirmAppAgentState):
    """Asks for consent to actions, and for the acknowledgement of the provider's safety checks."""


class NoneOpenAIOperatorState(NoneAppAgentState):
    manager = OpenAIOperatorStateManager
