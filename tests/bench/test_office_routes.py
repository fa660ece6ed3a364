"""An office task is played by both routes on the real application, and told truly where its acts fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.office_route_tasks import SHEETS, TASKS
from bench.office_routes import CLICKS, NATIVE, Played, make_document_of, markdown, played, wrong_in_file

FROZEN = next(sheet for sheet in SHEETS if sheet.name == "frozen")


def test_there_are_twenty_tasks_none_of_which_is_done_before_it_begins(tmp_path: Path) -> None:
    assert [len({task.name for task in TASKS}), len(TASKS)] == [20, 20]
    for task in TASKS:
        make_document_of(task, tmp_path / task.document)
        assert wrong_in_file(task, tmp_path), task.name


def test_the_table_tells_what_is_wrong_in_a_file() -> None:
    good = Played("a", "Calc", NATIVE, 2, 3, 1.0, "VERIFIED", True, "", ())
    bad = replace(good, route=CLICKS, outcome="FAILED", is_right=False, wrong="no row is frozen")
    text = markdown([bad, good])
    assert "| Calc: a | clicks | 2 | 3 | 1.0 | FAILED | no: no row is frozen |" in text
    assert "| **all 1** | native | 2 | 3 | 1.0 at the median | 1 VERIFIED | 1 |" in text


@pytest.mark.apps
@pytest.mark.matrix
@pytest.mark.timeout(240)
@pytest.mark.parametrize("route", [CLICKS, NATIVE])
async def test_a_task_is_played_and_its_file_is_read(tmp_path: Path, route: str) -> None:
    found = await played(FROZEN, route, tmp_path)
    assert (found.outcome, found.is_right, found.failed) == ("VERIFIED", True, ())


@pytest.mark.apps
@pytest.mark.matrix
@pytest.mark.timeout(240)
async def test_acts_that_do_not_work_are_told(tmp_path: Path) -> None:
    found = await played(
        replace(FROZEN, clicks=((replace(FROZEN.clicks[0][0], arguments={"path": ["Nowhere"]}),),)), CLICKS, tmp_path
    )
    assert (found.outcome, found.is_right) == ("COMPLETED_UNVERIFIED", False)
    assert "frozen rows" in found.wrong and found.failed
