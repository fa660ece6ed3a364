"""Word, Excel and PowerPoint over real COM: a fake Office in a process of its own, found in the table of running objects."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import docx
import openpyxl
import pytest
from mcp import Client

from tests.fake_office.bridge import window_of
from tests.tool_calls import call, refusal
from tests.waiting import in_time
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.schema.command import Effect
from ufo.tools.observe.open_documents import OpenDocuments
from ufo.tools.observe.selection import Selection, ToolScope
from ufo_libreoffice.microsoft_documents import MicrosoftDocuments
from ufo_libreoffice.servers.microsoft import excel_com, powerpoint_com, word_com

pytestmark = [pytest.mark.matrix, pytest.mark.timeout(300)]
_SERVER = (sys.executable, "-m", "tests.fake_office.com_server")


class _Served:
    """A fake Office that runs, and what it is told."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def tell(self, line: str) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()
        with in_time():
            await (self._process.wait() if line == "vanish" else self._process.stdout.readline())


@asynccontextmanager
async def _running(program: str, *paths: Path) -> AsyncIterator[_Served]:
    process = await asyncio.create_subprocess_exec(
        *_SERVER, program, *map(str, paths), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        with in_time():
            assert await process.stdout.readline(), "it has ended"
        yield _Served(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def _scope(root: str, title: str, folder: Path, handle: int = 77) -> AsyncIterator[ToolScope]:
    documents = OpenDocuments([MicrosoftDocuments()])
    try:
        yield ToolScope(FakeDesktop(), Selection(window=window_of(root, title, handle)), folder, documents=documents)
    finally:
        await documents.close()


async def test_cells_go_over_com_with_days_errors_and_ten_thousand_rows_and_a_busy_or_lost_excel_is_told(
    tmp_path: Path,
) -> None:
    openpyxl.Workbook().save(tmp_path / "book.xlsx")
    async with _scope("excel", "book.xlsx - Excel", tmp_path, 1001) as scope, Client(excel_com(scope)) as tools:
        assert "gives out no document" in await refusal(tools, "table2markdown")
        async with _running("Excel", tmp_path / "book.xlsx") as office:
            rows = [["n", "text"], *([number, f"строка {number}"] for number in range(10_000))]
            written = await call(tools, "insert_excel_table", table=rows)
            assert written["effect"] == Effect.CONFIRMED, written
            cells = {"D1": "2026-12-24 18:30", "D2": "=1/0", "D3": "=A2+1", "D4": True, "D5": "=NA()"}
            assert (await call(tools, "set_cells", cells=cells))["effect"] == Effect.PARTIAL
            read = await call(
                tools, "get_range_values", sheet_name="", start_row=1, start_col="D", end_row=5, end_col="D"
            )
            assert read == [["2026-12-24 18:30"], ["#DIV/0!"], [1], ["TRUE"], ["#N/A"]]
            # It rejects some calls, as with a cell that is edited for a moment, and then all.
            await office.tell("3")
            assert (await call(tools, "select_table_range", sheet_name="", start_row=1, start_col=1))[
                "effect"
            ] == "confirmed"
            await office.tell("1000000")
            assert "press Escape" in await refusal(tools, "table2markdown")
            await office.tell("0")
            copied = tmp_path / "copied"
            copied.mkdir()
            assert scope.selection.window is not None
            file = await scope.documents.copy(scope.selection.window, copied)
            assert openpyxl.load_workbook(file).active["B10001"].value == "строка 9999"
            assert await scope.documents.path(scope.selection.window) == str(tmp_path / "book.xlsx")
            await office.tell("vanish")
            assert "open the document again" in await refusal(tools, "table2markdown")


async def test_texts_and_slides_go_over_com(tmp_path: Path) -> None:
    text = docx.Document()
    text.add_paragraph("The strongest region is the north.")
    text.save(str(tmp_path / "report.docx"))
    async with (
        _scope("winword", "report.docx - Word", tmp_path, 2001) as scope,
        Client(word_com(scope)) as tools,
        _running("Word", tmp_path / "report.docx"),
    ):
        assert (await call(tools, "select_text", text="strongest region"))["effect"] == Effect.CONFIRMED
        assert (await call(tools, "set_font", font_name="DejaVu Sans", font_size=17))["effect"] == Effect.CONFIRMED
        assert (await call(tools, "replace_text", old="north", new="μέση"))["effect"] == Effect.CONFIRMED
        assert (await call(tools, "insert_table", rows=2, columns=2, cells=[["a", "b"]], at="end"))[
            "effect"
        ] == Effect.CONFIRMED
        assert scope.selection.window is not None
        file = await scope.documents.copy(scope.selection.window, tmp_path / "..")
        assert docx.Document(str(file)).paragraphs[0].text == "The strongest region is the μέση."
    async with (
        _scope("powerpnt", "Presentation1 - PowerPoint", tmp_path) as scope,
        Client(powerpoint_com(scope)) as tools,
        _running("PowerPoint"),
    ):
        written = await call(tools, "write_slides", slides=[{"title": "Tea", "bullets": ["green", "\tfrom Japan"]}])
        assert written["effect"] == Effect.CONFIRMED, written
        assert (await call(tools, "set_background_color", color="#204060"))["effect"] == Effect.CONFIRMED
        assert (await call(tools, "save_as", file_name="talk.pptx"))["effect"] == Effect.CONFIRMED
