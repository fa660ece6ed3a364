"""Recordings of providers that are not asked over HTTP: what they answered, by the texts of what they were asked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, ModelUnavailable, TraceError
from ufo.llm.provider import Provider
from ufo.llm.registry import create


def recording(path: Path, answers: Iterable[Any]) -> Provider:
    script = path.with_name("script.json")
    script.write_text(json.dumps(list(answers)), encoding="utf-8")
    return create(ModelSettings(name=f"scripted:{script}", record=path))


def recorded(path: Path) -> Provider:
    return create(ModelSettings(name=f"recorded:{path}"))


async def test_a_recording_gives_the_same_answers_to_the_same_questions_in_order(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    provider = recording(path, ["a", "b", "c"])
    turns = [host_turn(request="tea"), host_turn(request="tea"), host_turn(request="coffee")]
    made = [await provider.complete(turn) for turn in turns]
    replay = recorded(path)
    assert await replay.complete(turns[2]) == made[2]
    assert await replay.complete(turns[0]) == made[0]
    assert await replay.complete(turns[1]) == made[1]


async def test_that_there_was_no_answer_is_replayed_too(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with pytest.raises(ModelUnavailable, match="the script has 0 answers"):
        await recording(path, []).complete(host_turn())
    with pytest.raises(ModelUnavailable, match="the script has 0 answers"):
        await recorded(path).complete(host_turn())


async def test_a_picture_that_differs_is_the_same_question(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await recording(path, [GOOD]).complete(host_turn(with_picture=True))
    assert (await recorded(path).complete(host_turn())).text == GOOD_TEXT


async def test_a_question_that_was_not_recorded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await recording(path, [GOOD]).complete(host_turn(request="tea"))
    replay = recorded(path)
    with pytest.raises(ModelUnavailable, match="holds no answer to this question of the host agent"):
        await replay.complete(host_turn(request="coffee"))
    await replay.complete(host_turn(request="tea"))
    with pytest.raises(ModelUnavailable):
        await replay.complete(host_turn(request="tea"))


async def test_half_a_last_line_of_a_killed_run_is_left_out_and_a_spoilt_one_before_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await recording(path, [GOOD]).complete(host_turn())
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + whole[:40], encoding="utf-8")
    assert (await recorded(path).complete(host_turn())).text == GOOD_TEXT
    path.write_text("spoilt\n" + whole, encoding="utf-8")
    with pytest.raises(ConfigError, match="line 1"):
        recorded(path)


async def test_texts_that_hold_other_ends_of_lines_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    asked = host_turn(request="one\u2028two\x85three\x0cfour\r")
    made = await recording(path, ["a\u2029b\x85"]).complete(asked)
    assert await recorded(path).complete(asked) == made


def test_a_full_disk_is_told_before_anything_is_asked() -> None:
    with pytest.raises(TraceError, match="free space"):
        create(ModelSettings(name="openai:m", base_url="http://127.0.0.1:9", record=Path("/dev/full")))


@pytest.mark.parametrize("text", [None, "", "{}\n{}\n"])
def test_a_file_that_is_no_recording_is_a_config_error(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "run.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"run\.jsonl"):
        recorded(path)


def test_two_runs_with_different_models_in_a_file_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    for name in ("openai:one", "openai:other"):
        create(ModelSettings(name=name, base_url="http://127.0.0.1:9", record=path))
    with pytest.raises(ConfigError, match="runs with different models"):
        recorded(path)


async def test_half_a_character_of_a_model_or_a_question_is_kept_as_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    asked = host_turn(request="caf\udce9")
    assert (await recording(path, ["tea \ud83d"]).complete(asked)).text == "tea \ud83d"
    assert (await recorded(path).complete(asked)).text == "tea \ufffd"
