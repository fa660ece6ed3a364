"""The worker's side of a run, with a stand-in for the run: a program that speaks as one does."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.child.outside import Outside
from tests.waiting import in_time
from ufo.config.sections import PlayerSections
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.fleet.child.floors import Floors
from ufo.fleet.child.player import ChildPlayer, Ways
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import Input, TaskOrder
from ufo.fleet.jobs.seams import OldOwner
from ufo.runs.plans.plan import plan_from
from ufo.trace.events import StepEnded

FIRST = AttemptId.parse("job/key/0/1")
_STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))


def _player(folder: Path, **ways: Any) -> ChildPlayer:
    told = {"command": _STAND_IN, "trusts": True, "log_every_s": 0.02, **ways}
    return ChildPlayer(PlayerSections.of(Settings()), folder, Ways(**told))


def _order(task: str, **more: Any) -> TaskOrder:
    return TaskOrder(plan=plan_from(task), **more)


async def _play(folder: Path, task: str, outside: Outside | None = None, **more: Any) -> AttemptEnd:
    with in_time():
        return await _player(folder).play(_order(task, **more), FIRST, folder, outside or Outside())


async def test_a_run_is_told_its_order_and_tells_how_it_went(tmp_path: Path) -> None:
    outside = Outside()
    end = await _play(
        tmp_path, "did 1; babble; call; call; did 2; end VERIFIED", outside, model_key="k", calls_per_minute=9
    )
    assert (end.outcome, end.why, end.question) == (AttemptOutcome.VERIFIED, "as told", "")
    assert (outside.calls, [progress.steps for progress in outside.told]) == (2, [1, 2])
    # What every encoding has goes into the database.
    assert end.summary["odd"] == "\\ud800"
    order = end.summary["order"]
    assert isinstance(order, dict)
    assert order["overrides"] == {
        "desktop": {"where": "private"},
        "control": {"socket": True},
        "system": {"question_timeout_s": 600.0},
    }
    assert (order["log_dir"], order["attended"], order["counted"]) == (str(tmp_path / "runs"), True, True)


async def test_what_a_task_is_done_with_is_named_where_it_lies_here(tmp_path: Path) -> None:
    plan = plan_from({"task": "end FAILED", "object": "draft.odt"})
    order = TaskOrder(plan=plan, inputs=(Input(name="draft.odt", sha256="0" * 64),), hold_s=0)
    with in_time():
        end = await _player(tmp_path).play(order, FIRST, tmp_path, Outside())
    told = end.summary["order"]
    assert isinstance(told, dict) and isinstance(told["plan"], dict)
    assert (end.outcome, told["plan"]["object"], told["attended"]) == ("FAILED", str(tmp_path / "draft.odt"), False)


async def test_a_question_goes_outward_and_its_answer_comes_back(tmp_path: Path) -> None:
    outside = Outside("blue")
    end = await _play(tmp_path, "ask Which colour?; end VERIFIED", outside)
    assert (outside.asked, end.summary["answers"]) == (["Which colour?"], ["blue"])
    outside = Outside("yes")
    await _play(tmp_path, "consent Send it?; end VERIFIED", outside)
    assert outside.asked == ["Send it? (yes or no)"]


async def test_an_answer_of_an_earlier_attempt_is_given_without_asking_again(tmp_path: Path) -> None:
    outside = Outside()
    end = await _play(
        tmp_path, "ask Which colour?; end NEEDS_HELP", outside, answers=(("Which colour?", "red"), ("x", "y"))
    )
    assert (outside.asked, end.summary["answers"], end.question) == ([], ["red"], "What now?")


async def test_a_question_that_was_answered_elsewhere_is_asked_no_longer(tmp_path: Path) -> None:
    end = await _play(tmp_path, "close Which colour?; end VERIFIED")
    assert end.outcome is AttemptOutcome.VERIFIED


@pytest.mark.parametrize(
    ("task", "why"), [("die no desktop", "no desktop"), ("end CANCELLED", "its process ended with 0")]
)
async def test_a_process_without_a_result_is_not_done_and_says_why(tmp_path: Path, task: str, why: str) -> None:
    end = await _play(tmp_path, task)
    assert (end.outcome, end.why) == (AttemptOutcome.NOT_DONE, why)


async def test_a_program_that_cannot_be_started_is_not_done(tmp_path: Path) -> None:
    player = _player(tmp_path, command=(str(tmp_path / "gone"),))
    end = await player.play(_order("did 1"), FIRST, tmp_path, Outside())
    assert end.outcome is AttemptOutcome.NOT_DONE and "cannot be started" in end.why


async def test_all_that_is_played_holds_and_goes_on(tmp_path: Path) -> None:
    outside, player = Outside(), _player(tmp_path)
    playing = [asyncio.ensure_future(player.play(_order("did 1; hang"), FIRST, tmp_path, outside)) for _ in range(2)]
    await outside.until(lambda: len(outside.told) == 2)
    with in_time():
        await player.confirm(20.0)
        await player.pause()
        await player.resume()
        await player.pause()
        # One that begins meanwhile holds from its beginning.
        late = asyncio.ensure_future(player.play(_order("did 1; hang"), FIRST, tmp_path, outside))
        await outside.until(lambda: len(outside.told) == 3)
        await player.pause()
        for play in (*playing, late):
            play.cancel()
        assert all(
            isinstance(done, asyncio.CancelledError)
            for done in await asyncio.gather(*playing, late, return_exceptions=True)
        )


async def test_new_lines_of_the_log_are_handed_out_and_those_that_could_not_be_kept_again(tmp_path: Path) -> None:
    outside = Outside("yes")
    outside.refuses = ConfigError("the store is full")
    playing = asyncio.ensure_future(_play(tmp_path, "log one|two; did 1; ask more?; did 2; end VERIFIED", outside))
    await outside.until(lambda: outside.told)
    outside.refuses = None
    await playing
    assert [json.loads(line)["at"] for line in b"".join(outside.logged).splitlines()] == [0, 1]


async def test_a_log_that_is_followed_says_what_is_done_and_never_a_text(tmp_path: Path) -> None:
    outside = Outside()
    playing = asyncio.ensure_future(_play(tmp_path, "log one|my word; hang", outside))
    await outside.until(lambda: outside.logged)
    (log,) = (tmp_path / "runs").glob("*/events.jsonl")
    # The run learns that it was a password, writes its log anew, and goes on.
    anew = log.with_name("anew")
    step = StepEnded(at=2, agent="AppAgent", state="CONTINUE", status="FINISH", response={"thought": "my word"})
    with anew.open("a") as file:
        file.write(log.read_text().replace("my word", "•••") + step.model_dump_json() + "\n")
    anew.replace(log)
    await outside.until(lambda: len(outside.logged) == 2)
    first, second = outside.logged
    assert b"word" not in first + second and first.count(b"\n") == 2
    assert {"kind": "step_ended", "agent": "AppAgent", "status": "FINISH"}.items() <= json.loads(second).items()
    playing.cancel()
    await asyncio.wait([playing])


async def test_who_was_taken_over_ends_its_run_and_says_so(tmp_path: Path) -> None:
    outside = Outside()
    outside.refuses = OldOwner("taken over")
    with pytest.raises(OldOwner):
        await _play(tmp_path, "log one; hang", outside)


@pytest.mark.parametrize(
    ("overrides", "why"),
    [
        ({"mcp": {"x": {"command": "rm -r /"}}}, "may not set `mcp.x`"),
        ({"log_dir": "/etc"}, "may not set `log_dir`"),
        ({"model": {"base_url": "http://elsewhere"}}, "may not set `model.base_url`"),
        ({"model": {"name": "os:system"}}, "may name a model of a provider"),
        ({"model": {"name": "hand:/etc"}}, "may name a model of a provider"),
        ({"desktop": {"where": "here"}}, "may not set `desktop.where`"),
        ({"policy": {}, "system": {}}, "may not set `system`"),
    ],
)
async def test_a_row_of_a_stranger_sets_nothing_that_is_the_machines(
    tmp_path: Path, overrides: dict[str, Any], why: str
) -> None:
    player = _player(tmp_path, trusts=False, command=(str(tmp_path / "never"),))
    end = await player.play(_order("did 1", overrides=overrides), FIRST, tmp_path, Outside())
    assert end.outcome is AttemptOutcome.NOT_DONE and why in end.why


async def test_a_row_of_a_stranger_may_choose_a_model_and_limits(tmp_path: Path) -> None:
    allowed = {"model": {"name": "openai:gpt-5"}, "limits": {"max_time_s": 60}, "policy": {"dry_run": True}}
    end = await _player(tmp_path, trusts=False).play(
        _order("end VERIFIED", overrides=allowed), FIRST, tmp_path, Outside()
    )
    assert end.outcome is AttemptOutcome.VERIFIED


async def test_a_secret_that_is_not_on_this_machine_is_said_before_anything_begins(tmp_path: Path) -> None:
    settings = Settings(secrets={"login": {"from": "environment", "variable": "LOGIN"}})
    for environment, why in (({}, "has no secret 'login'"), ({"LOGIN": "x"}, "")):
        player = ChildPlayer(PlayerSections.of(settings), tmp_path, Ways(command=_STAND_IN, environment=environment))
        end = await player.play(_order("end VERIFIED", secrets=("login",)), FIRST, tmp_path, Outside())
        assert why in end.why
    other = await player.play(_order("end VERIFIED", secrets=("gone",)), FIRST, tmp_path, Outside())
    assert "no secret is named 'gone'" in other.why


async def test_runs_do_not_get_the_way_into_the_database(tmp_path: Path) -> None:
    program = "import os, sys; sys.exit('ufo: ' + os.environ.get('UFO_DATABASE', 'none'))"
    player = _player(
        tmp_path, command=(sys.executable, "-c", program), environment={"UFO_DATABASE": "postgresql://u:p@h"}
    )
    assert (await player.play(_order("x"), FIRST, tmp_path, Outside())).why == "none"


def test_below_a_floor_there_is_no_room(tmp_path: Path) -> None:
    assert _player(tmp_path, floors=Floors(0, 0)).room() == ""
    assert "of memory are free and 1000000000 MB are the floor" in _player(tmp_path, floors=Floors(1e9, 0)).room()
    assert "MB of the disk" in _player(tmp_path, floors=Floors(0, 1e9)).room()
    assert f"MB of the disk of {str(tmp_path)!r}" in _player(tmp_path / "gone", floors=Floors(0, 1e9)).room()
