"""Text that is typed and not saved is lost with a private desktop: the run saves it, or says what is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import target_id
from tests.scenarios.readers import wants_no_loss
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider, agreed_on_news
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.outcome import RunOutcome, RunSummary

_TEXT = "Milk and bread"
_SHOWN = [{"on": "element", "name": "Text", "role": "Document", "value": _TEXT}]
_LOCAL = {"decide_locally": False}


def _to_notes(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Notes"), "write the list")


def _writes(turn: Turn) -> dict[str, Any]:
    assert isinstance(turn.inputs, AppInputs)
    area = next(control for control in turn.inputs.controls if control.type == "Document")
    return app("FINISH", act("set_edit_text", id=area.id, text=_TEXT), expect=_SHOWN)


async def _ends(tmp_path: Path, request: str, reader: Any, *, ends_with_run: bool = True) -> RunSummary:
    provider = ScriptedProvider([_to_notes, _writes, *[host("FINISH")] * 3], reader=reader)
    async with stage(tmp_path, provider, running=("notes",), model=_LOCAL, ends_with_run=ends_with_run) as scene:
        return await scene.run(request)


async def test_text_that_is_lost_with_the_desktop_is_never_verified(tmp_path: Path) -> None:
    summary = await _ends(tmp_path, "write 'Milk and bread'", wants_no_loss)
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED, summary.reason
    assert (
        "'*Untitled - Notes' holds changes that are not saved, and they are lost with the private desktop"
        in summary.reason
    )


@pytest.mark.parametrize(
    ("request_", "reader", "ends_with_run"),
    [
        ("write 'Milk and bread'", wants_no_loss, False),
        ("write 'Milk and bread', without saving it", agreed_on_news, True),
    ],
)
async def test_nothing_is_lost_where_the_desktop_lives_on_or_the_request_says_so(
    tmp_path: Path, request_: str, reader: Any, ends_with_run: bool
) -> None:
    summary = await _ends(tmp_path, request_, reader, ends_with_run=ends_with_run)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason


async def test_the_model_is_told_before_the_end_so_that_it_can_save(tmp_path: Path) -> None:
    heard: list[str] = []

    def saves(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, HostInputs)
        heard.append(turn.inputs.feedback)
        return assign(target_id(turn, "Notes"), "save it as list.txt")

    def presses(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        name = next(control for control in turn.inputs.controls if control.type == "Edit")
        button = next(
            control for control in turn.inputs.controls if control.type == "Button" and control.name == "Save"
        )
        path = str(tmp_path / "work" / "list.txt")
        return app(
            "CONTINUE",
            act("set_edit_text", id=name.id, text=path, clear_current_text=True),
            act("click_input", id=button.id),
        )

    opens = app("CONTINUE", act("keyboard_input", keys="^s"))
    ends = app("FINISH", expect=[{"on": "file", "path": "list.txt", "contains": _TEXT}])
    answers: list[Any] = [_to_notes, _writes, saves, opens, presses, ends, *[host("FINISH")] * 2]
    provider = ScriptedProvider(answers, reader=wants_no_loss)
    async with stage(tmp_path, provider, running=("notes",), model=_LOCAL, ends_with_run=True) as scene:
        summary = await scene.run("write 'Milk and bread' and keep it")
    assert "holds changes that are not saved" in heard[0] and "are lost with the private desktop" in heard[0]
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert (tmp_path / "work" / "list.txt").read_text() == _TEXT
