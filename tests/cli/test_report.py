from __future__ import annotations

from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.report import report


def test_a_run_is_found_by_id_prefix_last_and_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_run(tmp_path)
    for name in (log.run_id, log.run_id[:-2], "last", str(log.folder), str(log.folder / "events.jsonl")):
        assert report(name, tmp_path / "page.html", tmp_path) == 0
        assert capsys.readouterr().out == f"{tmp_path / 'page.html'}\n"


@pytest.mark.parametrize("name", ["nothing", "", "../.."])
def test_an_unknown_run_is_a_usage_error_that_names_the_last_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    log = write_run(tmp_path)
    assert report(name, None, tmp_path) == 2
    assert log.run_id in capsys.readouterr().err


def test_a_prefix_of_several_runs_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path), write_run(tmp_path)
    assert report("2", None, tmp_path) == 2
    assert "give more of the id" in capsys.readouterr().err


def test_an_empty_log_folder_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report("last", None, tmp_path / "none") == 2
    assert "--log-dir" in capsys.readouterr().err
