"""The third-party agent that ships: it reads files of the working folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import target_id
from tests.scenarios.stage import Stage, assign, host, stage
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.seen import Seen

SETTINGS: dict[str, Any] = {"system": {"enabled_third_party_agents": ["FilesAgent"]}}


async def read(tmp_path: Path, subtask: str) -> SubtaskRecord:
    answers = [lambda turn: assign(target_id(turn, "FilesAgent"), subtask), host("FINISH")]
    async with stage(tmp_path, answers, **SETTINGS) as scene:
        await scene.run()
        return _only(scene)


def _only(scene: Stage) -> SubtaskRecord:
    (record,) = scene.session.context.previous_subtasks
    return record


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "prices.csv").write_text("item,price\ntea,3\n", encoding="utf-8")
    (folder / "notes.txt").write_text("buy tea\n", encoding="utf-8")
    return folder


async def test_a_table_is_given_whole_with_the_name_of_its_file(tmp_path: Path, work: Path) -> None:
    record = await read(tmp_path, "give me the table of prices.csv")
    assert json.loads(record.result) == {"table": [["item", "price"], ["tea", "3"]], "name": "prices.csv"}
    assert record.findings[0].evidence == "prices.csv was read from its file"


async def test_text_is_given_as_it_is(tmp_path: Path, work: Path) -> None:
    assert (await read(tmp_path, "what does notes.txt say?")).result == "buy tea"


async def test_what_it_read_is_known_by_the_place_of_its_file(tmp_path: Path, work: Path) -> None:
    answers = [lambda turn: assign(target_id(turn, "FilesAgent"), "what does notes.txt say?"), host("FINISH")]
    async with stage(tmp_path, answers, **SETTINGS) as scene:
        await scene.run()
        read = [seen for seen in scene.session.context.seen if seen.by_tool]
    assert read == [Seen("buy tea", by_tool=True, place=str(work / "notes.txt"))]


async def test_without_a_name_the_folder_is_listed(tmp_path: Path, work: Path) -> None:
    assert (await read(tmp_path, "which files are there?")).result == "notes.txt\nprices.csv"


async def test_a_file_that_is_not_there_fails_with_those_that_are(tmp_path: Path, work: Path) -> None:
    record = await read(tmp_path, "read costs.csv")
    assert record.status == "FAIL"
    assert "'costs.csv'" in record.reason and "prices.csv" in record.reason


async def test_a_file_that_cannot_be_read_fails_with_its_reason(tmp_path: Path, work: Path) -> None:
    (work / "broken.xlsx").write_bytes(b"PK\x03\x04 no archive")
    record = await read(tmp_path, "read broken.xlsx")
    assert record.status == "FAIL" and "broken.xlsx" in record.reason


async def test_a_name_that_is_part_of_another_one_is_not_taken_for_it(tmp_path: Path, work: Path) -> None:
    (work / "old-prices.csv").write_text("item,price\nold,1\n", encoding="utf-8")
    assert "old" in (await read(tmp_path, "read old-prices.csv")).result
