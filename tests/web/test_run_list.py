"""The list of runs: quick with thousands, and no id leads out of the folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.trace.aged_runs import aged_run
from tests.trace.sample_run import write_run
from ufo.trace.run_folders import hold
from ufo.web.run_list import PER_PAGE, RunList


def test_a_run_is_told_with_its_request_its_state_its_time_and_its_cost(tmp_path: Path) -> None:
    ended = write_run(tmp_path).folder
    (run,) = RunList(tmp_path).page(1).runs
    assert (run.id, run.request, run.state) == (ended.name, "Write a shopping list and save it", "VERIFIED")
    assert (run.seconds, run.cost, run.is_going_on) == (12.5, 0.0084, False)


def test_a_run_that_goes_on_and_one_that_was_broken_off_are_told_apart(tmp_path: Path) -> None:
    broken, going = aged_run(tmp_path, 2), aged_run(tmp_path, 1)
    lock = hold(going)
    assert lock is not None
    assert [(run.id, run.state) for run in RunList(tmp_path).page(1).runs] == [
        (going.name, "goes on"),
        (broken.name, "broken off"),
    ]
    os.close(lock)


def test_thousands_are_told_page_by_page_the_newest_first(tmp_path: Path) -> None:
    for number in range(2000):
        aged_run(tmp_path, 1 + number / 100, size=1)
    listed = RunList(tmp_path)
    first, last = listed.page(1), listed.page(10**9)
    assert (first.count, first.pages, len(first.runs)) == (2000, 100, PER_PAGE)
    assert last.number == 100 and first.runs[0].id > first.runs[-1].id > last.runs[0].id
    assert listed.page(0) == listed.page(1) == listed.page(-5)


def test_what_has_changed_is_read_anew(tmp_path: Path) -> None:
    run = aged_run(tmp_path, 1)
    listed = RunList(tmp_path)
    assert listed.page(1).runs[0].request == "do it"
    line = json.loads((run / "events.jsonl").read_text())
    (run / "events.jsonl").write_text(json.dumps(line | {"request": "do that"}) + "\n")
    assert listed.page(1).runs[0].request == "do that"


@pytest.mark.parametrize("run_id", ["..", "", ".", "last", "../runs", "/etc", "20260102-030405-abc123\n", "x" * 5000])
def test_no_other_text_is_the_id_of_a_run(tmp_path: Path, run_id: str) -> None:
    aged_run(tmp_path, 1)
    assert RunList(tmp_path).find(run_id) is None


def test_a_link_to_a_folder_is_no_run(tmp_path: Path) -> None:
    real = aged_run(tmp_path / "elsewhere", 1)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / real.name).symlink_to(real)
    assert RunList(tmp_path / "runs").find(real.name) is None
