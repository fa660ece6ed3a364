from __future__ import annotations

from pathlib import Path

from tests.requirement import requirement
from ufo.trace.reader import read_steps
from ufo.trace.writer import LogWriter


@requirement("host-memory:log")
def test_structural_logs_are_read_by_round_step_and_key_and_a_cut_line_is_left_out(tmp_path: Path) -> None:
    log = LogWriter(tmp_path)
    for number in (1, 2):
        log.log_step({"round_num": 0, "round_step": number, "thought": f"thought {number}", "picture": b"\x89PNG"})
    log.close()
    with (log.folder / "structural.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"round_num": 0, "round_st')
    assert [step["thought"] for step in read_steps(log.folder)] == ["thought 1", "thought 2"]
    assert read_steps(log.folder, round_num=0, round_step=2, keys=("thought", "nothing")) == ({"thought": "thought 2"},)
    assert read_steps(log.folder, round_num=1) == ()
    assert read_steps(tmp_path / "none") == ()
