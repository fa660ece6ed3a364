"""Backup, script and recording: providers around or in place of a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, LimitReached, ModelUnavailable
from ufo.llm.fallback import FallbackProvider, ShortContext
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.local_first import LocalFirstProvider
from ufo.schema.places import Places

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


async def test_who_asks_another_provider_has_its_name_and_eyes_and_closes_it() -> None:
    script = ScriptedProvider([GOOD], "first")
    asking = ShortContext(LocalFirstProvider(script, Places()), ModelSettings())
    assert (asking.name, asking.sees_pictures) == ("first", script.sees_pictures)
    await asking.close()
    assert script.closed


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
