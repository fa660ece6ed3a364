"""Tables of texts and slides are told by their rows and columns, as a person counts them."""

from __future__ import annotations

from pathlib import Path

import docx
import pptx
import pytest
from pptx.util import Inches

from tests.proof.difference.made_world import MadeWorld

_ROWS = (("Item", "Price"), ("Tea", "4"), ("Milk", "1"))
_NAMES = " ".join(
    f"xmlns:{name}='urn:oasis:names:tc:opendocument:xmlns:{name}:1.0'" for name in ("office", "text", "table", "style")
)


def _docx(path: Path, rows: tuple[tuple[str, ...], ...] = ()) -> None:
    document = docx.Document()
    document.add_paragraph("Prices")
    if rows:
        table = document.add_table(len(rows), len(rows[0]))
        for cell, text in zip((cell for row in table.rows for cell in row.cells), sum(rows, ()), strict=True):
            cell.text = text
    document.add_paragraph("The end")
    document.save(str(path))


def _fodt(path: Path, rows: tuple[tuple[str, ...], ...] = ()) -> None:
    written = "".join(
        f"<table:table-row>{''.join(f'<table:table-cell><text:p>{text}</text:p></table:table-cell>' for text in row)}"
        "</table:table-row>"
        for row in rows
    )
    head, _, rest = written.partition("</table:table-row>")
    table = (
        f"<table:table><table:table-header-rows>{head}</table:table-row></table:table-header-rows>{rest}</table:table>"
    )
    path.write_text(
        f"<office:document {_NAMES}><office:body><office:text><text:p>Prices</text:p>{table if rows else ''}"
        "<text:p>The end</text:p></office:text></office:body></office:document>",
        encoding="utf-8",
    )


@pytest.mark.parametrize("name", ["prices.docx", "prices.fodt"])
def test_a_new_table_is_one_fact_with_its_rows(made: MadeWorld, name: str) -> None:
    write = _docx if name.endswith("x") else _fodt
    write(made.folder / name)
    made.world.take()
    write(made.folder / name, _ROWS)
    fact = next(fact for fact in made.facts() if "new cells" in fact.line)
    assert fact.line == (
        f"{name}, table 1, rows 1 to 3, columns 1 to 2: 6 new cells: Item | Price; Tea | 4; Milk | 1, "
        'between "Prices" and "The end", of 8'
    )
    assert {"Item", "Price", "Tea", "4", "Milk", "1"} <= set(fact.texts)


@pytest.mark.parametrize("name", ["prices.docx", "prices.fodt"])
def test_a_changed_cell_is_told_by_its_row_and_column(made: MadeWorld, name: str) -> None:
    write = _docx if name.endswith("x") else _fodt
    write(made.folder / name, _ROWS)
    made.world.take()
    write(made.folder / name, (*_ROWS[:1], ("Tea", "5"), *_ROWS[2:]))
    (fact,) = made.facts()
    assert fact.line.startswith(f'{name}, table 1, row 2, column 2: "4" → "5"')
    assert {"2", "5"} <= set(fact.numbers)


def test_the_looks_of_a_row_are_told_by_the_row(made: MadeWorld) -> None:
    path = made.folder / "prices.docx"
    _docx(path, _ROWS)
    made.world.take()
    document = docx.Document(str(path))
    for cell in document.tables[0].rows[0].cells:
        cell.paragraphs[0].runs[0].bold = True
    document.save(str(path))
    assert made.lines() == [
        'prices.docx, table 1, row 1, columns 1 to 2: bold on the whole of "Item", "Price", 2 of 8 paragraphs with text'
    ]


def test_a_new_column_of_a_table_is_one_fact(made: MadeWorld) -> None:
    path = made.folder / "prices.docx"
    _docx(path, _ROWS)
    made.world.take()
    _docx(path, tuple((*row, text) for row, text in zip(_ROWS, ("Stock", "twelve", "forty"), strict=True)))
    (fact,) = made.facts()
    assert fact.line == "prices.docx, table 1, rows 1 to 3, column 3: 3 new cells: Stock; twelve; forty"


def test_texts_of_a_table_within_a_table_are_told_by_the_inner_one(made: MadeWorld) -> None:
    path = made.folder / "nested.docx"

    def write(text: str) -> None:
        document = docx.Document()
        outer = document.add_table(2, 2)
        outer.cell(0, 0).text = "Outer"
        outer.cell(1, 1).add_table(1, 3).cell(0, 2).text = text
        document.save(str(path))

    write("inner")
    made.world.take()
    write("innermost")
    (fact,) = made.facts()
    assert fact.line.startswith('nested.docx, table 2, row 1, column 3: "inner" → "innermost"')


def test_a_cell_on_a_slide_is_told_by_its_slide_row_and_column(made: MadeWorld) -> None:
    path = made.folder / "deck.pptx"

    def write(price: str) -> None:
        deck = pptx.Presentation()
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "Prices"
        table = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
        for cell, text in zip(table.iter_cells(), ("Item", "Price", "Tea", price), strict=True):
            cell.text = text
        deck.save(str(path))

    write("four")
    made.world.take()
    write("five")
    (line,) = made.lines()
    assert line.startswith('deck.pptx, slide 1 of 1, table 1, row 2, column 2: "four" → "five"')


@pytest.mark.parametrize(("text", "said"), [("14", "1 new paragraph: 14"), ("", "1 empty paragraph more")])
def test_a_paragraph_that_was_put_into_a_cell_beside_another_is_no_new_cell(
    made: MadeWorld, text: str, said: str
) -> None:
    path = made.folder / "prices.docx"
    _docx(path, _ROWS)
    made.world.take()
    document = docx.Document(str(path))
    document.tables[0].rows[1].cells[1].add_paragraph(text)
    document.save(str(path))
    (line,) = made.lines()
    assert line.startswith(f"prices.docx, table 1, row 2, column 2: {said}")
