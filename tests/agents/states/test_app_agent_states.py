"""The AppAgent's table, and how a sub-task is handed back."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.requirement import requirement
from ufo.agents.states.app_agent_states import (
    TRANSITIONS,
    AppAgentStateManager,
    AppAgentStatus,
    NoneAppAgentState,
    ScreenshotAppAgentState,
)
from ufo.agents.states.state import Decider
from ufo.errors import IllegalTransition


@requirement("app-state:seven")
@pytest.mark.parametrize("status", AppAgentStatus)
def test_every_status_has_a_state_of_its_name(status: AppAgentStatus) -> None:
    assert AppAgentStateManager().get_state(status).name() == status
    seven = {"CONTINUE", "SCREENSHOT", "FINISH", "FAIL", "PENDING", "CONFIRM", "ERROR"}
    assert {appagentstatu.value for appagentstatu in AppAgentStatus} == seven


@requirement("app-state:matrix")
def test_the_table_is_the_described_one() -> None:
    llm, user = Decider.LLM, Decider.USER
    by_model = dict.fromkeys(("CONTINUE", "SCREENSHOT", "FINISH", "FAIL", "PENDING", "CONFIRM"), llm)
    assert {source: dict(row) for source, row in TRANSITIONS.items()} == {
        "CONTINUE": by_model | {"ERROR": Decider.SYSTEM},
        "SCREENSHOT": by_model | {"ERROR": Decider.SYSTEM},
        "FINISH": {},
        "FAIL": {},
        "ERROR": {},
        "PENDING": {"CONTINUE": user, "FAIL": Decider.TIMEOUT},
        "CONFIRM": {"CONTINUE": user, "FAIL": user},
    }


@requirement("app-state:matrix", "defect:2")
@pytest.mark.parametrize("source", ["CONTINUE", "SCREENSHOT"])
def test_a_model_may_choose_all_but_error_after_a_turn(source: str) -> None:
    chosen = AppAgentStateManager().choices(source, Decider.LLM)
    assert set(chosen) == {"CONTINUE", "SCREENSHOT", "FINISH", "FAIL", "PENDING", "CONFIRM"}
    for status in chosen:
        assert AppAgentStateManager().get_state(source).next_state(SimpleNamespace(status=status)).name() == status


@requirement("app-state:matrix", "app-state:confirm")
@pytest.mark.parametrize("source", ["PENDING", "CONFIRM"])
def test_a_person_takes_waiting_to_continue_or_fail_and_nowhere_else(source: str) -> None:
    for status in ("CONTINUE", "FAIL"):
        assert AppAgentStateManager().get_state(source).next_state(SimpleNamespace(status=status)).name() == status
    with pytest.raises(IllegalTransition):
        AppAgentStateManager().get_state(source).next_state(SimpleNamespace(status="FINISH"))


@requirement("app-state:finish", "app-state:fail", "app-state:error", "host-state:hand-back")
@pytest.mark.parametrize("status", ["FINISH", "FAIL", "ERROR"])
async def test_a_sub_task_is_archived_and_handed_back_however_it_ends(status: str) -> None:
    returned: list[str] = []
    archived: list[object] = []
    host = SimpleNamespace(returned_state=lambda: returned.append(status))
    agent = SimpleNamespace(host=host, archive_subtask=archived.append, status=status)
    state = AppAgentStateManager().get_state(status)
    await state.handle(agent, "round")  # type: ignore[arg-type]  # the state only passes it on
    state.next_state(agent)
    assert archived == ["round"]
    assert returned == [status]
    assert state.next_agent(agent) == host
    assert state.is_subtask_end() and not state.is_round_end()


@requirement("app-state:screenshot")
def test_screenshot_takes_a_turn_like_continue() -> None:
    state = ScreenshotAppAgentState()
    assert not state.is_round_end() and not state.is_subtask_end()
    assert type(state).handle is type(AppAgentStateManager().get_state("CONTINUE")).handle


async def test_an_unknown_status_gives_the_none_state_which_hands_the_sub_task_back_as_an_error() -> None:
    archived: list[str] = []
    agent = SimpleNamespace(name="Dreamer", status="NONSENSE", failure="")
    agent.archive_subtask = lambda context: archived.append(agent.status)
    state = AppAgentStateManager().get_state("NONSENSE")
    assert isinstance(state, NoneAppAgentState)
    await state.handle(agent, "round")  # type: ignore[arg-type]  # the state only passes it on
    assert archived == ["ERROR"] and agent.failure == "Dreamer ended a turn with the unknown status 'NONSENSE'"
    assert state.is_subtask_end() and not state.is_round_end()
