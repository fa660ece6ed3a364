"""A task is played from its input files to its record, with a scripted mind on a real application."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.minds.__main__ import main
from bench.minds.records import load
from bench.minds.runner import CannotPlay, Playing, judged, play
from bench.minds.shared import TASKS
from bench.minds.task import Place, Task, Verdict
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import AppInputs, HostInputs

ROOT = Path(__file__).parents[3]
SAID = {"observation": "o", "thought": "t"}


def _write(place: Place) -> None:
    (place.folder / "note.txt").write_text("milk\n", encoding="utf-8")


def _judge(place: Place, answer: str) -> Verdict:
    said = (place.folder / "note.txt").read_text(encoding="utf-8")
    return Verdict(said == "honey\n" and place.environment["DISPLAY"] != "", f"the file says {said!r}")


NOTE = Task(
    "note",
    "Write honey into note.txt in place of milk and save it.",
    ("mousepad",),
    _write,
    _judge,
    opens=("mousepad", "{folder}/note.txt"),
)


def _hand_over(turn: Turn) -> dict[str, object]:
    assert isinstance(turn.inputs, HostInputs)
    (window,) = turn.inputs.targets
    assert "note.txt" in window.name
    chosen = {"id": window.id, "name": window.name}
    return {
        **SAID, "status": "ASSIGN", "current_subtask": "write it", "function": "select_application_window", "arguments": chosen,
    }  # fmt: skip


def _nonsense(turn: Turn) -> str:
    return "I would write it."


def _rewrite(turn: Turn) -> dict[str, object]:
    assert isinstance(turn.inputs, AppInputs)
    field = next(control for control in turn.inputs.controls if "multiline" in control.states)
    arguments = {"id": field.id, "name": field.name, "text": "honey\n", "clear_current_text": True}
    actions = [
        {"function": "set_edit_text", "arguments": arguments},
        {"function": "keyboard_input", "arguments": {"keys": "{VK_CONTROL}s"}},
    ]
    return {**SAID, "status": "FINISH", "action": actions}


def _end(turn: Turn) -> dict[str, object]:
    return {**SAID, "status": "FINISH"}


async def test_a_task_is_played_judged_counted_and_recorded(tmp_path: Path) -> None:
    mind = ScriptedProvider([_hand_over, _nonsense, _rewrite, _end, _end])
    record = await play(NOTE, Playing(tmp_path, {"model": {"decide_locally": False}}, provider=mind))
    assert record.solved, record.why
    assert load(tmp_path / "records") == [record]
    assert record.request == NOTE.request
    assert record.count["calls"] >= 3
    assert record.count["wasted"] == 1
    assert (Path(record.log) / "events.jsonl").exists()
    assert record.outcome in ("VERIFIED", "COMPLETED_UNVERIFIED")


async def test_a_task_whose_program_is_missing_is_not_played(tmp_path: Path) -> None:
    task = Task("none", "do it", ("no-such-program",), _write, _judge)
    with pytest.raises(CannotPlay, match="no-such-program"):
        await play(task, Playing(tmp_path))
    assert load(tmp_path / "records") == []


def test_a_world_that_the_judge_stumbles_over_is_not_solved(tmp_path: Path) -> None:
    verdict = judged(NOTE, Place(tmp_path), "")
    assert not verdict.solved
    assert "FileNotFoundError" in verdict.why


def test_the_tasks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(f"{task.name} " in listed for task in TASKS)


def test_an_unknown_task_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-task"]) == 2
    assert "there is no task 'no-such-task'" in capsys.readouterr().err


@pytest.mark.matrix
def test_a_task_is_played_from_the_command_line_and_its_record_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mind.jsonl").write_text(json.dumps({**SAID, "status": "FAIL"}) + "\n")
    file = tmp_path / "all.json"
    arguments = [
        "holiday", "--model", f"scripted:{tmp_path / 'mind.jsonl'}", "--out", str(tmp_path / "out"), "--json", str(file),
    ]  # fmt: skip
    # The task itself is played by a process of its own.
    monkeypatch.chdir(ROOT)
    code = main(arguments)
    said = capsys.readouterr().out
    assert code == 1, said
    assert "0 of 1 solved" in said
    (record,) = json.loads(file.read_text())
    assert (record["task"], record["solved"], record["count"]["calls"]) == ("holiday", False, 1)
