from __future__ import annotations

from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.cli.batch.journal import Journal, JournalListener, Line, append, keys_of
from ufo.errors import ConfigError
from ufo.runs.plans.plan import plan_from
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.usage import Usage
from ufo.trace.events import RunEnded


def _ended(outcome: RunOutcome) -> RunEnded:
    summary = RunSummary(
        outcome=outcome, reason="", answer="é\ud800", evidence=(), steps=1, usage=Usage(), seconds=1.0, log_path=""
    )
    return RunEnded(summary=summary)


def test_a_plan_is_known_again_by_what_it_says_wherever_it_stands() -> None:
    plan, two = plan_from("one"), plan_from("two")
    before, after = keys_of([plan, two, plan]), keys_of([two, plan, plan])
    assert len(set(before)) == 3
    assert set(before) == set(after)
    assert before[1] == after[0]


@requirement("batch:kill")
def test_a_line_that_was_cut_in_the_middle_does_not_count_and_spoils_no_other(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "r.json")
    append(journal.path, Line("a", {"outcome": "VERIFIED"}))
    with journal.path.open("a") as file:
        file.write('{"key": "b", "summ')
    append(journal.path, Line("c", {"outcome": "FAILED"}))
    assert [line.key for line in journal.new_lines()] == ["a", "c"]
    assert journal.new_lines() == []
    with journal.path.open("a") as file:
        file.write('{"key": "d"')
    assert journal.new_lines() == []
    journal.close(done_with=True)
    assert not journal.path.exists()


@requirement("batch:kill")
def test_a_run_is_written_when_it_ends_and_one_that_was_stopped_is_not(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "r.json")
    for key, outcome in (("a", RunOutcome.CANCELLED), ("b", RunOutcome.FAILED)):
        JournalListener(journal.path, key).on_event(_ended(outcome))
    (line,) = journal.new_lines()
    journal.close(done_with=False)
    assert (line.key, line.summary["outcome"], line.summary["answer"]) == ("b", "FAILED", "é\ud800")


def test_one_result_file_has_one_batch_at_a_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "r.json")
    with pytest.raises(ConfigError, match="another ufo batch"):
        Journal(tmp_path / "r.json", wait_s=0)
    journal.close(done_with=True)
    Journal(tmp_path / "r.json", wait_s=0).close(done_with=True)


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="choose another place with --out"):
        Journal(tmp_path / "gone" / "r.json")
