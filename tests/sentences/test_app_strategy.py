"""Sentences of the AppAgent's strategies."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.agents.processors.strategies.app.seen import Eye, seen
from tests.agents.processors.strategies.recorder import Recorder
from tests.agents.turns import app_values, prompt, requests, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import control_id, target_id
from tests.scenarios.readers import shows_nothing
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.action import ActionCommandInfo
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo
from ufo.trace.console import ConsoleListener
from ufo.trace.events import StepEnded
from ufo.trace.panels import PanelListener

TICK = "Send me the newsletter"


def tick_twice(turn: Turn) -> dict[str, Any]:
    ticked = [act("click_input", id=control_id(turn, TICK), name=TICK, button="left") for _ in range(2)]
    return app("CONTINUE", *ticked, plan=["look again"], comment="twice is as before")


@requirement("app-act:order", "app-act:parameters", "app-memory:fields", "app-memory:log", "app-memory:trajectory")
async def test_actions_run_in_order_each_with_its_result_and_the_step_is_kept(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, tick_twice, app("FINISH"), host("FINISH")]) as scene:
        await scene.run("register Ada")
        item = scene.session.host.appagent_dict["form/form"].memory.content[0].to_dict()
        logs = scene.session.context.filter_structural_logs(round_step=2)
        rows = scene.session.host.blackboard.trajectories.to_list_of_dicts()
        actions = scene.heard.steps[1].actions
    assert [action.function for action in actions] == ["click_input", "click_input"]
    assert all(action.arguments["id"] == (action.target.id if action.target else "") for action in actions)
    assert [action.result.ok for action in actions] == [True, True] and len(item["results"]) == 2
    counted = (item["session_step"], item["round_step"], item["round_num"], item["agent_step"])
    assert counted == (2, 2, 0, 1)
    assert (item["subtask"], item["request"], item["app_root"]) == ("fill in the form", "register Ada", "form")
    assert "cost" in item and logs[0]["function_call"] == ["click_input", "click_input"]
    assert any(row.get("subtask") == "fill in the form" for row in rows)


@requirement("app-llm:values", "app-llm:fields", "app-capture:time", "app-capture:clean", "app-controls:counts")
async def test_the_values_of_a_turn_are_the_looks_and_the_answers(tmp_path: Path) -> None:
    answers = [to_form, app("FINISH", plan=["rest"], comment="that is all"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        local = app_values(scene)
        (window,) = await scene.desktop.windows()
    assert (local.plan, local.comment, local.observation, local.thought) == (
        ("rest",),
        "that is all",
        "the window",
        "what is next",
    )
    assert list(local.action) == [] and local.screenshot_saved_time > 0
    clean = Picture.from_data_url(local.clean_screenshot_url)
    assert (clean.rect.width, clean.rect.height) == (window.rect.width, window.rect.height)
    counts = local.control_recorder
    assert counts["merged"] == counts["tree"] == len(local.control_info) > 0 and counts["grounding"] == 0
    fields = {"observation", "thought", "action", "status", "plan", "comment", "save_screenshot"}
    assert fields <= set(AppAgentResponse.model_fields)


@requirement("app-llm:prompt")
async def test_the_prompt_has_every_part_of_the_document(tmp_path: Path) -> None:
    answers: list[Any] = [
        lambda turn: assign(target_id(turn, "Registration"), "fill in the name"),
        app("FINISH", result="the name is Ada"),
        lambda turn: assign(target_id(turn, "Registration"), "tick the box", message="mind the colour"),
        app("CONTINUE", plan=["then stop"]),
        app("FINISH"),
        host("FINISH"),
    ]
    async with stage(tmp_path, ScriptedProvider(answers, reader=shows_nothing)) as scene:
        await scene.run("register Ada")
        text = prompt(turns(scene)[4])
    for part in (
        "register Ada", "tick the box", "then stop", "fill in the name", "the name is Ada", '"form"', "mind the colour", TICK,
    ):  # fmt: skip
        assert part in text


@requirement("app-capture:desktop", "app-controls:field-list")
async def test_all_screens_are_taken_and_all_fields_of_controls_asked_for() -> None:
    asked = Recorder(capture_desktop_screenshot="data:image/png;base64,AA==", get_app_window_controls_target_info=[])
    await AppScreenshotCaptureStrategy()._capture_desktop_screenshot("a.png", asked)
    assert await AppControlInfoStrategy()._collect_uia_controls(asked) == []
    assert [command.parameters for command in asked.commands] == [{"all_screens": True}, {}]


@requirement("app-controls:threshold")
@pytest.mark.parametrize(("threshold", "kept"), [(0.5, True), (0.1, False)])
async def test_the_setting_says_which_overlap_is_too_much(tmp_path: Path, threshold: float, kept: bool) -> None:
    eye, answers = Eye(), [to_form, app("FINISH"), host("FINISH")]
    system = {"control_backend": "a11y,vision", "iou_threshold_for_merge": threshold}
    async with stage(tmp_path, answers, grounding=(eye,), system=system) as scene:
        (main,) = scene.desktop.world.windows
        email = next(element for element in await scene.desktop.snapshot(main.id) if element.name == "Email")
        left, top, right, bottom = email.rect.as_ltrb()
        eye.found = (seen("a third of it", (left, top, left + (right - left) // 3, bottom)),)
        await scene.run()
        assert ("a third of it" in [target.name for target in app_values(scene).control_info]) is kept


@requirement("app-llm:request-log")
async def test_what_the_model_was_sent_is_in_the_request_log(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        logged = [request for request in requests(scene) if request["agent"].startswith("AppAgent")]
    assert [record["step"] for record in logged] == [2] and TICK in logged[0]["messages"][1]["text"]


@requirement("app-act:console")
def test_actions_are_shown_on_the_console_with_their_controls() -> None:
    shown = Console(file=io.StringIO(), width=100, force_terminal=True, color_system=None)
    action = ActionCommandInfo(function="click_input", target=TargetInfo(id="12", name="Export"))
    step = {"agent": "AppAgent", "state": "CONTINUE", "status": "FINISH", "step": 2, "actions": (action,)}
    for listener in (PanelListener(shown), ConsoleListener(shown)):
        listener.on_event(StepEnded.model_validate(step))
    assert shown.file.getvalue().count("Export") == 2  # type: ignore[attr-defined]  # a StringIO


@requirement("app-state:pipeline")
async def test_the_pipeline_runs_in_continue_and_in_screenshot(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("SCREENSHOT"), app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
    steps = [(step.state, step.status) for step in scene.heard.steps if step.agent.startswith("AppAgent")]
    assert steps == [("CONTINUE", "SCREENSHOT"), ("SCREENSHOT", "FINISH")]
