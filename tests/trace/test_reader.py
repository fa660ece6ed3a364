from __future__ import annotations

from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.errors import TraceError
from ufo.trace.events import VERSION, StepEnded
from ufo.trace.reader import read_run


def test_a_run_can_be_read_wherever_it_was_cut(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    events = log.folder / "events.jsonl"
    whole = events.read_bytes()
    for end in range(0, len(whole), 97):
        events.write_bytes(whole[:end])
        run = read_run(log.folder)
        assert not run.finished
        assert not run.doubts
        assert len(run.events) in (whole[:end].count(b"\n"), whole[:end].count(b"\n") + 1)


def test_unknown_events_and_garbage_are_said_and_left_out(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    events = log.folder / "events.jsonl"
    junk = b'\xff\xfe\n{"kind":"of_tomorrow"}\n[1]\n{"kind":"step_ended"}\n' + b"[" * 100_000 + b"\n"
    events.write_bytes(junk + events.read_bytes())
    run = read_run(events)
    assert run.finished
    assert len(run.of(StepEnded)) == 2
    assert len(run.doubts) == 5
    assert "of_tomorrow" in run.doubts[1]


def test_a_newer_version_is_said(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    events = log.folder / "events.jsonl"
    events.write_text(events.read_text().replace(f'"version": {VERSION}', '"version": 99'))
    assert "newer version (99" in read_run(log.folder).doubts[0]


def test_what_is_no_run_is_told_with_the_next_move(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="name a folder that holds"):
        read_run(tmp_path)
