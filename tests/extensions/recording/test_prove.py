"""A skill of a recording is done again on copies, and only what held again proves it."""

from __future__ import annotations

import os
from pathlib import Path

from tests.extensions.recording.made import control, recording
from ufo.conditions.kinds.file import FilePredicate
from ufo.recipes.replay.request_match import Chosen
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Finding, Truth
from ufo.schema.usage import Usage
from ufo_recording.demonstrated import skill_of
from ufo_recording.prove import Originals, Play, prove
from ufo_recording.recorded import ProgramSeen

HELD = Finding(predicate=FilePredicate(path="memo.txt"), truth=Truth.SATISFIED, evidence="it is there", channel="file")
NONE = Path("/nothing/recorded")


def played(outcome: RunOutcome, *findings: Finding, seen: list[Chosen]) -> Play:
    async def play(chosen: Chosen) -> RunSummary:
        seen.append(chosen)
        return RunSummary(
            outcome=outcome, reason="why", answer="", evidence=findings, steps=1, usage=Usage(), seconds=1, log_path=""
        )

    return play


async def test_files_are_written_elsewhere_and_documents_are_copied_first(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("before")
    opened = ProgramSeen(number=1, app_root="mousepad", process="mousepad", documents=("in.txt",), folder=str(tmp_path))
    saved = {"on": "file", "path": str(tmp_path / "memo.txt")}
    name = {"kind": "type", "control": control("Name", "Edit"), "text": "memo.txt", "whole": True}
    skill = skill_of(recording(name, conditions=[saved], programs=[opened]), "memo")
    seen: list[Chosen] = []
    proof = await prove(skill, played(RunOutcome.VERIFIED, HELD, seen=seen), tmp_path / "again", {}, NONE)
    assert proof.holds and "1 condition held" in proof.told
    values = seen[0].values
    assert Path(values["document"]).read_text() == "before"
    assert all(Path(value).is_relative_to(tmp_path / "again") for value in values.values())
    assert Path(values["document"]).parent == Path(values["file"]).parent == tmp_path / "again"


async def test_files_of_several_folders_stay_apart_when_it_is_done_again(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "in.txt").write_text(folder)
    documents = ("one/in.txt", "two/in.txt")
    opened = ProgramSeen(number=1, app_root="mousepad", process="mousepad", documents=documents, folder=str(tmp_path))
    done = recording({"control": control("7")}, conditions=[{"on": "window", "title": "x"}], programs=[opened])
    seen: list[Chosen] = []
    await prove(skill_of(done, "both"), played(RunOutcome.VERIFIED, HELD, seen=seen), tmp_path / "again", {}, NONE)
    assert [Path(value).read_text() for value in seen[0].values.values()] == ["one", "two"]


async def test_doing_it_again_begins_with_the_document_as_it_was_before_it_was_recorded(tmp_path: Path) -> None:
    document, made = tmp_path / "in.txt", tmp_path / "memo"
    document.write_text("before")
    os.utime(document, (1, 1))
    Originals(made).keep(document)
    document.write_text("before and after")
    opened = ProgramSeen(number=1, app_root="mousepad", process="mousepad", documents=("in.txt",), folder=str(tmp_path))
    saved = {"on": "file", "path": str(document)}
    skill = skill_of(recording({"control": control("Save")}, conditions=[saved], programs=[opened]), "memo")
    seen: list[Chosen] = []
    await prove(skill, played(RunOutcome.VERIFIED, HELD, seen=seen), tmp_path / "again", {}, made)
    assert Path(seen[0].values["document"]).read_text() == "before"
    assert document.read_text() == "before and after"


async def test_a_run_that_a_model_could_not_verify_is_proof_where_all_that_was_seen_holds_again(tmp_path: Path) -> None:
    skill = skill_of(recording({"control": control("7")}, conditions=[{"on": "element", "name": "x"}]), "sum")
    unverified = RunOutcome.COMPLETED_UNVERIFIED
    stale = HELD.model_copy(update={"stale": True})
    for findings, holds in (((HELD,), True), ((HELD, stale), True), ((stale,), False), ((), False)):
        assert (await prove(skill, played(unverified, *findings, seen=[]), tmp_path, {}, NONE)).holds is holds
    assert not (await prove(skill, played(RunOutcome.FAILED, HELD, seen=[]), tmp_path, {}, NONE)).holds


async def test_what_cannot_be_checked_and_secrets_that_nobody_gives_prove_nothing(tmp_path: Path) -> None:
    seen: list[Chosen] = []
    play = played(RunOutcome.VERIFIED, HELD, seen=seen)
    nothing = await prove(skill_of(recording({"control": control("7")}), "sum"), play, tmp_path, {}, NONE)
    assert not nothing.holds and "nothing that could be checked" in nothing.told
    hidden = {"kind": "type", "control": control("Password", "Edit"), "hidden": True, "whole": True}
    skill = skill_of(recording(hidden, conditions=[{"on": "window", "title": "Welcome"}]), "sign-in")
    assert "secret 'password'" in (await prove(skill, play, tmp_path, {}, NONE)).told
    assert seen == []
    assert (await prove(skill, play, tmp_path, {"password": "x"}, NONE)).holds


async def test_a_document_that_is_gone_is_told(tmp_path: Path) -> None:
    opened = ProgramSeen(number=1, app_root="a", process="a", documents=("gone.txt",), folder=str(tmp_path))
    skill = skill_of(
        recording({"control": control("7")}, conditions=[{"on": "window", "title": "x"}], programs=[opened]), "sum"
    )
    proof = await prove(skill, played(RunOutcome.VERIFIED, HELD, seen=[]), tmp_path, {}, NONE)
    assert not proof.holds and "gone.txt" in proof.told
