from __future__ import annotations

from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.report import report
from ufo.errors import TraceError


def test_a_run_is_found_by_id_prefix_last_and_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_run(tmp_path)
    for name in (log.run_id, log.run_id[:-2], "last", str(log.folder), str(log.folder / "events.jsonl")):
        assert report(name, tmp_path / "page.html", tmp_path) == 0
        assert capsys.readouterr().out == f"{tmp_path / 'page.html'}\n"


@pytest.mark.parametrize("name", ["nothing", "", "../.."])
def test_an_unknown_run_is_refused_with_the_name_of_the_last_one(tmp_path: Path, name: str) -> None:
    log = write_run(tmp_path)
    with pytest.raises(TraceError, match=log.run_id):
        report(name, None, tmp_path)


def test_a_prefix_of_several_runs_is_refused(tmp_path: Path) -> None:
    write_run(tmp_path), write_run(tmp_path)
    with pytest.raises(TraceError, match="give more of the id"):
        report("2", None, tmp_path)


def test_an_empty_log_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="--log-dir"):
        report("last", None, tmp_path / "none")
