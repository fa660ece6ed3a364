"""Which runs go when they get old, and all that stays whatever happens."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trace.aged_runs import NOW, aged_run
from ufo.trace.run_folders import keep, runs_in
from ufo.trace.tidy import leftovers, plan, tidy
from ufo.trace.writer import LogWriter


def _names(folder: Path, keep_days: float, keep_mb: float) -> list[str]:
    return [going.run.name for going in plan(folder, keep_days, keep_mb, NOW).going]


def test_runs_that_are_too_old_go_and_the_others_stay(tmp_path: Path) -> None:
    old, young, newest = aged_run(tmp_path, 100), aged_run(tmp_path, 10), aged_run(tmp_path, 1)
    removed = tidy(plan(tmp_path, 90, 0, NOW))
    assert [going.run.name for going in removed] == [old.name]
    assert [run.path for run in runs_in(tmp_path)] == [young, newest]
    assert not list(tmp_path.glob(".*"))


def test_the_oldest_go_while_all_take_too_much(tmp_path: Path) -> None:
    runs = [aged_run(tmp_path, days, 1_000_000) for days in (5, 4, 3, 2)]
    assert _names(tmp_path, 0, 2.5) == [run.name for run in runs[:2]]


def test_0_is_no_bound(tmp_path: Path) -> None:
    aged_run(tmp_path, 5000, 2_000_000), aged_run(tmp_path, 4000)
    assert _names(tmp_path, 0, 0) == []


def test_the_newest_run_stays_however_old_and_large_it_is(tmp_path: Path) -> None:
    aged_run(tmp_path, 5000, 2_000_000)
    assert _names(tmp_path, 1, 0.001) == []


def test_a_run_that_is_kept_stays_also_where_that_was_said_after_the_plan(tmp_path: Path) -> None:
    old, later, _ = aged_run(tmp_path, 100), aged_run(tmp_path, 99), aged_run(tmp_path, 1)
    keep(old, True)
    what = plan(tmp_path, 90, 0, NOW)
    assert [going.run.name for going in what.going] == [later.name]
    keep(later, True)
    assert tidy(what) == ()
    keep(later, False)
    assert [going.run.name for going in tidy(what)] == [later.name]


def test_a_run_that_goes_on_stays(tmp_path: Path) -> None:
    log = LogWriter(tmp_path, "20200101-000000-abc123")
    aged_run(tmp_path, 1)
    assert _names(tmp_path, 90, 0) == []
    log.close()
    assert _names(tmp_path, 90, 0) == [log.run_id]


def test_a_run_whose_process_was_killed_goes_on_no_more(tmp_path: Path) -> None:
    code = "import sys, pathlib, os, signal; from ufo.trace.writer import LogWriter\n" \
        "log = LogWriter(pathlib.Path(sys.argv[1]), '20200101-000000-abc123'); os.kill(os.getpid(), signal.SIGKILL)"  # fmt: skip
    died = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, timeout=60)
    assert died.returncode == -signal.SIGKILL
    aged_run(tmp_path, 1)
    assert _names(tmp_path, 90, 0) == ["20200101-000000-abc123"]


def test_what_is_no_run_is_never_touched(tmp_path: Path) -> None:
    outside = aged_run(tmp_path / "elsewhere", 200)
    runs = tmp_path / "runs"
    aged_run(runs, 1)
    (runs / outside.name).symlink_to(outside)
    (runs / f".{outside.name}.gone").symlink_to(outside)
    foreign = runs / "holidays"
    shutil.copytree(outside, foreign)
    empty = runs / "20200101-000000-ffffff"
    empty.mkdir()
    linked = runs / "20200101-000000-eeeeee"
    linked.mkdir()
    (linked / "events.jsonl").symlink_to(outside / "events.jsonl")
    what = plan(runs, 90, 0.0001, NOW)
    assert what.going == ()
    assert tidy(what) == ()
    assert (outside / "picture.png").is_file() and (foreign / "picture.png").is_file()
    assert empty.is_dir() and linked.is_dir()


def test_a_link_inside_of_a_run_is_removed_and_what_it_leads_to_is_not(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("x")
    runs = tmp_path / "runs"
    old = aged_run(runs, 100)
    (old / "link").symlink_to(precious)
    aged_run(runs, 1)
    assert tidy(plan(runs, 90, 0, NOW))
    assert not old.exists() and (precious / "file").is_file()


@pytest.mark.parametrize("whole", [True, False])
def test_what_a_killed_process_left_half_removed_goes_with_the_next_call(tmp_path: Path, whole: bool) -> None:
    old = aged_run(tmp_path, 100)
    aged_run(tmp_path, 1)
    gone = old.with_name(f".{old.name}.gone")
    old.rename(gone)
    if not whole:
        (gone / "events.jsonl").unlink()
    assert leftovers(tmp_path)
    assert tidy(plan(tmp_path, 0, 0, NOW)) == ()
    assert not gone.exists() and not leftovers(tmp_path)


def test_one_process_tidies_at_a_time(tmp_path: Path) -> None:
    old, _ = aged_run(tmp_path, 100), aged_run(tmp_path, 1)
    what = plan(tmp_path, 90, 0, NOW)
    code = "import sys, pathlib; from ufo.trace.run_folders import hold; hold(pathlib.Path(sys.argv[1]))\n" \
        "print('held', flush=True); sys.stdin.read()"  # fmt: skip
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    assert tidy(what) == ()
    assert old.is_dir()
    other.communicate("", timeout=20)
    assert tidy(what)
