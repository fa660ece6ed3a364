"""What a person did in several take-overs of a run becomes one recording."""

from __future__ import annotations

from pathlib import Path

from tests.trace.sample_run import write_run
from ufo.trace.run_folders import TAKEOVERS
from ufo_recording.record import joined_takeovers
from ufo_recording.recorded import Begun, ProgramSeen, Step
from ufo_recording.recording_folder import read_recording, write_recording


def test_take_overs_are_joined_in_the_order_in_which_they_were_done(tmp_path: Path) -> None:
    run = write_run(tmp_path).folder
    numbers = range(1, 12)
    for number in numbers:
        program = ProgramSeen(number=1, app_root="mousepad", process="mousepad")
        step = Step(number=1, kind="keys", program=1, keys=f"f{number}")
        write_recording(run / TAKEOVERS / str(number), [Begun(name=f"takeover-{number}"), program, step])
    lines, _ = joined_takeovers(run, "keys")
    write_recording(tmp_path / "keys", lines)
    joined = read_recording(tmp_path / "keys")
    assert [(step.number, step.keys) for step in joined.steps] == [(number, f"f{number}") for number in numbers]
    assert len(joined.programs) == 1
