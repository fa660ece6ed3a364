"""LibreOffice's own interface, on a real LibreOffice, through a real MCP client, proved by the files it writes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import anyio
import openpyxl
import pytest
from mcp import Client
from mcp.server import MCPServer

from tests.apps.office import Office
from tests.requirement import requirement
from tests.tool_calls import call, refusal
from tests.waiting import in_time
from ufo.cli.commands.sample import make_sample
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.readers.read_document import read_document
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, ToolError, WindowGone
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.observe.open_documents import OpenDocuments
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.ui_collector import ui_collector
from ufo_libreoffice.acceptor import close_acceptor, open_acceptor
from ufo_libreoffice.bridge import SYSTEM_PYTHON, OfficeBridge
from ufo_libreoffice.instances import find_instance
from ufo_libreoffice.open_documents import OfficeDocuments
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.office import office_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = pytest.mark.apps

_HOLDS_MUCH = """
import sys, time, uno
from com.sun.star.beans import PropertyValue
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
deadline = time.monotonic() + 20
while True:
    try:
        context = resolver.resolve(f"uno:{sys.argv[1]};urp;StarOffice.ComponentContext")
        break
    except Exception:
        if time.monotonic() > deadline:
            raise
        # LibreOffice tells nobody that it listens by now.
        time.sleep(0.05)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
hidden = PropertyValue("Hidden", 0, True, 0)
sheet = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,)).Sheets.getByIndex(0)
held = [sheet.getCellByPosition(at % 100, at // 100) for at in range(2000)]
print(len(held), end="", flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True, slots=True)
class Saved:
    office: Office
    folder: Path

    def scope(self, name: str) -> ToolScope:
        return scope_on(self.office.window(f"{name}."), self.folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("office")
    (folder / "one.csv").write_text("Name,Amount\nA,1\nB,2\n", encoding="utf-8")
    (folder / "merged.fodt").write_text(_MERGED, encoding="utf-8")
    (folder / "long.fodt").write_text(_long(), encoding="utf-8")
    make_sample(folder)
    return folder


@pytest.fixture(scope="module")
def office(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Office]:
    documents = [str(folder / "quarterly-report.odt"), str(folder / "merged.fodt"), str(folder / "long.fodt")]
    with Office(private_desktop.environment, folder, "--calc", *documents) as office:
        yield office


@pytest.fixture(scope="module")
def report(office: Office) -> Window:
    return office.window("quarterly-report.odt")


def scope_on(window: Window, folder: Path) -> ToolScope:
    return ToolScope(FakeDesktop(), Selection(window=window), folder)


@pytest.fixture(scope="module")
def spreadsheets(private_desktop: PrivateDesktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """Two spreadsheets in one LibreOffice."""
    folder = tmp_path_factory.mktemp("spreadsheets")
    for name in ("first", "second"):
        (folder / f"{name}.fods").write_text(_SHEET.replace("NAME", name), encoding="utf-8")
    with Office(private_desktop.environment, folder, str(folder / "first.fods"), str(folder / "second.fods")) as office:
        yield office


@pytest.fixture(scope="module")
def both(spreadsheets: Office) -> tuple[Window, Window]:
    """Found by their first titles, which change when a test saves under another name."""
    return spreadsheets.window("first."), spreadsheets.window("second.")


@pytest.fixture(scope="module")
def saved(private_desktop: PrivateDesktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Saved]:
    """Four documents in one LibreOffice, each for one test, which looks at its file afterwards."""
    folder = tmp_path_factory.mktemp("saved")
    make_sample(folder).rename(folder / "replaced.odt")
    (folder / "recorded.fodt").write_text(_RECORDED, encoding="utf-8")
    for name in ("copied", "charted"):
        _book(folder / f"{name}.xlsx")
    with Office(private_desktop.environment, folder, *[str(path) for path in sorted(folder.iterdir())]) as office:
        yield Saved(office, folder)


@pytest.fixture
def first(both: tuple[Window, Window]) -> Window:
    return both[0]


@pytest.fixture
def second(both: tuple[Window, Window]) -> Window:
    return both[1]


@pytest.mark.matrix
async def test_a_command_of_the_office_is_run_by_name_and_one_that_quits_is_not(report: Window, tmp_path: Path) -> None:
    scope = scope_on(report, tmp_path)
    async with Client(writer_uno(scope)) as writer, Client(office_uno(scope)) as office:
        await call(writer, "select_text", text="Quarterly report")
        raised = await call(office, "run_command", command=".uno:SuperScript")
        assert raised["effect"] == Effect.CONFIRMED and raised["value"]["undo"], raised
        undone = await call(office, "run_command", command="Undo")
        assert "the last step was undone" in undone["evidence"]
        assert await refusal(office, "run_command", command="Quit")
        # The other tests of this document begin with nothing selected.
        await call(office, "run_command", command="GoToStartOfDoc")


@pytest.mark.matrix
async def test_a_table_goes_from_a_report_to_a_spreadsheet_with_a_chart_and_the_files_prove_it(
    report: Window, second: Window, tmp_path: Path
) -> None:
    async with Client(writer_uno(scope_on(report, tmp_path))) as writer:
        table = await call(writer, "read_table", caption="sales by region")
    assert table["name"] == "Sales"
    assert table["rows"][0] == ["Region", "Sales", "Orders"]

    async with Client(calc_uno(scope_on(second, tmp_path))) as calc:
        written = await call(calc, "insert_excel_table", table=table["rows"], sheet_name="Fresh")
        charted = await call(calc, "insert_chart", chart_type="bar", data_range="Fresh.A1:B5", title="Sales")
        assert (written["effect"], charted["effect"]) == (Effect.CONFIRMED, Effect.CONFIRMED)
        for ending in (".ods", ".xlsx"):
            saved = await call(calc, "save_as", file_dir=str(tmp_path), file_name=f"sales{ending}")
            assert saved["effect"] == Effect.CONFIRMED, saved
            proof = DocumentPredicate(
                    path=str(tmp_path / f"sales{ending}"), sheet="Fresh", cells=tuple(map(tuple, table["rows"])),
                    chart="bar", chart_refers_to="A1:B5",
                ).check_now()  # fmt: skip
            assert proof.truth is Truth.SATISFIED, proof.evidence


@requirement("defect:16")
async def test_two_open_documents_are_never_mixed_up(first: Window, second: Window, tmp_path: Path) -> None:
    scope = scope_on(first, tmp_path)
    async with Client(calc_uno(scope)) as calc:
        await call(calc, "write_cell", cell="J1", content="only in the first", sheet_name="Data")
        assert "only in the first" in await call(calc, "table2markdown", sheet_name="Data")
        scope.selection.window = second
        assert "only in the first" not in await call(calc, "table2markdown", sheet_name="Data")


async def test_written_numbers_become_numbers_and_everything_else_stays_text(first: Window, tmp_path: Path) -> None:
    given = [["n", "1,234.50", "12 %", "$5"], ["=1+1", "007", "+49 170 123", "1.234,5"], ["x", None, True, 2.5]]
    async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
        report = await call(calc, "insert_excel_table", table=given, sheet_name="Data", start_row=20, start_col="B")
        read = await call(
            calc, "get_range_values", sheet_name="Data", start_row=20, start_col=2, end_row=22, end_col="E"
        )
    assert report["effect"] == Effect.CONFIRMED
    assert read == [["n", 1234.5, 0.12, 5], ["=1+1", "007", "+49 170 123", 1234.5], ["x", "", "TRUE", 2.5]]


async def test_a_written_date_is_a_date_and_keeps_the_format_of_its_cells(first: Window, tmp_path: Path) -> None:
    async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
        written = await call(calc, "write_cell", cell="A40", content="2026-12-24", sheet_name="Data")
        assert (written["effect"], written["value"]["shown"]) == (Effect.CONFIRMED, "2026-12-24")
        year = await call(calc, "write_cell", cell="B40", content="=YEAR(A40)+1", sheet_name="Data")
        assert year["value"]["value"] == 2027
        table = [["2026-12-25", "2026-12-25 18:30"], ["2026-13-25", "25.12."]]
        await call(calc, "insert_excel_table", table=table, sheet_name="Data", start_row=41)
        read = await call(calc, "get_range_values", sheet_name="Data", start_row=41, start_col=1, end_row=42, end_col=2)
        assert read["rows"] == [["2026-12-25", "2026-12-25 18:30"], ["2026-13-25", "25.12."]]
        assert read["stored_as_text"].startswith("A42,"), read
        assert (await call(calc, "write_cell", cell="C41", content="=A41-A40", sheet_name="Data"))["value"][
            "value"
        ] == 1


async def test_a_formula_is_computed_and_a_wrong_one_leaves_the_cell_as_it_was(first: Window, tmp_path: Path) -> None:
    async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
        await call(calc, "insert_excel_table", table=[[1, 2, 3]], sheet_name="Data", start_row=30)
        report = await call(calc, "write_cell", cell="D30", content="=SUM(A30,B30;C30)", sheet_name="Data")
        assert (report["effect"], report["value"]["value"]) == (Effect.CONFIRMED, 6)
        assert "is not a formula" in await refusal(calc, "write_cell", cell="Data.D30", content="=NOSUCH(1)")
        divided = await call(calc, "write_cell", cell="E30", content="=1/0", sheet_name="Data")
        assert divided["effect"] == Effect.PARTIAL
        assert "#DIV/0!" in str(await call(calc, "table2markdown", sheet_name="Data"))
        assert await call(
            calc, "get_range_values", sheet_name="Data", start_row=30, start_col=4, end_row=30, end_col=4
        ) == [[6]]


async def test_columns_are_reordered_with_the_formulas_that_use_them(first: Window, tmp_path: Path) -> None:
    async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
        report = await call(calc, "reorder_columns", sheet_name="Columns", desired_order=["Total", "name"])
        assert report["value"]["headers"] == ["Total", "Name", "Price", "Count"]
        assert report["effect"] == Effect.CONFIRMED
        assert "| 6 | pen | 3 | 2 |" in await call(calc, "table2markdown", sheet_name="columns")
        assert "'Name'" in await refusal(calc, "reorder_columns", sheet_name="Columns", desired_order=["Nothing"])


async def test_a_range_is_selected_and_what_does_not_exist_is_named(first: Window, tmp_path: Path) -> None:
    async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
        report = await call(calc, "select_table_range", sheet_name="Columns", start_row=1, start_col=1)
        assert (report["effect"], report["value"]["range"]) == (Effect.CONFIRMED, "A1:D2")
        assert "'Columns'" in await refusal(calc, "table2markdown", sheet_name="Nowhere")
        assert "no numbers" in await refusal(calc, "insert_chart", chart_type="pie", data_range="Columns.Y1:Z9")
        assert "protected" in await refusal(calc, "write_cell", cell="Locked.A1", content="x")


async def test_a_document_that_finds_no_room_is_told_so_and_nothing_half_written_stays(
    first: Window, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("a disk can be mounted by root only")
    try:
        (disk / "other.bin").write_bytes(bytes(60_000))
        async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
            said = await refusal(calc, "save_as", file_dir=str(disk), file_name="report.ods")
        assert f"no space left on {str(disk)!r}: 'report.ods' was not saved" in said
        assert [path.name for path in disk.iterdir()] == ["other.bin"]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


async def test_a_file_is_never_written_where_it_cannot_be(first: Window, tmp_path: Path) -> None:
    async with Client(calc_uno(scope_on(first, tmp_path))) as calc:
        assert "holds a folder" in await refusal(calc, "save_as", file_name="../out.ods")
        assert "could not write" in await refusal(calc, "save_as", file_dir="/proc", file_name="out.ods")
        assert "make it first" in await refusal(calc, "save_as", file_dir="missing", file_name="out.ods")
        assert ".xlsx" in await refusal(calc, "save_as", file_name="out", file_ext="docx")
        exported = await call(calc, "save_as", file_dir=str(tmp_path), file_name="out.pdf")
    assert exported["effect"] == Effect.CONFIRMED
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


async def test_text_is_selected_formatted_and_saved(report: Window, tmp_path: Path) -> None:
    async with Client(writer_uno(scope_on(report, tmp_path))) as writer:
        assert "select_place" in await refusal(writer, "set_font", font_size=14)
        selected = await call(writer, "select_text", text="STRONGEST region")
        assert selected["value"]["text"] == "strongest region"
        sized = await call(writer, "set_font", font_name="DejaVu Sans", font_size=17)
        assert sized["effect"] == Effect.CONFIRMED
        odd = await call(writer, "set_font", font_name="No Such Font")
        assert odd["effect"] == Effect.PARTIAL
        assert (await call(writer, "select_paragraph", start_index=1, end_index=1))["value"][
            "text"
        ] == "Quarterly report"
        assert (await call(writer, "select_table", number=1))["effect"] == Effect.CONFIRMED
        assert "does not contain" in await refusal(writer, "select_text", text="zebra crossing")
        assert "strongest region" in await call(writer, "read_text")
        saved = await call(writer, "save_as", file_dir=str(tmp_path), file_name="copy", file_ext="docx")
    assert saved["effect"] == Effect.CONFIRMED
    found = FilePredicate(path=str(tmp_path / "copy.docx"), contains="strongest region").check_now()
    assert found.truth is Truth.SATISFIED


@pytest.mark.matrix
async def test_a_long_document_is_read_page_by_page_after_its_headings(office: Office, tmp_path: Path) -> None:
    async with Client(writer_uno(scope_on(office.window("long."), tmp_path))) as writer:
        first = await call(writer, "read_text")
        assert first.startswith("[headings:\nChapter 0 (offset 0)\n")
        read, offset = first.partition("]\n")[2], 0
        while "go on with offset=" in read.splitlines()[-1]:
            offset = int(read.rpartition("offset=")[2].rstrip("]"))
            read = read.rpartition("\n[characters ")[0] + await call(writer, "read_text", offset=offset)
        assert read.count("sentence of the text") == 240 and "sentence of the text 239." in read
        assert f"{offset} to" in read.splitlines()[-1]
        found = await call(writer, "read_text", find="of the text 200.")
        assert "is there 1 times" in found


async def test_a_table_that_several_answer_to_is_refused_with_their_names(office: Office, tmp_path: Path) -> None:
    async with Client(writer_uno(scope_on(office.window("merged."), tmp_path))) as writer:
        assert [item["number"] for item in await call(writer, "list_tables")] == [1, 2]
        assert (await call(writer, "read_table", caption="staff costs"))["rows"] == [["Staff", "Cost"], ["Ann", "7"]]
        merged = await call(writer, "read_table", number=1)
        assert merged["rows"] == [["Both", ""], ["left", "right"]]
        assert "'Costs'" in await refusal(writer, "read_table")
        assert "by number" in await refusal(writer, "read_table", caption="weather")
        assert "spreadsheet" in await refusal_of(calc_uno(scope_on(office.window("merged."), tmp_path)))
        added = await call(writer, "insert_table", rows=2, columns=3)
        assert added["effect"] == Effect.CONFIRMED
        assert len(await call(writer, "list_tables")) == 3


@pytest.mark.matrix
async def test_words_are_replaced_letter_for_letter_in_prose_tables_and_headings_at_once(
    saved: Saved,
) -> None:
    path = saved.folder / "replaced.odt"
    before = document_text(path)
    assert before.count("North") > 0
    async with Client(writer_uno(saved.scope("replaced"))) as writer:
        done = await call(writer, "replace_text", old="North", new="Nord $1 \\n")
        assert done["effect"] == Effect.CONFIRMED, done
        assert "does not contain" in await refusal(writer, "replace_text", old="north pole", new="x")
        assert "several lines" in await refusal(writer, "replace_text", old="a\nb", new="x")
        again = await call(writer, "replace_text", old="Nord", new="Nord Nord")
        assert again["effect"] == Effect.CONFIRMED
        filled = await call(writer, "insert_table", rows=2, columns=2, cells=[["a", "b"], ["c"]])
        assert filled["effect"] == Effect.CONFIRMED
        assert "do not fit" in await refusal(writer, "insert_table", rows=1, columns=1, cells=[["a", "b"]])
        await call(writer, "save")
    after = document_text(path)
    assert "North" not in after
    assert after.count("Nord Nord $1 \\n") == before.count("North")
    stated = DocumentPredicate(path=str(path), cells=(("a", "b"), ("c", "")))
    assert stated.check_now().truth is Truth.SATISFIED


def document_text(path: Path) -> str:
    return read_document(path).text


_RECORDED = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
<text:tracked-changes text:track-changes="true"/>
<text:p>The draft of the draft</text:p><text:p>A draft again</text:p></office:text></office:body></office:document>"""


@pytest.mark.matrix
async def test_words_replaced_while_changes_are_recorded_are_told_as_replaced(saved: Saved) -> None:
    path = saved.folder / "recorded.fodt"
    async with Client(writer_uno(saved.scope("recorded"))) as writer:
        done = await call(writer, "replace_text", old="draft", new="final text")
        assert done["effect"] == Effect.CONFIRMED, done
        assert (done["value"]["replaced"], done["value"]["left"]) == (3, 0)
        assert "still shows the old one as deleted" in done["value"]["still_shown"]
        read = await call(writer, "read_text")
        assert "The final text of the final text\nA final text again" in read and "left out" in read
        assert "draft" not in read
        await call(writer, "save")
    assert path.read_text(encoding="utf-8").count("text:deletion>") == 6


async def test_an_open_document_is_read_from_a_copy_and_stays_as_it_is(saved: Saved) -> None:
    path = saved.folder / "copied.xlsx"
    before = path.read_bytes()
    documents = OpenDocuments([OfficeDocuments()])
    scope = replace(saved.scope("copied"), documents=documents)
    async with Client(calc_uno(scope)) as calc, Client(ui_collector(scope)) as eyes:
        await call(calc, "insert_chart", chart_type="pie", data_range="A1:B3")
        await call(calc, "write_cell", cell="B2", content="7")
        stated = [
            {"on": "document", "path": "", "open": True, "chart": "pie", "chart_refers_to": "A1:B3"},
            {"on": "document", "path": "", "open": True, "cells": [["Name", "Amount"], ["A", "7"]]},
            {"on": "document", "path": "", "open": True, "chart": "line"},
            {"on": "document", "path": "nothing.ods", "open": True, "chart": "any"},
        ]
        found = await call(eyes, "verify_expectations", expect=stated, timeout_s=0)
    await documents.close()
    assert [item["truth"] for item in found] == ["satisfied", "satisfied", "unsatisfied", "unknown"]
    assert {item["channel"] for item in found} == {"copy written by the application"}
    assert path.read_bytes() == before


async def refusal_of(server: MCPServer) -> str:
    async with Client(server) as client:
        return await refusal(client, "table2markdown")


async def test_a_document_that_is_open_read_only_is_not_changed(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    path = make_sample(tmp_path)
    with Office(private_desktop.environment, tmp_path, "--view", str(path)) as office:
        async with Client(writer_uno(scope_on(office.window("quarterly-report.odt"), tmp_path))) as writer:
            assert "read-only" in await refusal(writer, "insert_table", rows=1, columns=1)
            assert (await call(writer, "read_table"))["number"] == 1


async def test_a_hung_office_and_a_killed_one_are_told_apart_and_nothing_stays_behind(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    path, bridge = make_sample(tmp_path), OfficeBridge()
    with Office(private_desktop.environment, tmp_path, str(path)) as office:
        window = office.window("quarterly-report.odt")
        assert (await bridge.call(window, "writer.list_tables"))[0]["number"] == 1
        office.signal(signal.SIGSTOP)
        with pytest.raises(ApplicationHung, match="did not answer"):
            await bridge.call(window, "writer.list_tables", timeout_s=1.0)
        office.signal(signal.SIGCONT)
        assert (await bridge.call(window, "writer.list_tables"))[0]["number"] == 1
        office.signal(signal.SIGSTOP)
        asked = asyncio.create_task(bridge.call(window, "writer.list_tables", timeout_s=30.0))
        await anyio.wait_all_tasks_blocked()
        office.signal(signal.SIGKILL)
        with pytest.raises(WindowGone):
            await asked
    with pytest.raises(WindowGone):
        await bridge.call(window, "writer.list_tables")
    await bridge.close()
    assert not [line for line in _children() if "office_process.py" in line]


async def test_an_office_goes_on_after_a_client_that_held_much_of_it_was_killed_and_its_way_in_is_closed(
    report: Window,
) -> None:
    office, before = find_instance(report.pid), _ways_in(report)
    address = await open_acceptor(office)
    async with await anyio.open_process([SYSTEM_PYTHON, "-c", _HOLDS_MUCH, address]) as client:
        assert client.stdout is not None and await client.stdout.receive() == b"2000"
        client.kill()
    await close_acceptor(office, address)
    bridge = OfficeBridge()
    try:
        assert (await bridge.call(report, "writer.list_tables"))[0]["number"] == 1
    finally:
        await bridge.close()
    # It closes them a moment after it was asked to.
    with in_time():
        while _ways_in(report) != before:
            await anyio.sleep(0.05)


def _ways_in(window: Window) -> set[str]:
    """The sockets where the office of a window lets in clients that asked it to."""
    held = {str(path.readlink()) for path in Path(f"/proc/{window.pid}/fd").iterdir()}
    sockets = (line.split() for line in Path(f"/proc/{window.pid}/net/unix").read_text().splitlines()[1:])
    return {
        socket[-1]
        for socket in sockets
        if socket[5] == "01" and f"socket:[{socket[6]}]" in held and "_ufo-" in socket[-1]
    }


def _children() -> list[str]:
    listed = [task.joinpath("children").read_text().split() for task in Path("/proc/self/task").iterdir()]
    pids = [pid for group in listed for pid in group]
    return [Path(f"/proc/{pid}/cmdline").read_bytes().decode() for pid in pids if Path(f"/proc/{pid}").exists()]


async def test_where_uno_is_missing_the_error_names_the_package(report: Window) -> None:
    for python in (Path(sys.executable), Path("/no/such/python3")):
        bridge = OfficeBridge(python)
        with pytest.raises(ToolError, match="apt-get install -y python3-uno"):
            await bridge.call(report, "writer.list_tables")
        await bridge.close()


async def test_a_window_of_another_program_is_refused(report: Window) -> None:
    bridge = OfficeBridge()
    other = Window("1", "x", report.rect, os.getpid(), "python", "python")
    with pytest.raises(ToolError, match="not to LibreOffice"):
        await bridge.call(other, "writer.list_tables")
    await bridge.close()


_SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3"'
)


def _cell(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def _number(value: int, more: str = "") -> str:
    return f'<table:table-cell office:value-type="float" office:value="{value}"{more}/>'


def _row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


_MERGED = (
    f'<?xml version="1.0"?><office:document {_SPACES} office:mimetype="application/vnd.oasis.opendocument.text">'
    "<office:body><office:text><text:p>Seats</text:p>"
    '<table:table table:name="Seats"><table:table-column table:number-columns-repeated="2"/>'
    + _row(_cell("Both", ' table:number-columns-spanned="2"'), "<table:covered-table-cell/>")
    + _row(_cell("left"), _cell("right"))
    + "</table:table><text:p>What the staff costs</text:p>"
    '<table:table table:name="Costs"><table:table-column table:number-columns-repeated="2"/>'
    + _row(_cell("Staff"), _cell("Cost"))
    + _row(_cell("Ann"), _cell("7"))
    + "</table:table><text:p/></office:text></office:body></office:document>"
)


def _book(path: Path) -> None:
    """A workbook with a small table and a sheet beside it."""
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Data"
    for row in (("Name", "Amount"), ("A", 1), ("B", 2)):
        book.active.append(row)
    book.create_sheet("Summary")
    book.save(path)


def _long() -> str:
    """A text of 12 chapters with 20 numbered sentences each."""
    parts = [
        f'<text:h text:outline-level="1">Chapter {chapter}</text:h>'
        + "".join(
            f"<text:p>The sentence of the text {chapter * 20 + index}. It goes on.</text:p>" for index in range(20)
        )
        for chapter in range(12)
    ]
    return (
        f'<?xml version="1.0"?><office:document {_SPACES} office:mimetype="application/vnd.oasis.opendocument.text">'
        f"<office:body><office:text>{''.join(parts)}</office:text></office:body></office:document>"
    )


_SHEET = (
    f'<?xml version="1.0"?><office:document {_SPACES} office:mimetype="application/vnd.oasis.opendocument.spreadsheet">'
    '<office:body><office:spreadsheet><table:table table:name="Data">'
    + _row(_cell("NAME"))
    + '</table:table><table:table table:name="Columns">'
    + _row(*(_cell(text) for text in ("Name", "Price", "Count", "Total")))
    + _row(_cell("pen"), _number(3), _number(2), _number(6, ' table:formula="of:=[.B2]*[.C2]"'))
    + '</table:table><table:table table:name="Fresh">'
    + _row("<table:table-cell/>")
    + '</table:table><table:table table:name="Locked" table:protected="true">'
    + _row(_cell("kept"))
    + "</table:table></office:spreadsheet></office:body></office:document>"
)


async def test_a_chart_goes_on_the_sheet_that_is_named_beside_the_range_with_its_own(saved: Saved) -> None:
    stated = [
        {
            "on": "document",
            "path": "",
            "open": True,
            "sheet": "Summary",
            "chart": "pie",
            "chart_refers_to": "Data.A1:B3",
        },
        {"on": "document", "path": "", "open": True, "sheet": "Data", "chart": "pie"},
    ]
    documents = OpenDocuments([OfficeDocuments()])
    scope = replace(saved.scope("charted"), documents=documents)
    async with Client(calc_uno(scope)) as calc, Client(ui_collector(scope)) as eyes:
        charted = await call(calc, "insert_chart", chart_type="pie", data_range="Data.A1:B3", sheet_name="Summary")
        found = await call(eyes, "verify_expectations", expect=stated, timeout_s=0)
    await documents.close()
    assert charted["effect"] == Effect.CONFIRMED
    assert [item["truth"] for item in found] == ["satisfied", "unsatisfied"]
