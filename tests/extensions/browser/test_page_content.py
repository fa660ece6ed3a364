"""The rows of a table are told in pages and written whole."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ufo.errors import ToolError
from ufo.schema.command import Effect
from ufo.schema.text_pages import PAGE
from ufo_browser.page_content import Table, as_lines, write_table

_ROWS = (("No", "Name"), *((str(at), f"name {at}") for at in range(1000)))


def test_many_rows_are_told_page_by_page_without_a_gap() -> None:
    table, row, told = Table("Names", _ROWS, 1), 1, list[str]()
    while row:
        head, *lines = as_lines(table, row).split("\n")
        assert len("\n".join(lines)) <= PAGE + 100
        told += lines
        row = int(head.partition("row=")[2].rstrip("]") or 0)
    assert told == [" | ".join(row) for row in _ROWS]


def test_a_row_beyond_the_end_is_an_error() -> None:
    with pytest.raises(ToolError, match="1,001 rows"):
        as_lines(Table("", _ROWS, 1), 1002)


@pytest.mark.anyio
async def test_cells_with_commas_quotes_and_lines_are_written_as_they_are(tmp_path: Path) -> None:
    rows = (("a,b", 'say "x"'), ("two\nlines", "=1+1"))
    report = await write_table(Table("", rows, 0), tmp_path / "t.csv")
    assert report.effect is Effect.CONFIRMED
    with (tmp_path / "t.csv").open(newline="") as file:
        assert [tuple(row) for row in csv.reader(file)] == list(rows)


@pytest.mark.anyio
async def test_what_may_be_missing_is_told_and_other_kinds_and_places_are_refused(tmp_path: Path) -> None:
    partial = await write_table(Table("", _ROWS, 1, 3, "it goes on"), tmp_path / "t.csv")
    assert partial.effect is Effect.PARTIAL and "it goes on" in partial.evidence
    for path in (tmp_path / "t.ods", tmp_path / "none" / "t.csv"):
        with pytest.raises(ToolError):
            await write_table(Table("", _ROWS, 1), path)
