"""The log of a run as a page hears of it: all of it once, whenever it joins and however it was cut off."""

from __future__ import annotations

import json
import os
from pathlib import Path

import anyio

from tests.trace.sample_run import HOSTILE, write_run
from tests.waiting import in_time
from ufo.trace.run_folders import EVENTS, hold
from ufo.web.live_log import LiveLog, Piece


def _shown(_folder: Path, path: str) -> str:
    return f"/pictures/{path}"


async def _all(folder: Path, after: int = 0) -> list[Piece]:
    with in_time():
        return [piece async for piece in LiveLog(folder, _shown).pieces(after)]


async def test_an_ended_run_is_told_whole_and_then_its_end(tmp_path: Path) -> None:
    pieces = await _all(write_run(tmp_path).folder)
    kinds = [piece.kind for piece in pieces]
    assert kinds.count("step") == 2 and kinds[-1] == "ended" and "request" in kinds
    state = json.loads(next(piece.data for piece in pieces if piece.kind == "state"))
    assert (state["outcome"], state["steps"], state["cost"]) == ("VERIFIED", 2, "$0.0084")
    assert 'class="part shown"' in next(piece.data for piece in pieces if piece.kind == "request")


async def test_text_from_a_screen_is_text_in_a_piece(tmp_path: Path) -> None:
    for piece in await _all(write_run(tmp_path).folder):
        assert "<script" not in piece.data and HOSTILE not in piece.data and "\u202e" not in piece.data


async def test_what_the_person_did_while_they_had_taken_over_stands_in_the_step(tmp_path: Path) -> None:
    folder = write_run(tmp_path).folder
    acted = {
        "kind": "person_acted",
        "step": 1,
        "did": "typed 'milk' into Title",
        "act": "type",
        "window": "<b>Notes</b>",
    }
    with (folder / EVENTS).open("a", encoding="utf-8") as file:
        file.write(json.dumps(acted) + "\n")
    steps = [piece.data for piece in await _all(folder) if piece.kind == "step"]
    assert (
        "typed &#39;milk&#39; into Title" in steps[0] and "&lt;b&gt;Notes" in steps[0] and "The person" not in steps[1]
    )


async def test_who_was_cut_off_gets_what_came_after_and_nothing_twice(tmp_path: Path) -> None:
    folder = write_run(tmp_path).folder
    lines = (folder / EVENTS).read_text().splitlines()
    after = next(number for number, line in enumerate(lines, 1) if '"step_ended"' in line)
    steps = [piece.data for piece in await _all(folder, after) if piece.kind == "step"]
    assert len(steps) == 1 and 'data-number="2"' in steps[0]
    assert [piece.kind for piece in await _all(folder, len(lines))] == ["ended"]


async def test_what_is_new_is_told_as_it_comes_and_half_a_line_is_waited_for(tmp_path: Path) -> None:
    folder = write_run(tmp_path).folder
    whole = (folder / EVENTS).read_bytes()
    lock = hold(folder)
    assert lock is not None
    cut = whole.index(b'"step_ended"')
    (folder / EVENTS).write_bytes(whole[:cut])
    pieces = LiveLog(folder, _shown).pieces(0)
    with in_time():
        assert (await anext(pieces)).kind == "state"
        async with anyio.create_task_group() as tasks:

            async def next_step() -> None:
                while (await anext(pieces)).kind != "step":
                    pass
                tasks.cancel_scope.cancel()

            tasks.start_soon(next_step)
            with (folder / EVENTS).open("ab") as file:
                file.write(whole[cut:])
        os.close(lock)
        assert [piece.kind async for piece in pieces][-1] == "ended"


async def test_a_log_that_was_masked_anew_is_followed_from_the_same_line(tmp_path: Path) -> None:
    folder = write_run(tmp_path).folder
    lines = (folder / EVENTS).read_bytes().splitlines(keepends=True)
    lock = hold(folder)
    assert lock is not None
    (folder / EVENTS).write_bytes(b"".join(lines[:4]))
    pieces = LiveLog(folder, _shown).pieces(0)
    with in_time():
        await anext(pieces)
        masked = folder / "masked"
        masked.write_bytes(b"".join(line.replace(b"shopping", b"***") for line in lines))
        masked.replace(folder / EVENTS)
        os.close(lock)
        told = [piece async for piece in pieces]
    assert [piece.kind for piece in told].count("step") == 2
    assert [piece.last for piece in told][-1] == len(lines)
