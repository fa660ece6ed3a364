"""A run on a desktop that outlives it is killed and gone on with, as a person does it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object, until
from tests.llm.openai_server import OpenAIServer, Reply, says
from tests.needs import need
from tests.scenarios.stage import act, app, assign, host
from tests.waiting import WAITED_S
from ufo.trace.events import StepEnded
from ufo.trace.reader import read_run

REQUEST = "compute 6*7 in the calculator and tell me the result"
OPEN = host("CONTINUE", "launch_application", {"name": "Calculator"}, current_subtask="compute 6*7")
SHOWN = {"on": "element", "role": "Edit", "value": "42"}


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    need("gnome-calculator")
    made = Command(tmp_path)
    (tmp_path / "run").mkdir(mode=0o700)
    made.environment["XDG_RUNTIME_DIR"] = str(tmp_path / "run")
    assert made.run("desktop", "start", "kept").returncode == 0
    yield made
    made.run("desktop", "stop", "kept")


def steps(run: Path) -> list[int]:
    return [step_ended.step for step_ended in read_run(run).of(StepEnded)]


def model(server: OpenAIServer) -> tuple[str, ...]:
    return ("--model", "openai:test", "--base-url", server.base_url)


def killed(command: Command, replies: list[Any], count: int, *arguments: str) -> Path:
    """The folder of a run, or of a resume, that was killed while it waited for the answer after `count` requests."""
    with OpenAIServer([*map(says, replies), Reply(hang=True)]) as server:
        process = command.start(*arguments, *model(server))
        assert until(lambda: len(server.requests) > count)
        process.kill()
        process.communicate(timeout=WAITED_S)
    return command.runs()[-1]


@pytest.mark.matrix
@pytest.mark.apps
def test_a_run_that_is_killed_twice_goes_on_each_time_where_it_was(command: Command) -> None:
    typing = app("CONTINUE", act("keyboard_input", keys="6*7"))
    run = killed(command, [OPEN, typing], 2, "run", REQUEST, "--desktop", "kept")
    assert steps(run) == [1, 2, 3]
    enter = app("CONTINUE", act("keyboard_input", keys="{ENTER}"))
    assert killed(command, [enter], 1, "resume", "last") == run
    finish = app("FINISH", result="42", expect=[SHOWN])
    with OpenAIServer([says(finish), says(host("FINISH", result="42"))]) as server:
        ended = command.run("resume", "last", *model(server), "--json")
    told = only_object(ended.stdout)
    # Keys without a control are proved by nothing, in a run without a break too.
    assert (told["outcome"], told["answer"], ended.returncode) == ("COMPLETED_UNVERIFIED", "42", 10), told
    assert steps(run)[:4] == [1, 2, 3, 5]
    again = command.run("resume", "last", "--json")
    assert (again.returncode, "is done" in again.stdout) == (2, True)


@pytest.mark.matrix
@pytest.mark.apps
def test_a_window_that_was_closed_since_is_why_a_run_does_not_go_on(command: Command) -> None:
    run = killed(command, [OPEN], 1, "run", REQUEST, "--desktop", "kept")
    before = (run / "events.jsonl").read_bytes()
    command.run("desktop", "stop", "kept")
    ended = command.run("resume", run.name, "--json")
    assert (ended.returncode, "no desktop named 'kept' runs" in ended.stdout) == (2, True), ended.stdout
    assert command.run("desktop", "start", "kept").returncode == 0
    ended = command.run("resume", run.name, "--json")
    assert ended.returncode == 2
    assert "'Calculator'" in ended.stdout, ended.stdout
    assert (run / "events.jsonl").read_bytes().startswith(before.rpartition(b"\n")[0])


@pytest.mark.matrix
@pytest.mark.apps
def test_a_private_desktop_that_ended_with_the_run_is_said(command: Command) -> None:
    run = killed(command, [OPEN], 1, "run", REQUEST, "--desktop", "private")
    ended = command.run("resume", run.name)
    assert ended.returncode == 2
    assert "its private desktop ended with it" in ended.stderr


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(300)
def test_a_killed_run_goes_on_on_the_desktop_of_another_machine(tmp_path: Path) -> None:
    need("mousepad", "Xvfb")
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    first = Command(tmp_path / "first")
    (first.folder / "a.txt").write_text("", encoding="utf-8")
    (first.folder / "b.txt").write_text("", encoding="utf-8")
    both = [
        {"id": name, "text": f"Write {text} into {name}.txt", "application": ""}
        for name, text in (("a", "one"), ("b", "two"))
    ]

    def opens(name: str, folder: Path) -> dict[str, Any]:
        return host("CONTINUE", "launch_application", {"name": "mousepad", "arguments": [str(folder / f"{name}.txt")]})

    def written(text: str) -> dict[str, Any]:
        keys = act("keyboard_input", keys=f"{text}{{VK_CONTROL}}s")
        return app("FINISH", keys, result=f"{text} is written")

    graph = {**opens("a", first.folder), "subtasks": both}
    unsaved = app("CONTINUE", act("keyboard_input", keys="never saved"))
    request = "Write one into a.txt and two into b.txt"
    answers = [graph, assign("0", "a"), written("one"), opens("b", first.folder), assign("1", "b"), unsaved]
    run = killed(first, answers, 6, "run", request, "--desktop", "private", "--yes")
    assert (first.folder / "a.txt").read_text().strip() == "one"

    second = Command(tmp_path / "second")
    there = second.folder / "run" / run.name
    shutil.copytree(run, there)
    shutil.copytree(first.folder, second.folder / "work", ignore=shutil.ignore_patterns("home"))
    shutil.rmtree(first.folder)
    refused = second.run("resume", str(there), "--desktop", "private", "--yes")
    assert refused.returncode == 2 and "--folder" in refused.stderr
    now = second.folder / "work"
    rest = [opens("b", now), assign("0", "b"), written("two"), host("FINISH", result="both are written")]
    with OpenAIServer([*map(says, rest)]) as server:
        arguments = ("resume", str(there), "--desktop", "private", "--folder", str(now), "--yes", "--json")
        ended = second.run(*arguments, *model(server), within_s=240)
        asked = [str(request.body) for request in server.requests]
    told = only_object(ended.stdout)
    assert told["outcome"] in ("VERIFIED", "COMPLETED_UNVERIFIED"), told
    assert [(now / name).read_text().strip() for name in ("a.txt", "b.txt")] == ["one", "two"]
    assert "what was not saved there are lost" in asked[0] and str(first.folder) not in asked[0]
    assert second.left() == first.left() == []
