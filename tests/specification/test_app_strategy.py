"""app_agent_strategy.md: its code, run in whole sessions, and its further sentences."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image
from rich.console import Console

from tests.agents.processors.strategies.app.seen import Eye, seen
from tests.agents.processors.strategies.recorder import Recorder
from tests.agents.turns import app_values, pictures, prompt, requests, to_form, turns
from tests.llm.turns import picture
from tests.requirement import requirement
from tests.scenarios.controls import control_id, on, target_id
from tests.scenarios.readers import shows_nothing
from tests.scenarios.stage import act, app, assign, host, stage
from tests.specification.app_processors import (
    ReadersCapture,
    ReadersModelSteps,
    ReadersProcessor,
    ReadersStepByStep,
)
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.processors.framework.phases import ContextView, ProcessingContext, ProcessingResult
from ufo.agents.processors.framework.strategy import ComposedStrategy
from ufo.agents.processors.local_values import AppAgentProcessorContext
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.agents.round_context import Context
from ufo.config.load import load_settings
from ufo.config.settings import OmniParserSettings
from ufo.errors import ModelUnavailable, ProcessingError, ProcessingException
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.memory.blackboard import Blackboard
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.knowledge import Knowledge, Passage
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo, TargetKind
from ufo.trace.console import ConsoleListener
from ufo.trace.events import StepEnded
from ufo.trace.panels import PanelListener
from ufo.vision.photographer import PhotographerFacade
from ufo_sight.omniparser.client import OmniparserGrounding

TICK = "Send me the newsletter"


@requirement("snippet:app-strategy", "snippet:steps", "snippet:frozen", "snippet:images", "snippet:last-actions")
async def test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it(tmp_path: Path) -> None:
    wish = {"save": True, "reason": "the tick is there"}

    def tick(turn: Turn) -> dict[str, Any]:
        click = act("click_input", id=control_id(turn, TICK), name=TICK)
        return app("FINISH", click, save_screenshot=wish, result="ticked")

    answers: list[Any] = [to_form, app("FINISH"), to_form, "no JSON", tick]
    model = ScriptedProvider(answers, sees_pictures=True, reader=lambda turn: ModelUnavailable("nobody reads"))
    async with stage(tmp_path, model, system={"save_full_screen": True, "save_ui_tree": True}) as scene:
        await scene.run()
        agent = scene.session.host.appagent_dict["form/form"]
        agent.processor_class = ReadersProcessor
        await scene.run("do it again")
        item = agent.memory.content[-1].to_dict()
        (image,) = agent.blackboard.screenshots.to_list_of_dicts()
        local = app_values(scene)
        assert Path(image["image_path"]).read_bytes().startswith(b"\x89PNG")
    assert scene.actions()[-1] == "click_input"
    assert item["function_call"] == ["click_input"] and item["app_root"] == "form"
    assert [entry["result"]["status"] for entry in item["action_success"]] == ["success"]
    assert image["metadata"] == {"screenshot application": "form", "saving reason": "the tick is there"}
    assert local.desktop_screenshot_url and local.ui_tree_path
    assert len(pictures(turns(scene)[3])) == len(pictures(turns(scene)[4])) == 2
    (action,) = scene.heard.steps[-2].actions
    assert action.target is not None and action.target.name == TICK


@requirement("snippet:app-strategy", "snippet:steps", "snippet:frozen")
async def test_each_step_of_the_document_stands_in_for_ours(tmp_path: Path) -> None:
    answers = [to_form, app("FINISH"), host("FINISH"), to_form, on(TICK, "click_input"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        scene.session.host.appagent_dict["form/form"].processor_class = ReadersStepByStep
        await scene.run("do it again")
    assert scene.actions()[-1] == "click_input"
    (action,) = (action for step in scene.heard.steps for action in step.actions if action.function == "click_input")
    assert action.target is not None and action.target.name == TICK and action.result.ok


@requirement("snippet:app-strategy")
async def test_what_was_retrieved_keeps_its_place_unless_a_reader_tells_something_else(tmp_path: Path) -> None:
    class Telling(ReadersModelSteps):
        async def _build_app_prompt(self, agent: Any, *more: Any) -> Any:
            control_info, images, _, *rest = more
            told = Knowledge(
                experience_examples=(Passage("press Tab first"),), online_docs=(Passage("forms are patient"),)
            )
            return await super()._build_app_prompt(agent, [], images, told, *rest)

    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        agent = scene.session.host.appagent_dict["form/form"]
        told = Knowledge((Passage("press Tab first"),), (), (), (Passage("forms are patient"),))
        inputs = agent.inputs  # type: ignore[attr-defined]  # an AppAgent
        messages = await Telling()._build_app_prompt(
            agent, (), [], told, "r", "fill it in", (), (), "form", ("soon",), 1, None
        )
    text = "\n".join(message.text for message in messages)
    for words in ("press Tab first", "forms are patient", "fill it in", "soon", "(none is listed)"):
        assert words in text
    assert inputs.controls and len(turns(scene)) == 3


@requirement("snippet:app-strategy", "app-controls:where")
async def test_detectors_and_the_photographer_have_the_documents_names() -> None:
    ufo_config = load_settings()
    assert "omniparser" not in ufo_config.system.control_backend
    service = OmniparserGrounding(OmniParserSettings(endpoint="http://127.0.0.1:1/parse/"))
    assert callable(service.screen_parsing)
    photographer = PhotographerFacade()
    api = [TargetInfo(id="1", name="Export", type="Button", rect=[100, 200, 150, 230])]
    seen = [
        TargetInfo(name="Export", type="Icon", rect=(100, 200, 150, 230)),
        TargetInfo(name="heart", type="Icon", rect=(300, 200, 350, 230)),
    ]
    merged = photographer.merge_target_info_list(
        api, seen, iou_overlap_threshold=ufo_config.system.iou_threshold_for_merge
    )
    assert [(target.id, target.name) for target in merged] == [("1", "Export"), ("2", "heart")]


@requirement("snippet:app-strategy", "snippet:drawn")
def test_targets_of_the_documents_annotation_dict_are_drawn() -> None:
    annotation_dict = {
        "1": TargetInfo(id="1", name="Export", type="Button", rect=[0, 0, 2, 2]),
        "2": TargetInfo(id="2", name="Save", type="Button", rect=[2, 0, 4, 3]),
    }
    clean = picture()
    annotated = PhotographerFacade().capture_with_target_list(clean, list(annotation_dict.values()))
    bare = PhotographerFacade().capture_with_target_list(clean, [])
    assert annotated.data != bare.data and annotated.rect == clean.rect
    window = TargetInfo(name="Word", rect=[0, 0, 1920, 1080])
    assert window.kind is TargetKind.CONTROL and window.rect == (0, 0, 1920, 1080)


@requirement("snippet:app-strategy", "app-llm:older-shape")
def test_the_documents_answer_is_one_action() -> None:
    answer = json.loads(
        """{"Observation": "Word document with Export button at label [12]",
        "Thought": "I should click Export to extract table data", "ControlLabel": "12", "ControlText": "Export",
        "Function": "click_input", "Args": {"button": "left", "double": false}, "Status": "SCREENSHOT",
        "Plan": ["Click Export", "Select CSV format", "Choose save location"],
        "Comment": "Clicking Export will open a dialog", "SaveScreenshot": {"save": false, "reason": ""}}"""
    )
    response = AppAgentResponse.model_validate(answer)
    (action,) = response.action
    assert action.function == "click_input"
    assert action.arguments == {"button": "left", "double": False, "id": "12", "name": "Export"}
    assert (response.status, response.plan[0], response.save_screenshot.save) == ("SCREENSHOT", "Click Export", False)


@requirement("snippet:app-strategy", "app-act:string")
def test_an_action_with_its_control_and_result_is_written_as_in_the_example() -> None:
    action = ActionCommandInfo(
        function="click_input",
        target=TargetInfo(id="12", name="Export", type="Button"),
        result=Result(status=ResultStatus.SUCCESS),
    )
    assert action.action_string == "click_input() on [12]Export"
    assert action.to_command().tool_name == "click_input"


@requirement("snippet:app-strategy")
def test_a_composed_strategy_shares_what_its_first_part_gives() -> None:
    composed = ComposedStrategy(
        strategies=[
            AppScreenshotCaptureStrategy(),
            AppControlInfoStrategy(),
        ],
        name="AppDataCollectionStrategy",
        fail_fast=True,
    )
    assert "clean_screenshot_path" not in composed.get_dependencies()
    assert {"control_info", "annotation_dict", "annotated_screenshot_url"} <= set(composed.get_provides())


@requirement("snippet:app-strategy")
async def test_a_strategy_is_executed_by_hand_and_its_failure_caught_as_the_document_does(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        given = ProcessingContext(Context(), AppAgentProcessorContext(command_dispatcher=agent.tools.dispatcher))
        strategy = ReadersCapture()
        context = ContextView(given, strategy.name, frozenset(strategy.get_dependencies()))
        with pytest.raises(ProcessingException, match="Data collection failed"):
            try:
                await strategy.execute(agent, context)
            except Exception as e:
                raise ProcessingError(f"Data collection failed: {e}") from e
        action_strategy = AppScreenshotCaptureStrategy(fail_fast=False)
        try:
            result = await action_strategy.execute(agent, context)
        except Exception as e:  # noqa: BLE001 as the document has it
            result = ProcessingResult(success=False, error=str(e), data={})
        handled = strategy.handle_error(ProcessingError("no window"), strategy.phase, context)
    assert not result.success and result.error
    assert handled.error == "ReadersCapture failed: no window"


@requirement("snippet:app-strategy")
def test_an_image_is_put_on_the_blackboard_by_its_path(tmp_path: Path) -> None:
    screenshot_path = tmp_path / "action_step5.png"
    Image.new("RGB", (4, 3), "white").save(screenshot_path)
    blackboard = Blackboard()
    metadata = {"screenshot application": "Word", "saving reason": "the table"}
    blackboard.add_image(str(screenshot_path), metadata)
    (shown,) = blackboard.view().images
    assert (shown.rect.width, shown.rect.height) == (4, 3)
    (tmp_path / "text.png").write_text("no picture", encoding="utf-8")
    with pytest.raises(ValueError, match="not a PNG"):
        blackboard.add_image(tmp_path / "text.png", metadata)


@requirement("snippet:app-strategy", "app-memory:control-label")
async def test_a_memory_item_holds_the_documents_values(tmp_path: Path) -> None:
    answers = [to_form, on(TICK, "click_input", more={"plan": ["then send it"]}), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        item = scene.session.host.appagent_dict["form/form"].memory.content[0].to_dict()
    names = {
        "observation", "thought", "function_call", "action", "action_success", "status", "plan", "session_step",
        "round_step", "subtask",
    }  # fmt: skip
    assert names <= set(item)
    assert item["function_call"] == ["click_input"]
    assert set(item["action"][0]) >= {"function", "target", "result"}
    assert "action_string" in item["action_success"][0]


@requirement("snippet:local-context")
async def test_a_strategy_gets_values_of_the_round_and_a_copy_of_its_own(tmp_path: Path) -> None:
    local = AppAgentProcessorContext(subtask="one")
    context = ContextView(
        ProcessingContext(Context(session_step=3), local), "reader", frozenset({"subtask", "action_info"})
    )
    copied = context.local_context
    copied.subtask = "two"
    assert local.subtask == "one"
    assert (context.get("subtask", ""), context.get("action_info", "none")) == ("one", "none")
    assert (context.get_global("SESSION_STEP", 0), context.get_global("APPLICATION_WINDOW_INFO", "no window")) == (
        3,
        "no window",
    )
    with pytest.raises(ProcessingException, match="'SESION_STEP'"):
        context.get_global("SESION_STEP", 0)
    with pytest.raises(ProcessingException, match="without declaring"):
        context.get("request", "")


def tick_twice(turn: Turn) -> dict[str, Any]:
    ids = (control_id(turn, TICK), int(control_id(turn, TICK)))
    ticked = [act("click_input", id=given, name=TICK, button="left") for given in ids]
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
    for action in actions:
        assert action.target is not None and action.target.name == TICK
        assert action.arguments == {"id": action.target.id, "name": TICK, "button": "left"}
    assert [action.result.ok for action in actions] == [True, True]
    assert item["results"] == [action.result.model_dump(mode="json") for action in actions]
    counted = (item["session_step"], item["round_step"], item["round_num"], item["agent_step"])
    assert counted == (2, 2, 0, 1)
    assert (item["subtask"], item["request"], item["app_root"]) == ("fill in the form", "register Ada", "form")
    assert "cost" in item and logs[0]["function_call"] == ["click_input", "click_input"]
    assert any(row.get("subtask") == "fill in the form" for row in rows)


@requirement("app-llm:values", "app-llm:fields", "app-capture:time", "app-capture:clean", "app-controls:counts")
async def test_the_values_of_a_turn_are_the_looks_and_the_answers(tmp_path: Path) -> None:
    answers = [
        to_form,
        app("FINISH", act("summary", text="rest"), plan=["rest"], comment="that is all"),
        host("FINISH"),
    ]
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
    assert [action.function for action in local.action if isinstance(action, ActionCommandInfo)] == ["summary"]
    assert 0 < local.screenshot_saved_time == round(local.screenshot_saved_time, 4)
    clean = Picture.from_data_url(local.clean_screenshot_url)
    assert (clean.rect.width, clean.rect.height) == (window.rect.width, window.rect.height)
    recorded = local.control_recorder
    assert recorded["merged_controls_info"] == recorded["uia_controls_info"] == tuple(local.control_info)
    assert local.control_info and recorded["grounding_controls_info"] == ()
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
        agent = cast(AppAgent, scene.session.host.appagent_dict["form/form"])
        earlier = [{"subtask": "open the form", "status": "FINISH", "result": "it is open"}]
        *_, own = agent.message_constructor(
            [], [], [], (), earlier, ["sign"], "marry Bob", "sign it", "register", ["in ink"], blackboard_prompt=[]
        )
    for part in (
        'Request of the person: "register Ada"', 'Your sub-task: "tick the box"', "then stop", "fill in the name",
        "the name is Ada", '<data name="application and window">\n"form"', "mind the colour", TICK,
    ):  # fmt: skip
        assert part in text
    assert 'FINISH "open the form"' in own.text and "the name is Ada" not in own.text
    for part in ('"marry Bob"', 'Your sub-task: "sign it"', 'window">\n"register"', "in ink", '"sign"'):
        assert part in own.text


@requirement("app-capture:desktop", "app-controls:field-list")
async def test_all_screens_are_taken_and_all_fields_of_controls_asked_for() -> None:
    asked = Recorder(capture_desktop_screenshot="data:image/png;base64,AA==", get_app_window_controls_target_info=[])
    await AppScreenshotCaptureStrategy()._capture_desktop_screenshot("a.png", asked)
    assert await AppControlInfoStrategy()._collect_uia_controls(asked) == []
    assert [command.parameters for command in asked.commands] == [{"all_screens": True}, {}]


@requirement("app-controls:threshold", "app-controls:merge", "defect:8")
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
    said = {"subtask": "export the table", "response": {"thought": "the button is there"}}
    for listener in (PanelListener(shown), ConsoleListener(shown)):
        listener.on_event(StepEnded.model_validate(step | said))
    text = " ".join(shown.file.getvalue().replace("│", " ").split())  # type: ignore[attr-defined]  # a StringIO
    assert text.count("click_input") == text.count("Export") == 2
    assert "Sub-task export the table" in text and "Thought the button is there" in text


@requirement("app-state:pipeline")
async def test_the_pipeline_runs_in_continue_and_in_screenshot(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("SCREENSHOT"), app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
    steps = [(step.state, step.status) for step in scene.heard.steps if step.agent.startswith("AppAgent")]
    assert steps == [("CONTINUE", "SCREENSHOT"), ("SCREENSHOT", "FINISH")]
