"""The HostAgent's table: what may follow what, and who decides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

import pytest

from tests.requirement import requirement
from ufo.agents.states.host_agent_states import (
    TRANSITIONS,
    ContinueHostAgentState,
    FinishHostAgentState,
    HostAgentState,
    HostAgentStateManager,
    HostAgentStatus,
    NoneHostAgentState,
)
from ufo.agents.states.state import Decider, Transitions
from ufo.errors import IllegalTransition

LLM, SYSTEM, USER, TIMEOUT = Decider.LLM, Decider.SYSTEM, Decider.USER, Decider.TIMEOUT

MATRIX = {
    "CONTINUE": {
        "CONTINUE": LLM,
        "ASSIGN": LLM,
        "FINISH": LLM,
        "ERROR": SYSTEM,
        "PENDING": LLM,
        "CONFIRM": LLM,
    },
    "ASSIGN": {},
    "FINISH": {},
    "FAIL": {"FINISH": SYSTEM},
    "ERROR": {"FINISH": SYSTEM},
    "PENDING": {"CONTINUE": USER, "FAIL": TIMEOUT},
    "CONFIRM": {"CONTINUE": USER, "FAIL": USER},
}


@requirement("host-state:seven", "host-state:older-four")
def test_there_are_the_seven_statuses_of_the_specification() -> None:
    assert {status.value for status in HostAgentStatus} == set(MATRIX)


@requirement("host-state:matrix")
def test_the_table_is_the_matrix_of_the_specification() -> None:
    assert {source: dict(row) for source, row in TRANSITIONS.items()} == MATRIX


@requirement("host-state:matrix")
@pytest.mark.parametrize("source", MATRIX)
@pytest.mark.parametrize("target", MATRIX)
def test_a_pair_outside_the_matrix_is_refused_with_both_names(source: str, target: str) -> None:
    manager = HostAgentStateManager()
    if target in MATRIX[source]:
        manager.check(source, target)
        return
    with pytest.raises(IllegalTransition, match=f"{source} may not become {target}"):
        manager.check(source, target)


@requirement("host-state:matrix", "defect:2")
def test_nothing_follows_a_state_outside_the_table_and_without_a_table_anything_may() -> None:
    class Free(HostAgentStateManager):
        transitions: ClassVar[Transitions] = {}

    with pytest.raises(IllegalTransition, match="NOWHERE may not become CONTINUE"):
        HostAgentStateManager().check("NOWHERE", "CONTINUE")
    Free().check("NOWHERE", "CONTINUE")


@requirement("host-state:registered", "defect:1")
@pytest.mark.parametrize("status", HostAgentStatus)
def test_every_status_has_a_state_of_its_name(status: HostAgentStatus) -> None:
    state = HostAgentStateManager().get_state(status)
    assert state.name() == status
    assert type(state).manager is HostAgentStateManager


@requirement("host-state:lazy")
def test_a_registered_state_is_made_when_it_is_first_asked_for() -> None:
    made: list[str] = []

    class Manager(HostAgentStateManager):
        pass

    @Manager.register
    class Slow(HostAgentState):
        def __init__(self) -> None:
            made.append("slow")

        @classmethod
        def name(cls) -> str:
            return "SLOW"

    assert Manager().knows(Slow.name()) and made == []
    assert Manager().get_state("SLOW") is Manager().get_state("SLOW")
    assert made == ["slow"]


@requirement("host-state:singleton")
def test_a_state_is_made_once_whatever_manager_asks() -> None:
    assert HostAgentStateManager().get_state("PENDING") is HostAgentStateManager().get_state("PENDING")


@requirement("host-state:none")
def test_an_unknown_status_gives_the_none_state_which_ends_the_round() -> None:
    state = ContinueHostAgentState().next_state(SimpleNamespace(status="NONSENSE"))
    assert isinstance(state, NoneHostAgentState)
    assert state.is_round_end()


@requirement("host-state:fail", "host-state:error", "host-state:finish")
@pytest.mark.parametrize("status", ["FAIL", "ERROR"])
def test_a_failed_round_ends_and_becomes_finish(status: str) -> None:
    state = HostAgentStateManager().get_state(status)
    assert state.is_round_end()
    assert isinstance(state.next_state(SimpleNamespace(status=status)), FinishHostAgentState)


@requirement("host-state:finish")
def test_finish_is_terminal() -> None:
    state = HostAgentStateManager().get_state("FINISH")
    assert state.is_round_end()
    assert state.next_state(SimpleNamespace(status="CONTINUE")) is state


@pytest.mark.parametrize("status", ["CONTINUE", "ASSIGN", "PENDING", "CONFIRM"])
def test_working_and_waiting_states_do_not_end_the_round(status: str) -> None:
    assert not HostAgentStateManager().get_state(status).is_round_end()


def test_a_status_that_the_table_forbids_is_an_error_and_not_a_silent_default() -> None:
    with pytest.raises(IllegalTransition):
        HostAgentStateManager().get_state("PENDING").next_state(SimpleNamespace(status="ASSIGN"))
