"""Looks of texts and cells, sheets, rows and columns: changed in a real LibreOffice, and read from the files that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = pytest.mark.apps

_LOOKS = (
    ("bold", "on", ["second"], "on"), ("colour", "dark red", ["second"], "#8b0000"), ("size", "18 pt", ["Third line"], "18"),
    ("style", "heading 2", ["First line"], "Heading 2"), ("align", "centre", ["Third line"], "center"),
    ("list", "number", ["Apples", "Pears"], "number"), ("highlight", "yellow", ["Pears"], "#ffff00"),
)  # fmt: skip


def truth(path: Path, **stated: object) -> Truth:
    return DocumentPredicate.model_validate({"path": str(path), **stated}).check_now().truth


@pytest.mark.matrix
async def test_texts_look_as_asked_and_the_file_tells_it(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    source = tmp_path / "words.txt"
    source.write_text("First line\nThe second one is second to none\nThird line\nApples\nPears\n", encoding="utf-8")
    path = tmp_path / "words.odt"
    with Office(private_desktop.environment, tmp_path, "--writer", str(source)) as office:
        async with Client(writer_uno(scope_on(office.window("words.txt"), tmp_path))) as writer:
            for look, value, texts, _ in _LOOKS:
                done = await call(writer, "format_text", look=look, value=value, texts=texts)
                assert done["effect"] == Effect.CONFIRMED, (look, done)
            done = await call(writer, "set_property", properties={"bold": True}, texts=["Pe[ar]s"])
            assert done["effect"] == Effect.CONFIRMED and done["value"]["texts"] == ["ar"]
            assert "does not contain" in await refusal(writer, "format_text", look="bold", value="on", texts=["fourth"])
            assert "no paragraph style" in await refusal(
                writer, "format_text", look="style", value="Fancy", texts=["Pears"]
            )
            assert "no colour" in await refusal(writer, "format_text", look="colour", value="mud", texts=["Pears"])
            gone = await call(writer, "edit_paragraph", action="remove", paragraph="Apples")
            added = await call(writer, "edit_paragraph", action="after", number=1, text="Between")
            assert (gone["effect"], added["effect"]) == (Effect.CONFIRMED, Effect.CONFIRMED)
            assert "the new one has what that one has: style" in added["evidence"][0]
            await call(writer, "save_as", file_dir=str(tmp_path), file_name="words.odt")
    for look, _, texts, wanted in _LOOKS:
        assert truth(path, paragraph=texts[-1], look=look, look_value=wanted) is Truth.SATISFIED, look
    assert truth(path, paragraph="one is", look="bold", look_value="off") is Truth.SATISFIED
    assert truth(path, paragraph="Third line", look="bold", look_value="on") is Truth.UNSATISFIED
    assert truth(path, paragraph="Between", without="Apples") is Truth.SATISFIED


@pytest.mark.matrix
async def test_sheets_rows_columns_and_formats_are_changed_and_the_file_tells_it(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    source = tmp_path / "staff.csv"
    source.write_text("Name,Age,City\nZoe,31,Linz\nAdam,45,Graz\nMia,28,Wien\n", encoding="utf-8")
    path = tmp_path / "staff.ods"
    with Office(private_desktop.environment, tmp_path, "--calc", "--infilter=CSV:44,34,76,1", str(source)) as office:
        async with Client(calc_uno(scope_on(office.window("staff.csv"), tmp_path))) as calc:
            sheets = [
                await call(calc, "change_sheets", action="add", new_name="Summary"),
                await call(calc, "change_sheets", action="rename", sheet_name="staff", new_name="People"),
                await call(calc, "change_sheets", action="add", new_name="Gone"),
                await call(calc, "change_sheets", action="delete", sheet_name="Gone"),
            ]
            lines = [
                await call(calc, "sort_table", by="age", descending=True, sheet_name="People"),
                await call(calc, "change_lines", action="insert rows", first="2", count=2, sheet_name="People"),
                await call(calc, "change_lines", action="delete columns", first="City", sheet_name="People"),
                await call(calc, "change_lines", action="delete rows", first="2", sheet_name="People"),
                await call(
                    calc, "format_cells", cells=["column B"], look="format", value="currency 2", sheet_name="People"
                ),
                await call(calc, "format_cells", cells=["row 1"], look="bold", value="on", sheet_name="People"),
            ]
            assert {sheet["effect"] for sheet in (*sheets, *lines)} == {Effect.CONFIRMED}
            assert "already" in await refusal(calc, "change_sheets", action="add", new_name="summary")
            assert "the columns are 'Name', 'Age'" in await refusal(
                calc, "sort_table", by="Weight", sheet_name="People"
            )
            await _a_table_is_sorted_between_its_title_and_its_total(calc)
            await _formulas_that_a_change_breaks_are_told(calc)
            await call(calc, "save_as", file_dir=str(tmp_path), file_name="staff.ods")
    assert truth(path, sheets=("People", "Summary")) is Truth.SATISFIED
    rows = (("Name", "Age"), ("", ""), ("Adam", "45"), ("Zoe", "31"), ("Mia", "28"))
    assert truth(path, sheet="People", cells=rows) is Truth.SATISFIED
    assert truth(path, sheet="People", start="B3:B5", look="format", look_value="currency 2") is Truth.SATISFIED
    assert truth(path, sheet="People", start="A1:B1", look="bold", look_value="on") is Truth.SATISFIED
    assert truth(path, sheet="People", start="A3", look="bold", look_value="on") is Truth.UNSATISFIED
    items = (("What was bought",), ("Item",), ("zebra",), ("Banana",), ("Äpfel",), ("Total",))
    assert truth(path, sheet="Summary", start="B1", cells=items) is Truth.SATISFIED


async def _a_table_is_sorted_between_its_title_and_its_total(calc: Client) -> None:
    table = [
        ["What was bought", ""],
        ["Item", "Price"],
        ["pear", 2],
        ["Äpfel", 3],
        ["zebra", 4],
        ["Banana", 5],
        ["Total", ""],
    ]
    await call(calc, "insert_excel_table", table=table, sheet_name="Summary", start_col="B")
    await call(calc, "write_cell", cell="C7", content="=SUM(C3:C6)", sheet_name="Summary")
    fewer = await call(calc, "change_lines", action="delete rows", first="3", sheet_name="Summary")
    ordered = await call(calc, "sort_table", by="Item", descending=True, sheet_name="Summary")
    assert (fewer["effect"], ordered["effect"]) == (Effect.CONFIRMED, Effect.CONFIRMED)
    assert fewer["value"]["rows"][-1] == ["", "Total", "12"]
    assert "rows of totals left at its end: 1" in ordered["evidence"][0]
    assert "is empty" in await refusal(calc, "sort_table", by="A", sheet_name="Summary")
    assert "the columns are 'Item', 'Price'" in await refusal(calc, "sort_table", by="Banana", sheet_name="Summary")


async def _formulas_that_a_change_breaks_are_told(calc: Client) -> None:
    await call(calc, "change_sheets", action="add", new_name="Lone")
    for cell, content in (("A1", 1), ("A4", "=1/0"), ("B5", "=A1*2"), ("C6", '=INDIRECT("Lone.A20")')):
        await call(calc, "write_cell", cell=cell, content=content, sheet_name="Lone")
    wider = await call(calc, "change_lines", action="insert rows", first="2", sheet_name="Lone")
    assert "broken" not in wider["value"] and len(wider["evidence"]) == 1
    fewer = await call(calc, "change_lines", action="delete rows", first="1", sheet_name="Lone")
    assert fewer["effect"] == Effect.CONFIRMED
    (told,) = fewer["value"]["broken"]
    assert told.startswith("Lone.B5 shows #")
    assert fewer["evidence"][1] == f"this broke formulas: {told}"
    named = await call(calc, "change_sheets", action="rename", sheet_name="Lone", new_name="Other")
    assert [item.partition(" ")[0] for item in named["value"]["broken"]] == ["Other.C6"]
    gone = await call(calc, "change_sheets", action="delete", sheet_name="Other")
    assert "broken" not in gone["value"]


@pytest.mark.matrix
async def test_a_date_format_on_dates_that_are_texts_is_told_as_partial(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    source = tmp_path / "days.csv"
    source.write_text("day\n2026-01-05\n2026-02-06\n", encoding="utf-8")
    as_text = "--infilter=CSV:44,34,76,1,1/2"
    with Office(private_desktop.environment, tmp_path, "--calc", as_text, str(source)) as office:
        async with Client(calc_uno(scope_on(office.window("days.csv"), tmp_path))) as calc:
            told = await call(calc, "format_cells", cells=["A2:A3"], look="format", value="date")
            assert told["effect"] == Effect.PARTIAL and "2 cells hold a text" in told["evidence"][-1]
            await call(calc, "insert_excel_table", table=[["2026-01-05"], ["2026-02-06"]], start_row=2)
            again = await call(calc, "format_cells", cells=["column A"], look="format", value="date")
            assert again["effect"] == Effect.CONFIRMED
            await call(calc, "save_as", file_dir=str(tmp_path), file_name="days.ods")
    path = tmp_path / "days.ods"
    assert truth(path, start="A2:A", property="value type", value="date") is Truth.SATISFIED
    assert truth(path, start="A2:A", where="> 2026-01-31", property="format", value="date") is Truth.SATISFIED
    assert truth(path, start="A", property="value type", value="date") is Truth.UNSATISFIED
