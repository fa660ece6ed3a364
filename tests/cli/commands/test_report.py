from __future__ import annotations

from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.commands.report import report


def test_the_page_is_written_and_its_path_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_run(tmp_path)
    assert report("last", tmp_path / "page.html", tmp_path) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'page.html'}\n"
    assert log.run_id in (tmp_path / "page.html").read_text("utf-8")
