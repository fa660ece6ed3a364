"""What the HostAgent's model is told, and which of its answers are taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.agents.turns import assert_declares, host_values, pictures, prompt, requests, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, assign, host, stage
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider


@requirement("host-llm:names", "processor:declared-more")
def test_it_declares_the_names_of_the_specification_and_those_that_its_body_reads() -> None:
    assert_declares(
        HostLLMInteractionStrategy(),
        {"target_info_list", "desktop_screenshot_url"},
        {
            "target_registry",
            "request",
            "prev_plan",
            "previous_subtasks",
            "subtask_graph",
            "last_feedback",
            "notices",
            "remarks",
            "session_step",
        },
        {
            "parsed_response",
            "response_text",
            "llm_cost",
            "prompt_message",
            "subtask",
            "plan",
            "result",
            "host_message",
            "status",
            "question_list",
            "function_name",
            "function_arguments",
        },
        {"usage", "subtask_graph", "subtask_node"},
    )


@requirement("host-llm:prompt")
async def test_the_prompt_has_every_component_of_the_specification(tmp_path: Path) -> None:
    answers: list[Any] = [
        lambda turn: assign(target_id(turn, "Registration"), "fill in the name", plan=["then send the form"]),
        app("FINISH", result="the name is Ada", notes=["the form has two pages"]),
        host("FINISH"),
    ]
    async with stage(tmp_path, ScriptedProvider(answers, sees_pictures=True)) as scene:
        await scene.run("register Ada")
        turn = turns(scene)[2]
        system, user = turn.messages
    assert system.role == "system" and "HostAgent" in system.text
    assert 'Request of the person: "register Ada"' in user.text
    assert '[0] window "Registration"' in user.text
    assert "then send the form" in user.text
    assert (
        '<data name="results of sub-tasks">\nFINISH "fill in the name"' in user.text and "the name is Ada" in user.text
    )
    assert "Shared memory of all agents:" in user.text and "the form has two pages" in user.text
    (shot,) = pictures(turn)
    assert shot.picture.mime == "image/jpeg" and "desktop" in shot.caption


async def test_a_model_that_sees_nothing_is_sent_no_picture(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH")]) as scene:
        await scene.run()
    assert pictures(turns(scene)[0]) == []


@requirement("host-llm:request-log")
async def test_what_the_model_was_given_is_in_the_request_log(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("FINISH")])) as scene:
        await scene.run("look at the windows")
        logged = requests(scene)
    assert [(record["step"], record["agent"]) for record in logged] == [(1, "HostAgent"), (1, "ReaderAgent")]
    assert "look at the windows" in logged[0]["messages"][1]["text"]


@requirement("host-llm:bash")
async def test_the_bash_field_is_run_as_a_command(tmp_path: Path) -> None:
    answers = [
        host("CONTINUE", Bash="echo hello"),
        lambda turn: host("FINISH", result=str(turn.inputs.actions[0].result)),
    ]
    async with stage(tmp_path, answers, policy={"programs": ["echo"]}) as scene:
        summary = await scene.run()
    assert scene.actions() == ["run_shell"]
    assert "hello" in summary.answer


@pytest.mark.parametrize("key", ["ControlLabel", "control_label"])
async def test_a_chosen_label_is_a_selection(tmp_path: Path, key: str) -> None:
    answers = [
        lambda turn: {**host("ASSIGN", current_subtask="look"), key: target_id(turn, "Registration")},
        app("FINISH"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
    assert scene.actions() == ["select_application_window"]


async def test_an_application_that_is_started_to_be_assigned_gets_its_sub_task(tmp_path: Path) -> None:
    answers = [
        host("ASSIGN", "launch_application", {"name": "notes"}, current_subtask="write a note"),
        app("FINISH"),
        host("FINISH"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, model={"decide_locally": False}) as scene:
        await scene.run("write a note")
    assert scene.actions()[0] == "launch_application"
    assert not any(turn.repairs for turn in turns(scene))


async def test_an_answers_fields_are_given_on_by_their_names(tmp_path: Path) -> None:
    last = host("FINISH", result="all", plan=["nothing"], message="thanks", questions=["ok?"], current_subtask="end")
    async with stage(tmp_path, [to_form, app("FINISH"), last]) as scene:
        await scene.run()
        local = host_values(scene)
    assert (local.subtask, local.plan, local.host_message) == ("end", ("nothing",), ("thanks",))
    assert (local.question_list, local.result, local.status) == (("ok?",), "all", "FINISH")
    assert '"status": "FINISH"' in local.response_text and prompt(turns(scene)[-1])


async def test_an_id_with_the_name_of_another_window_goes_back_to_the_model(tmp_path: Path) -> None:
    def confused(turn: Turn) -> dict[str, Any]:
        arguments = {"id": target_id(turn, "Notes"), "name": "Registration"}
        return host("ASSIGN", "select_application_window", arguments, current_subtask="fill in the name")

    answers = [confused, to_form, app("FINISH"), host("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers, running=("form", "notes"), model={"decide_locally": False}) as scene:
        await scene.run("register Ada")
        again = turns(scene)[1]
    assert "choose one of them" in again.repairs[0][1]
    target = scene.heard.steps[0].actions[0].target
    assert target is not None and target.name == "Registration"


def _asks_for_photo(folder: Path) -> Any:
    folder.mkdir(exist_ok=True)
    Image.new("RGB", (40, 30), "red").save(folder / "photo.png")
    return host("CONTINUE", function="show", arguments={"path": "photo.png"})


async def test_a_picture_that_a_model_asks_for_goes_with_its_next_prompt_alone(tmp_path: Path) -> None:
    asks = _asks_for_photo(tmp_path / "work")
    answers: list[Any] = [asks, host("CONTINUE", Bash="echo on"), host("FINISH")]
    async with stage(tmp_path, ScriptedProvider(answers, sees_pictures=True)) as scene:
        await scene.run("look at photo.png")
        captions = [[picture.caption for picture in pictures(turn)] for turn in turns(scene)[:3]]
    assert [sum("photo.png" in caption for caption in told) for told in captions] == [0, 1, 0]


async def test_a_picture_waits_for_the_model_while_sub_tasks_are_handed_over_without_it(tmp_path: Path) -> None:
    asks = _asks_for_photo(tmp_path / "work")
    part = {"id": "a", "text": "write the name down", "application": "Notes"}
    asks = {**asks, "subtasks": [part], "plan": ["judge the picture"]}
    answers: list[Any] = [asks, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, ScriptedProvider(answers, sees_pictures=True), running=("notes",)) as scene:
        await scene.run("look at photo.png")
        captions = [[picture.caption for picture in pictures(turn)] for turn in turns(scene)]
    assert [sum("photo.png" in caption for caption in told) for told in captions[:3]] == [0, 0, 1]


async def test_a_model_without_sight_hears_why_no_picture_is_shown(tmp_path: Path) -> None:
    asks = _asks_for_photo(tmp_path / "work")
    async with stage(tmp_path, [asks, host("FINISH")]) as scene:
        await scene.run("look at photo.png")
        assert "read_scan reads the words" in prompt(turns(scene)[1])
