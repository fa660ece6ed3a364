"""Runs in a folder: which one is meant, and how each ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trace.aged_runs import aged_run
from tests.trace.sample_run import write_run
from ufo.errors import TraceError
from ufo.schema.outcome import RunOutcome
from ufo.trace.run_folders import RunFolder, find_run, line_of_run, runs_in


def test_a_run_is_found_by_id_prefix_last_and_path(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    for name in (log.run_id, log.run_id[:-2], "last", str(log.folder)):
        assert find_run(name, tmp_path) == log.folder
    assert find_run(str(log.folder / "events.jsonl"), tmp_path) == log.folder / "events.jsonl"


@pytest.mark.parametrize("name", ["nothing", "", "../.."])
def test_an_unknown_run_is_refused_with_the_name_of_the_last_one(tmp_path: Path, name: str) -> None:
    log = write_run(tmp_path)
    with pytest.raises(TraceError, match=log.run_id):
        find_run(name, tmp_path)


def test_a_prefix_of_several_runs_is_refused(tmp_path: Path) -> None:
    write_run(tmp_path), write_run(tmp_path)
    with pytest.raises(TraceError, match="give more of the id"):
        find_run("2", tmp_path)


def test_an_empty_log_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="--log-dir"):
        find_run("last", tmp_path / "none")


def test_a_line_tells_the_request_and_the_end_as_the_whole_log_does(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    line = line_of_run(RunFolder(log.folder))
    assert line.started is not None and line.started.request == "Write a shopping list and save it"
    assert line.summary is not None and line.summary.outcome in RunOutcome


def test_a_run_that_did_not_end_has_no_summary_and_a_cut_line_is_no_fault(tmp_path: Path) -> None:
    run = aged_run(tmp_path, 1)
    with (run / "events.jsonl").open("a") as file:
        file.write('{"at": 1, "kind": "run_ended", "summ')
    line = line_of_run(RunFolder(run))
    assert line.summary is None and line.started is not None


def test_half_removed_runs_and_links_are_none(tmp_path: Path) -> None:
    run = aged_run(tmp_path / "runs", 1)
    run.rename(run.with_name(f".{run.name}.gone"))
    (tmp_path / "runs/link").symlink_to(aged_run(tmp_path / "elsewhere", 1))
    assert runs_in(tmp_path / "runs") == []
