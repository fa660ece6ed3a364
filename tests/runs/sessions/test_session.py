"""What a run is said to have come to, and on which evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.agents.turns import to_form
from tests.scenarios.readers import unread
from tests.scenarios.stage import app, host, stage
from ufo.cli.outcome_text import as_object
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.llm.provider import Turn
from ufo.proof.verdict import NOTHING_DONE
from ufo.runs.sessions.session import Session
from ufo.schema.outcome import RunOutcome, SubtaskRecord
from ufo.schema.predicate import Finding, Predicate, Truth

CHECKED = ElementPredicate(name="Newsletter", state="checked")
SAVED = FilePredicate(path="/tmp/a.txt")


def found(predicate: Predicate, truth: Truth = Truth.SATISFIED, evidence: str = "seen") -> Finding:
    return Finding(predicate=predicate, truth=truth, evidence=evidence, channel="test")


def with_findings(session: Session, final: list[Finding], *subtasks: tuple[str, list[Finding]]) -> Session:
    session.context.findings = tuple(final)
    session.context.previous_subtasks = [
        SubtaskRecord(subtask="s", status=status, findings=tuple(findings)) for status, findings in subtasks
    ]
    return session


async def test_what_a_sub_task_proved_is_evidence_and_what_a_failed_one_found_is_not(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        session = with_findings(scene.session, [], ("FINISH", [found(CHECKED)]), ("FAIL", [found(SAVED)]))
        assert session.evidence() == (found(CHECKED),)


async def test_the_last_look_at_files_replaces_what_sub_tasks_said_of_them(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        gone = found(SAVED, Truth.UNSATISFIED, "the file is gone")
        session = with_findings(scene.session, [gone], ("FINISH", [found(SAVED), found(CHECKED)]))
        assert session.evidence() == (gone, found(CHECKED))


async def test_an_unknown_condition_is_no_proof(tmp_path: Path) -> None:
    broken = tmp_path / "work" / "broken.xlsx"
    broken.parent.mkdir()
    broken.write_bytes(b"no spreadsheet")
    claim = host("FINISH", expect=[{"on": "document", "path": str(broken), "cells": [["1"]]}])
    async with stage(tmp_path, [claim] * 3) as scene:
        summary = await scene.run()
    assert [finding.truth for finding in summary.evidence] == [Truth.UNKNOWN]
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert summary.reason.startswith(f"{NOTHING_DONE}, but ")


async def test_files_that_were_changed_are_named(tmp_path: Path) -> None:
    kept = tmp_path / "work" / "kept.txt"

    def keeps(turn: Turn) -> dict[str, Any]:
        kept.write_text("x", encoding="utf-8")
        return app("FINISH", expect=[])

    claim = host("FINISH", expect=[{"on": "file", "path": str(kept)}])
    async with stage(tmp_path, [to_form, keeps, claim]) as scene:
        summary = await scene.run("keep it as kept.txt")
    assert summary.files == (str(kept),)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason


async def test_a_session_over_its_number_of_requests_says_so(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH"), host("FINISH")], limits={"max_round": 1}) as scene:
        assert (await scene.run("one")).outcome is RunOutcome.COMPLETED_UNVERIFIED
        summary = await scene.run("two")
    assert summary.outcome is RunOutcome.LIMIT and "start a new one" in summary.reason


async def test_what_whoever_ended_the_work_said_is_in_the_summary_and_in_the_json_of_its_request(
    tmp_path: Path,
) -> None:
    answers = [host("FINISH", comment="I left the draft open."), host("FINISH")]
    async with stage(tmp_path, unread(answers)) as scene:
        first, second = await scene.run("one"), await scene.run("two")
    assert (first.comment, second.comment) == ("I left the draft open.", "")
    assert as_object(first)["comment"] == "I left the draft open."
