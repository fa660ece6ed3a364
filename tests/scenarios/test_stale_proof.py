"""What held before anything was done proves nothing of what was done since."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import control_id, target_id
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.spec import AppSpec, WindowSpec, edit
from ufo.desktop.values import Application
from ufo.llm.provider import Turn
from ufo.schema.outcome import RunOutcome, RunSummary


def to_form(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Registration"), "fill it in")


def types(turn: Turn) -> dict[str, Any]:
    return act("keyboard_input", id=control_id(turn, "Name"), name="Name", keys="Ana")


async def done_with(
    tmp_path: Path,
    expect: list[dict[str, Any]],
    *does: Callable[[Turn], dict[str, Any]],
    request: str = "see to it",
) -> RunSummary:
    def works(turn: Turn) -> dict[str, Any]:
        return app("FINISH", *(function(turn) for function in does), expect=expect)

    async with stage(tmp_path, [to_form, works, *[host("FINISH", expect=expect)] * 2], system={"hold_s": 0}) as scene:
        return await scene.run(request)


@pytest.mark.parametrize(
    "expect",
    [{"on": "file", "path": "new.txt"}, {"on": "file", "path": "old.txt", "contains": "Ana"}],
    ids=["made", "written"],
)
async def test_a_file_that_was_written_meanwhile_speaks_for_it(tmp_path: Path, expect: dict[str, Any]) -> None:
    _leave(tmp_path / "work" / "old.txt")

    def saves(turn: Turn) -> dict[str, Any]:
        (tmp_path / "work" / expect["path"]).write_text("Ana\n")
        return types(turn)

    summary = await done_with(tmp_path, [expect], saves, request="type Ana")
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason


async def test_a_value_that_goes_back_after_its_condition_was_read_is_read_again(tmp_path: Path) -> None:
    told: list[str] = []

    def resets(running: RunningApp) -> None:
        if running.value("name"):
            asyncio.get_running_loop().call_later(0.2, running.set_value, "name", "")

    window = WindowSpec("main", "Registration", (edit("name", "Name", on_change=resets),))
    strict = AppSpec(Application("strict", "Strict", ("strict",)), (window,))
    expect = [{"on": "element", "role": "Edit", "name": "Name", "value": "Ana"}]

    def works(turn: Turn) -> dict[str, Any]:
        return app("FINISH", types(turn), expect=expect)

    def gives_up(turn: Turn) -> dict[str, Any]:
        told.append(turn.inputs.feedback)
        return app("FAIL", result="it does not keep it")

    answers = [to_form, works, gives_up, host("FAIL")]
    async with stage(tmp_path, answers, ["strict"], installed=[strict], system={"hold_s": 0.4}) as scene:
        summary = await scene.run("type Ana")
    assert "changed back" in told[0] and "does not hold" in told[0], told
    assert summary.outcome is RunOutcome.FAILED, summary.reason


def _leave(path: Path) -> None:
    """As it was long ago, its folder included."""
    path.parent.mkdir()
    path.write_text("Ana\n")
    for item in (path, path.parent):
        os.utime(item, (1e9, 1e9))
