"""A picture that cannot be had takes nothing else from a look: the controls, the windows and the act stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import pictures, prompt, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import on
from tests.scenarios.stage import host, stage
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.errors import DesktopError
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.geometry import Rect
from ufo.schema.outcome import RunOutcome
from ufo.schema.picture import Frame
from ufo.trace.events import Noticed

TICK = "Send me the newsletter"


class _Raises(FakeDesktop):
    async def capture(self, window_id: str | None = None) -> Frame:
        raise KeyError("visual")


class _Garbled(FakeDesktop):
    """Fewer pixels than the frame says: what is drawn or encoded of it fails."""

    async def capture(self, window_id: str | None = None) -> Frame:
        return Frame(Rect(0, 0, 400, 300), b"\0" * 12)


class _Refuses(FakeDesktop):
    async def capture(self, window_id: str | None = None) -> Frame:
        raise DesktopError("the X server gives no picture")


class _Blind(_Raises):
    async def snapshot(self, window_id: str) -> Snapshot:
        raise KeyError("bounds")


class _Puzzled(FakeDesktop):
    """The tree fails, and the picture is good."""

    async def snapshot(self, window_id: str) -> Snapshot:
        raise KeyError("bounds")


@requirement("host-collect:no-picture", "app-capture:no-picture")
@pytest.mark.parametrize(
    ("desktop", "why", "ours"),
    [
        (_Raises, "KeyError: 'visual'", True),
        (_Garbled, "there is no picture: ", True),
        (_Refuses, "the X server gives no picture", False),
    ],
)
@pytest.mark.parametrize("more", [{}, {"save_full_screen": True}, {"concat_screenshot": True}])
async def test_a_picture_that_fails_leaves_the_controls_with_a_remark(
    tmp_path: Path, desktop: type[FakeDesktop], why: str, ours: bool, more: dict[str, Any]
) -> None:
    model = ScriptedProvider([to_form, on(TICK, "click_input"), host("FINISH", result="ticked")], sees_pictures=True)
    async with stage(tmp_path, model, desktop_class=desktop, system=more, has_faults=ours) as scene:
        summary = await scene.run()
        told = turns(scene)
    assert "click_input" in scene.actions()
    assert summary.answer == "ticked"
    assert bool(summary.faults) is ours
    for turn in told[:2]:
        assert "there is no picture" in prompt(turn) and why in prompt(turn)
        assert pictures(turn) == []
    said = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert any("there is no picture" in text and why in text for text in said)
    assert scene.heard.pictures == []


async def test_a_picture_and_a_tree_that_fail_together_are_a_clear_error(tmp_path: Path) -> None:
    answers = [to_form, host("FINISH", result="nothing seen")]
    async with stage(tmp_path, answers, desktop_class=_Blind, has_faults=True) as scene:
        await scene.run()
        (failed,) = scene.session.context.previous_subtasks
    assert "bounds" in failed.reason and "there is no picture" in failed.reason
    assert scene.actions() == ["select_application_window"]


async def test_a_tree_that_fails_leaves_the_picture_with_a_remark(tmp_path: Path) -> None:
    answers: list[Any] = [to_form, {"status": "FAIL", "result": "no controls"}, host("FINISH", result="seen")]
    model = ScriptedProvider(answers, sees_pictures=True)
    async with stage(tmp_path, model, desktop_class=_Puzzled, has_faults=True) as scene:
        summary = await scene.run()
        told = turns(scene)[1]
    assert "KeyError: 'bounds'" in prompt(told)
    assert pictures(told)
    assert summary.faults and summary.outcome is not RunOutcome.VERIFIED
