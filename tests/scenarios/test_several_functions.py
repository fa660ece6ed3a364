"""A HostAgent that does several things in one answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.agents.turns import prompt, turns
from tests.scenarios.controls import target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, host, stage
from ufo.llm.provider import Turn
from ufo.schema.command import ResultStatus
from ufo.schema.response import HostAgentResponse


def _call(function: str, **arguments: Any) -> dict[str, Any]:
    return {"function": function, "arguments": arguments}


def _several(status: str, *calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    return host(status, functions=list(calls), **more)


def _notes(folder: Path) -> None:
    work = folder / "work"
    work.mkdir()
    for name in ("one", "two", "three"):
        (work / f"{name}.txt").write_text(f"the words of {name}", encoding="utf-8")


async def test_files_are_read_in_one_answer_and_one_that_is_missing_stops_no_other(tmp_path: Path) -> None:
    _notes(tmp_path)
    reads = [_call("read_file", path=f"{name}.txt") for name in ("one", "missing", "two", "three")]
    async with stage(tmp_path, unread([_several("CONTINUE", *reads), host("FINISH", result="read")])) as scene:
        await scene.run()
        (step, _), (_, told) = scene.heard.steps, turns(scene)
    assert [action.result.status for action in step.actions] == [
        ResultStatus.SUCCESS,
        ResultStatus.FAILURE,
        ResultStatus.SUCCESS,
        ResultStatus.SUCCESS,
    ]
    assert all(f"the words of {name}" in prompt(told) for name in ("one", "two", "three"))
    assert "missing.txt" in told.inputs.feedback


async def test_what_changes_after_a_function_that_failed_is_not_done(tmp_path: Path) -> None:
    calls = [_call("read_file", path="missing.txt"), _call("write_file", path="new.txt", text="x")]
    async with stage(tmp_path, unread([_several("CONTINUE", *calls), host("FINISH", result="no")])) as scene:
        await scene.run()
        (step, _) = scene.heard.steps
    assert [action.result.status for action in step.actions] == [ResultStatus.FAILURE, ResultStatus.SKIPPED]
    assert not (tmp_path / "work" / "new.txt").exists()


async def test_a_file_is_read_and_the_window_handed_over_in_one_answer(tmp_path: Path) -> None:
    _notes(tmp_path)

    def both(turn: Turn) -> dict[str, Any]:
        chosen = _call("select_application_window", id=target_id(turn, "Registration"))
        return _several("ASSIGN", _call("read_file", path="one.txt"), chosen, current_subtask="fill in the form")

    async with stage(tmp_path, unread([both, app("FINISH", result="filled")])) as scene:
        await scene.run()
        step = scene.heard.steps[0]
    assert [action.function for action in step.actions] == ["read_file", "select_application_window"]
    assert [*scene.session.host.appagent_dict] == ["form/form"]


async def test_several_windows_are_closed_in_one_answer(tmp_path: Path) -> None:
    def close_all(turn: Turn) -> dict[str, Any]:
        names = ("Registration", "Sheet")
        return _several("CONTINUE", *[_call("close_application", id=target_id(turn, name)) for name in names])

    answers = unread([close_all, host("FINISH")])
    async with stage(tmp_path, answers, running=("form", "sheet", "notes")) as scene:
        await scene.run("Close the form and the sheet")
        titles = [window.title for window in await scene.desktop.windows()]
        step = scene.heard.steps[0]
    assert [action.result.ok for action in step.actions] == [True, True]
    assert len(titles) == 1 and "Registration" not in titles


async def test_a_window_that_is_chosen_before_other_functions_goes_back_to_the_model(tmp_path: Path) -> None:
    def wrong(turn: Turn) -> dict[str, Any]:
        chosen = _call("select_application_window", id=target_id(turn, "Registration"))
        return _several("CONTINUE", chosen, _call("read_file", path="one.txt"))

    async with stage(tmp_path, unread([wrong, host("FINISH", result="none")])) as scene:
        await scene.run()
        again = turns(scene)[1]
    assert "must be the last of functions" in again.repairs[0][1]


def test_the_last_of_several_functions_is_the_function_of_the_answer() -> None:
    base = {"observation": "o", "thought": "t", "status": "CONTINUE"}
    first, last = {"function": "read_file", "arguments": {"path": "a"}}, {"Function": "wait", "Args": {"seconds": 1}}
    for said in ({"functions": [first, last]}, {"Function": [first, last]}, {"functions": [first], **last}):
        answer = HostAgentResponse.model_validate({**base, **said})
        assert (answer.function, answer.arguments) == ("wait", {"seconds": 1})
        assert [call.function for call in answer.calls] == ["read_file", "wait"]
        assert HostAgentResponse.model_validate(answer.model_dump()).calls == answer.calls
    assert [call.function for call in HostAgentResponse.model_validate({**base, **first}).calls] == ["read_file"]
    with pytest.raises(ValidationError):
        HostAgentResponse.model_validate({**base, "functions": ["read_file", 3]})
