"""`ufo submit` and `ufo jobs`, over a real database, with a worker in the test's own process whose player stands in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.working import JOB, Working, scene_in, task, working
from ufo.cli.commands import jobs
from ufo.cli.commands.submit import submit
from ufo.cli.fleet.fleet_place import FleetPlace
from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.store.places import open_store

Printed = pytest.CaptureFixture[str]


def _place(folder: Path) -> dict[str, Any]:
    return {"database": str(folder / "fleet.sqlite"), "store": str(folder / "kept")}


def _submit(folder: Path, source: str, **more: Any) -> int:
    told: dict[str, Any] = {
        "seeds": 1,
        "files": [],
        "at": None,
        "every": None,
        "zone": "",
        "name": None,
        "operator": False,
        "hold_min": 0.0,
        "as_json": True,
    }
    return submit(source, {}, {}, place=_place(folder), **{**told, **more})


def _told(printed: Printed, command: Callable[..., int], *arguments: Any) -> Any:
    printed.readouterr()
    command(*arguments, True)
    return json.loads(printed.readouterr().out)


def _scene(folder: Path) -> Any:
    return scene_in(folder, Database.in_file(folder / "fleet.sqlite"))


def test_what_is_submitted_twice_is_one_and_is_listed_and_cancelled(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "tasks.txt").write_text('one\ntwo\n{"task": \n', encoding="utf-8")
    place = _place(tmp_path)
    assert _submit(tmp_path, str(tmp_path / "tasks.txt"), name="night") == 11
    told = capsys.readouterr()
    assert "tasks.txt:3: no valid JSON" in told.err
    assert json.loads(told.out) == {"job": "night", "tasks": 2, "new": 2, "broken": 1, "every": None}
    _submit(tmp_path, str(tmp_path / "tasks.txt"), name="night")
    assert json.loads(capsys.readouterr().out)["new"] == 0
    (job,) = _told(capsys, jobs.list_, place)["jobs"]
    assert (job["job"], job["tasks"], job["counts"]) == ("night", 2, {"queued": 2})
    rows = _told(capsys, jobs.show, "night", place, False)["rows"]
    assert [
        (row["place"], row["request"], row["state"]) for row in sorted(rows, key=lambda row: str(row["place"]))
    ] == [
        ("tasks.txt:1", "one", "queued"),
        ("tasks.txt:2", "two", "queued"),
    ]
    assert _told(capsys, jobs.cancel, rows[0]["task"], place) == {"cancelled": 1}
    assert _told(capsys, jobs.retry, rows[0]["task"], place) == {"again": [f"{rows[0]['task']}/2"]}
    assert _told(capsys, jobs.cancel, "night", place) == {"cancelled": 2}
    jobs.list_(place, as_json=False)
    jobs.show("night", place, everything=False, as_json=False)
    shown = capsys.readouterr().out
    assert "2 of 2 over, 2 cancelled" in shown and f"{rows[1]['task']}/1" in shown


def test_a_schedule_is_listed_and_ended(tmp_path: Path, capsys: Printed) -> None:
    _submit(tmp_path, "look around", every="0 22 * * 1-5", name="nightly")
    (row,) = _told(capsys, jobs.list_, _place(tmp_path))["schedules"]
    assert (row["name"], row["cron"], row["tasks"]) == ("nightly", "0 22 * * 1-5", 1)
    assert _told(capsys, jobs.cancel, "nightly", _place(tmp_path)) == {"schedule": "nightly", "ended": True}
    assert _told(capsys, jobs.list_, _place(tmp_path)) == {"jobs": [], "schedules": []}
    with pytest.raises(ConfigError, match="is no schedule"):
        _submit(tmp_path, "look around", every="at night", name="nightly")
    with pytest.raises(ConfigError, match="leave one of them out"):
        _submit(tmp_path, "look around", every="0 22 * * *", at="22:00")


async def _answered(work: Working, place: dict[str, Any], capsys: Printed) -> None:
    await work.submit(task("ask=colour", hold_s=0))
    await work.until_state("waiting 1")
    jobs.show(JOB, place, everything=False, as_json=False)
    assert "asks: colour" in capsys.readouterr().out
    jobs.answer(f"{JOB}/task/0", "blue", place, as_json=False)
    assert "begins anew, answer in hand" in capsys.readouterr().out
    await work.until_state("done 2")
    jobs.show(f"{JOB}/task/0", place, everything=False, as_json=False)
    first, second = capsys.readouterr().out.splitlines()[1:]
    assert "NEEDS_HELP" in first and "done VERIFIED" in second
    with pytest.raises(ConfigError, match="asks nothing"):
        jobs.answer(f"{JOB}/task/0", "red", place, as_json=False)


async def test_a_question_is_answered_once_and_passwords_stay_out_of_the_database(
    tmp_path: Path, capsys: Printed
) -> None:
    place = _place(tmp_path)
    with _scene(tmp_path) as scene:
        async with working(scene) as work:
            await _answered(work, place, capsys)
            await work.submit(task("ask=password?", "secret", hold_s=0))
            await work.until_state("waiting 1", "secret")
            with pytest.raises(ConfigError, match="ufo secret set NAME"):
                jobs.answer(f"{JOB}/secret/0", "hunter2", place, as_json=False)
            jobs.answer(f"{JOB}/secret/0", "{{secret:login}}", place, as_json=False)
            await work.until_state("done 2", "secret")
        assert jobs.watch(JOB, place, as_json=True) == 0
        assert json.loads(capsys.readouterr().out.splitlines()[-1])["counts"] == {"done": 2}
        assert _told(capsys, jobs.workers, place) == []


def test_the_log_and_the_files_of_a_run_come_out_of_the_store(tmp_path: Path, capsys: Printed) -> None:
    place, attempt = _place(tmp_path), AttemptId.parse("night/key/0/1")
    store = open_store(str(tmp_path / "kept"))
    with pytest.raises(ConfigError, match="has told nothing yet"):
        jobs.logs(str(attempt), place, follow=False, as_json=True)
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "made.txt").write_text("42")
    store.begin(attempt, "w")
    lines = b'{"kind": "noticed", "text": "a notice"}\n{"kind": "later"}\n'
    store.append_events(attempt, "w", lines)
    store.finish(attempt, "w", folder, AttemptEnd(outcome=AttemptOutcome.VERIFIED))
    jobs.logs(str(attempt), place, follow=True, as_json=True)
    assert capsys.readouterr().out.encode() == lines
    jobs.logs(str(attempt), place, follow=False, as_json=False)
    assert "a notice" in capsys.readouterr().out
    (fetched,) = _told(capsys, jobs.fetch, str(attempt), tmp_path / "out", place)
    assert (Path(fetched["folder"]) / "made.txt").read_text() == "42"
    assert jobs.fetch(str(attempt), tmp_path / "out", place, as_json=True) == 11


def test_what_is_named_wrongly_is_said(tmp_path: Path) -> None:
    place = _place(tmp_path)
    wrong: list[tuple[Callable[[], int], str]] = [
        (lambda: jobs.show("gone", place, False, True), "there is no job 'gone'"),
        (lambda: jobs.watch("gone", place, True), "there is no job 'gone'"),
        (lambda: jobs.show("gone/key/0", place, False, True), "there is no task"),
        (lambda: jobs.show("a/b", place, False, True), "names no task"),
        (lambda: jobs.cancel("../x", place, True), "names no task"),
        (lambda: jobs.fetch("gone", None, place, True), "there is no job 'gone'"),
        (lambda: jobs.watch("gone/key/0", place, True), "there is no task 'gone/key/0'"),
        (lambda: jobs.answer("gone/key/0", " ", place, True), "at least one word"),
    ]
    for call, why in wrong:
        with pytest.raises(ConfigError, match=why):
            call()


def test_many_machines_need_a_store_that_all_reach() -> None:
    with pytest.raises(ConfigError, match="--store FOLDER"):
        FleetPlace("postgresql://ann:word@db/fleet").opened_store()
    with pytest.raises(ConfigError) as raised:
        FleetPlace("postgresql://ann:word@127.0.0.1:9/fleet", "s3://x:word@b").opened_store()
    assert "word" not in str(raised.value)
