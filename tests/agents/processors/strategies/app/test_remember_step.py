"""What is kept of an AppAgent's turn, and what of it every agent may see."""

from __future__ import annotations

from pathlib import Path

from tests.agents.turns import app_values, assert_declares, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import control_id, on
from tests.scenarios.stage import act, app, host, stage
from ufo.agents.processors.strategies.remember import AppMemoryUpdateStrategy
from ufo.llm.provider import Turn

TICK = "Send me the newsletter"


@requirement("app-memory:names")
def test_it_declares_the_names_of_the_specification_and_those_that_its_body_reads() -> None:
    strategy = AppMemoryUpdateStrategy()
    named = {"session_step", "parsed_response"}
    assert_declares(
        strategy,
        named,
        set(strategy.get_dependencies()) - named,
        {"additional_memory", "memory_item", "updated_blackboard"},
        set(),
    )


@requirement("app-memory:item", "app-act:graceful")
async def test_the_item_tells_all_actions_and_which_of_them_succeeded(tmp_path: Path) -> None:
    def tick_and_submit(turn: Turn) -> dict[str, object]:
        return app(
            "CONTINUE",
            act("click_input", id=control_id(turn, TICK), name=TICK),
            act("click_input", id="1", name="not its name"),
        )

    last = app("FINISH", plan=["then send it"])
    async with stage(tmp_path, [to_form, tick_and_submit, last, host("FINISH")]) as scene:
        await scene.run()
        agent = scene.session.host.appagent_dict["form/form"]
        item = agent.memory.content[0].to_dict()
        assert [action.result.ok for action in agent.history] == [True, False] and agent.plan == ("then send it",)
    assert item["function_call"] == ["click_input", "click_input"]
    assert [entry["result"]["status"] for entry in item["action"]] == ["success", "failure"]
    (success,) = item["action_success"]
    assert set(success) == {"action_string", "result", "repeat_time"} and TICK in success["action_string"]
    assert item["action_type"] == ["AppUIExecutor", "AppUIExecutor"]
    assert item["action_representation"][0].startswith("[Action] click_input(")
    assert len(item["results"]) == 2
    assert (item["subtask"], item["app_root"], item["session_step"], item["observation"]) == (
        "fill in the form",
        "form",
        2,
        "the window",
    )


@requirement("app-memory:item", "app-memory:control-label")
async def test_an_action_done_again_is_counted(tmp_path: Path) -> None:
    answers = [to_form, on(TICK, "click_input", "CONTINUE"), on(TICK, "click_input"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        items = [item.to_dict() for item in scene.session.host.appagent_dict["form/form"].memory.content]
    for rows in ("action", "action_success"):
        assert [item[rows][0]["repeat_time"] for item in items] == [0, 1]


@requirement("app-memory:screenshot", "defect:10")
async def test_a_wished_screenshot_is_on_the_blackboard_with_application_and_reason(tmp_path: Path) -> None:
    wish = {"save": True, "reason": "the totals are here"}
    async with stage(tmp_path, [to_form, app("FINISH", save_screenshot=wish), host("FINISH")]) as scene:
        await scene.run()
        (kept,) = scene.session.host.blackboard.screenshots.to_list_of_dicts()
        assert app_values(scene).updated_blackboard
        (shown,) = turns(scene)[2].inputs.blackboard.images
        assert shown.data == (scene.folder / "action_step2.png").read_bytes()
    assert kept["metadata"] == {"screenshot application": "form", "saving reason": "the totals are here"}
    assert kept["image_path"] == str(scene.folder / "action_step2.png")


@requirement("app-memory:selective")
async def test_only_the_history_keys_go_to_the_blackboard(tmp_path: Path) -> None:
    answers = [to_form, app("FINISH", comment="secret of this agent"), host("FINISH")]
    async with stage(tmp_path, answers, system={"history_keys": ["subtask", "status"]}) as scene:
        await scene.run()
        rows = scene.session.host.blackboard.trajectories.to_list_of_dicts()
    assert {"subtask": "fill in the form", "status": "FINISH"} in rows
    assert "secret of this agent" not in str(rows)


async def test_without_history_keys_and_wishes_the_blackboard_stays_as_it_is(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")], system={"history_keys": []}) as scene:
        await scene.run()
        assert scene.session.host.blackboard.trajectories.is_empty()
        assert not app_values(scene).updated_blackboard
