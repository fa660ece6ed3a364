"""A request that is judged at its end by a model of its own, behind real HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.llm.openai_server import OpenAIServer, Reply, fails, says
from tests.requirement import requirement
from tests.scenarios.stage import Stage, act, app, assign, host, stage
from ufo.cli.outcome_text import as_object
from ufo.errors import ConfigError
from ufo.schema.evaluation import Complete, Evaluation
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.trace.events import Evaluated, Noticed
from ufo.trace.reader import read_run

PROVED = {"on": "element", "name": "Email", "role": "Edit", "value": "a@b.example"}
YES: dict[str, Any] = {
    "complete": "yes",
    "sub_scores": [{"name": "address", "evaluation": "yes", "reason": "shown"}],
    "reason": "all there",
}
NO: dict[str, Any] = {
    "complete": "no",
    "sub_scores": [
        {"name": "address", "evaluation": "yes"},
        {"name": "submitted", "evaluation": "no", "reason": "the form still stands there"},
    ],
}


def fill_in(turn: Any) -> dict[str, Any]:
    field = next(control for control in turn.inputs.controls if control.name == "Email")
    write = act("set_edit_text", id=field.id, name="Email", text="a@b.example")
    return app("FINISH", write, expect=[PROVED])


def answers() -> list[Any]:
    return [assign("0", "write the address"), fill_in, host("FINISH", result="written")]


async def judged(folder: Path, replies: list[Reply], **more: Any) -> tuple[RunSummary, Stage, OpenAIServer]:
    with OpenAIServer(replies) as server:
        model = {"name": "openai:judge", "base_url": server.base_url, "max_retry": 0, "timeout_s": 5, **more}
        async with stage(folder, answers(), agents={"evaluation": model}) as scene:
            summary = await scene.run("write a@b.example into the field Email")
    return summary, scene, server


def _evaluation(summary: RunSummary) -> Evaluation:
    assert summary.evaluation is not None
    return summary.evaluation


@requirement("evaluation:judges")
async def test_a_judge_that_agrees_leaves_the_outcome_and_sees_request_steps_findings_and_pictures(
    tmp_path: Path,
) -> None:
    summary, scene, server = await judged(tmp_path, [says(YES)], input_price=2.0, output_price=10.0)
    evaluation = _evaluation(summary)
    assert (summary.outcome, evaluation.complete, evaluation.lowered_from) == (RunOutcome.VERIFIED, Complete.YES, "")
    assert evaluation.sub_scores[0].reason == "shown"
    (request,) = server.requests
    sent = json.dumps(request.body["messages"])
    for word in ("write a@b.example into the field Email", "set_edit_text", "satisfied", "at the end"):
        assert word in sent
    assert sent.count("data:image/jpeg;base64,") >= 2
    assert request.body["response_format"]["type"] == "json_schema"
    assert summary.usage.input_tokens == 100
    assert (scene.folder / "action_step_final.png").is_file()
    assert any(isinstance(event, Evaluated) for event in read_run(scene.folder).events)
    logged = json.loads((scene.folder / "evaluation.log").read_text(encoding="utf-8"))
    assert (logged["type"], logged["complete"], logged["level"]) == ("evaluation_result", "yes", "round")


async def test_a_judge_that_finds_a_part_missing_lowers_the_outcome_and_says_which(tmp_path: Path) -> None:
    summary, _, _ = await judged(tmp_path, [says(NO)])
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert _evaluation(summary).lowered_from == "VERIFIED"
    assert "the form still stands there" in summary.reason
    told = as_object(summary)["evaluation"]
    assert (told["complete"], told["sub_scores"][1]["evaluation"]) == ("no", "no")


@requirement("defect:20", "evaluation:lowers")
async def test_an_unproved_request_is_never_raised_and_fails_where_it_is_judged_missing(tmp_path: Path) -> None:
    for number, (reply, outcome) in enumerate(
        ((YES, RunOutcome.COMPLETED_UNVERIFIED), (NO, RunOutcome.FAILED), ({"complete": "unsure"}, None))
    ):
        with OpenAIServer([says(reply)]) as server:
            model = {"name": "openai:judge", "base_url": server.base_url}
            told = [host("FINISH", result="done")] * 2
            async with stage(tmp_path / str(number), told, agents={"evaluation": model}) as scene:
                summary = await scene.run("make the form nicer")
        assert summary.outcome is (outcome or RunOutcome.COMPLETED_UNVERIFIED), summary


@requirement("evaluation:outage")
@pytest.mark.parametrize(
    ("reply", "word"),
    [
        (fails(500), "500"),
        pytest.param(fails(401), "key", marks=pytest.mark.matrix),
        (says("All good!"), "no usable answer"),
        pytest.param(says({"complete": "perhaps"}), "complete", marks=pytest.mark.matrix),
        pytest.param(Reply(reset=True), "cannot reach", marks=pytest.mark.matrix),
    ],
)
async def test_an_outage_or_garbage_changes_nothing_and_is_told(tmp_path: Path, reply: Reply, word: str) -> None:
    summary, _, _ = await judged(tmp_path, [reply])
    evaluation = _evaluation(summary)
    assert (summary.outcome, evaluation.complete) == (RunOutcome.VERIFIED, Complete.UNSURE)
    assert word in evaluation.error and "not evaluated" in evaluation.text and "judge" in evaluation.model


@pytest.mark.matrix
async def test_a_judgement_that_contradicts_itself_is_sent_back(tmp_path: Path) -> None:
    summary, scene, server = await judged(tmp_path, [says({**NO, "complete": "yes"}), says(NO)])
    assert len(server.requests) == 2
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    notices = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert any("'submitted' is no" in notice for notice in notices)


async def test_what_failed_is_not_judged(tmp_path: Path) -> None:
    with OpenAIServer([says(YES)]) as server:
        model = {"name": "openai:judge", "base_url": server.base_url}
        async with stage(tmp_path, [host("FAIL", comment="I cannot")], agents={"evaluation": model}) as scene:
            summary = await scene.run("do the impossible")
    assert summary.evaluation is None
    assert server.requests == []


async def test_the_planner_without_a_model_cannot_judge(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="judges nothing"):
        async with stage(tmp_path, [], agents={"evaluation": {"name": "builtin"}}):
            pass


async def test_a_judge_that_reads_little_gets_less_and_that_is_told(tmp_path: Path) -> None:
    short = {"context_tokens": 2000, "max_tokens": 400}
    summary, scene, server = await judged(tmp_path, [says(YES)], **short)
    assert _evaluation(summary).complete is Complete.YES
    assert "image_url" not in str(server.requests[0].body["messages"])
    told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert any("too long for openai:judge; left out: the pictures" in text for text in told)


async def test_a_judge_that_cannot_read_even_the_least_is_unsure_and_says_why(tmp_path: Path) -> None:
    summary, _, server = await judged(tmp_path, [says(YES)], context_tokens=1000, max_tokens=900)
    assert not server.requests
    assert _evaluation(summary).complete is Complete.UNSURE
    assert "the least prompt takes about" in _evaluation(summary).error
