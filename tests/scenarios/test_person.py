"""The person in the loop: pausing, taking over, handing back, stopping."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.scenarios.controls import on
from tests.scenarios.stage import app, assign, host, stage
from ufo.desktop.values import Keys
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.command import ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import Noticed, RunEnded

FIELDS = "write down who I am"


@requirement("person:take-over")
async def test_what_the_person_did_is_recorded_and_the_agent_looks_again(tmp_path: Path) -> None:
    def both(turn):  # type: ignore[no-untyped-def]
        name = on("Name", "set_edit_text", "CONTINUE", text="Ada")(turn)
        mail = on("Email", "set_edit_text", "CONTINUE", text="a@b.c")(turn)
        return {**name, "action": [*name["action"], *mail["action"]]}

    script = ScriptedProvider([assign("0", FIELDS), both, app("FINISH"), host("FINISH", result="done")])
    asked = []

    async def takes_over(upcoming: str) -> bool:
        asked.append(upcoming)
        if "Email" not in upcoming:
            return False
        (form,) = scene.desktop.world.running.values()
        form.set_value("email", "by hand")
        return True

    async with stage(tmp_path, script, user=ScriptedUser(takes_over=takes_over)) as scene:
        await scene.run(FIELDS)
    first = next(step for step in scene.heard.steps if step.actions and step.agent != "HostAgent")
    assert [action.result.status for action in first.actions] == [ResultStatus.SUCCESS, ResultStatus.SKIPPED]
    assert "the person took over" in str(first.actions[1].result.error)
    told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert any("by hand" in text for text in told)
    after = script.turns[2].inputs
    assert any("by hand" in notice for notice in after.notices)
    assert any(control.value == "by hand" for control in getattr(after, "controls", ()))
    assert any("HostAgent" in text for text in asked)


async def test_a_person_who_stops_the_run_while_it_is_paused_ends_it_as_cancelled(tmp_path: Path) -> None:
    async def stops(upcoming: str) -> bool:
        raise asyncio.CancelledError

    async with stage(tmp_path, [], user=ScriptedUser(takes_over=stops)) as scene:
        with pytest.raises(asyncio.CancelledError):
            await scene.run(FIELDS)
    ended = [event.summary for event in scene.heard.events if isinstance(event, RunEnded)]
    assert [run_summary.outcome for run_summary in ended] == [RunOutcome.CANCELLED]


@requirement("person:halt-key")
async def test_the_halt_key_stops_the_run_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    async def presses_it(upcoming: str) -> bool:
        await scene.desktop.send(None, [Keys(("ctrl", "super", "escape"))])
        await asyncio.sleep(0)
        return False

    script = ScriptedProvider([assign("0", FIELDS)])
    async with stage(tmp_path, script, user=ScriptedUser(takes_over=presses_it)) as scene:
        with pytest.raises(asyncio.CancelledError):
            await scene.run(FIELDS)
    ended = [event.summary for event in scene.heard.events if isinstance(event, RunEnded)]
    assert [run_summary.outcome for run_summary in ended] == [RunOutcome.CANCELLED]


async def test_after_a_run_nothing_listens_for_the_halt_key(tmp_path: Path) -> None:
    async with stage(tmp_path, [app("FINISH"), host("FINISH", result="done")]) as scene:
        await scene.run("in the Registration form do nothing")
        await scene.desktop.send(None, [Keys(("ctrl", "super", "escape"))])
        assert asyncio.current_task() is not None
        assert not asyncio.current_task().cancelling()  # type: ignore[union-attr]
