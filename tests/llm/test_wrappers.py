"""Backup, script and recording: providers around or in place of a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from ufo.errors import ConfigError, LimitReached, ModelUnavailable, TraceError
from ufo.llm.fallback import FallbackProvider
from ufo.llm.provider import Completion, Turn
from ufo.llm.recorded import RecordedProvider, RecordingProvider
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.outcome import Usage

DOWN = ModelUnavailable("line is dead")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_the_backup_answers_where_the_first_does_not() -> None:
    heard: list[str] = []
    provider = FallbackProvider(ScriptedProvider([DOWN], "first"), ScriptedProvider([GOOD], "second"), heard.append)
    completion = await provider.complete(host_turn())
    assert completion.model == "second"
    assert "first" in heard[0]
    assert "line is dead" in heard[0]


async def test_a_first_model_that_failed_rests_and_is_asked_again_later() -> None:
    clock = Clock()
    first, second = ScriptedProvider([DOWN, GOOD], "first"), ScriptedProvider([GOOD, GOOD], "second")
    provider = FallbackProvider(first, second, rest_s=60, clock=clock)
    assert (await provider.complete(host_turn())).model == "second"
    clock.now = 59
    assert (await provider.complete(host_turn())).model == "second"
    assert len(first.turns) == 1
    clock.now = 61
    assert (await provider.complete(host_turn())).model == "first"


async def test_where_neither_answers_both_reasons_are_told() -> None:
    other = ModelUnavailable("no such model")
    provider = FallbackProvider(ScriptedProvider([DOWN], "first"), ScriptedProvider([other], "second"))
    with pytest.raises(ModelUnavailable, match=r"first: line is dead.*second: no such model"):
        await provider.complete(host_turn())


async def test_a_spent_budget_is_no_reason_to_ask_the_backup() -> None:
    second = ScriptedProvider([GOOD])
    provider = FallbackProvider(ScriptedProvider([LimitReached("spent")]), second)
    with pytest.raises(LimitReached):
        await provider.complete(host_turn())
    assert second.turns == []


async def test_closing_closes_both() -> None:
    first, second = ScriptedProvider([]), ScriptedProvider([])
    await FallbackProvider(first, second).close()
    assert first.closed
    assert second.closed


async def test_a_script_says_objects_texts_errors_and_what_a_function_makes_of_the_turn() -> None:
    def about(turn: Turn) -> str:
        return f"asked for {turn.inputs.request}"

    provider = ScriptedProvider([GOOD, "words", about, DOWN])
    assert (await provider.complete(host_turn())).text == GOOD_TEXT
    assert (await provider.complete(host_turn())).text == "words"
    assert (await provider.complete(host_turn(request="tea"))).text == "asked for tea"
    with pytest.raises(ModelUnavailable, match="line is dead"):
        await provider.complete(host_turn())
    assert len(provider.turns) == 4


async def test_a_script_at_its_end_says_so() -> None:
    provider = ScriptedProvider([GOOD])
    await provider.complete(host_turn())
    with pytest.raises(ModelUnavailable, match="the script has 1 answers"):
        await provider.complete(host_turn())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("s.json", json.dumps([GOOD, "words"])),
        ("s.yaml", "- {observation: a desktop, thought: open the editor, status: CONTINUE, plan: [type]}\n- words\n"),
        ("s.jsonl", f'{GOOD_TEXT}\n\n"words"\n'),
    ],
)
async def test_a_script_is_read_from_a_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    provider = ScriptedProvider.from_file(tmp_path / name)
    assert json.loads((await provider.complete(host_turn())).text) == GOOD
    assert (await provider.complete(host_turn())).text == "words"


@pytest.mark.parametrize("text", ["{", "a: b", "[1, 2]", "", "[[]]"])
def test_a_file_that_is_no_script_is_a_config_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.json").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"s\.json"):
        ScriptedProvider.from_file(tmp_path / "s.json")
    with pytest.raises(ConfigError, match=r"none\.json"):
        ScriptedProvider.from_file(tmp_path / "none.json")


async def test_a_recording_gives_the_same_answers_to_the_same_questions_in_order(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    answers = [Completion(text, Usage(model_calls=1, cost=0.1), "m", 0.5, text == "b") for text in "abc"]
    recording = RecordingProvider(ScriptedProvider(answers), path)
    turns = [host_turn(request="tea"), host_turn(request="tea"), host_turn(request="coffee")]
    made = [await recording.complete(turn) for turn in turns]
    replay = RecordedProvider(path)
    assert await replay.complete(turns[2]) == made[2]
    assert await replay.complete(turns[0]) == made[0]
    assert await replay.complete(turns[1]) == made[1]


async def test_a_picture_that_differs_is_the_same_question(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await RecordingProvider(ScriptedProvider([GOOD]), path).complete(host_turn(with_picture=True))
    assert (await RecordedProvider(path).complete(host_turn())).text == GOOD_TEXT


async def test_a_question_that_was_not_recorded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await RecordingProvider(ScriptedProvider([GOOD]), path).complete(host_turn(request="tea"))
    replay = RecordedProvider(path)
    with pytest.raises(ModelUnavailable, match="holds no answer to this question of the host agent"):
        await replay.complete(host_turn(request="coffee"))
    await replay.complete(host_turn(request="tea"))
    with pytest.raises(ModelUnavailable):
        await replay.complete(host_turn(request="tea"))


async def test_half_a_last_line_of_a_killed_run_is_left_out_and_a_spoilt_one_before_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await RecordingProvider(ScriptedProvider([GOOD]), path).complete(host_turn())
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + whole[:40], encoding="utf-8")
    assert (await RecordedProvider(path).complete(host_turn())).text == GOOD_TEXT
    path.write_text("spoilt\n" + whole, encoding="utf-8")
    with pytest.raises(ConfigError, match="line 1"):
        RecordedProvider(path)


async def test_a_full_disk_ends_the_recording_with_its_reason() -> None:
    recording = RecordingProvider(ScriptedProvider([GOOD]), Path("/dev/full"))
    with pytest.raises(TraceError, match="free space"):
        await recording.complete(host_turn())


def test_a_recording_that_is_not_there_is_a_config_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.jsonl"):
        RecordedProvider(tmp_path / "none.jsonl")
