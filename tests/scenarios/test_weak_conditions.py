"""Models that state less than was asked: that a file is there does not prove what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import target_id
from tests.scenarios.readers import wants_change
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome, RunSummary

_TEXT = "Milk and bread"
_THERE = [{"on": "file", "path": "list.txt"}]
_SAVED = [{"on": "file", "path": "list.txt", "changed_after": 1.0}]
_OTHER = [{"on": "file", "path": "list.txt", "contains": "on"}]
_SHOWN = [{"on": "element", "name": "Text", "role": "Document", "value": _TEXT}]


def _sets(turn: Turn, text: str) -> dict[str, Any]:
    assert isinstance(turn.inputs, AppInputs)
    area = next(control for control in turn.inputs.controls if control.type == "Document")
    return act("set_edit_text", id=area.id, text=text)


async def _done(
    tmp_path: Path,
    expect: list[dict[str, Any]],
    at_end: list[dict[str, Any]],
    saved: str,
    request: str = "write it",
    reads_for: str = _TEXT,
) -> RunSummary:
    """Writes the text in the editor, leaves the file as `saved`, and states only that. The reader knows which text is meant."""

    def writes(turn: Turn) -> dict[str, Any]:
        return app("CONTINUE", _sets(turn, _TEXT))

    def ends(turn: Turn) -> dict[str, Any]:
        (tmp_path / "work" / "list.txt").write_text(saved)
        return app("FINISH", expect=expect)

    def to_notes(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Notes"), "write the list and save it")

    answers: list[Any] = [to_notes, writes, ends, *[host("FINISH", expect=at_end)] * 3]
    provider = ScriptedProvider(answers, reader=wants_change("list.txt", reads_for))
    async with stage(tmp_path, provider, running=("notes",), model={"decide_locally": False}) as scene:
        return await scene.run(request)


@pytest.mark.parametrize(
    ("saved", "expect", "at_end"),
    [("", _SAVED, []), ("Milk", _THERE, _THERE), ("Bread and milk", _THERE + _SHOWN, []), ("on", _OTHER, _OTHER)],
    ids=["empty", "half", "not saved since", "something else"],
)
async def test_that_the_file_is_there_does_not_prove_what_was_written_into_it(
    tmp_path: Path, saved: str, expect: list[dict[str, Any]], at_end: list[dict[str, Any]]
) -> None:
    summary = await _done(tmp_path, expect, at_end, saved)
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED, summary.reason


async def test_the_wrong_text_is_not_verified_where_the_request_names_the_right_one(tmp_path: Path) -> None:
    words = f"# {_TEXT}\n"
    summary = await _done(tmp_path, _THERE, [], words, 'write "Milk and eggs" in list.txt')
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "nothing that is named for 'write \"Milk and eggs\" in list.txt' has 'Milk and eggs'" in summary.reason


async def test_a_file_that_is_only_said_to_be_there_is_looked_into(tmp_path: Path) -> None:
    summary = await _done(tmp_path, _THERE, [], f"# {_TEXT}\n", "write the list and save it as list.txt")
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert summary.account is not None
    assert any("list.txt" in change.line and _TEXT in change.line for change in summary.account.changes)
