"""Word, Excel and PowerPoint by the tools of LibreOffice, over a fake Office that keeps real documents."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from mcp import Client
from mcp.server import MCPServer

from tests.documented_tools import holds, work_a_sheet, work_a_text, work_slides, write_sheet, write_text
from tests.fake_office.bridge import DirectBridge, window_of
from tests.fake_office.excel import ExcelApplication
from tests.fake_office.powerpoint import PowerPointApplication
from tests.fake_office.things import Thing
from tests.fake_office.word import WordApplication
from tests.requirement import requirement
from tests.tool_calls import call, refusal
from ufo.conditions.kinds.file import FilePredicate
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.observe.open_documents import OpenDocuments
from ufo.tools.observe.selection import Selection, ToolScope
from ufo_libreoffice.microsoft_documents import MicrosoftDocuments
from ufo_libreoffice.servers.microsoft import excel_com, powerpoint_com, word_com

_PROGRAMS = {"excel": "Excel.Application", "winword": "Word.Application", "powerpnt": "PowerPoint.Application"}


class Opened:
    """A running Office with one document, and its tools."""

    def __init__(self, root: str, application: Thing, title: str, folder: Path) -> None:
        window = application.Windows("Item", 1)
        handle = 77 if root == "powerpnt" else window.Hwnd
        self.application, self.window = application, window_of(root, title, handle)
        self.running = {_PROGRAMS[root]: application}
        self.documents = OpenDocuments([MicrosoftDocuments(DirectBridge(self.running))])
        self.scope = ToolScope(FakeDesktop(), Selection(window=self.window), folder, documents=self.documents)

    @asynccontextmanager
    async def tools(self, server: Callable[[ToolScope], MCPServer]) -> AsyncIterator[Client]:
        async with Client(server(self.scope)) as client:
            yield client


@pytest.fixture
def excel(tmp_path: Path) -> Opened:
    write_sheet(tmp_path / "prices.xlsx")
    return Opened("excel", ExcelApplication(tmp_path / "prices.xlsx"), "prices.xlsx - Excel", tmp_path)


@pytest.fixture
def word(tmp_path: Path) -> Opened:
    write_text(tmp_path / "report.docx")
    return Opened("winword", WordApplication(tmp_path / "report.docx"), "report.docx - Word", tmp_path)


@pytest.fixture
def powerpoint(tmp_path: Path) -> Opened:
    return Opened("powerpnt", PowerPointApplication(), "Presentation1 - PowerPoint", tmp_path)


async def _done(tools: Client, tool: str, *calls: dict[str, Any]) -> list[dict[str, Any]]:
    """Each call is confirmed by what reads back."""
    values = []
    for arguments in calls:
        done = await call(tools, tool, **arguments)
        assert done["effect"] == Effect.CONFIRMED, done
        values.append(done["value"])
    return values


async def test_the_documented_tools_work_a_sheet_of_excel(excel: Opened, tmp_path: Path) -> None:
    async with excel.tools(excel_com) as tools:
        await work_a_sheet(tools, tmp_path)


async def test_the_documented_tools_work_a_text_of_word(word: Opened, tmp_path: Path) -> None:
    async with word.tools(word_com) as tools:
        await work_a_text(tools, tmp_path)
    assert b"(1, 1)" in (tmp_path / "copy.pdf").read_bytes()


async def test_the_documented_tools_work_slides_of_powerpoint(powerpoint: Opened, tmp_path: Path) -> None:
    async with powerpoint.tools(powerpoint_com) as tools:
        await work_slides(tools, tmp_path)


async def test_formulas_are_worked_out_and_errors_are_told_and_dont_break_the_reading(excel: Opened) -> None:
    async with excel.tools(excel_com) as tools:
        filled = await call(tools, "write_cells", cells={"D1": "Sum", "D2:D3": "=B2*C2", "D4": "=SUM(D2:D3)"})
        assert filled["effect"] == Effect.CONFIRMED, filled
        assert (await call(tools, "write_cell", cell="D5", content="=D4+1"))["value"]["value"] == 18
        broken = await call(tools, "write_cell", cell="E2", content="=1/0")
        assert broken["effect"] == Effect.PARTIAL and "#DIV/0!" in broken["evidence"][1]
        assert "is not a formula" in await refusal(tools, "write_cell", cell="D2", content="=NOSUCH(1)")
        read = await call(tools, "read_cells", cells="D1:E3")
        assert read["rows"] == [["Sum", ""], [10, "#DIV/0!"], [7, ""]]


async def test_ten_thousand_rows_are_written_by_one_call(excel: Opened) -> None:
    rows = [["n", "text"], *([number, f"row {number}"] for number in range(10_000))]
    async with excel.tools(excel_com) as tools:
        written = await call(tools, "insert_excel_table", table=rows, sheet_name="Sheet", start_row=1, start_col=5)
    assert written["effect"] == Effect.CONFIRMED and written["value"]["rows"] == 10_001
    assert excel.application.calls == 1


async def test_properties_of_cells_are_set_by_the_names_that_libreoffice_has_and_the_file_proves_them(
    excel: Opened, tmp_path: Path
) -> None:
    steps = [
        ({"bold": "on", "highlight": "yellow", "align": "center", "colour": "#ff0000"}, "row 1"),
        ({"format": "currency 2"}, "Price"), ({"merged": "on"}, "F1:G1"), ({"comment": "checked"}, "A2"),
        ({"named range": "Prices"}, "B2:B3"), ({"validation": "whole number between 1 10"}, "C2:C3"),
    ]  # fmt: skip
    async with excel.tools(excel_com) as tools:
        done = await _done(tools, "set_property", *({"properties": wanted, "cells": cells} for wanted, cells in steps))
        await _done(
            tools, "set_property",
            {"properties": {"frozen rows": 1, "column width": "A 30 mm"}},
            {"properties": {"page orientation": "landscape", "header": "Page {page number}"}},
            {"properties": {"protected": "on"}},
        )  # fmt: skip
        assert "is protected" in await refusal(tools, "write_cell", cell="A1", content="x")
        told = await call(tools, "look_at_sheets")
        assert told["sheets"][0]["protected"] and told["sheets"][0]["comments"] == {"A2": "checked"}
        await call(tools, "save")
    for record in (fact for value in done for fact in value.get("holds", [])):
        holds(tmp_path / "prices.xlsx", **record)
    holds(tmp_path / "prices.xlsx", start="A1:C1", property="highlight", value="yellow")
    holds(tmp_path / "prices.xlsx", start="A1", property="bold", value="on")


async def test_sheets_rows_and_columns_are_added_named_moved_and_deleted(excel: Opened) -> None:
    async with excel.tools(excel_com) as tools:
        for arguments, names in (
            ({"action": "add", "new_name": "More"}, ["Sheet", "More"]),
            ({"action": "copy", "sheet_name": "Sheet", "new_name": "Kept", "position": 1}, ["Kept", "Sheet", "More"]),
            ({"action": "rename", "sheet_name": "More", "new_name": "Rest"}, ["Kept", "Sheet", "Rest"]),
            ({"action": "move", "sheet_name": "Rest", "position": 1}, ["Rest", "Kept", "Sheet"]),
            ({"action": "delete", "sheet_name": "Rest"}, ["Kept", "Sheet"]),
        ):
            done = await call(tools, "change_sheets", **arguments)
            assert (done["value"]["names"], done["effect"]) == (names, Effect.CONFIRMED)
        assert "already" in await refusal(tools, "change_sheets", action="add", new_name="sheet")
        assert "cannot name a sheet" in await refusal(tools, "change_sheets", action="add", new_name="a/b")
        await _done(
            tools, "change_lines",
            {"sheet_name": "Sheet", "action": "insert rows", "first": "2", "count": 2},
            {"sheet_name": "Sheet", "action": "delete rows", "first": "2", "count": 2},
            {"sheet_name": "Sheet", "action": "insert columns", "first": "Price"},
            {"sheet_name": "Sheet", "action": "delete columns", "first": "B"},
        )  # fmt: skip
        assert (await call(tools, "read_cells", sheet_name="Sheet"))[1] == ["pen", 2.5, 4]
        copied = await call(tools, "write_table", copy_of="Sheet.A1:C3", at="New.B2")
        assert copied["effect"] == Effect.CONFIRMED, copied


async def test_what_is_not_there_is_named_with_what_is(excel: Opened) -> None:
    async with excel.tools(excel_com) as tools:
        assert "sheets are 'Sheet'" in await refusal(tools, "table2markdown", sheet_name="Nowhere")
        assert "the columns are 'Name'" in await refusal(
            tools, "reorder_columns", sheet_name="Sheet", desired_order=["X"]
        )
        assert "is not a range" in await refusal(tools, "read_cells", cells="no such")
        assert ".xlsx" in await refusal(tools, "save_as", file_name="out", file_ext="docx")
        assert "make it first" in await refusal(tools, "save_as", file_dir="missing", file_name="out.xlsx")
        excel.application.books[0].ReadOnly = True
        assert "read-only" in await refusal(tools, "write_cell", cell="A1", content="x")


async def test_a_text_of_word_is_replaced_its_paragraphs_edited_and_its_looks_set(word: Opened, tmp_path: Path) -> None:
    async with word.tools(word_com) as tools:
        assert (await call(tools, "read_text")).startswith("Report of the year\nThe strongest region")
        replaced = await call(tools, "replace_text", old="region", new="区域")
        assert (replaced["value"]["replaced"], replaced["effect"]) == (3, Effect.CONFIRMED), replaced
        matched = await call(tools, "replace_text", old=r"The (\w+)est", new="A $1er", pattern=True)
        assert matched["value"]["replaced"] == 2, matched
        await _done(
            tools, "edit_paragraph",
            {"action": "after", "paragraph": "Sales by 区域", "text": "A line"}, {"action": "before", "number": 1, "text": "Top"},
            {"action": "remove", "paragraph": "a line"},
        )  # fmt: skip
        await _done(
            tools, "set_property",
            {"properties": {"bold": "on", "colour": "#0000ff"}, "texts": ["north"]},
            {"properties": {"align": "center", "space below": "5 mm", "list": "bullet"}, "paragraph": 2},
            {"properties": {"style": "Heading 2"}, "texts": ["Top"]},
            {"properties": {"page orientation": "landscape", "left margin": "3 cm", "columns": 2}},
            {"properties": {"header": "Page {page}", "footer": "The end", "header align": "right"}},
            {"properties": {"size": 14, "italic": "on"}, "style": "Heading 1"},
        )  # fmt: skip
        changed = await _done(
            tools, "edit_table",
            {"action": "write", "cells": "B2", "texts": [["130"]]}, {"action": "add rows", "texts": [["South", "9"]]},
            {"action": "remove rows", "first": 2},
        )  # fmt: skip
        assert [value["cells"][1:] for value in changed] == [
            [["North", "130"]], [["North", "130"], ["South", "9"]], [["South", "9"]],
        ]  # fmt: skip
        await call(tools, "save")
    text = "\n".join(paragraph.text for paragraph in docx.Document(str(tmp_path / "report.docx")).paragraphs)
    assert text == "Top\nReport of the year\nA stronger 区域 is the north.\nSales by 区域\nA weaker 区域 is the south."
    holds(tmp_path / "report.docx", paragraph="Top", property="style", value="Heading 2")


async def test_slides_are_written_arranged_coloured_and_exported(powerpoint: Opened, tmp_path: Path) -> None:
    slides = [
        {"title": "Tea", "bullets": ["green", "\tfrom Japan", "black"], "notes": "say hello"},
        {"title": "Two sides", "bullets": ["left"], "right": ["right"]},
        {"title": "End", "subtitle": "Thanks"},
    ]
    async with powerpoint.tools(powerpoint_com) as tools:
        written = await call(tools, "write_slides", slides=slides)
        assert written["effect"] == Effect.CONFIRMED and written["value"]["count"] == 3, written
        read = await call(tools, "read_slides")
        assert read[0] == {
            "slide": 1, "layout": "title and content", "title": "Tea", "bullets": ["green", "\tfrom Japan", "black"],
            "notes": "say hello",
        }  # fmt: skip
        assert (await call(tools, "set_background_color", color="#204060", slide_index=[1, 3]))[
            "effect"
        ] == Effect.CONFIRMED
        await _done(
            tools, "set_property",
            {"properties": {"bold": "on", "size": 30, "colour": "red"}, "texts": ["green"], "slides": [1]},
            {"properties": {"transition": "fade", "advance after": "5 s"}},
            {"properties": {"master font": "DejaVu Sans"}, "part": "title"},
        )  # fmt: skip
        replaced = await call(tools, "replace_text", old="black", new="Grüß Gott")
        assert replaced["effect"] == Effect.CONFIRMED, replaced
        await _done(
            tools, "arrange_slides",
            {"action": "move", "slides": [3], "before": 1}, {"action": "duplicate", "slides": [1]},
            {"action": "delete", "slides": [2]}, {"action": "hide", "slides": [3]},
        )  # fmt: skip
        assert [slide["title"] for slide in await call(tools, "read_slides")] == ["End", "Tea", "Two sides"]
        saved = await call(tools, "save_as", file_name="talk", file_ext="pptx")
        assert saved["effect"] == Effect.CONFIRMED, saved
        pictures = await call(tools, "export_file", file_name="one.png", slides=[2])
        assert pictures["effect"] == Effect.CONFIRMED, pictures
        assert "no slide 9" in await refusal(tools, "read_slides", slide=9)
        assert "has no place" in await refusal(tools, "write_slides", slides=[{"subtitle": "x", "layout": "blank"}])
    found = FilePredicate(path=str(tmp_path / "talk.pptx"), contains="Grüß Gott").check_now()
    assert found.truth is Truth.SATISFIED, found.evidence


@requirement("defect:16")
async def test_two_workbooks_are_never_mixed_up_and_a_closed_one_is_told(excel: Opened, tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "other.xlsx")
    both = ExcelApplication(tmp_path / "prices.xlsx", tmp_path / "other.xlsx")
    excel.running["Excel.Application"] = both
    first, second = (book.window.Hwnd for book in both.books)
    async with excel.tools(excel_com) as tools:
        excel.scope.selection.window = window_of("excel", "prices.xlsx - Excel", first)
        assert "pen" in await call(tools, "table2markdown")
        excel.scope.selection.window = window_of("excel", "other.xlsx - Excel", second)
        assert "is empty" in await call(tools, "table2markdown")
        del both.books[1]
        assert "shows no document" in await refusal(tools, "table2markdown")
        both.protected.append("other.xlsx")
        assert "Enable Editing" in await refusal(tools, "table2markdown")
        excel.running.clear()
        assert "gives out no document" in await refusal(tools, "table2markdown")


@pytest.mark.parametrize("program", ["excel", "word", "powerpoint"])
async def test_a_copy_of_the_document_as_it_stands_is_read_before_and_after_a_change(
    program: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    opened: Opened = request.getfixturevalue(program)
    folder = tmp_path / "before"
    folder.mkdir()
    before = await opened.documents.copy(opened.window, folder)
    assert before.stat().st_size and await opened.documents.is_modified(opened.window) is False
    assert (await opened.documents.path(opened.window)).endswith(("prices.xlsx", "report.docx", ""))


async def test_only_the_tools_that_office_is_asked_for_are_told_and_their_names_are_libreoffices(excel: Opened) -> None:
    async with excel.tools(excel_com) as tools:
        names = {tool.name for tool in (await tools.list_tools()).tools}
    assert {"insert_excel_table", "table2markdown", "set_cells", "set_property", "save_as"} <= names
    assert not names & {"edit_chart", "set_pivot_table", "insert_chart", "filter_rows"}
