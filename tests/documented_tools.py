"""The tools that the specification names for Word, Excel and PowerPoint: the same scenes, whatever office holds the document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
from mcp import Client

from tests.tool_calls import call, refusal
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth

SHEET = (("Name", "Price", "Count"), ("pen", 2.5, 4), ("ink", 7, 1))
TEXT = (
    "Report of the year",
    "The strongest region is the north.",
    "Sales by region",
    "The weakest region is the south.",
)
TABLE = (("Region", "Sales"), ("North", "120"))
"""It stands behind the third line of the text."""


def write_sheet(path: Path) -> None:
    book = openpyxl.Workbook()
    for row in SHEET:
        book.active.append(row)
    book.save(path)


def write_text(path: Path) -> None:
    file = docx.Document()
    file.add_heading(TEXT[0], 1)
    for line in TEXT[1:3]:
        file.add_paragraph(line)
    table = file.add_table(2, 2)
    for row, texts in enumerate(TABLE):
        for column, words in enumerate(texts):
            table.cell(row, column).text = words
    file.add_paragraph(TEXT[3])
    file.save(str(path))


def write_slides(path: Path) -> None:
    file = pptx.Presentation()
    file.slides.add_slide(file.slide_layouts[0])
    file.save(str(path))


async def work_a_sheet(tools: Client, folder: Path) -> None:
    """The document holds SHEET on its first sheet."""
    table = await call(tools, "table2markdown", sheet_name=1)
    assert table.splitlines()[2:] == ["| pen | 2.5 | 4 |", "| ink | 7 | 1 |"]
    ordered = await call(tools, "reorder_columns", sheet_name=1, desired_order=["Count", "name"])
    assert (ordered["value"]["headers"], ordered["effect"]) == (["Count", "Name", "Price"], Effect.CONFIRMED)
    given = [["Day", "Amount", "Share", "Code"], ["2026-12-24", "1,234.50", "12 %", "007"], ["=1+1", None, True, "May"]]
    written = await call(tools, "insert_excel_table", table=given, sheet_name=1, start_row=10, start_col="B")
    assert written["effect"] == Effect.CONFIRMED, written
    read = await call(tools, "get_range_values", sheet_name=1, start_row=11, start_col=2, end_row=12, end_col="E")
    assert read == [["2026-12-24", 1234.5, 0.12, "007"], ["=1+1", "", "TRUE", "May"]]
    ending = {"start_row": 1, "start_col": 1, "end_row": 3, "end_col": -1}
    assert (await call(tools, "select_table_range", sheet_name=1, **ending))["effect"] == Effect.CONFIRMED
    filled = await call(tools, "set_cells", cells={"D1": "Sum", "D2": "=A2*C2", "D3": "=1/0"})
    assert filled["effect"] == Effect.PARTIAL and "D3" in filled["evidence"][1], filled
    assert (await call(tools, "read_cells", cells="D1:D3"))["rows"] == [["Sum"], [10], ["#DIV/0!"]]
    assert "is not a formula" in await refusal(tools, "write_cell", cell="D2", content="=NOSUCH(1)")
    assert "sheets are" in await refusal(tools, "table2markdown", sheet_name="Nowhere")
    assert "'Count'" in await refusal(tools, "reorder_columns", sheet_name=1, desired_order=["Nothing"])
    bold = await call(tools, "set_property", properties={"bold": "on", "highlight": "yellow"}, cells="A1:C1")
    assert bold["effect"] == Effect.CONFIRMED, bold
    saved = await call(tools, "save_as", file_dir=str(folder), file_name="out", file_ext="xlsx")
    assert saved["effect"] == Effect.CONFIRMED, saved
    holds(folder / "out.xlsx", cells=[["Count", "Name", "Price"], ["4", "pen", "2.5"]])
    holds(folder / "out.xlsx", start="A1:C1", property="highlight", value="yellow")


async def work_a_text(tools: Client, folder: Path) -> None:
    """The document holds TEXT, with TABLE in it."""
    assert "select_place" in await refusal(tools, "set_font", font_size=14)
    chosen = await call(tools, "select_text", text="STRONGEST region")
    assert (chosen["value"]["text"], chosen["effect"]) == ("strongest region", Effect.CONFIRMED)
    assert (await call(tools, "set_font", font_name="DejaVu Sans", font_size=17))["effect"] == Effect.CONFIRMED
    assert (await call(tools, "set_font", font_name="No Such Font"))["effect"] == Effect.PARTIAL
    first = await call(tools, "select_paragraph", start_index=1, end_index=1)
    assert first["value"]["text"] == TEXT[0]
    assert (await call(tools, "select_table", number=1))["effect"] == Effect.CONFIRMED
    assert "does not contain" in await refusal(tools, "select_text", text="zebra crossing")
    read = await call(tools, "read_table", number=1)
    assert read["rows"] == [list(row) for row in TABLE] and read["caption"] == TEXT[2]
    inserted = await call(tools, "insert_table", rows=2, columns=3, cells=[["a", "b", "c"]], at="before", text=TEXT[0])
    assert inserted["effect"] == Effect.CONFIRMED, inserted
    replaced = await call(tools, "replace_text", old="region", new="区域")
    assert (replaced["value"]["replaced"], replaced["effect"]) == (3, Effect.CONFIRMED)
    saved = await call(tools, "save_as", file_dir=str(folder), file_name="copy", file_ext="docx")
    assert saved["effect"] == Effect.CONFIRMED, saved
    holds(folder / "copy.docx", cells=[["a", "b", "c"], ["", "", ""]])
    holds(folder / "copy.docx", paragraph="Sales by 区域")
    exported = await call(tools, "save_as", file_dir=str(folder), file_name="copy", file_ext="pdf", pages="1")
    assert exported["effect"] == Effect.CONFIRMED and (folder / "copy.pdf").read_bytes().startswith(b"%PDF")


async def work_slides(tools: Client, folder: Path) -> None:
    """The presentation has one empty slide."""
    slides: list[dict[str, Any]] = [
        {"title": "Tea", "bullets": ["green", "\tfrom Japan", "black"], "notes": "say hello"},
        {"title": "Two sides", "bullets": ["left"], "right": ["right"]},
        {"title": "End", "subtitle": "Thanks"},
    ]
    written = await call(tools, "write_slides", slides=slides)
    assert (written["effect"], written["value"]["count"]) == (Effect.CONFIRMED, 3), written
    read = await call(tools, "read_slides")
    assert {name: read[0][name] for name in ("layout", *slides[0])} == {"layout": "title and content", **slides[0]}
    coloured = await call(tools, "set_background_color", color="#204060", slide_index=[1, 3])
    assert coloured["effect"] == Effect.CONFIRMED, coloured
    moved = await call(tools, "arrange_slides", action="move", slides=[3], before=1)
    assert moved["effect"] == Effect.CONFIRMED, moved
    assert [slide["title"] for slide in await call(tools, "read_slides")] == ["End", "Tea", "Two sides"]
    assert "no slide 9" in await refusal(tools, "read_slides", slide=9)
    assert "has no place" in await refusal(tools, "write_slides", slides=[{"subtitle": "x", "layout": "blank"}])
    saved = await call(tools, "save_as", file_dir=str(folder), file_name="talk", file_ext="pptx")
    assert saved["effect"] == Effect.CONFIRMED, saved
    holds(folder / "talk.pptx", property="slide background", value="#204060", page=2)


def holds(path: Path, **record: object) -> None:
    """The file says so, by our own reading of it."""
    found = DocumentPredicate.model_validate({"path": str(path), **record}).check_now()
    assert found.truth is Truth.SATISFIED, (record, found.evidence)
