"""Commands of a turn: reviewed before, dispatched once, failures told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.stage import stage
from ufo.agents.processors.strategies.dispatch_actions import AskingDispatcher, failures
from ufo.conditions.kinds.file import FilePredicate
from ufo.errors import ToolError
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.predicate import Truth, refuted
from ufo.tools.dispatch.collect import collect, verify


async def test_commands_wait_together_where_one_needs_consent_and_run_once_it_is_given(tmp_path: Path) -> None:
    target = tmp_path / "copy.txt"
    commands = [
        Command(tool_name="launch_application", parameters={"name": "Notes"}),
        Command(tool_name="run_shell", parameters={"bash_command": f"cp /etc/hostname {target}"}),
    ]
    async with stage(tmp_path, []) as scene:
        agent = scene.session.host
        asking = AskingDispatcher(agent.tools.dispatcher)
        held = await asking.execute_commands(commands)
        assert asking.waiting is not None and str(target) in asking.waiting.question
        assert [result.status for result in held] == [ResultStatus.NONE] * 2
        assert len(scene.desktop.world.windows) == 1
        agent.tools.dispatcher.approve(commands[1].call_id)
        consented = AskingDispatcher(agent.tools.dispatcher, asking.waiting.commands)
        done = await consented.execute_commands([])
        assert await consented.execute_commands([]) == []
    assert all(result.ok for result in done) and target.exists()
    assert consented.waiting is None


async def test_a_question_of_the_models_own_makes_harmless_commands_wait(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        command = Command(tool_name="launch_application", parameters={"name": "Notes"})
        asking = AskingDispatcher(scene.session.host.tools.dispatcher, ask_anyway="Shall I?")
        await asking.execute_commands([command])
        later = await asking.execute_commands([command])
    assert asking.waiting is not None and asking.waiting.question == "Shall I?"
    assert [result.status for result in later] == [ResultStatus.NONE]


async def test_a_look_that_fails_raises_with_the_tools_own_words(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        with pytest.raises(ToolError, match="no window is selected"):
            await collect(scene.session.host.tools.dispatcher, "get_app_window_info")


async def test_nothing_to_verify_asks_nobody_and_what_is_refuted_is_picked_out(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        dispatcher = scene.session.host.tools.dispatcher
        assert await verify(dispatcher, (), 0.1) == ()
        here, gone = FilePredicate(path=str(tmp_path), exists=True), FilePredicate(path=str(tmp_path / "none"))
        findings = await verify(dispatcher, (here, gone), 0.1)
    assert [finding.predicate for finding in refuted(findings)] == [gone]
    assert findings[1].truth is Truth.UNSATISFIED


def test_only_failures_are_told_and_not_what_was_skipped_after_them() -> None:
    results = [
        Result(status=ResultStatus.SUCCESS),
        Result(status=ResultStatus.FAILURE, error="it is disabled"),
        Result(status=ResultStatus.SKIPPED, error="not run"),
    ]
    assert failures(results) == "it is disabled"
