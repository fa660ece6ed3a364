"""`ufo batch` and `ufo run --plan` over the command itself, on private desktops with real applications."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object, until
from tests.llm.openai_server import OpenAIServer, Reply, Request, Step, says
from tests.requirement import requirement
from tests.scenarios.readers import reads
from tests.scenarios.stage import act, app, host
from tests.scenarios.test_over_http import texts
from tests.waiting import WAITED_S
from ufo.trace.events import StepEnded
from ufo.trace.reader import read_run

WITHIN_S = 180


def _writes(name: str) -> str:
    return f'open Mousepad, type "{name}" and save it as {name}.txt'


def _results(folder: Path, name: str = "tasks") -> dict[str, Any]:
    said = json.loads((folder / f"{name}.results.json").read_text(encoding="utf-8"))
    assert isinstance(said, dict)
    return said


def _outcomes(results: dict[str, Any]) -> list[str]:
    return [result["outcome"] for result in results["tasks"]]


@pytest.mark.apps
@requirement("batch:lines", "defect:6")
def test_ten_thousand_lines_with_broken_ones_are_told_and_the_rest_is_done_once(tmp_path: Path) -> None:
    command = Command(tmp_path)
    (tmp_path / "tasks.txt").write_text("\n".join(['{"task": '] * 9_999 + ["look around"]), encoding="utf-8")
    (tmp_path / "script.json").write_text(json.dumps([host("FINISH", result="seen")] * 2), encoding="utf-8")
    ended = command.run("batch", "tasks.txt", "--json", "--model", "scripted:script.json", within_s=WITHIN_S)
    told = only_object(ended.stdout)
    assert (ended.returncode, told["counts"]) == (11, {"COMPLETED_UNVERIFIED": 1, "broken": 9_999}), ended.stderr
    assert "tasks.txt:1: no valid JSON" in ended.stderr
    assert len(_results(tmp_path)["broken"]) == 9_999

    again = command.run("batch", "tasks.txt", within_s=WITHIN_S)
    assert "1 tasks, 1 of them done before" in again.stdout
    assert "tasks.txt:10000" in again.stdout
    assert len(command.runs()) == 1
    assert command.left() == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        pytest.param(["gone.txt"], "cannot read the tasks in 'gone.txt'", marks=pytest.mark.matrix),
        pytest.param(["empty.txt"], "holds no task", marks=pytest.mark.matrix),
        (["tasks.txt", "--model", "frobnicate:x"], "there is no model 'frobnicate:x'"),
        (["tasks.txt", "--agent", "operator"], "has no computer use, which operator agents need"),
        pytest.param(["tasks.txt", "--out", "tasks.txt"], "is no result file of ufo batch", marks=pytest.mark.matrix),
    ],
)
@requirement("mode:operator")
def test_what_no_task_could_be_done_with_is_said_once(tmp_path: Path, arguments: list[str], why: str) -> None:
    command = Command(tmp_path)
    (tmp_path / "tasks.txt").write_text("open the calculator\n" * 9, encoding="utf-8")
    (tmp_path / "empty.txt").write_text("# nothing\n", encoding="utf-8")
    ended = command.run("batch", *arguments)
    assert (ended.returncode, ended.stderr.count(why)) == (2, 1), ended.stderr
    assert command.runs() == []


@pytest.mark.apps
@pytest.mark.matrix
@requirement("batch:kill")
def test_a_batch_killed_in_the_middle_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    command = Command(tmp_path)
    names = ["one", "two", "three", "four"]
    (tmp_path / "tasks.txt").write_text("\n".join(map(_writes, names)), encoding="utf-8")
    arguments = ("batch", "tasks.txt", "--jobs", "2", "--yes")
    work = tmp_path / "tasks.results.json.work"

    def finished() -> dict[str, str]:
        """Return the ends of the runs that have ended, by their logs, where their tasks' processes and the store note them."""
        told = [path.read_text("utf-8") for path in work.rglob("end.json")]
        return {(said := json.loads(end)).get("end", said)["summary"]["log_path"]: end for end in told}

    process = command.start(*arguments)
    assert until(lambda: work.exists() and finished(), WITHIN_S)
    process.kill()
    process.wait(WAITED_S)
    before = finished()
    for name in names:
        # One that had saved and not ended would ask whether it may write over its own file.
        if not any(f"{name}.txt" in end for end in before.values()):
            (tmp_path / f"{name}.txt").unlink(missing_ok=True)
    # Nothing that the killed batch started goes on.
    assert until(lambda: not command.left()), command.left()

    ended = command.run(*arguments, within_s=WITHIN_S)
    assert ended.returncode in (0, 10), ended.stdout + ended.stderr
    results = _results(tmp_path)
    for name, task in zip(names, results["tasks"], strict=True):
        # Which of two runs in one folder made a file, nobody knows. That is all that may stay open.
        others = "|".join(other for other in names if other != name)
        open_change = rf"(?:{others})\.txt(?:, line 1)?: [^;]*, which nobody asked for"
        assert task["outcome"] == "VERIFIED" or re.fullmatch(
            rf"done, but {open_change}(?:; {open_change})*\.?", task["reason"]
        ), task["reason"]
    assert set(before) <= {result["log_path"] for result in results["tasks"]}
    summaries = [found for run in command.runs() if (found := read_run(run).summary)]
    assert len([summary for summary in summaries if summary.outcome in ("VERIFIED", "COMPLETED_UNVERIFIED")]) == 4
    assert [(tmp_path / f"{name}.txt").read_text("utf-8").strip() for name in names] == names
    assert not work.exists()
    assert command.left() == []


@pytest.mark.apps
@pytest.mark.matrix
def test_a_stopped_batch_ends_its_tasks_in_order_and_keeps_what_is_done(tmp_path: Path) -> None:
    command = Command(tmp_path)
    (tmp_path / "tasks.txt").write_text("do it\ndo that\n", encoding="utf-8")
    with OpenAIServer([Reply(hang=True)]) as server:
        model = ("--model", "openai:test", "--base-url", server.base_url)
        process = command.start("batch", "tasks.txt", "--jobs", "2", *model)
        assert until(lambda: len(server.requests) >= 2, WITHIN_S)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=WAITED_S)
    assert process.returncode == 130
    assert _outcomes(_results(tmp_path)) == ["NOT_DONE", "NOT_DONE"]
    assert "2 NOT_DONE" in said
    assert all(read_run(run).finished for run in command.runs())
    assert command.left() == []


@pytest.mark.apps
@pytest.mark.matrix
@requirement("batch:plans")
def test_a_folder_of_plan_files_is_done_and_what_failed_is_done_again_when_asked_for(tmp_path: Path) -> None:
    command = Command(tmp_path)
    folder, files = tmp_path / "tasks", tmp_path / "files"
    folder.mkdir()
    files.mkdir()
    (files / "draft.txt").write_text("Dear\n", encoding="utf-8")
    steps = ["1. type ' Ana' at the end", "2. save it"]
    plans = [
        {"task": "Write a name", "object": "draft.txt", "steps": steps},
        {"task": "read aloud what rhymes", "object": "draft.txt", "close": True},
    ]
    for number, plan in enumerate(plans):
        (folder / f"{number}.json").write_text(json.dumps(plan), encoding="utf-8")
    ended = command.run("batch", "tasks", "--jobs", "2", "--yes", within_s=WITHIN_S)
    results = _results(tmp_path)
    followed, planned = _outcomes(results)
    assert ended.returncode == 11, ended.stdout
    assert followed in ("VERIFIED", "COMPLETED_UNVERIFIED"), ended.stdout
    assert planned in ("NEEDS_HELP", "FAILED")
    assert (files / "draft.txt").read_text("utf-8").split() == ["Dear", "Ana"]
    before = len(command.runs())
    command.run("batch", "tasks", "--retry", within_s=WITHIN_S)
    assert len(command.runs()) == before + 1
    assert command.left() == []


@pytest.mark.apps
@pytest.mark.matrix
@requirement("mode:follower", "mode:follower-stops")
def test_a_plan_is_followed_in_a_real_editor_up_to_the_step_that_does_not_hold(tmp_path: Path) -> None:
    command = Command(tmp_path)
    good = {"task": "Write a note", "object": "Mousepad", "steps": ["type 'Hello'", "save it as note.txt"]}
    bad = {"task": "Write it", "object": "Mousepad", "steps": ["click 'Frobnicate'", "type 'x'", "save it as x.txt"]}
    for name, plan in (("good", good), ("bad", bad)):
        (tmp_path / f"{name}.json").write_text(json.dumps(plan), encoding="utf-8")
    ended = command.run("run", "--plan", "good.json", "--desktop", "private", "--json", within_s=WITHIN_S)
    told = only_object(ended.stdout)
    # The steps are shown. What the head line asks for, no reader without a model can tell.
    assert (ended.returncode, told["outcome"]) == (10, "COMPLETED_UNVERIFIED"), ended.stdout
    assert told["reason"].startswith("done, but nothing shows 'Write a note': ")
    assert "Hello" not in told["reason"] and "note.txt" not in told["reason"]
    assert (tmp_path / "note.txt").read_text("utf-8").strip() == "Hello"

    ended = command.run("run", "--plan", "bad.json", "--desktop", "private", "--json", within_s=WITHIN_S)
    told = only_object(ended.stdout)
    assert (ended.returncode, told["outcome"]) == (11, "FAILED")
    assert told["reason"].startswith("step 1 of 3 (\"click 'Frobnicate'\") does not hold")
    assert not (tmp_path / "x.txt").exists()
    record = read_run(Path(told["log_path"]))
    done = [action.function for step in record.of(StepEnded) for action in step.actions if action.result.ok]
    assert done == ["launch_application", "select_application_window"]


def _chooses_editor(request: Request) -> Reply:
    found = re.search(r"\[(\d+)\][^\n]*Mousepad", texts(request))
    if found is None:
        return says(host("CONTINUE", "launch_application", {"name": "Mousepad"}))
    return says(host("ASSIGN", "select_application_window", {"id": found[1]}, current_subtask="type Hello"))


def _types(request: Request) -> Reply:
    found = re.search(r"\[(\d+)\] Edit", texts(request))
    assert found, texts(request)
    return says(app("FINISH", act("set_edit_text", id=found[1], text="Hello"), result="typed"))


@pytest.mark.apps
@pytest.mark.matrix
@requirement("models:by-agent")
def test_over_the_command_a_large_model_plans_and_a_small_one_acts_each_with_its_own_key(tmp_path: Path) -> None:
    command = Command(tmp_path)
    plans: list[Step] = [_chooses_editor, _chooses_editor, reads]
    with OpenAIServer(plans) as large, OpenAIServer([_types]) as small:
        environment = {
            "UFO_MODEL__API_KEY": "large-key",
            "UFO_AGENTS__APP__NAME": "openai:small",
            "UFO_AGENTS__APP__BASE_URL": small.base_url,
            "UFO_AGENTS__APP__API_KEY": "small-key",
        }
        ended = command.run(
            "run",
            "note Hello somewhere",
            *("--desktop", "private", "--json", "--model", "openai:large", "--base-url", large.base_url),
            within_s=WITHIN_S,
            **environment,
        )
    told = only_object(ended.stdout)
    assert (told["outcome"], told["model_calls"]) == ("VERIFIED", 4), told
    assert {request.headers["authorization"] for request in large.requests} == {"Bearer large-key"}
    assert {request.headers["authorization"] for request in small.requests} == {"Bearer small-key"}
    assert all("You are the AppAgent" in texts(request) for request in small.requests)
    # The reading is the large model's as well, in a context of its own.
    *planned, read = large.requests
    assert all("You are the HostAgent" in texts(request) for request in planned)
    assert "You are the HostAgent" not in texts(read) and '<data name="facts">' in texts(read)
    logged = "".join(
        path.read_text("utf-8", "replace")
        for path in Path(told["log_path"]).rglob("*")
        if path.is_file() and path.suffix != ".png"
    )
    assert "small-key" not in logged and "large-key" not in logged


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        pytest.param(["--plan", "plan.json", "do it"], "cannot come with a request", marks=pytest.mark.matrix),
        pytest.param(
            ["--plan", "plan.json", "--agent", "operator"],
            "cannot come with --agent operator",
            marks=pytest.mark.matrix,
        ),
        pytest.param(["--plan", "gone.json"], "cannot read the plan", marks=pytest.mark.matrix),
        (["--plan", "plan.json"], "has no steps to follow"),
        (["do it", "--agent", "operator"], "set `agents.operator.name` to one that has"),
    ],
)
def test_a_way_that_cannot_be_gone_is_said_before_a_desktop_is_started(
    tmp_path: Path, arguments: list[str], why: str
) -> None:
    command = Command(tmp_path)
    (tmp_path / "plan.json").write_text('{"task": "x"}', encoding="utf-8")
    ended = command.run("run", *arguments)
    assert (ended.returncode, ended.stderr.count(why)) == (2, 1), ended.stderr
    assert command.runs() == []
