"""What is kept of a HostAgent's turn."""

from __future__ import annotations

from pathlib import Path

from tests.agents.turns import assert_declares, host_values, to_form
from tests.requirement import requirement
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, host, stage
from ufo.agents.processors.strategies.remember import HostMemoryUpdateStrategy


@requirement("host-memory:names")
def test_it_declares_the_names_of_the_specification() -> None:
    assert_declares(
        HostMemoryUpdateStrategy(),
        {"session_step"},
        {
            "round_step",
            "round_num",
            "agent_step",
            "agent_name",
            "request",
            "parsed_response",
            "action_info",
            "earlier_actions",
            "status",
            "llm_cost",
            "selected_application_root",
            "plan",
        },
        {"additional_memory", "memory_item", "memory_keys_count"},
        set(),
    )


@requirement("host-memory:item")
async def test_the_item_holds_the_answer_and_the_turn(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([to_form, app("FINISH", result="all done")])) as scene:
        await scene.run()
        first, last = (item.to_dict() for item in scene.session.host.memory.content)
        count = host_values(scene).memory_keys_count
    assert (first["observation"], first["thought"]) == ("the desktop", "what is next")
    assert first["current_subtask"] == "fill in the form"
    assert first["function_call"] == "select_application_window"
    assert first["action"][0]["function"] == "select_application_window"
    assert (first["arguments"], first["results"][:1]) == ({"id": "0"}, "{")
    assert first["action_representation"].startswith("[Action] select_application_window(")
    assert (first["application"], first["agent_name"], first["status"]) == ("form", "HostAgent", "ASSIGN")
    assert (last["session_step"], last["agent_step"], last["result"]) == (3, 2, "all done")
    assert count == len(last)


@requirement("host-memory:counted")
async def test_steps_are_counted_from_one_in_the_session_the_round_and_the_agent(tmp_path: Path) -> None:
    answers = [to_form, app("FINISH"), to_form, app("FINISH")]
    async with stage(tmp_path, unread(answers)) as scene:
        await scene.run()
        await scene.run("again")
        rows = scene.session.context.structural_logs
    counted = [(row["session_step"], row["round_step"], row["round_num"], row["agent_step"]) for row in rows]
    assert counted == [(1, 1, 0, 1), (2, 2, 0, 1), (3, 3, 0, 2), (4, 1, 1, 3), (5, 2, 1, 2), (6, 3, 1, 4)]


@requirement("host-memory:history-keys")
async def test_a_step_is_told_to_all_with_its_agent_its_sub_task_and_what_came_of_it(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([to_form, app("FINISH", result="filled")])) as scene:
        await scene.run()
        first, second, last = scene.session.host.blackboard.trajectories.to_list_of_dicts()
    assert set(first) == {"agent_name", "current_subtask", "action_representation", "status", "result"}
    assert (first["agent_name"], first["current_subtask"], first["status"]) == (
        "HostAgent",
        "fill in the form",
        "ASSIGN",
    )
    assert set(second) == {"agent_name", "subtask", "action_representation", "status", "result"}
    assert (second["subtask"], second["status"], second["result"]) == ("fill in the form", "FINISH", "filled")
    assert (last["status"], last["result"]) == ("FINISH", "filled")


@requirement("host-memory:blackboard", "defect:14")
async def test_only_the_history_keys_reach_the_blackboard_and_each_is_there(tmp_path: Path) -> None:
    keys = ["thought", "current_subtask", "status"]
    answers = [to_form, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers, system={"history_keys": keys}) as scene:
        await scene.run()
        rows = scene.session.host.blackboard.trajectories.to_list_of_dicts()
    assert rows[0] == {"thought": "what is next", "current_subtask": "fill in the form", "status": "ASSIGN"}
    assert all(set(row) <= set(keys) for row in rows)


@requirement("host-memory:log")
async def test_every_history_key_of_the_settings_exists_in_a_turn(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        known = {key for row in scene.session.context.structural_logs for key in row}
        wanted = scene.session.host.services.settings.system.history_keys
    assert set(wanted) <= known
