"""Runs that end otherwise than well, on real private desktops: the code, the words, the report, and nothing left behind."""

from __future__ import annotations

import os
import pty
import signal
from pathlib import Path

import pytest

from tests.cli.command import Command, only_object, until
from tests.llm.openai_server import OpenAIServer, Reply, fails, says
from tests.requirement import requirement
from tests.waiting import WAITED_S
from ufo.trace.reader import read_run

PRIVATE = ("--desktop", "private")


def _model(server: OpenAIServer) -> tuple[str, ...]:
    return ("--model", "openai:test", "--base-url", server.base_url)


def test_what_cannot_be_done_ends_with_its_reason_and_a_report(tmp_path: Path) -> None:
    command = Command(tmp_path)
    request = "Extract the table from the Writer document none.odt, put it into Calc and save it as sales.ods"
    ended = command.run("run", request, *PRIVATE, "--json")
    told = only_object(ended.stdout)
    assert (ended.returncode, told["outcome"], told["exit_code"]) == (11, "FAILED", 11)
    assert "none.odt" in told["reason"]
    (folder,) = command.runs()
    assert (folder / "report.html").is_file()
    assert command.left() == []


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        pytest.param(fails(500), "500", marks=pytest.mark.matrix),
        (fails(401), "without a valid key"),
        pytest.param(says("Certainly! I will click the button."), "JSON", marks=pytest.mark.matrix),
        pytest.param(Reply(hang=True), "in time", marks=pytest.mark.matrix),
    ],
)
def test_a_model_that_gives_no_usable_answer_fails_the_run(tmp_path: Path, reply: Reply, words: str) -> None:
    command = Command(tmp_path)
    with OpenAIServer([reply]) as server:
        ended = command.run(
            "run", "do it", *PRIVATE, *_model(server), "--json", UFO_MODEL__MAX_RETRY="0", UFO_MODEL__TIMEOUT_S="1"
        )
    told = only_object(ended.stdout)
    assert (ended.returncode, told["outcome"]) == (11, "FAILED")
    assert words in told["reason"]
    assert command.left() == []


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.matrix)])
@requirement("person:ctrl-c")
def test_a_stopped_run_is_cancelled_in_order(tmp_path: Path, number: signal.Signals) -> None:
    command = Command(tmp_path)
    with OpenAIServer([Reply(hang=True)]) as server:
        process = command.start("run", "do it", *PRIVATE, *_model(server), "--json")
        assert until(lambda: server.requests)
        process.send_signal(number)
        process.send_signal(number)
        stdout, _ = process.communicate(timeout=WAITED_S)
    told = only_object(stdout)
    assert (process.returncode, told["outcome"]) == (130, "CANCELLED")
    (folder,) = command.runs()
    assert (folder / "report.html").is_file()
    assert command.left() == []


def test_a_run_stopped_while_its_desktop_starts_has_a_log_and_a_report_too(tmp_path: Path) -> None:
    command = Command(tmp_path)
    process = command.start("run", "do it", *PRIVATE, "--json")
    assert until(command.runs)
    process.send_signal(signal.SIGTERM)
    stdout, _ = process.communicate(timeout=WAITED_S)
    assert (process.returncode, only_object(stdout)["outcome"]) == (130, "CANCELLED")
    (folder,) = command.runs()
    assert read_run(folder).request == "do it"
    assert (folder / "report.html").is_file()
    assert command.left() == []


def test_a_killed_run_leaves_nothing_and_its_report_can_be_opened(tmp_path: Path) -> None:
    command = Command(tmp_path)
    with OpenAIServer([Reply(hang=True)]) as server:
        process = command.start("run", "do it", *PRIVATE, *_model(server))
        assert until(lambda: server.requests)
        process.kill()
        process.communicate(timeout=WAITED_S)
    assert until(lambda: not command.left())
    ended = command.run("report", "last")
    assert ended.returncode == 0
    assert (tmp_path / ended.stdout.strip()).is_file()


def test_time_and_steps_that_are_used_up_say_what_raises_them(tmp_path: Path) -> None:
    command = Command(tmp_path)
    with OpenAIServer([Reply(hang=True)]) as server:
        ended = command.run("run", "do it", *PRIVATE, *_model(server), "--max-time", "1", "--json")
    told = only_object(ended.stdout)
    assert (ended.returncode, told["outcome"]) == (13, "LIMIT")
    assert "--max-time" in told["reason"]


def test_a_question_without_a_person_is_not_asked(tmp_path: Path) -> None:
    command = Command(tmp_path)
    ended = command.run("run", "Öffne den Taschenrechner und rechne", *PRIVATE)
    assert ended.returncode == 12
    assert "nobody answered" in ended.stdout
    assert "NEEDS_HELP" in ended.stdout


def test_a_terminal_is_asked_for_requests_until_an_empty_line(tmp_path: Path) -> None:
    command = Command(tmp_path)
    ours, theirs = pty.openpty()
    process = command.start_at(theirs, "run", *PRIVATE)
    os.close(theirs)
    said = b""
    while b"What do you want done?" not in said:
        said += os.read(ours, 4096)
    os.write(ours, b"\n")
    assert process.wait(WAITED_S) == 0
    os.close(ours)
    assert command.runs() == []
    assert command.left() == []


def test_ctrl_c_ends_a_question_at_a_terminal(tmp_path: Path) -> None:
    command = Command(tmp_path)
    ours, theirs = pty.openpty()
    process = command.start_at(theirs, "run", "Mach das bitte", *PRIVATE)
    os.close(theirs)
    said = b""
    while b"does not understand" not in said:
        said += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    while b"Report" not in said:
        said += os.read(ours, 4096)
    assert process.wait(WAITED_S) == 130
    os.close(ours)
    assert b"CANCELLED" in said
    assert command.left() == []


@pytest.mark.matrix
def test_answers_in_a_file_reach_the_model(tmp_path: Path) -> None:
    command = Command(tmp_path)
    (tmp_path / "answers").write_text("Which month?: the month of May\n", encoding="utf-8")
    ended = {"observation": "o", "thought": "t", "status": "FINISH", "result": "May"}
    with OpenAIServer([says(ended)] * 3) as server:
        command.run("run", "put the month in", *PRIVATE, *_model(server), "--answers", "answers", "--json")
        assert "the month of May" in str(server.requests[0])


def test_a_broken_file_of_answers_is_refused_before_anything_starts(tmp_path: Path) -> None:
    command = Command(tmp_path)
    (tmp_path / "answers").write_text("whatever", encoding="utf-8")
    refused = command.run("run", "put the month in", *PRIVATE, "--answers", "answers")
    assert refused.returncode != 0 and "line 1 of 'answers'" in " ".join(refused.stderr.split())
