"""What was recorded is on the disk step by step, and no secret is."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.extensions.recording.made import control, steps
from ufo.errors import TraceError
from ufo.secrets.masks import Masks
from ufo_recording.recorded import Begun, Ended
from ufo_recording.recording_folder import RecordingWriter, read_recording


def written(folder: Path, masks: Masks | None = None) -> RecordingWriter:
    writer = RecordingWriter(folder, Begun(name="try"), Masks() if masks is None else masks)
    for step in steps({"control": control("Save")}, {"kind": "keys", "keys": "ctrl+s"}):
        writer.write(step)
    return writer


def test_a_recording_that_was_killed_in_the_middle_of_a_line_has_all_steps_before_it(tmp_path: Path) -> None:
    written(tmp_path / "try")
    lines = tmp_path / "try" / "recording.jsonl"
    lines.write_bytes(lines.read_bytes() + b'{"line":"step","num')
    found = read_recording(tmp_path / "try")
    assert [step.number for step in found.steps] == [1, 2]
    assert found.ended is None and found.torn


def test_the_trace_has_one_readable_line_a_step(tmp_path: Path) -> None:
    written(tmp_path / "try").write(Ended(reason="the person ended the recording"))
    assert (tmp_path / "try" / "trace.log").read_text().splitlines() == [
        "  1  click Button 'Save' in 'Untitled'  → something",
        "  2  press ctrl+s in 'Untitled'  → something",
        "     the person ended the recording",
    ]


def test_a_secret_that_becomes_known_later_is_removed_from_what_was_written(tmp_path: Path) -> None:
    masks = Masks()
    writer = written(tmp_path / "try", masks)
    (typed,) = steps({"kind": "type", "control": control("User", "Edit"), "text": "hunter2", "change": "shows hunter2"})
    writer.write(typed)
    masks.learn("hunter2")
    writer.write(typed)
    for name in ("recording.jsonl", "trace.log"):
        assert "hunter2" not in (tmp_path / "try" / name).read_text()
    assert len(read_recording(tmp_path / "try").steps) == 4


def test_nobody_else_may_read_a_recording(tmp_path: Path) -> None:
    written(tmp_path / "try")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "try").rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_what_is_no_recording_is_told(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no recording can be read"):
        read_recording(tmp_path)
    (tmp_path / "recording.jsonl").write_text('{"line":"step"}\n')
    with pytest.raises(TraceError, match="damaged in line 1"):
        read_recording(tmp_path)
    (tmp_path / "recording.jsonl").write_text('{"line":"begun","name":"a","version":99}\n')
    with pytest.raises(TraceError, match="newer version"):
        read_recording(tmp_path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="cannot be written"):
        RecordingWriter(tmp_path / "file" / "try", Begun(name="try"), Masks())
