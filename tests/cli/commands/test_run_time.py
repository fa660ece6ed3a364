from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.commands import run_time
from ufo.errors import TraceError
from ufo.schema.spans import Span, Spent
from ufo.trace.events import TimeSpent
from ufo.trace.run_folders import EVENTS


def _timed_run(folder: Path) -> Path:
    log = write_run(folder)
    spans = (Span(on=Spent.TOOL, name="[b]fill", began=0, seconds=3), Span(on=Spent.STABLE, began=1, seconds=2))
    with (log.folder / EVENTS).open("a", encoding="utf-8") as events:
        events.write(TimeSpent(at=3, spans=spans).model_dump_json() + "\n")
    return log.folder


def test_a_person_reads_where_the_time_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_time.show(str(_timed_run(tmp_path)), tmp_path, as_json=False) == 0
    told = capsys.readouterr().out
    assert "16.0 s of our own" in told and "[b]fill > stable" in told


def test_programs_get_the_same_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_time.show(str(_timed_run(tmp_path)), tmp_path, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["own_s"] == 16 and told["slowest"][0] == {
        "on": "stable",
        "began": 1,
        "own_s": 2,
        "path": ["[b]fill", "stable"],
    }


def test_a_run_without_times_says_what_to_do(tmp_path: Path) -> None:
    write_run(tmp_path)
    with pytest.raises(TraceError, match="name a newer run"):
        run_time.show("last", tmp_path, as_json=False)
