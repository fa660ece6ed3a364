"""Answers that a person gives before a run: files of them, and who is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.stage import host, stage
from ufo.errors import ConfigError
from ufo.llm.provider import Turn
from ufo.runs.sessions.given_answers import GivenAnswer, read_answers
from ufo.trace.events import Asked


@pytest.mark.parametrize(
    "text",
    [
        '{"Which month?": " May ", "How many?": 3}',
        "\ufeffWhich month?: May\n\n  How many? : 3\n",
    ],
)
def test_answers_are_read_from_json_and_from_lines(tmp_path: Path, text: str) -> None:
    (tmp_path / "answers").write_text(text, "utf-8")
    assert read_answers(tmp_path / "answers") == (GivenAnswer("Which month?", "May"), GivenAnswer("How many?", "3"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "cannot be read: No such file"),
        (b"", "holds no answer"),
        (b"{", "is no JSON"),
        (b"[1]", "no object of questions"),
        (b'{"a": {"b": 1}}', "no object of questions"),
        (b'{"a": " "}', "no object of questions"),
        (b"Which month?: May\nthe rest as you like\n", "line 2 of"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b"a: b\n" * 5000, "more than 20,000 bytes"),
    ],
)
def test_a_file_that_holds_no_answers_is_refused_with_the_reason(
    tmp_path: Path, data: bytes | None, reason: str
) -> None:
    if data is not None:
        (tmp_path / "answers").write_bytes(data)
    with pytest.raises(ConfigError, match=reason):
        read_answers(tmp_path / "answers")


async def test_who_would_ask_is_told_first_and_the_log_has_what_was_answered(tmp_path: Path) -> None:
    def first(turn: Turn) -> dict[str, object]:
        (entry,) = turn.inputs.blackboard.questions
        return host("FINISH", result=f"{entry['answer']}")

    async with stage(tmp_path, [first]) as scene:
        scene.session.answers = (GivenAnswer("Which month?", "May"),)
        summary = await scene.run("put the month in")
    assert summary.answer == "May"
    assert [(it.question, it.answer) for it in scene.heard.events if isinstance(it, Asked)] == [("Which month?", "May")]
