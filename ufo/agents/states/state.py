"""The base classes of states, and the tables that connect them.

A status is what a turn ended with; the table of an agent says which statuses may follow a state and who decides. A state
has no data of its own, so one object of each serves every agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Protocol, TypeVar

from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices
from ufo.dotted import load
from ufo.errors import IllegalTransition


class Decider(StrEnum):
    """Who decides on a transition."""

    LLM = "LLM"
    SYSTEM = "System"
    USER = "User"
    TIMEOUT = "Timeout"


Transitions = Mapping[str, Mapping[str, Decider]]

ANSWERED: Mapping[str, Decider] = {"CONTINUE": Decider.USER, "FAIL": Decider.TIMEOUT}
"""What follows a question, whoever asked it."""
ALLOWED: Mapping[str, Decider] = {"CONTINUE": Decider.USER, "FAIL": Decider.USER}
"""What follows a request for consent."""


class Worker(Protocol):
    """What a state asks of the agent whose state it is."""

    services: AgentServices

    async def process(self, context: Context) -> None: ...

    async def process_asker(self, ask_user: bool) -> None: ...

    async def process_confirmation(self, context: Context) -> None: ...


class AgentState:
    """A state. `handle` does its work; `next_state` looks the agent's status up in the table."""

    manager: ClassVar[type[AgentStateManager]]
    status: ClassVar[str] = ""
    """The name that it is registered under."""

    async def handle(self, agent: Any, context: Context) -> None:
        return None

    def next_state(self, agent: Any) -> AgentState:
        """Return the state of the agent's status. Raises IllegalTransition where the table does not allow it."""
        manager = self.manager()
        if manager.knows(agent.status):
            manager.check(self.name(), agent.status)
        return manager.get_state(agent.status)

    def next_agent(self, agent: Any) -> Any:
        return agent

    def is_round_end(self) -> bool:
        return False

    def is_subtask_end(self) -> bool:
        return False

    @classmethod
    def agent_class(cls) -> type[Any]:
        """Return the class of the agent that this is a state of."""
        found: type[Any] = load(cls.manager.agent_type)
        return found

    @classmethod
    def name(cls) -> str:
        return cls.status


class ContinueState(AgentState):
    """Takes a turn."""

    async def handle(self, agent: Worker, context: Context) -> None:
        await agent.process(context)


class PendingState(AgentState):
    """Asks the person what the agent wants to know."""

    async def handle(self, agent: Worker, context: Context) -> None:
        await agent.process_asker(ask_user=agent.services.settings.system.ask_question)


class ConfirmState(AgentState):
    """Asks the person for consent."""

    async def handle(self, agent: Worker, context: Context) -> None:
        await agent.process_confirmation(context)


A = TypeVar("A", bound=type[AgentState])


class AgentStateManager:
    """The states of one kind of agent by name, created when first asked for. Each subclass has its own. Where it has no table of
    transitions, any may follow any.
    """

    agent_type: ClassVar[str]
    """The class of agent that these states belong to, by its dotted name: its module imports the states."""
    transitions: ClassVar[Transitions] = {}
    _state_mapping: ClassVar[dict[str, type[AgentState]]] = {}
    _states: ClassVar[dict[str, AgentState]] = {}

    def __init_subclass__(cls) -> None:
        cls._state_mapping = {}
        cls._states = {}

    @classmethod
    def register(cls, state: A) -> A:
        cls._state_mapping[state.name()] = state
        state.manager = cls
        return state

    def knows(self, status: str) -> bool:
        return status in self._state_mapping

    def get_state(self, status: str) -> AgentState:
        """Return the state of that name, or `none_state`, which ends the round, for an unknown one."""
        if status not in self._state_mapping:
            return self.none_state
        if status not in self._states:
            self._states[status] = self._state_mapping[status]()
        return self._states[status]

    def check(self, source: str, status: str) -> None:
        if self.transitions and status not in self.transitions.get(source, {}):
            raise IllegalTransition(source, status)

    def choices(self, source: str, decider: Decider) -> tuple[str, ...]:
        """Return the statuses that `decider` may choose in the state `source`."""
        if not self.transitions:
            return tuple(self._state_mapping)
        return tuple(status for status, who in self.transitions.get(source, {}).items() if who is decider)

    @property
    def none_state(self) -> AgentState:
        raise IllegalTransition("no state", "none")
