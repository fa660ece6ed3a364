"""What held before anything was done proves nothing of what was done since."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import control_id, target_id
from tests.scenarios.stage import act, app, assign, host, stage
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


def _leave(path: Path) -> None:
    """As it was long ago, its folder included."""
    path.parent.mkdir()
    path.write_text("Ana\n")
    for item in (path, path.parent):
        os.utime(item, (1e9, 1e9))
