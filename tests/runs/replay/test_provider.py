"""A run on a desktop in memory that is played again: on the same world, and on worlds that differ."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.stage import Stage, act, app, assign, host, stage
from ufo.errors import TraceError
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.replay.comparison import Comparison
from ufo.runs.replay.moved import Difference, Moved, bring_files, moved
from ufo.runs.replay.provider import ReplayProvider
from ufo.runs.replay.recorded_turns import files_before, hidden_in, require_whole, turns_of
from ufo.schema.inputs import ReadingInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Finding, Truth
from ufo.schema.reading import PartVerdict, Reading, ReadPart
from ufo.trace.events import FileNoted, RequestRead, StepEnded
from ufo.trace.file_notes import file_noted
from ufo.trace.reader import RunRecord, read_run

PROVED = {"on": "element", "name": "Email", "role": "Edit", "value": "a@b.example"}
REQUEST = "write a@b.example into the field Email"


def fill_in(turn: Any) -> dict[str, Any]:
    field = next(control for control in turn.inputs.controls if control.name == "Email")
    write = act("set_edit_text", id=field.id, name="Email", text="a@b.example")
    return app("FINISH", write, expect=[PROVED])


async def recorded(folder: Path) -> RunRecord:
    answers = [assign("0", "write the address"), fill_in, host("FINISH", result="written")]
    async with stage(folder, answers) as scene:
        assert (await scene.run(REQUEST)).outcome is RunOutcome.VERIFIED
    return read_run(scene.folder)


async def played(
    run: RunRecord, folder: Path, running: Iterable[str] = ("form",), **more: Any
) -> tuple[RunSummary, list[Difference], Stage]:
    comparison = Comparison(Moved({}, {}))
    turns, readings = turns_of(run.of(StepEnded)), run.of(RequestRead)
    provider = ReplayProvider(run.run_id, turns, Moved({}, {}), comparison, readings)
    more |= {"model": {"decide_locally": False}, "by_provider_alone": True, "listeners": [comparison]}
    async with stage(folder, provider, running=running, **more) as scene:
        summary = await scene.run(run.request)
    comparison.end_turn()
    return summary, comparison.differences, scene


@requirement("replay:same")
async def test_a_run_that_is_played_again_on_the_same_world_differs_in_nothing(tmp_path: Path) -> None:
    run = await recorded(tmp_path / "then")
    summary, differences, scene = await played(run, tmp_path / "now", running=("sheet", "form"))
    assert (summary.outcome, differences) == (RunOutcome.VERIFIED, [])
    assert scene.actions() == ["select_application_window", "set_edit_text"]


def looks(turn: Turn) -> Reading:
    assert isinstance(turn.reading, ReadingInputs)
    milk = [fact.id for fact in turn.reading.facts if "milk" in fact.texts]
    part = ReadPart(quote=turn.reading.request, verdict=PartVerdict.SHOWN, shown_by=milk)
    return Reading(parts=[part], look=[] if turn.repairs else ["list.txt"])


async def test_what_the_reader_was_shown_is_shown_again(tmp_path: Path) -> None:
    for then in ("then", "now"):
        (tmp_path / then / "work").mkdir(parents=True)
        (tmp_path / then / "work" / "list.txt").write_text("bread\nmilk\n", encoding="utf-8")
    answers = [assign("0", "look"), app("FINISH"), host("FINISH", result="Yes, milk.")]
    async with stage(tmp_path / "then", ScriptedProvider(answers, reader=looks)) as scene:
        assert (await scene.run("Is milk on list.txt?")).outcome is RunOutcome.VERIFIED
    summary, differences, _ = await played(read_run(scene.folder), tmp_path / "now")
    assert (summary.outcome, differences) == (RunOutcome.VERIFIED, [])


@requirement("replay:differs")
async def test_a_window_that_is_not_there_is_the_difference_and_nothing_is_done_after_it(tmp_path: Path) -> None:
    run = await recorded(tmp_path / "then")
    summary, (difference, *more), scene = await played(run, tmp_path / "now", running=("sheet",))
    assert (difference.step, difference.what, difference.stops, more) == (1, "window", True, [])
    assert "Registration" in difference.expected
    assert (summary.outcome, scene.actions()) == (RunOutcome.FAILED, [])


@requirement("replay:by-selector")
async def test_an_answer_that_names_its_control_by_the_id_alone_is_played_by_what_that_stood_for(
    tmp_path: Path,
) -> None:
    def by_id(turn: Any) -> dict[str, Any]:
        answer = fill_in(turn)
        del answer["action"][0]["arguments"]["name"]
        return answer

    answers = [assign("0", "write the address"), by_id, host("FINISH", result="written")]
    async with stage(tmp_path / "then", answers) as scene:
        await scene.run(REQUEST)
    summary, differences, played_scene = await played(read_run(scene.folder), tmp_path / "now")
    assert (summary.outcome, differences) == (RunOutcome.VERIFIED, [])
    assert played_scene.actions() == ["select_application_window", "set_edit_text"]
    ((written,),) = (step.actions for step in played_scene.heard.steps if step.agent.startswith("AppAgent"))
    assert {key: value for key, value in written.arguments.items() if key != "id"} == {
        "name": "Email",
        "text": "a@b.example",
    }


@requirement("replay:by-selector")
def test_conditions_are_compared_by_what_they_state_and_not_by_their_place() -> None:
    name, mail = (
        Finding.model_validate(
            {
                "predicate": {"on": "element", "name": name, "value": "x"},
                "truth": truth,
                "evidence": "",
                "channel": "accessibility",
            }
        )
        for name, truth in (("Name", Truth.SATISFIED), ("Email", Truth.UNSATISFIED))
    )
    then = StepEnded(
        agent="form/form", state="CONTINUE", status="FINISH", response={"status": "FINISH"}, findings=(name, mail)
    )
    for now, said in (((mail, name), []), ((name,), ["it was not checked"])):
        comparison = Comparison(Moved({}, {}))
        comparison.expect(turns_of([then])[0])
        comparison.on_event(then.model_copy(update={"findings": now}))
        comparison.end_turn()
        assert [difference.found for difference in comparison.differences] == said


def changed(run: RunRecord, old: str, new: str) -> RunRecord:
    """The recording as of a world in which something was called otherwise."""
    events = run.folder / "events.jsonl"
    events.write_text(events.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return read_run(run.folder)


async def test_a_control_that_is_not_there_any_more_is_told_with_what_was_done_to_it(tmp_path: Path) -> None:
    run = changed(await recorded(tmp_path / "then"), '"role": "Edit"', '"role": "Slider"')
    _, differences, scene = await played(run, tmp_path / "now")
    assert [(difference.step, difference.stops) for difference in differences if difference.stops] == [(2, True)]
    assert "set_edit_text" in differences[0].expected
    assert scene.actions() == ["select_application_window"]


async def test_another_result_is_told_and_the_run_goes_on(tmp_path: Path) -> None:
    run = changed(await recorded(tmp_path / "then"), '"root_name": "form"', '"root_name": "forms"')
    summary, differences, _ = await played(run, tmp_path / "now")
    assert [(difference.step, difference.what, difference.stops) for difference in differences] == [
        (1, "result", False)
    ]
    assert summary.outcome is RunOutcome.VERIFIED


def test_files_are_played_on_copies_and_one_that_changed_since_is_told(tmp_path: Path) -> None:
    work, outside, new = tmp_path / "work", tmp_path / "outside", tmp_path / "new"
    for folder in (work, outside):
        folder.mkdir()
        (folder / "a.txt").write_text("then", encoding="utf-8")
    files = [file_noted(work / "a.txt"), file_noted(outside / "a.txt"), FileNoted(path=str(work / "made.txt"))]
    (outside / "a.txt").write_text("something else", encoding="utf-8")
    move = moved(str(work), files, new, {})
    (difference,) = bring_files(files, move)
    assert (difference.step, difference.expected) == (0, f"{outside / 'a.txt'} as it was before the run")
    assert "changed since" in difference.found
    assert (new / "a.txt").read_text(encoding="utf-8") == "then"
    said = move.text(f"save {work}/made.txt beside {outside}/a.txt, not {work}ing/x")
    assert said == f"save {new}/made.txt beside {move.path(str(outside))}/a.txt, not {work}ing/x"


async def test_a_log_that_is_cut_is_played_up_to_there_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    run = await recorded(tmp_path)
    events = run.folder / "events.jsonl"
    text = events.read_text(encoding="utf-8")
    events.write_text(text[:-40], encoding="utf-8")
    assert "cut" in require_whole(read_run(run.folder))[0]
    for broken, why in (
        (text.replace('"version": 2', '"version": 99'), "newer version"),
        ("{no json\n" + text, "damaged"),
        (text.split("\n", 1)[1], "how it began"),
        (text.split("\n", 1)[0] + "\n", "no step"),
    ):
        events.write_text(broken, encoding="utf-8")
        with pytest.raises(TraceError, match=why):
            require_whole(read_run(run.folder))


async def test_an_older_log_is_played_with_a_remark(tmp_path: Path) -> None:
    run = changed(await recorded(tmp_path), '"version": 2', '"version": 1')
    assert "older version" in require_whole(run)[0]


async def test_a_masked_value_is_found_and_can_be_said_again(tmp_path: Path) -> None:
    run = changed(await recorded(tmp_path), "a@b.example", "•••1•••")
    assert hidden_in(run) == ("•••1•••",)
    assert Moved({}, {"•••1•••": "hunter2"}).value({"text": ["•••1•••"]}) == {"text": ["hunter2"]}


async def test_the_structural_log_and_the_files_of_a_run_are_on_the_disk(tmp_path: Path) -> None:
    run = await recorded(tmp_path)
    rows = [json.loads(line) for line in (run.folder / "structural.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["session_step"], row["round_num"]) for row in rows] == [(1, 0), (2, 0), (3, 0)]
    assert rows[1]["function_call"] == ["set_edit_text"]
    assert isinstance(files_before(run), tuple)
