"""The table of docs/real-tasks.md, and the records that it is made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.minds.records import Record, load
from bench.minds.table import BEGIN, END, PAGE, renewed, summary


def _record(task: str, solved: bool = True, outcome: str = "VERIFIED", **count: object) -> Record:
    counted = {
        "outcome": outcome, "calls": 4, "wasted": 1, "tokens_a_call": 2900, "own_seconds": 7.4, "turn_seconds": [0.4],
        "refusals": 0, "left_out": 0, "turns": [],
    } | count  # fmt: skip
    return Record(task, "do it", "hand:/x", solved, "" if solved else "the file is missing", 3, "/log", counted)


def test_a_record_is_read_as_it_was_written_and_what_is_none_is_left_out(tmp_path: Path) -> None:
    _record("mail").save(tmp_path)
    (tmp_path / "half.json").write_text('{"task": "ha')
    assert load(tmp_path) == [_record("mail")]


def test_rows_are_renewed_added_and_sorted_and_the_others_stay() -> None:
    page = f"# Real tasks\n\n{BEGIN}\n{END}\n\nand more\n"
    first = renewed(page, [_record("mail"), _record("archive")])
    second = renewed(first, [_record("mail", solved=False, outcome="FAILED"), _record("chat")])
    rows = [line for line in second.splitlines() if line.startswith("| ") and not line.startswith("| task")]
    assert rows == [
        "| archive | yes | VERIFIED | 4 | 3 | 1 | 2900 | 7 | hand |",
        "| chat | yes | VERIFIED | 4 | 3 | 1 | 2900 | 7 | hand |",
        "| mail | no | FAILED | 4 | 3 | 1 | 2900 | 7 | hand |",
    ]
    assert second.endswith("\n\nand more\n")
    assert renewed(second, []) == second


def test_a_page_without_the_markers_is_left_as_it_is() -> None:
    with pytest.raises(ValueError, match="lacks the lines"):
        renewed("# Real tasks\n", [_record("mail")])


def test_the_page_of_the_project_can_be_renewed() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page, []) == page


def test_what_was_verified_and_is_not_so_is_told_in_the_summary() -> None:
    told = summary([_record("mail"), _record("chat", solved=False), _record("draw", outcome="COMPLETED_UNVERIFIED")])
    assert told.startswith("2 of 3 solved, 1 of them VERIFIED, 1 falsely VERIFIED; 12 calls for 9")
    assert "3 wasted" in told
