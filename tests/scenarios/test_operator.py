"""An operator agent in whole sessions: a model that sees nothing but the picture works a form, and what it did is proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.extensions.computer_use.servers import (
    KEY,
    MessagesServer,
    OperatorServer,
    ResponsesServer,
    claude_call,
    claude_says,
    claude_tool,
    fails,
    openai_call,
    openai_says,
    reasoning,
)
from tests.requirement import requirement
from tests.scenarios.operator_stage import operated
from tests.scenarios.stage import host
from ufo.agents.user import User
from ufo.runs.sessions.users import NobodyUser, ScriptedUser
from ufo.schema.outcome import RunOutcome

NEWS = "Send me the newsletter"
REQUEST = f"tick '{NEWS}'"
TICKED = {"on": "element", "name": NEWS, "state": "checked"}
BY_MODEL = {"decide_locally": False}


def ticks(places: Any, seen: Any) -> Any:
    x, y = seen.at(*places[NEWS])
    if "instructions" in seen.body:
        return [reasoning(), openai_call({"type": "click", "x": x, "y": y, "button": "left"})]
    return [claude_says("I tick it."), claude_call("left_click", coordinate=[x, y])]


def ends(places: Any, seen: Any) -> Any:
    return [openai_says("It is ticked.")] if "instructions" in seen.body else [claude_says("It is ticked.")]


@requirement("defect:5", "mode:operator")
@pytest.mark.parametrize("server", [ResponsesServer, pytest.param(MessagesServer, marks=pytest.mark.matrix)])
async def test_a_model_works_by_sight_and_what_it_did_is_proved(tmp_path: Path, server: type[OperatorServer]) -> None:
    async with operated(tmp_path, server, [ticks, ends], [TICKED], model=BY_MODEL) as stage:
        summary = await stage.scene.run(REQUEST)
        (agent,) = stage.scene.session.host.appagent_dict.values()
    assert not stage.server.refused
    assert summary.outcome is RunOutcome.VERIFIED, summary
    assert stage.scene.actions() == ["select_application_window", "click_at"]
    assert agent.name == "OpenAIOperator/form/form"


CHECK = {"id": "sc_1", "code": "malicious_instructions", "message": "The page gives orders."}


def doubted(places: Any, seen: Any) -> Any:
    x, y = seen.at(*places[NEWS])
    return [openai_call({"type": "click", "x": x, "y": y, "button": "left"}, checks=[CHECK])]


async def test_a_safety_check_that_a_person_acknowledges_goes_on_though_nothing_else_is_asked(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[True])
    silent = {"safe_guard": False}
    async with operated(tmp_path, ResponsesServer, [doubted, ends], [TICKED], user, BY_MODEL, system=silent) as stage:
        summary = await stage.scene.run(REQUEST)
    assert not stage.server.refused
    assert summary.outcome is RunOutcome.VERIFIED
    (asked,) = user.asked
    assert "The page gives orders." in asked
    output = next(item for item in stage.server.seen[1].body["input"] if item.get("type") == "computer_call_output")
    assert output["acknowledged_safety_checks"] == [CHECK]


@pytest.mark.parametrize(
    "user", [NobodyUser(), pytest.param(ScriptedUser(consents=[False]), marks=pytest.mark.matrix)], ids=["nobody", "no"]
)
async def test_a_safety_check_that_nobody_acknowledges_fails_the_sub_task_and_nothing_is_done(
    tmp_path: Path, user: User
) -> None:
    failed = [host("PENDING", questions=["What now?"])]
    async with operated(tmp_path, ResponsesServer, [doubted], [TICKED], user, BY_MODEL, failed) as stage:
        await stage.scene.run(REQUEST)
        (record,) = stage.scene.session.context.previous_subtasks
    assert (record.status, len(stage.server.seen)) == ("FAIL", 1)
    assert "nobody acknowledged the safety check of the model's provider" in record.reason
    assert "The page gives orders." in record.reason
    assert "click_at" not in stage.scene.actions()


async def test_a_point_outside_of_the_picture_goes_back_and_the_next_one_counts(tmp_path: Path) -> None:
    def misses(places: Any, seen: Any) -> Any:
        return [claude_call("left_click", coordinate=[seen.size[0], 1])]

    async with operated(tmp_path, MessagesServer, [misses, ticks, ends], [TICKED], model=BY_MODEL) as stage:
        summary = await stage.scene.run(REQUEST)
    assert not stage.server.refused
    assert summary.outcome is RunOutcome.VERIFIED
    assert summary.usage.format_errors == 1


async def test_a_claim_that_does_not_hold_goes_back_and_is_never_verified(tmp_path: Path) -> None:
    failed = [host("PENDING", questions=["What now?"])]
    async with operated(tmp_path, MessagesServer, [ends], [TICKED], model=BY_MODEL, after=failed) as stage:
        summary = await stage.scene.run(REQUEST)
        (record,) = stage.scene.session.context.previous_subtasks
    assert record.status == "FAIL"
    assert summary.outcome is not RunOutcome.VERIFIED
    assert "does not hold" in str(stage.server.seen[1].body["messages"][-1])


async def test_a_model_that_does_not_answer_ends_the_sub_task_and_not_the_request(tmp_path: Path) -> None:
    after = [host("FINISH", result="left as it is")]
    async with operated(tmp_path, ResponsesServer, [fails(503, KEY)], model=BY_MODEL, after=after) as stage:
        summary = await stage.scene.run("look at the form")
        (record,) = stage.scene.session.context.previous_subtasks
        written = "".join(path.read_text("utf-8", "replace") for path in stage.scene.folder.rglob("*.*l*"))
    assert record.status == "ERROR" and "answered 503" in record.reason
    assert summary.answer == "left as it is"
    assert KEY not in written and KEY not in record.reason


@pytest.mark.matrix
async def test_what_is_proved_needs_no_further_word_of_the_model(tmp_path: Path) -> None:
    async with operated(tmp_path, ResponsesServer, [ticks, ends], [TICKED]) as stage:
        summary = await stage.scene.run(REQUEST)
    assert (summary.outcome, len(stage.server.seen)) == (RunOutcome.VERIFIED, 1)


async def test_a_question_of_the_model_reaches_the_person_and_the_answer_the_model(tmp_path: Path) -> None:
    asks = [claude_tool("ask_person", {"question": "Really?"})]
    user = ScriptedUser(answers=["yes, do"])
    async with operated(tmp_path, MessagesServer, [asks, ticks, ends], [TICKED], user, BY_MODEL) as stage:
        summary = await stage.scene.run(REQUEST)
    assert not stage.server.refused
    assert summary.outcome is RunOutcome.VERIFIED
    assert "The person answers: yes, do" in str(stage.server.seen[1].body["messages"][-1])
