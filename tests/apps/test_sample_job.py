"""The job of `make run`, word for word: no model, real applications on a private desktop, each part of the request shown."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Command, only_object
from ufo.conditions.readers.read_document import read_document

_MAKEFILE = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")


def test_the_job_of_make_run_is_done_and_proved_without_a_model(tmp_path: Path) -> None:
    request = _MAKEFILE.split("\nSAMPLE_REQUEST := ")[1].split("\n")[0]
    command = Command(tmp_path)
    assert command.run("sample", ".").returncode == 0
    ended = command.run("run", request, "--desktop", "private", "--json", within_s=120)
    told = only_object(ended.stdout)
    assert told["outcome"] == "VERIFIED", told["reason"]
    book = read_document(tmp_path / "sales.ods")
    assert book.sheets[0].cell(1, 0).shown == "North"
    assert [chart.kind for chart in book.charts] == ["bar"]
