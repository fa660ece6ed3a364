"""Turns that are answered by hand, over real folders."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import BaseModel

from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.manual.manual_turns import Claim, awaited, has_ended, is_claimed, turns
from ufo.llm.provider import Provider
from ufo.llm.registry import Surroundings, create
from ufo.llm.turn import answer


def _hand(root: Path, told: list[str] | None = None, timeout_s: float | None = None) -> Provider:
    settings = ModelSettings(name=f"hand:{root}", timeout_s=timeout_s)
    return create(settings, Surroundings(tell=(told if told is not None else []).append))


@asynccontextmanager
async def _open(root: Path, told: list[str] | None = None, timeout_s: float | None = None) -> AsyncIterator[Provider]:
    provider = _hand(root, told, timeout_s)
    try:
        yield provider
    finally:
        await provider.close()


async def _waiting(root: Path) -> Path:
    async with asyncio.timeout(10):
        while not root.is_dir() or (folder := awaited(root)) is None:
            await asyncio.sleep(0.01)
    return folder


async def test_a_turn_is_laid_out_with_all_that_was_asked_and_takes_its_answer(tmp_path: Path) -> None:
    told: list[str] = []
    async with _open(tmp_path / "turns", told) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn(with_picture=True)))
        folder = await _waiting(tmp_path / "turns")
        prompt = (folder / "prompt.md").read_text()
        assert (
            prompt.index("you decide")
            < prompt.index("request: write a note")
            < prompt.index("picture1.png: the desktop")
        )
        assert "4 x 3 pixels of the screen at 0, 0" in prompt
        assert (folder / "picture1.png").read_bytes().startswith(b"\x89PNG")
        assert json.loads((folder / "schema.json").read_text())["type"] == "object"
        turn = json.loads((folder / "turn.json").read_text())
        assert (turn["agent"], turn["step"], turn["request"], turn["earlier"]) == ("host", 1, "write a note", [])
        (folder / "answer").write_text(GOOD_TEXT)
        completion = await asking
    assert completion.text == GOOD_TEXT
    assert completion.usage.model_calls == 1
    assert completion.usage.input_tokens > 1000
    assert told == [f"waiting for an answer in {folder}"]


async def test_what_cannot_be_used_comes_back_as_a_new_turn_with_the_error(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(answer(provider, host_turn()))
        first = await _waiting(tmp_path)
        (first / "answer").write_text(json.dumps(GOOD | {"plan": 7}))
        while (second := await _waiting(tmp_path)) == first:
            await asyncio.sleep(0.01)
        turn = json.loads((second / "turn.json").read_text())
        assert (turn["repairs"], turn["earlier"], turn["step"]) == ("0001", ["0001"], 1)
        assert "plan" in turn["error"]
        assert turn["error"] in (second / "prompt.md").read_text()
        (second / "answer").write_text(GOOD_TEXT)
        answered = await asking
    assert isinstance(answered.response, BaseModel)
    assert answered.attempts == 2


@pytest.mark.parametrize("wrong", ["", "I would open the editor."])
async def test_an_answer_that_is_no_object_is_told_as_wrong_after_a_moment(tmp_path: Path, wrong: str) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        ((await _waiting(tmp_path)) / "answer").write_text(wrong)
        assert (await asking).text == wrong


async def test_an_answer_written_in_two_parts_is_taken_when_it_is_whole(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        folder = await _waiting(tmp_path)
        with (folder / "answer").open("w") as file:
            # It stays open for longer than a finished file has to stay as it is.
            await asyncio.sleep(2.3)
            file.write(GOOD_TEXT[:20])
            file.flush()
            await asyncio.sleep(0.3)
            assert not asking.done()
            file.write(GOOD_TEXT[20:])
        assert (await asking).text == GOOD_TEXT


async def test_a_part_that_was_closed_is_not_the_answer_yet(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        file = (await _waiting(tmp_path)) / "answer"
        file.write_text(GOOD_TEXT[:20])
        await asyncio.sleep(0.5)
        assert not asking.done()
        file.write_text(GOOD_TEXT)
        assert (await asking).text == GOOD_TEXT


async def test_a_cancelled_wait_ends_at_once_and_withdraws_the_turn(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        folder = await _waiting(tmp_path)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(asking, 1)
        assert awaited(tmp_path) is None
        assert turns(tmp_path) == [folder]


async def test_two_runs_on_one_folder_are_refused_and_a_later_one_goes_on_counting(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        with pytest.raises(ConfigError, match="another run puts its turns"):
            _hand(tmp_path)
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        ((await _waiting(tmp_path)) / "answer").write_text(GOOD_TEXT)
        await asking
    async with _open(tmp_path) as later:
        asking = asyncio.ensure_future(later.complete(host_turn()))
        folder = await _waiting(tmp_path)
        assert folder.name == "0002"
        (folder / "answer").write_text(GOOD_TEXT)
        await asking


def test_a_look_for_the_next_turn_keeps_no_run_from_its_folder(tmp_path: Path) -> None:
    """Whoever looks holds the lock for a moment: a run that began at that moment ended as if there were another one."""
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            is_claimed(tmp_path)

    with ThreadPoolExecutor() as lookers:
        looking = [lookers.submit(look) for _ in range(3)]
        try:
            for _ in range(100):
                Claim(tmp_path).release()
        finally:
            ended.set()
    assert all(look.exception() is None for look in looking)


def test_a_run_that_tries_its_model_before_it_begins_has_not_ended_between_the_two(tmp_path: Path) -> None:
    Claim(tmp_path).release()
    assert not is_claimed(tmp_path) and not has_ended(tmp_path)
    code = f"from pathlib import Path; from ufo.llm.manual.manual_turns import Claim; Claim(Path({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert has_ended(tmp_path)


async def test_a_turn_that_a_killed_run_left_behind_waits_for_nobody(tmp_path: Path) -> None:
    provider = _hand(tmp_path)
    asking = asyncio.ensure_future(provider.complete(host_turn()))
    folder = await _waiting(tmp_path)
    await provider.close()
    assert awaited(tmp_path) is None
    async with _open(tmp_path):
        assert awaited(tmp_path) is None
    (folder / "answer").write_text(GOOD_TEXT)
    await asking


def _a_file(root: Path) -> None:
    root.write_text("not a folder")


def _below_a_file(root: Path) -> None:
    root.parent.mkdir(exist_ok=True)
    root.symlink_to("/proc/nowhere")


@pytest.mark.parametrize("spoil", [_a_file, _below_a_file])
def test_a_folder_that_cannot_be_used_is_told_before_the_run(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(tmp_path / "turns")
    with pytest.raises(ConfigError, match="choose another folder"):
        _hand(tmp_path / "turns")


async def test_a_folder_that_takes_nothing_more_is_told_and_leaves_no_half_turn(tmp_path: Path) -> None:
    async with _open(tmp_path / "turns") as provider:
        (tmp_path / "turns" / ".0001.part").write_text("in the way")
        with pytest.raises(ModelUnavailable, match="cannot be written"):
            await provider.complete(host_turn())
        assert turns(tmp_path / "turns") == []


async def test_a_turn_whose_folder_is_removed_is_told(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        (await _waiting(tmp_path)).rename(tmp_path / "elsewhere")
        with pytest.raises(ModelUnavailable, match="was removed"):
            await asking


async def test_an_answer_that_is_a_folder_is_told(tmp_path: Path) -> None:
    async with _open(tmp_path) as provider:
        asking = asyncio.ensure_future(provider.complete(host_turn()))
        ((await _waiting(tmp_path)) / "answer").mkdir()
        with pytest.raises(ModelUnavailable, match="no ordinary file"):
            await asking


async def test_a_timeout_that_was_set_holds_here_too(tmp_path: Path) -> None:
    async with _open(tmp_path, timeout_s=0.3) as provider:
        with pytest.raises(ModelUnavailable, match=r"nobody answered .* within 0.3 s"):
            await provider.complete(host_turn())
        assert awaited(tmp_path) is None
