"""Changes of cells are joined with their extent, and what is half done or too much stands in the line."""

from __future__ import annotations

import shutil

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Font, Protection

from tests.needs import needs
from tests.office_conversions import convert
from tests.proof.difference.made_world import PRICES, MadeWorld
from ufo.conditions.readers.model import EMPTY, Cell, Sheet
from ufo.proof.difference.comparing.alignment import align
from ufo.proof.difference.comparing.arrangement import arranged
from ufo.proof.difference.comparing.contents import compare
from ufo.proof.difference.comparing.sheets import changes_of
from ufo.proof.difference.content import Content, SheetContent


def test_formulas_that_are_filled_down_are_one_fact_beside_what_they_cover(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()

    def fill(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        for row in range(2, 8):
            sheet[f"D{row}"] = f"=B{row}*C{row}"

    made.edit(book, fill)
    (fact,) = made.facts()
    assert (
        fact.line
        == "sales.xlsx, Sheet1!D2:D7: 6 new formulas =B2*C2 … filled alike, beside all 6 filled rows of Sheet1!C2:C7"
    )
    assert {"Sheet1!D2:D7", "D2:D7", "D2", "D7", "=B2*C2", "sales.xlsx"} <= set(fact.texts)
    assert "6" in fact.numbers
    assert fact.partial == ""


def test_formulas_that_stop_too_early_say_how_many_rows_there_are(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: [sheet.__setitem__(f"D{row}", f"=B{row}*C{row}") for row in (2, 3, 4)])
    (fact,) = made.facts()
    assert fact.partial == "3 of the 6 filled rows of Sheet1!C2:C7"
    assert fact.partial in fact.line


def test_a_sum_that_leaves_the_last_row_out_says_so(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.__setitem__("B9", "=SUM(B2:B6)"))
    (fact,) = made.facts()
    assert fact.partial == "B2:B6 leaves out B7 of the filled B2:B7"


def test_values_that_were_copied_name_their_source_and_what_is_missing(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.edit(book, lambda file, _: file.create_sheet("Sheet2"))
    made.world.take()

    def copy(file: openpyxl.Workbook, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        for row in (2, 3, 4):
            file["Sheet2"][f"A{row}"] = sheet[f"C{row}"].value

    made.edit(book, copy)
    (fact,) = made.facts()
    assert "3 new values 10, 7, 30; equal to Sheet1!C2:C4 (3 of the 6 filled cells of Sheet1!C2:C7)" in fact.line
    assert fact.partial == "3 of the 6 filled cells of Sheet1!C2:C7"


def test_two_changes_that_have_nothing_in_common_are_two_facts(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: [sheet.__setitem__("B2", 5), sheet.__setitem__("B3", 999)])
    lines = made.lines()
    assert [line.split(" (1 of")[0] for line in lines] == [
        'sales.xlsx, Sheet1!B2: changed value ("Tea", "Price"): 4 → 5',
        'sales.xlsx, Sheet1!B3: changed value ("Coffee", "Price"): 4.5 → 999',
    ]


def test_prices_that_were_all_raised_alike_are_one_fact(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: [sheet.__setitem__(f"C{row}", sheet[f"C{row}"].value * 2) for row in range(2, 8)])
    (fact,) = made.facts()
    assert "6 changed values" in fact.line
    assert "each × 2" in fact.line
    assert {"10", "7"} <= set(fact.gone)
    assert fact.loss


def test_a_number_that_is_stored_as_text_is_mistyped(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.__setitem__("B2", "42"))
    (fact,) = made.facts()
    assert '"42" stored as text' in fact.line
    assert fact.mistyped == ("42",)
    assert "42" not in fact.numbers


@pytest.mark.parametrize(("above", "mistyped"), [(("138-11", "13811120003"), ()), (("138-11", 7), ("13711120021",))])
def test_a_number_below_numbers_that_are_all_stored_as_text_is_a_text_on_purpose(
    made: MadeWorld, above: tuple[str | int, ...], mistyped: tuple[str, ...]
) -> None:
    book = made.book("sales.xlsx")
    made.edit(book, lambda _, sheet: [sheet.__setitem__(f"F{row}", value) for row, value in enumerate(above, 1)])
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.__setitem__("F3", "13711120021"))
    (fact,) = made.facts()
    assert fact.mistyped == mistyped


@pytest.mark.parametrize(("texts", "is_by_product"), [(("单位", "医院"), True), (("单位", "Office"), False)])
def test_a_font_that_is_written_for_a_script_of_its_own_alone_is_a_by_product(
    texts: tuple[str, ...], is_by_product: bool
) -> None:
    cells = {(row, 0): Cell(shown=text) for row, text in enumerate(texts)}
    sheet = Sheet("S", cells)
    written = Content(sheets=(SheetContent(sheet, looks=dict.fromkeys(cells, {"font": "Noto Sans CJK"})),))
    (told,) = compare(Content(sheets=(SheetContent(sheet),)), written)
    assert "now font Noto Sans CJK" in told.said
    assert bool(told.by_product) is is_by_product


def test_the_looks_of_cells_below_a_merged_one_are_no_change() -> None:
    cells = {(0, 0): Cell(shown="Title"), (1, 1): Cell(shown="x")}
    sheet, merged = Sheet("S", cells), {"merged A1:C1": "on"}
    looked = {place: {"bold": "on"} for place in ((0, 1), (0, 2), (1, 1))}
    old = Content(sheets=(SheetContent(sheet, properties=merged),))
    (told,) = compare(old, Content(sheets=(SheetContent(sheet, looked, merged),)))
    assert told.where == "S!B2"


def test_a_date_and_a_percentage_are_literals_in_plain_form(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()

    def change(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        sheet["E1"], sheet["E1"].number_format = 0.15, "0%"
        sheet["F1"], sheet["F1"].number_format = 46380, "yyyy-mm-dd"

    made.edit(book, change)
    numbers = {number for fact in made.facts() for number in fact.numbers}
    dates = {day for fact in made.facts() for day in fact.dates}
    assert "0.15" in numbers
    assert dates == {"2026-12-24"}


def test_an_inserted_row_is_one_fact_and_not_a_changed_rest(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(
        book, lambda _, sheet: [sheet.insert_rows(4), sheet.__setitem__("A4", "Honey"), sheet.__setitem__("B4", 7)]
    )
    assert made.lines() == ['sales.xlsx, Sheet1!4:4: row 4 inserted, below "Coffee", above "Milk": "Honey", 7']


def test_a_removed_row_is_one_fact_that_says_what_is_gone(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.delete_rows(4))
    (fact,) = made.facts()
    assert fact.line == 'sales.xlsx, Sheet1!4:4: row 4 removed; gone: "Milk", 1.2, 30; 6 rows are left'
    assert fact.loss


def test_an_inserted_column_is_one_fact(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: [sheet.insert_cols(2), sheet.__setitem__("B1", "Code")])
    assert made.lines() == ['sales.xlsx, Sheet1!B: column B inserted, 1 cell filled: "Code"']


def _sort(sheet: openpyxl.worksheet.worksheet.Worksheet, columns: int) -> None:
    key = min(columns, 2) - 1
    rows = sorted(([cell.value for cell in row] for row in sheet.iter_rows(min_row=2)), key=lambda row: row[key])
    for number, row in enumerate(rows, 2):
        for column, value in enumerate(row[:columns], 1):
            sheet.cell(number, column).value = value


def test_formulas_that_follow_an_inserted_row_are_no_change(made: MadeWorld) -> None:
    rows = [*PRICES, ("Sum", "=SUM(B2:B7)", "=SUM(C2:C7)")]
    book = made.book("sales.xlsx", rows)
    made.world.take()

    def insert(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        sheet.insert_rows(4)
        for place, value in {"A4": "Rice", "B4": 2, "C4": 9, "B9": "=SUM(B2:B8)", "C9": "=SUM(C2:C8)"}.items():
            sheet[place] = value

    made.edit(book, insert)
    (line,) = made.lines()
    assert line.startswith("sales.xlsx, Sheet1!4:4: row 4 inserted")


def test_what_stands_in_place_of_a_formula_is_told_with_it(made: MadeWorld) -> None:
    book = made.book("sales.xlsx", [*PRICES, ("Sum", "=SUM(B2:B7)", "=SUM(C2:C7)")])
    made.world.take()
    made.edit(book, lambda _, sheet: (sheet.__setitem__("B8", 17.8), sheet.__setitem__("C8", "=SUM(C2:C6)")))
    value, formula = made.facts()
    assert 'value in place of a formula ("Sum", "Price"): =SUM(B2:B7) → 17.8' in value.line
    assert value.loss
    assert "formula =SUM(C2:C6)" in formula.line
    assert "in place of =SUM(C2:C7)" in formula.line


def test_sorted_rows_are_one_fact_with_the_column_and_the_direction(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: _sort(sheet, 3))
    (fact,) = made.facts()
    assert 'in another order, same contents; now ascending by B "Price" (B2:B7)' in fact.line
    assert not fact.partial


def test_a_column_that_was_sorted_without_its_rows_says_what_stayed(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: _sort(sheet, 1))
    (fact,) = made.facts()
    assert fact.partial == 'only A moved, while B "Price", C "Qty" stayed'
    assert fact.loss


@pytest.mark.parametrize("columns", [1, 2])
def test_blank_rows_that_were_deleted_are_no_other_order(made: MadeWorld, columns: int) -> None:
    texts = ["code,count", "A1,4", ",", "B2,5", ",", ",", "C3,6", "D4,1"]
    rows = [",".join(line.split(",")[:columns]) for line in texts]
    file = made.write("stock.csv", "\n".join(rows))
    made.world.take()
    file.write_text("\n".join(row for row in rows if row.strip(",")), encoding="utf-8")
    facts = made.facts()
    assert [fact.line for fact in facts] == [
        "stock.csv, 3:3: row 3 removed, which was empty; 5 rows are left",
        "stock.csv, 5:6: rows 5 to 6 removed, which were empty; 5 rows are left",
    ]
    assert not any(fact.loss for fact in facts)


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_what_libreoffice_gives_every_new_sheet_is_asked_for_by_nobody(made: MadeWorld, kind: str) -> None:
    made.write("prices.csv", "Item\nTea\n")
    made.world.take()
    convert(made.home, ("work/prices.csv", f"work/prices.{kind}"))
    lines = made.lines()
    assert len(lines) == 2
    assert lines[1] == f'prices.{kind}, prices!A1:A2: 2 new values "Item", "Tea"'
    (given,) = [fact for fact in made.facts() if fact.by_product]
    assert "header" in given.line and "footer" in given.line


def test_a_new_sheet_that_lies_on_its_side_under_a_header_of_its_own_says_so(made: MadeWorld) -> None:
    made.world.take()
    book = made.book("prices.xlsx")

    def lay(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        sheet.page_setup.orientation = "landscape"
        sheet.oddHeader.center.text = "Confidential"

    made.edit(book, lay)
    lines = made.lines()
    assert "prices.xlsx, Sheet1: page orientation not set → landscape" in lines
    assert "prices.xlsx, Sheet1: header not set → Confidential" in lines


def test_a_text_for_a_number_is_counted_also_where_the_line_does_not_name_it(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: [sheet.cell(row, 4, "12" if row == 5 else row) for row in range(2, 8)])
    (line,) = made.lines()
    assert line.endswith("; 1 of the 6 stored as text")


def test_numbers_that_became_texts_are_told_in_the_same_words(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.__setitem__("C2", "10"))
    (fact,) = made.facts()
    assert '10 → "10" stored as text' in fact.line
    assert fact.mistyped == ("10",)


def test_looks_are_told_by_range_with_what_they_leave_out(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()

    def embolden(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        for cell in ("A1", "B1"):
            sheet[cell].font = Font(name="Calibri", size=11, bold=True)

    made.edit(book, embolden)
    (fact,) = made.facts()
    assert fact.line == "sales.xlsx, Sheet1!A1:B1: 2 cells now bold (2 of the 3 filled cells of row 1)"
    assert fact.partial


def test_letters_within_a_cell_are_told_with_their_looks(made: MadeWorld) -> None:
    book = made.book("sales.xlsx", [["Gas", "Amount"], ["CO2", 5]])
    made.world.take()

    def lower(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        sheet["A2"] = CellRichText("CO", TextBlock(InlineFont(vertAlign="subscript"), "2"))

    made.edit(book, lower)
    assert made.lines() == ["sales.xlsx, Sheet1: letters A2 not set → '2' subscript"]


def test_sheets_charts_and_panes_are_told(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()

    def change(file: openpyxl.Workbook, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        sheet.title = "Stock"
        chart = BarChart()
        chart.title = "Prices"
        chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=7), titles_from_data=True)
        sheet.add_chart(chart, "G2")
        sheet.freeze_panes = "A2"
        file.create_sheet("Notes")

    made.edit(book, change)
    lines = made.lines()
    assert 'sales.xlsx: sheet "Sheet1" is now called "Stock"' in lines
    assert 'sales.xlsx: new sheet "Notes", empty, as number 2 of 2 sheets' in lines
    assert "sales.xlsx, Stock: frozen rows 0 → 1" in lines
    assert any('new column chart titled "Prices" of Stock!B1, Stock!B2:B7, 1 series' in line for line in lines)


def test_many_differences_become_few_facts(made: MadeWorld) -> None:
    rows = [[f"r{row}", *(row * column for column in range(1, 8))] for row in range(1, 80)]
    book = made.book("big.xlsx", rows)
    made.world.take()

    def scatter(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        for number in range(500):
            sheet.cell(1 + number * 7 % 79, 2 + number * 3 % 7).value = 10_000 + number * number

    made.edit(book, scatter)
    facts = made.facts()
    assert len(facts) <= 40
    assert sum(len(fact.line) for fact in facts) <= 12_000


@needs("soffice")
def test_saving_in_libreoffice_adds_nothing_but_by_products(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.edit(book, lambda _, sheet: sheet.__setitem__("B9", "=SUM(B2:B7)"))
    made.world.take()
    convert(made.home, ("work/sales.xlsx", "out/sales.xlsx"))
    book.write_bytes((made.home / "out" / "sales.xlsx").read_bytes())
    facts = made.facts()
    assert made.lines() == []
    recalculated = next(fact for fact in facts if "recalculated" in fact.by_product)
    assert recalculated.by_product == "recalculated from =SUM(B2:B7)"


_VALUES = st.sampled_from(["", "a", "b", "c", "1", "2", "x y"])
_TABLES = st.lists(st.lists(_VALUES, min_size=3, max_size=3), max_size=9)


def _sheet(rows: list[list[str]]) -> SheetContent:
    cells = {
        (row, column): Cell(text, kind="text")
        for row, line in enumerate(rows)
        for column, text in enumerate(line)
        if text
    }
    return SheetContent(Sheet("S", cells))


@settings(max_examples=300, deadline=None)
@given(_TABLES, _TABLES)
def test_what_moved_and_what_changed_turn_the_one_sheet_into_the_other(
    before: list[list[str]], after: list[list[str]]
) -> None:
    old, new = _sheet(before), _sheet(after)
    found = arranged(old.sheet, new.sheet)
    changes = changes_of(old, new, found, lambda formula: formula)
    made = {now: cell for place, cell in old.sheet.cells.items() if (now := found.place(*place)) is not None}
    rows, columns = set(found.rows.inserted), set(found.columns.inserted)
    made |= {place: cell for place, cell in new.sheet.cells.items() if place[0] in rows or place[1] in columns}
    for change in changes:
        made[change.row, change.column] = change.after
    assert {place: cell.shown for place, cell in made.items() if cell != EMPTY} == {
        place: cell.shown for place, cell in new.sheet.cells.items()
    }


@settings(max_examples=300, deadline=None)
@given(st.lists(_VALUES, max_size=12), st.lists(_VALUES, max_size=12))
def test_every_line_is_in_a_pair_or_removed_or_inserted_and_none_crosses_another(
    before: list[str], after: list[str]
) -> None:
    found = align(before, after, lambda old, new: 0.6)
    assert sorted([*(old for old, _ in found.pairs), *found.removed]) == list(range(len(before)))
    assert sorted([*(new for _, new in found.pairs), *found.inserted]) == list(range(len(after)))
    assert list(found.pairs) == sorted(found.pairs)
    assert [new for _, new in found.pairs] == sorted(new for _, new in found.pairs)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=2), min_size=4, max_size=9), st.integers(1, 3)
)
def test_one_inserted_row_explains_all_that_moved_down(rows: list[list[str]], at: int) -> None:
    new = [*rows[:at], ["new one", "new two"], *rows[at:]]
    found = arranged(_sheet(rows).sheet, _sheet(new).sheet)
    changes = changes_of(_sheet(rows), _sheet(new), found, lambda formula: formula)
    assert len(changes) + 2 * len(found.rows.inserted) <= 2 * (len(rows) - at + 1)


@pytest.mark.parametrize("rows", [PRICES[:1], []])
def test_a_nearly_empty_sheet_is_no_trouble(made: MadeWorld, rows: list[list[object]]) -> None:
    book = made.book("few.xlsx", rows)
    made.world.take()
    made.edit(book, lambda _, sheet: sheet.__setitem__("C5", 1))
    assert made.lines() == ["few.xlsx, Sheet1!C5: new value 1"]


def test_a_book_saved_under_another_name_is_told_by_the_cells_that_differ(made: MadeWorld) -> None:
    book = made.book("prices.xlsx")
    made.world.take()
    copy = made.folder / "prices new.xlsx"
    shutil.copy(book, copy)
    made.edit(copy, lambda _, sheet: sheet.__setitem__("B3", 5.5))
    first, change = made.facts()
    assert first.line == 'prices new.xlsx: new file, as "prices.xlsx": 20 of 21 cells the same'
    assert {"4", "30"} <= set(first.numbers)
    assert change.line.startswith("prices new.xlsx, against prices.xlsx, Sheet1!B3: ")
    assert "5.5" in change.numbers


def test_a_change_of_looks_names_the_headings_of_its_columns(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()

    def dress(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        for row in range(2, 8):
            sheet[f"B{row}"].number_format = "#,##0.00 [$€-40C]"

    made.edit(book, dress)
    (fact,) = made.facts()
    assert fact.line == 'sales.xlsx, Sheet1!B2:B7: 6 cells ("Price") now format currency 2'
    assert "Price" in fact.texts


def test_the_value_that_was_not_like_the_others_is_told_among_many_changed_ones(made: MadeWorld) -> None:
    states = ["open", "paid", "due", "open", "open", "paid", "open"]
    book = made.book("bills.xlsx", [("Bill", "State"), *((f"F{place}", state) for place, state in enumerate(states))])
    made.world.take()

    def pay(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        for row in range(2, 9):
            sheet[f"B{row}"] = "paid"

    made.edit(book, pay)
    (fact,) = made.facts()
    assert '5 changed values ("State"): "open" → "paid" (4 times), "due" → "paid" (B4)' in fact.line


def test_a_leading_zero_that_a_plain_table_lost_is_a_change(made: MadeWorld) -> None:
    path = made.write("stock.csv", "no,item,left\n0007,tea,3\n0012,jam,10\n")
    made.world.take()
    path.write_text("no,item,left\n7,tea,3\n12,jam,10\n", encoding="utf-8")
    (told,) = made.lines()
    assert "0007" in told and "0012" in told


def _unlock(sheet: openpyxl.worksheet.worksheet.Worksheet, *places: str) -> None:
    for place in places:
        sheet[place].protection = Protection(locked=False)


def _locks(made: MadeWorld) -> list[str]:
    return [fact.line for fact in made.facts() if "locked" in fact.line]


def test_a_sheet_that_was_protected_is_told_with_what_may_still_be_changed_and_whether_a_password_guards_it(
    made: MadeWorld,
) -> None:
    book = made.book("sales.xlsx")
    made.edit(book, lambda _, sheet: _unlock(sheet, "B2"))
    made.world.take()

    def protect(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        _unlock(sheet, "B2", "D4", "D5", "C4", "C5", "G4")
        sheet.protection.sheet = True

    made.edit(book, protect)
    assert _locks(made) == [
        "sales.xlsx, Sheet1: protected off → on, without a password; unlocked: B2, C4:D5, G4",
    ]
    made.edit(book, lambda _, sheet: sheet.protection.set_password("frost"))
    assert "on, with a password; unlocked: B2" in _locks(made)[0]


def test_cells_that_were_unlocked_are_told_where_nothing_is_protected_yet(made: MadeWorld) -> None:
    book = made.book("sales.xlsx")
    made.world.take()

    def free(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        sheet.column_dimensions["B"].protection = Protection(locked=False)
        _unlock(sheet, "A1", *(f"B{row}" for row in range(2, 8)))

    made.edit(book, free)
    (told,) = _locks(made)
    assert told.startswith("sales.xlsx, Sheet1: unlocked cells none → A1, B1:B1048576 but for B1")


@needs("soffice")
def test_the_locks_of_an_opendocument_sheet_are_told_alike(made: MadeWorld) -> None:
    book, root = made.book("sales.xlsx"), made.home.parent
    shutil.copy(book, root / "given.xlsx")
    convert(root, ("given.xlsx", "sales.ods"))
    shutil.move(root / "sales.ods", made.folder / "sales.ods")
    made.world.take()

    def protect(_: object, sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
        _unlock(sheet, "B2", "D4", "D5", "C4", "C5", "G4")
        sheet.protection.sheet = True

    made.edit(book, protect)
    shutil.copy(book, root / "given.xlsx")
    convert(root, ("given.xlsx", "sales.ods"))
    shutil.move(root / "sales.ods", made.folder / "sales.ods")
    assert "sales.ods, Sheet1: protected off → on, without a password; unlocked: B2, C4:D5, G4" in _locks(made)
