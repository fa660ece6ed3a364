"""The states of an AppAgent and of an operator agent (facts/described_system.md §1.2; design.md §7; spec: host_agent_state.md).

FINISH, FAIL and ERROR archive the sub-task and return to the HostAgent, which decides what follows. ERROR, after an exception,
a model that gave no answer or a window that is gone, ends the sub-task and not the request. An operator agent has no SCREENSHOT,
since each of its turns begins with a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

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


class AppAgentStatus(StrEnum):
    ERROR = "ERROR"
    FINISH = "FINISH"
    CONTINUE = "CONTINUE"
    FAIL = "FAIL"
    PENDING = "PENDING"
    CONFIRM = "CONFIRM"
    SCREENSHOT = "SCREENSHOT"


_S = AppAgentStatus

_BY_MODEL: Mapping[str, Decider] = {
    _S.CONTINUE: Decider.LLM,
    _S.SCREENSHOT: Decider.LLM,
    _S.FINISH: Decider.LLM,
    _S.FAIL: Decider.LLM,
    _S.PENDING: Decider.LLM,
    _S.CONFIRM: Decider.LLM,
    _S.ERROR: Decider.SYSTEM,
}

TRANSITIONS: Transitions = {
    _S.CONTINUE: _BY_MODEL,
    _S.SCREENSHOT: _BY_MODEL,
    _S.FINISH: {},
    _S.FAIL: {},
    _S.ERROR: {},
    _S.PENDING: ANSWERED,
    _S.CONFIRM: ALLOWED,
}
"""From → to → who decides. FINISH, FAIL and ERROR lead out of the table to a state of the HostAgent."""


class AppAgentStateManager(AgentStateManager):
    agent_type = "ufo.agents.agent.app_agent:AppAgent"
    transitions = TRANSITIONS

    @property
    def none_state(self) -> AgentState:
        return NoneAppAgentState()


class AppAgentState(AgentState):
    manager: ClassVar[type[AgentStateManager]] = AppAgentStateManager


@AppAgentStateManager.register
class ContinueAppAgentState(ContinueState, AppAgentState):
    status = AppAgentStatus.CONTINUE


@AppAgentStateManager.register
class ScreenshotAppAgentState(ContinueAppAgentState):
    """Works as CONTINUE: the model asked for a fresh, annotated look, and every turn begins with one."""

    status = AppAgentStatus.SCREENSHOT


class _HandBackState(AppAgentState):
    async def handle(self, agent: Any, context: Context) -> None:
        agent.archive_subtask(context)

    def next_state(self, agent: Any) -> AgentState:
        found: AgentState = agent.host.returned_state()
        return found

    def next_agent(self, agent: Any) -> Any:
        return agent.host

    def is_subtask_end(self) -> bool:
        return True


@AppAgentStateManager.register
class FinishAppAgentState(_HandBackState):
    status = AppAgentStatus.FINISH


@AppAgentStateManager.register
class FailAppAgentState(_HandBackState):
    status = AppAgentStatus.FAIL


@AppAgentStateManager.register
class ErrorAppAgentState(_HandBackState):
    status = AppAgentStatus.ERROR


@AppAgentStateManager.register
class PendingAppAgentState(PendingState, AppAgentState):
    status = AppAgentStatus.PENDING


@AppAgentStateManager.register
class ConfirmAppAgentState(ConfirmState, AppAgentState):
    status = AppAgentStatus.CONFIRM


class NoneAppAgentState(_HandBackState):
    """The state for an unknown status: the sub-task ends with ERROR, and the HostAgent takes over."""

    async def handle(self, agent: Any, context: Context) -> None:
        agent.failure = f"{agent.name} ended a turn with the unknown status {agent.status!r}"
        agent.status = AppAgentStatus.ERROR
        await super().handle(agent, context)


OPERATOR_TRANSITIONS: Transitions = {
    source: {status: who for status, who in row.items() if status != AppAgentStatus.SCREENSHOT}
    for source, row in TRANSITIONS.items()
    if source != AppAgentStatus.SCREENSHOT
}


class OpenAIOperatorStateManager(AgentStateManager):
    agent_type = "ufo.agents.agent.operator_agent:OpenAIOperatorAgent"
    transitions = OPERATOR_TRANSITIONS

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
