"""What the AppAgent's model is told, in words and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import app_values, assert_declares, pictures, prompt, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import on
from tests.scenarios.readers import shows_nothing
from tests.scenarios.stage import act, app, host, stage
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.message import TextPart
from ufo.trace.events import Citation, KnowledgeUsed


@requirement("app-llm:names")
def test_it_gives_the_names_of_the_specification() -> None:
    strategy = AppLLMInteractionStrategy()
    assert_declares(
        strategy,
        set(),
        set(strategy.get_dependencies()),
        {
            "parsed_response",
            "response_text",
            "llm_cost",
            "prompt_message",
            "save_screenshot",
            "comment",
            "concat_screenshot_path",
            "plan",
            "observation",
            "last_control_screenshot_path",
            "action",
            "thought",
        },
        {"result", "usage"},
    )


TICK = "Send me the newsletter"


@requirement("app-llm:images")
@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [2, 2]),
        ({"include_last_screenshot": True}, [2, 3]),
        ({"concat_screenshot": True}, [1, 1]),
        ({"concat_screenshot": True, "include_last_screenshot": True}, [1, 2]),
    ],
)
async def test_pictures_are_the_last_marked_one_then_clean_and_annotated_or_both_side_by_side(
    tmp_path: Path, settings: dict[str, bool], expected: list[int]
) -> None:
    answers: list[Any] = [to_form, on(TICK, "click_input", "CONTINUE"), app("FINISH"), host("FINISH")]
    model = {"pictures": "always"}
    async with stage(tmp_path, ScriptedProvider(answers, sees_pictures=True), system=settings, model=model) as scene:
        await scene.run()
        first, second = turns(scene)[1:3]
        concat = scene.folder / "action_step2_concat.png"
        joined = settings.get("concat_screenshot", False)
        assert concat.exists() is joined
        local = app_values(scene)
    assert [len(pictures(first)), len(pictures(second))] == expected
    assert local.concat_screenshot_path == ("action_step3_concat.png" if joined else "")
    assert local.last_control_screenshot_path == "action_step2_selected_controls.png"
    told = [picture.caption for picture in pictures(second)]
    assert ("before your last actions" in told[0]) is settings.get("include_last_screenshot", False)
    assert "as it is now" in told[-1 if joined else -2] and "ids of its controls" in told[-1]
    widths = [picture.picture.rect.width for picture in pictures(first)]
    assert widths[-1] > 2 * 620 if joined else set(widths) == {620}


async def test_no_picture_is_made_ready_for_a_model_that_sees_none(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
    assert pictures(turns(scene)[1]) == []


@requirement("app-llm:last-actions", "snippet:last-actions")
async def test_the_prompt_has_the_last_actions_with_what_they_came_to(tmp_path: Path) -> None:
    answers = [to_form, on(TICK, "click_input", "CONTINUE"), app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        before, after = (prompt(turn) for turn in turns(scene)[1:3])
        done = turns(scene)[2].inputs.actions
        agent: Any = scene.session.host.appagent_dict["form/form"]
        parts: Any = ([], [], [], (), [], [], "tick it", "tick it", "form", [])
        given: list[Any] = [None, []]
        by_itself, given_none = (agent.message_constructor(*parts, None, told)[-1].text for told in given)
    assert [action_command.function for action_command in done] == ["click_input"] and done[0].result.ok
    assert f'click_input() on "{TICK}": confirmed' in after
    assert "your earlier actions" not in before
    assert "your earlier actions" in by_itself and "your earlier actions" not in given_none


class Library:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    async def retrieve(self, query: Query) -> Knowledge:
        self.asked.append((query.text, query.application, query.whole))
        return Knowledge(
            (Passage("did it so"),),
            (Passage("was shown so"),),
            (Passage("the manual says", "form guide § Ticks", "7"),),
            (Passage("a page says"),),
        )


@requirement("app-llm:knowledge", "snippet:awaited")
async def test_what_was_looked_up_for_the_sub_task_has_its_places_in_the_prompt(tmp_path: Path) -> None:
    library = Library()
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")], retriever=library) as scene:
        await scene.run("register")
        told = prompt(turns(scene)[1])
    assert ("fill in the form", "form", "register") in library.asked
    for place, words in (
        ("examples from experience", "did it so"),
        ("examples shown by people", "was shown so"),
        ("help documents", "form guide § Ticks: the manual says"),
        ("pages from the web", "a page says"),
    ):
        assert f'<data name="{place}">\n{words}\n</data>' in told
    cited = [passage for event in scene.heard.events if isinstance(event, KnowledgeUsed) for passage in event.passages]
    assert Citation(place="offline_docs", source="form guide § Ticks", key="7") in cited
    assert len(cited) == 4


async def test_a_new_sub_task_begins_without_the_last_ones_actions_and_pictures(tmp_path: Path) -> None:
    answers: list[Any] = [to_form, on(TICK, "click_input"), to_form, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, ScriptedProvider(answers, sees_pictures=True, reader=shows_nothing)) as scene:
        await scene.run()
        again = turns(scene)[3]
    assert again.inputs.actions == () and len(pictures(again)) == 2


@requirement("host-memory:for-app-agents")
async def test_an_app_agents_prompt_tells_what_the_host_agent_had_done_and_found_before(tmp_path: Path) -> None:
    def second(turn: Turn) -> dict[str, Any]:
        return {**to_form(turn), "current_subtask": "send it", "message": ["mind the spelling"]}

    failed = [to_form, app("FAIL", result="the field is locked")]
    answers = [*failed, to_form, app("FINISH", result="the number is 7"), second, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        await scene.run("register Ada")
        turn = turns(scene)[5]
        told = prompt(turn)
        whole = scene.session.host.blackboard.blackboard_to_prompt()
    for words in (
        "send it",
        "mind the spelling",
        "FINISH",
        "fill in the form",
        "the number is 7",
        "the field is locked",
    ):
        assert words in told, words
    assert told.count("the number is 7") == 1
    # The HostAgent's own steps say the same at length: they are in the shared memory, and in a reader's own prompt.
    assert any(step.get("agent_name") == "HostAgent" for step in turn.inputs.blackboard.trajectories)
    assert any("HostAgent" in part.text for part in whole if isinstance(part, TextPart)) and "HostAgent for" not in told


@requirement("host:blackboard.subtask")
async def test_what_the_host_agent_did_is_known_to_the_app_agent(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        (earlier,) = turns(scene)[1].inputs.blackboard.trajectories
        told = prompt(turns(scene)[1])
        _, own, *_ = scene.session.host.blackboard.trajectories.to_list_of_dicts()
    assert own["subtask"] == "fill in the form"
    assert set(earlier) == {"agent_name", "current_subtask", "action_representation", "status", "result"}
    assert (earlier["agent_name"], earlier["current_subtask"]) == ("HostAgent", "fill in the form")
    # Its last step gave the sub-task, and that is told as such.
    assert told.count('"fill in the form"') == 1


async def test_sub_task_message_and_controls_are_in_the_prompt(tmp_path: Path) -> None:
    def assigning(turn: object) -> dict[str, object]:
        return {**to_form(turn), "message": ["mind the spelling"]}  # type: ignore[arg-type]  # a Turn

    async with stage(tmp_path, [assigning, app("FINISH"), host("FINISH")]) as scene:
        await scene.run("register Ada")
        told = prompt(turns(scene)[1])
    for words in ("register Ada", "fill in the form", "mind the spelling", TICK, "Registration"):
        assert words in told


@requirement("app-llm:retry")
@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (app("FINISH", act("click_input", id="999")), "no control has id '999'"),
        (app("FINISH", act("fly")), "there is no tool 'fly'"),
        (app("FINISH", {"function": "wait", "arguments": {"seconds": 0}, "status": "DANCE"}), "status 'DANCE'"),
        (app("ERROR"), "status 'ERROR'"),
        ("I will click it.", "no JSON object"),
    ],
)
async def test_an_answer_that_cannot_be_done_goes_back_with_the_reason(
    tmp_path: Path, bad: object, complaint: str
) -> None:
    async with stage(tmp_path, [to_form, bad, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        repaired = turns(scene)[2]
    assert complaint in repaired.repairs[0][1]
