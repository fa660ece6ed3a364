"""Runs that are broken off and gone on with, on a desktop in memory that outlives them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.stage import act, app, assign, host
from ufo.config.load import load_settings
from ufo.desktop.fake.apps import form, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.errors import TraceError
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.unfinished import unfinished
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.computer_use import OperatorInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.running_mode import RunningMode
from ufo.trace.events import RunResumed, StepEnded
from ufo.trace.reader import read_run
from ufo.trace.run_folders import RunFolder, line_of_run
from ufo.trace.writer import LogWriter

REQUEST = "write a@b.example into Email and Ada into Name"
SYSTEM = {"verify_timeout_s": 0.1, "hold_s": 0.0, "control_backend": "a11y"}


def write(name: str, text: str, status: str, **more: Any) -> Callable[[Any], dict[str, Any]]:
    def answer(turn: Any) -> dict[str, Any]:
        field = next(control for control in turn.inputs.controls if control.name == name)
        return app(status, act("set_edit_text", id=field.id, name=name, text=text), plan=["the rest"], **more)

    return answer


def shows(name: str, value: str) -> dict[str, Any]:
    return {"on": "element", "name": name, "role": "Edit", "value": value}


BOTH = [shows("Email", "a@b.example"), shows("Name", "Ada")]
"""Both fields. What showed the first one was in the memory of the process that was killed, so that the HostAgent is asked once
more.
"""
BEGIN: list[Any] = [
    assign("0", "fill in the form", message=["mind the spelling"]),
    write("Email", "a@b.example", "CONTINUE"),
]
REST: list[Any] = [
    write("Name", "Ada", "FINISH", expect=BOTH),
    host("FINISH", result="written"),
]


def desktop() -> FakeDesktop:
    made = FakeDesktop([text_editor(), form()])
    made.start("form")
    return made


class Kept(ScriptedProvider):
    """A model that stops the run where its answers end, as a person does who kills it."""

    async def complete(self, turn: Any) -> Any:
        if len(self.turns) == self.count:
            raise asyncio.CancelledError
        return await super().complete(turn)

    count = 0


@asynccontextmanager
async def session(
    folder: Path,
    on: FakeDesktop,
    provider: ScriptedProvider,
    run: Path | None = None,
    name: str = "kept",
    mode: RunningMode = RunningMode.NORMAL,
) -> AsyncIterator[tuple[Session, LogWriter]]:
    settings = load_settings(log_dir=folder / "logs", system=SYSTEM)
    log = LogWriter(settings.log_dir) if run is None else LogWriter(run.parent, run.name, goes_on=True)
    work = folder / "work"
    work.mkdir(exist_ok=True)
    parts = SessionParts(DesktopInUse(on, name, {}), NobodyUser(), work, log, provider=provider, mode=mode)
    try:
        async with open_session(settings, parts) as opened:
            yield opened, log
    finally:
        log.close()


async def broken_off(folder: Path, on: FakeDesktop, answers: list[Any], **more: Any) -> Path:
    """The folder of a run that was killed right after the last of these answers was carried out."""
    provider = Kept(answers)
    provider.count = len(answers)
    async with session(folder, on, provider, **more) as (opened, log):
        with contextlib.suppress(asyncio.CancelledError):
            await opened.run(REQUEST)
    events = log.folder / "events.jsonl"
    lines = events.read_text(encoding="utf-8").splitlines(keepends=True)
    # What was decided without the model comes after it.
    last = [number for number, line in enumerate(lines) if '"step_ended"' in line][len(answers) - 1]
    events.write_text("".join(lines[: last + 1]) + '{"kind": "state_ent', encoding="utf-8")
    return log.folder


async def resumed(folder: Path, on: FakeDesktop, run: Path, answers: list[Any], **more: Any) -> tuple[RunSummary, Any]:
    provider = ScriptedProvider(answers)
    was = unfinished(read_run(run))
    async with session(folder, on, provider, run, **more) as (opened, _):
        return await opened.resume(was), provider


@requirement("resume:goes-on")
async def test_a_killed_run_goes_on_in_the_middle_of_its_sub_task(tmp_path: Path) -> None:
    on = desktop()
    run = await broken_off(tmp_path, on, BEGIN)
    summary, provider = await resumed(tmp_path, on, run, REST)
    assert (summary.outcome, summary.answer, summary.steps) == (RunOutcome.VERIFIED, "written", 4)
    inputs = provider.turns[0].inputs
    assert (inputs.subtask, inputs.plan, inputs.host_message) == (
        "fill in the form",
        ("the rest",),
        ("mind the spelling",),
    )
    assert [action.function for action in inputs.actions] == ["set_edit_text"]
    assert any("broken off after step 2" in notice for notice in inputs.notices)
    assert any(trajectory.get("action_representation") for trajectory in inputs.blackboard.trajectories)
    record = read_run(run)
    assert (record.doubts, record.torn, record.finished) == ((), False, True)
    assert [step_ended.step for step_ended in record.of(StepEnded)] == [1, 2, 3, 4]
    assert summary.usage.model_calls == 4


@requirement("resume:goes-on")
async def test_a_killed_run_goes_on_with_what_its_finished_sub_tasks_came_to(tmp_path: Path) -> None:
    on = desktop()
    done = [
        assign("0", "write the address"),
        write("Email", "a@b.example", "FINISH", result="the address is in"),
        assign("0", "write the name"),
    ]
    run = await broken_off(tmp_path, on, done)
    summary, provider = await resumed(tmp_path, on, run, [done[-1], *REST])
    turn = provider.turns[0]
    assert [record.result for record in turn.inputs.blackboard.results] == ["the address is in"]
    assert [record.subtask for record in turn.inputs.previous_subtasks] == ["write the address"]
    assert "the address is in" in turn.messages[1].text
    assert summary.outcome is RunOutcome.VERIFIED


@requirement("host:blackboard.kept")
async def test_a_run_that_goes_on_still_has_its_notes(tmp_path: Path) -> None:
    on = desktop()
    noted = [
        assign("0", "fill in the form", notes=[{"name": "spelling", "text": "Ada with one d"}]),
        write("Email", "a@b.example", "CONTINUE", notes=["the first field is done"]),
    ]
    run = await broken_off(tmp_path, on, noted)
    _, provider = await resumed(tmp_path, on, run, REST)
    first, second = provider.turns[0].inputs.blackboard.notes
    assert (first.name, first.text, first.by) == ("spelling", "Ada with one d", "HostAgent")
    assert (second.text, second.subtask) == ("the first field is done", "fill in the form")
    prompt = provider.turns[0].messages[1].text
    assert "Ada with one d" in prompt and "the first field is done" in prompt


@pytest.mark.matrix
async def test_a_run_that_had_just_handed_over_hands_nothing_over_again(tmp_path: Path) -> None:
    on = desktop()
    run = await broken_off(tmp_path, on, BEGIN[:1])
    summary, provider = await resumed(tmp_path, on, run, [BEGIN[1], *REST])
    assert summary.outcome is RunOutcome.VERIFIED
    assert provider.turns[0].agent == "app"


@pytest.mark.matrix
async def test_a_run_whose_sub_task_was_done_asks_the_host_what_is_next(tmp_path: Path) -> None:
    on = desktop()
    run = await broken_off(tmp_path, on, [*BEGIN, REST[0]])
    text = (run / "events.jsonl").read_text(encoding="utf-8")
    assert "subtask_ended" not in text
    summary, provider = await resumed(tmp_path, on, run, [app("FINISH", expect=BOTH), *REST[1:]])
    assert summary.outcome is RunOutcome.VERIFIED
    assert [turn.agent for turn in provider.turns] == ["app", "host"]


@requirement("resume:killed-again")
async def test_a_resume_that_is_killed_is_gone_on_with_again(tmp_path: Path) -> None:
    on = desktop()
    run = await broken_off(tmp_path, on, BEGIN[:1])
    provider = Kept([BEGIN[1]])
    provider.count = 1
    async with session(tmp_path, on, provider, run) as (opened, _):
        with contextlib.suppress(asyncio.CancelledError):
            await opened.resume(unfinished(read_run(run)))
    assert line_of_run(RunFolder(run)).summary is not None
    summary, _ = await resumed(tmp_path, on, run, REST)
    assert summary.outcome is RunOutcome.VERIFIED
    assert [run_resumed.after for run_resumed in read_run(run).of(RunResumed)] == [1, 2]


@requirement("resume:sound")
async def test_what_is_not_as_it_was_is_told_and_nothing_is_done_or_written(tmp_path: Path) -> None:
    on = desktop()
    (tmp_path / "work").mkdir()
    letter = tmp_path / "work" / "letter.txt"
    letter.write_text("Dear Ada", encoding="utf-8")
    begin = [host("CONTINUE", "read_file", {"path": str(letter)}), BEGIN[0]]
    run = await broken_off(tmp_path, on, begin)
    before = (run / "events.jsonl").read_text(encoding="utf-8").rpartition("\n")[0]

    async def refused(how: str, place: FakeDesktop = on, name: str = "kept") -> None:
        with pytest.raises(TraceError, match=how):
            await resumed(tmp_path, place, run, REST, name=name)
        assert (run / "events.jsonl").read_text(encoding="utf-8") == f"{before}\n"

    empty = FakeDesktop([form()])
    await refused("'Registration' of form is closed", empty)
    await refused("on the desktop kept, and this is another", on, "another")
    letter.write_text("Dear Eva", encoding="utf-8")
    await refused("letter.txt: it was changed since")
    letter.unlink()
    await refused("letter.txt: it is gone")


async def test_a_run_goes_on_on_another_desktop_with_its_files_in_another_folder(tmp_path: Path) -> None:
    then, now = tmp_path / "then" / "work", tmp_path / "now" / "work"
    then.mkdir(parents=True)
    letter = {"path": str(then / "letter.txt"), "text": "Dear Ada"}
    (then / "kept.txt").write_text("as it was", encoding="utf-8")
    begin = [host("CONTINUE", "write_file", letter), *BEGIN]
    run = await broken_off(tmp_path / "then", desktop(), begin)
    there = tmp_path / "now" / "logs" / run.name
    shutil.copytree(run, there)
    shutil.move(then, now)
    with pytest.raises(TraceError, match="name another folder"):
        unfinished(read_run(there), then / "within")
    was = unfinished(read_run(there), now)
    provider = ScriptedProvider(
        [
            host("CONTINUE", "write_file", {"path": str(now / "kept.txt"), "text": "and more", "mode": "append"}),
            assign("0", "fill in the form"),
            write("Email", "a@b.example", "CONTINUE"),
            write("Name", "Ada", "FINISH", expect=BOTH),
            host("FINISH", result="written"),
        ]
    )
    async with session(tmp_path / "now", desktop(), provider, there, name="another") as (opened, _):
        summary = await opened.resume(was, is_elsewhere=True)
    inputs = provider.turns[0].inputs
    assert (provider.turns[0].agent, inputs.request) == ("host", REQUEST)
    assert any("'Registration' and what was not saved there are lost" in notice for notice in inputs.notices)
    assert any(str(now) in str(action.arguments) for action in inputs.actions)
    assert [resumed.folder for resumed in read_run(there).of(RunResumed)] == [str(now)]
    assert summary.outcome is RunOutcome.VERIFIED and summary.account is not None
    # It is still known how files stood before the run.
    changes = [change.line for change in summary.account.changes]
    assert any(line.startswith("kept.txt, line 2: 1 new line") for line in changes), changes
    assert any(line.startswith("letter.txt: new file") for line in changes), changes


async def test_what_held_before_the_run_is_no_news_after_a_resume(tmp_path: Path) -> None:
    on = desktop()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "notes.txt").write_text("milk", encoding="utf-8")
    there = {"on": "file", "path": "notes.txt", "contains": "milk"}
    run = await broken_off(tmp_path, on, [host("CONTINUE", done_when=[there])])
    summary, _ = await resumed(tmp_path, on, run, [host("FINISH", result="done"), host("FINISH", result="done")])
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED


async def test_what_a_run_changed_before_it_was_broken_off_must_have_been_asked_for(tmp_path: Path) -> None:
    on = desktop()
    damage = host("CONTINUE", "write_file", {"path": "prices.txt", "text": "Coffee 999"})
    run = await broken_off(tmp_path, on, [damage, *BEGIN])
    assert (tmp_path / "work" / "prices.txt").read_text(encoding="utf-8") == "Coffee 999"
    summary, _ = await resumed(tmp_path, on, run, [*REST, REST[-1]])
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "prices.txt: new" in summary.model_dump_json()


async def test_a_run_that_does_not_hold_how_files_stood_is_begun_anew(tmp_path: Path) -> None:
    on = desktop()
    run = await broken_off(tmp_path, on, BEGIN)
    (run / "before" / "world.json").unlink()
    with pytest.raises(TraceError, match="does not hold how files stood before it; begin anew with: ufo run"):
        await resumed(tmp_path, on, run, REST)


async def test_a_run_that_goes_on_is_not_resumed(tmp_path: Path) -> None:
    run = await broken_off(tmp_path, desktop(), BEGIN[:1])
    first = LogWriter(run.parent, run.name, goes_on=True)
    with pytest.raises(TraceError, match="still going on"):
        LogWriter(run.parent, run.name, goes_on=True)
    first.discard()
    assert run.is_dir()


@requirement("resume:bad-log")
async def test_a_log_that_cannot_be_gone_on_with_says_why(tmp_path: Path) -> None:
    run = await broken_off(tmp_path, desktop(), BEGIN)
    events = run / "events.jsonl"
    text = events.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    ended = {
        "kind": "run_ended",
        "summary": {"outcome": "VERIFIED", "reason": "", "answer": "", "evidence": [], "steps": 2},
    }
    ended["summary"] |= {"usage": {}, "seconds": 1, "log_path": ""}  # type: ignore[operator]
    for broken, why in (
        (text.replace('"version": 2', '"version": 3'), "newer version"),
        (text.replace('"version": 2', '"version": 1'), "older version"),
        ("".join([*lines[:3], "half a line\n", *lines[3:]]), "damaged"),
        ("".join(line for line in lines if '"step_ended"' not in line), "no step of"),
        ("".join(line for line in lines if '"world_noted"' not in line), "how windows and files stood"),
        (text.replace("a@b.example", "•••1•••"), "masks a secret"),
        (text.replace('"mode": "normal"', '"mode": "follower"'), "in the mode follower"),
        ("".join(lines[:-1]) + json.dumps(ended) + "\n", "is done"),
    ):
        events.write_text(broken, encoding="utf-8")
        with pytest.raises(TraceError, match=why):
            unfinished(read_run(run))


async def test_an_operator_goes_on_with_a_new_conversation_that_tells_what_was_done(tmp_path: Path) -> None:
    on, by_sight = desktop(), {"mode": RunningMode.NORMAL_OPERATOR}
    begin = [assign("0", "fill in the form"), app("CONTINUE", act("keyboard_input", keys="{TAB}"))]
    run = await broken_off(tmp_path, on, begin, **by_sight)
    assert unfinished(read_run(run)).mode is RunningMode.NORMAL_OPERATOR
    rest = [app("FINISH", result="written"), host("FINISH", result="written"), host("FINISH", result="written")]
    summary, provider = await resumed(tmp_path, on, run, rest, **by_sight)
    assert summary.answer == "written"
    first = provider.turns[0].inputs
    assert isinstance(first, OperatorInputs)
    assert (len(first.views), first.answers) == (1, ())
    assert "keyboard_input" in first.instruction
    assert "Look at what is there before you act" in first.views[0].said
    agents = {step.agent for step in read_run(run).of(StepEnded)}
    assert agents == {"HostAgent", "OpenAIOperator/form/form"}
