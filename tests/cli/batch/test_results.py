from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ufo.cli.batch.results import Results, Task, read_ended
from ufo.errors import ConfigError
from ufo.runs.plans.plan import plan_from
from ufo.runs.plans.read_batch import Broken


def _results(*outcomes: str | None, broken: int = 0) -> Results:
    tasks = [Task(str(number), f"t:{number}", plan_from(f"do {number}")) for number in range(len(outcomes))]
    ended: dict[str, dict[str, Any]] = {
        str(number): {"outcome": outcome, "steps": 2, "seconds": 1.25, "cost": None}
        for number, outcome in enumerate(outcomes)
        if outcome
    }
    return Results("t", tasks, [Broken("t:9", "no valid JSON")] * broken, ended)


@pytest.mark.parametrize(
    ("outcomes", "broken", "code"),
    [
        (("VERIFIED", "VERIFIED"), 0, 0),
        (("VERIFIED", "COMPLETED_UNVERIFIED"), 0, 10),
        (("VERIFIED", "FAILED", "COMPLETED_UNVERIFIED"), 0, 11),
        (("VERIFIED", None), 0, 11),
        (("VERIFIED",), 1, 11),
    ],
)
def test_the_exit_code_tells_whether_all_is_done_and_proved(
    outcomes: tuple[str | None, ...], broken: int, code: int
) -> None:
    assert _results(*outcomes, broken=broken).exit_code == code


def test_the_result_file_has_every_task_and_is_read_again(tmp_path: Path) -> None:
    results = _results("VERIFIED", None, broken=1)
    results.write(tmp_path / "r.json")
    said = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert [item["outcome"] for item in said["tasks"]] == ["VERIFIED", "NOT_DONE"]
    assert said["tasks"][0]["plan"]["task"] == "do 0"
    assert said["counts"] == {"VERIFIED": 1, "NOT_DONE": 1, "broken": 1}
    assert said["broken"] == [{"place": "t:9", "why": "no valid JSON"}]
    assert read_ended(tmp_path / "r.json") == results.ended


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"kind": "something else"}'])
def test_another_file_is_never_taken_for_a_result_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="is no result file of ufo batch"):
        read_ended(tmp_path / "r.json")


def test_of_many_tasks_the_table_shows_those_that_are_not_verified() -> None:
    results = _results(*["VERIFIED"] * 300, "FAILED")
    shown = io.StringIO()
    Console(file=shown, width=200).print(results.table())
    lines = shown.getvalue().splitlines()
    assert "t:300" in lines[1] and "FAILED" in lines[1]
    assert (len(lines), results.left_out) == (101, 201)
