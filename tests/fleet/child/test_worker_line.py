"""The run's side of the line: a real run, on a private desktop, with a scripted model."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, until
from tests.fleet.child.outside import Outside
from tests.scenarios.stage import host
from tests.waiting import in_time
from ufo.config.sections import PlayerSections
from ufo.config.settings import Settings
from ufo.fleet.child.player import ChildPlayer, Ways
from ufo.fleet.jobs.ends import AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder
from ufo.runs.control.control_client import ControlClient
from ufo.runs.control.messages import RunState
from ufo.runs.plans.plan import plan_from
from ufo.trace.run_folders import EVENTS

FIRST = AttemptId.parse("job/key/0/1")


def _order(folder: Path, answers: list[dict[str, Any]], **more: Any) -> TaskOrder:
    script = folder / "script.json"
    script.write_text(json.dumps(answers), encoding="utf-8")
    overrides = {"model": {"name": f"scripted:{script}"}}
    return TaskOrder(plan=plan_from("look around"), overrides=overrides, **more)


def _player(command: Command) -> ChildPlayer:
    return ChildPlayer(
        PlayerSections.of(Settings()), command.folder, Ways(trusts=True, environment=command.environment)
    )


async def test_a_run_asks_its_worker_and_goes_on_with_the_answer(tmp_path: Path) -> None:
    command, outside = Command(tmp_path), Outside("blue")
    order = _order(tmp_path, [host("PENDING", questions=["Which colour?"]), *[host("FINISH", result="seen")] * 2])
    with in_time():
        end = await _player(command).play(order, FIRST, tmp_path, outside)
    assert (end.outcome, outside.asked) == (AttemptOutcome.COMPLETED_UNVERIFIED, ["Which colour?"]), end
    (log,) = (tmp_path / "runs").glob(f"*/{EVENTS}")
    assert b'"answer": "blue"' in log.read_bytes()
    assert b"blue" not in b"".join(outside.logged), "what is followed has no texts"
    assert [progress.steps for progress in outside.told] == [0, 1, 2, 3]
    assert command.left() == []


@pytest.mark.matrix
async def test_where_nobody_answers_while_the_desktop_is_held_the_run_ends_with_its_question(tmp_path: Path) -> None:
    command, outside = Command(tmp_path), Outside()
    order = _order(tmp_path, [host("PENDING", questions=["Which colour?"]), host("FINISH")], hold_s=1)
    with in_time():
        end = await _player(command).play(order, FIRST, tmp_path, outside)
    assert (end.outcome, end.question) == (AttemptOutcome.NEEDS_HELP, "Which colour?"), end
    # Nobody is asked where no desktop is held for it.
    order = _order(tmp_path, [host("PENDING", questions=["Which colour?"]), host("FINISH")], hold_s=0)
    with in_time():
        end = await _player(command).play(order, FIRST, tmp_path, outside)
    assert (end.outcome, end.question, outside.asked) == ("NEEDS_HELP", "Which colour?", ["Which colour?"])
    assert command.left() == []


@pytest.mark.matrix
async def test_a_run_whose_worker_is_silent_holds_before_its_next_act_until_it_hears_it_again(tmp_path: Path) -> None:
    command, outside = Command(tmp_path), Outside()
    looks = [host("CONTINUE", "find_tools", {"words": f"tool {number}"}) for number in range(400)]
    player = _player(command)
    playing = asyncio.ensure_future(player.play(_order(tmp_path, [*looks, host("FINISH")]), FIRST, tmp_path, outside))
    await outside.until(lambda: outside.told)
    (run,) = (tmp_path / "runs").iterdir()
    with in_time():
        async with await ControlClient.connect(run, "test", person=False) as client:
            await player.confirm(0.3)
            states = [state async for state in _until_phase(client, "paused")]
            assert states[-1].parked_by == "worker"
            await player.confirm(60.0)
            assert [state async for state in _until_phase(client, "running")]
            await player.pause()
            assert (await client.state()).phase in ("paused", "idle")
    playing.cancel()
    await asyncio.wait([playing])
    assert command.left() == []


async def _until_phase(client: ControlClient, phase: str) -> AsyncIterator[RunState]:
    async for news in client.changes():
        if isinstance(news, RunState):
            yield news
            if news.phase == phase:
                return


_WORKER = """
import asyncio, os, sys
from collections.abc import AsyncIterator
from pathlib import Path
from tests.fleet.child.outside import Outside
from tests.fleet.child.test_worker_line import FIRST
from ufo.config.sections import PlayerSections
from ufo.config.settings import Settings
from ufo.fleet.child.player import ChildPlayer, Ways
from ufo.fleet.jobs.order import TaskOrder
folder = Path(sys.argv[1])
order = TaskOrder.parse((folder / "order.json").read_text())
asyncio.run(ChildPlayer(PlayerSections.of(Settings()), folder, Ways(trusts=True)).play(order, FIRST, folder, Outside()))
"""


@pytest.mark.matrix
async def test_nothing_of_a_run_is_left_five_seconds_after_its_worker_was_killed_in_mid_act(tmp_path: Path) -> None:
    command = Command(tmp_path)
    order = TaskOrder(plan=plan_from('open Mousepad, type "a word" and save it as a.txt'), consents=True)
    (tmp_path / "order.json").write_text(order.model_dump_json())
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _WORKER, str(tmp_path), env={**command.environment, "PYTHONPATH": str(Path.cwd())}
    )
    with in_time():
        assert await asyncio.to_thread(until, lambda: any("mousepad" in line for line in command.left()))
        worker.send_signal(signal.SIGKILL)
        await worker.wait()
    assert await asyncio.to_thread(until, lambda: not command.left(), 5.0), command.left()
