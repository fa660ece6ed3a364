"""Documents of other programs that LibreOffice opens and saves again: what it writes differently is no change of theirs."""

from __future__ import annotations

from pathlib import Path

import docx
import openpyxl
import pptx
from openpyxl.chart import BarChart, Reference
from pptx.dml.color import RGBColor
from pptx.util import Mm

from tests.needs import needs
from tests.office_conversions import convert
from tests.proof.difference.made_world import PRICES, MadeWorld, text_with_styles

pytestmark = needs("soffice")


def _report(folder: Path) -> None:
    report = docx.Document()
    report.add_heading("Prices", 1)
    for style in ("Table Grid", "Light Shading Accent 1", "Medium Grid 3"):
        table = report.add_table(3, 2, style=style)
        for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"{style} {number}"
        report.add_paragraph(f"Below {style}.", style="Quote")
    report.sections[0].header.paragraphs[0].text = "Spring"
    report.sections[0].footer.paragraphs[0].text = "Internal"
    report.save(str(folder / "report.docx"))


def _book(folder: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in PRICES:
        sheet.append(list(row))
    sheet["E2"], sheet["E3"] = '=IF(B2>4,TRUE(),"TRUE()")', "=VLOOKUP(A3,A2:C7,2,FALSE)"
    sheet["E4"] = True
    chart = BarChart()
    chart.title = "Prices"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=7), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=7))
    sheet.add_chart(chart, "G2")
    book.save(folder / "book.xlsx")


def _deck(folder: Path) -> None:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text, first.placeholders[1].text = "Prices", "Tea\nCoffee"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Table"
    table = second.shapes.add_table(2, 2, Mm(20), Mm(50), Mm(100), Mm(30)).table
    for number, text in enumerate(("Item", "Price", "Milk", "1.20")):
        table.cell(number // 2, number % 2).text = text
    deck.save(str(folder / "deck.pptx"))


def test_a_document_that_is_saved_again_has_no_difference_that_somebody_must_ask_for(made: MadeWorld) -> None:
    for make in (_report, _book, _deck):
        make(made.folder)
    made.write("menu.fodt", text_with_styles())
    again = ("report.docx", "book.xlsx", "deck.pptx", "report.odt", "book.ods", "deck.odp", "menu.fodt")
    convert(
        made.home,
        *((f"work/{old}", f"work/{new}") for old, new in zip(again[:3], again[3:6], strict=True)),
        *((f"work/{name}", f"out/{name}") for name in again),
    )
    made.world.take()
    for name in again:
        (made.folder / name).write_bytes((made.home / "out" / name).read_bytes())
    assert [line for line in made.lines() if "all that can be read in it is as it was" not in line] == []


def test_a_heading_of_a_table_that_turns_red_is_told(made: MadeWorld) -> None:
    _deck(made.folder)
    made.world.take()
    deck = pptx.Presentation(str(made.folder / "deck.pptx"))
    table = next(shape.table for shape in deck.slides[1].shapes if shape.has_table)
    run = table.cell(0, 0).text_frame.paragraphs[0].runs[0]
    run.font.color.rgb = RGBColor(0xC0, 0, 0)
    deck.save(str(made.folder / "deck.pptx"))
    assert made.lines() == [
        'deck.pptx, slide 2 of 2, table 1, row 1, column 1: colour #c00000 on the whole of "Item", 1 of 5 lines with text'
    ]
