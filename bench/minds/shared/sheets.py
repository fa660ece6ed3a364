"""Tasks in spreadsheets, in LibreOffice Calc and in Gnumeric."""

from __future__ import annotations

import csv
import gzip
import io
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from xml.etree import ElementTree

import openpyxl

from bench.minds.opendocument import name
from bench.minds.shared.spreadsheets import SheetCell, Spreadsheet, is_red, is_yellow
from bench.minds.task import Place, Task, Verdict

_PRICES = {"Lamp": 39.5, "Chair": 85.0, "Desk": 240.0, "Shelf": 120.0}
_CUSTOMERS = ("Adler", "Brandt", "Cerny", "Dorn", "Ecker")
_LIMIT = 500


def order_rows() -> list[tuple[date, str, str, int, float]]:
    random = Random(11)
    rows = []
    for number in range(60):
        product = random.choice(list(_PRICES))
        day = date(2026, 1, 5) + timedelta(days=3 * number)
        rows.append((day, random.choice(_CUSTOMERS), product, random.randint(1, 9), _PRICES[product]))
    return rows


def _orders(place: Place) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Orders"
    sheet.append(["Date", "Customer", "Product", "Quantity", "Price"])
    for number, row in enumerate(order_rows(), 2):
        sheet.append(row)
        sheet.cell(row=number, column=1).number_format = "yyyy-mm-dd"
    book.save(place.folder / "orders.xlsx")


def _judge_orders(place: Place, answer: str) -> Verdict:
    book = Spreadsheet(place.folder / "orders.ods")
    head, *rows = book.rows(0)
    if len(head) < 6 or head[5].shown != "Total":
        return Verdict(False, "the column F is not named Total")
    wanted = order_rows()
    if len(rows) < len(wanted):
        return Verdict(False, f"there are {len(rows)} rows")
    for number, (row, order) in enumerate(zip(rows, wanted, strict=False), 2):
        total = order[3] * order[4]
        if len(row) < 6 or row[5].value is None or abs(row[5].value - total) > 0.005:
            return Verdict(False, f"F{number} is not {total}")
        colours = book.colours(row[5].style) | book.coloured_when("F", number, total)
        if is_red(colours) != (total > _LIMIT):
            return Verdict(False, f"F{number} with {total} has the colours {sorted(colours)}")
    return _judge_pivot(book)


def _judge_pivot(book: Spreadsheet) -> Verdict:
    pivot = next(book.content.iter(name("table:data-pilot-table")), None)
    if pivot is None:
        return Verdict(False, "there is no pivot table")
    sheet = pivot.get(name("table:target-range-address"), "").partition(".")[0].strip("'$")
    if sheet not in book.names or book.names.index(sheet) == 0:
        return Verdict(False, f"the pivot table is on the sheet {sheet!r}")
    sums: defaultdict[str, float] = defaultdict(float)
    for _, customer, _, quantity, price in order_rows():
        sums[customer] += quantity * price
    shown = {
        row[0].shown: row[1].value
        for row in book.rows(book.names.index(sheet))
        if len(row) > 1 and row[0].shown and row[1].value is not None
    }
    wrong = [customer for customer, total in sums.items() if abs((shown.get(customer) or 0) - total) > 0.005]
    return Verdict(not wrong, f"the pivot table shows {shown}")


_FIRST_NAMES = "Anna Bert Clara David Eva Franz Greta Hugo Ida Jan Karla Leo Mia Nora Otto Paula Quirin Rosa Simon Tina"
_LAST_NAMES = "Huber Gruber Wagner Pichler Steiner Moser Mayer Hofer Leitner Berger"


def people_rows() -> list[tuple[str, date, str, str]]:
    random = Random(13)
    return [
        (
            f"{random.choice(_LAST_NAMES.split())}, {random.choice(_FIRST_NAMES.split())}",
            date(random.randint(1950, 2004), random.randint(1, 12), random.randint(1, 12)),
            random.choice(("Vienna", "Graz", "Linz", "Salzburg")),
            f'likes "{random.choice(("tea", "coffee", "milk"))}", quiet',
        )
        for _ in range(40)
    ]


def _people(place: Place) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["Name", "Birth date", "City", "Note"])
    for who, day, city, note in people_rows():
        writer.writerow([who, f"{day:%m/%d/%Y}", city, note])
    (place.folder / "people.csv").write_text(text.getvalue(), encoding="utf-8")


def _judge_people(place: Place, answer: str) -> Verdict:
    sheet = openpyxl.load_workbook(place.folder / "people.xlsx").active
    if sheet.freeze_panes != "A2":
        return Verdict(False, f"frozen is what is above {sheet.freeze_panes}")
    if not sheet.auto_filter.ref:
        return Verdict(False, "there is no autofilter")
    rows = [row for row in sheet.iter_rows(min_row=2) if row[0].value]
    if sorted(row[0].value for row in rows) != sorted(who for who, *_ in people_rows()):
        return Verdict(False, f"the sheet holds {len(rows)} people")
    shown = [row for row in rows if not sheet.row_dimensions[row[0].row].hidden]
    if [row for row in rows if row[2].value == "Vienna"] != shown:
        return Verdict(False, f"rows of {sorted({str(row[2].value) for row in shown})} are shown, {len(shown)} of them")
    days = [row[1].value for row in shown]
    if not all(isinstance(day, datetime) for day in days):
        return Verdict(False, f"a birth date is no date: {days[:3]}")
    return Verdict(days == sorted(days), "the birth dates are not in order")


VISITORS = (("Graz", 84, 1260), ("Linz", 143, 2100), ("Salzburg", 97, 1510), ("Vienna", 310, 4820), ("Wels", 121, 1744))


def visitors(place: Place) -> None:
    lines = ["City,Visitors,Income", *(",".join(map(str, row)) for row in VISITORS)]
    (place.folder / "visitors.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _judge_shares(place: Place, answer: str) -> Verdict:
    book = Spreadsheet(place.folder / "visitors.ods")
    if book.frozen_rows() != 1:
        return Verdict(False, f"{book.frozen_rows()} rows are frozen")
    head, *rows = book.rows()
    if len(head) < 4 or head[3].shown != "Share":
        return Verdict(False, f"the header is {[cell.shown for cell in head]}")
    total = sum(visitor[1] for visitor in VISITORS)
    for number, (row, (city, count, _)) in enumerate(zip(rows, VISITORS, strict=False), 2):
        if len(row) < 4 or not _is_share(row[3], count / total):
            return Verdict(False, f"the share of {city} is {row[3].shown if len(row) > 3 else 'not there'}")
        colours = book.colours(row[1].style) | book.coloured_when("B", number, count)
        if is_yellow(colours) != (count > 100):
            return Verdict(False, f"B{number} with {count} has the colours {sorted(colours)}")
    return Verdict(len(rows) >= len(VISITORS), f"there are {len(rows)} rows")


def _is_share(cell: SheetCell, share: float) -> bool:
    shown = cell.shown.replace(",", ".").replace(" ", "").replace("\u00a0", "")
    return cell.value is not None and abs(cell.value - share) < 0.001 and shown == f"{share * 100:.1f}%"


_GNM = "{http://www.gnumeric.org/v10.dtd}"


def _judge_totals(place: Place, answer: str) -> Verdict:
    root = ElementTree.fromstring(gzip.decompress((place.folder / "visitors.gnumeric").read_bytes()))
    cells = {
        (int(cell.get("Row", "-1")), int(cell.get("Col", "-1"))): (cell.text or "").strip()
        for cell in root.iter(f"{_GNM}Cell")
    }
    row = len(VISITORS) + 1
    if cells.get((row, 0)) != "Total":
        return Verdict(False, f"below the table stands {cells.get((row, 0))!r}")
    for column in (1, 2):
        wanted = sum(int(visitor[column]) for visitor in VISITORS)
        said = cells.get((row, column), "").upper().replace(" ", "")
        letter = "ABC"[column]
        if said not in (f"=SUM({letter}2:{letter}{row})", str(wanted)):
            return Verdict(False, f"the sum of column {letter} is {said!r}")
    for region in root.iter(f"{_GNM}StyleRegion"):
        font = region.find(f".//{_GNM}Font")
        starts = int(region.get("startRow", "-1")), int(region.get("startCol", "-1"))
        if font is not None and font.get("Bold") == "1" and starts == (0, 0) and int(region.get("endCol", "0")) >= 2:
            return Verdict(int(region.get("endRow", "0")) == 0, "more than the first row is bold")
    return Verdict(False, "the first row is not bold")


def _judge_sorted(place: Place, answer: str) -> Verdict:
    book = openpyxl.load_workbook(place.folder / "sorted.xlsx", data_only=True)
    if book.sheetnames != ["Sorted"]:
        return Verdict(False, f"the sheets are {book.sheetnames}")
    rows: list[Sequence[object]] = [row for row in book.active.iter_rows(values_only=True) if row[0]]
    wanted = [("City", "Visitors", "Income"), *sorted(VISITORS, key=lambda visitor: -visitor[1])]
    return Verdict([tuple(row[:3]) for row in rows] == wanted, f"the rows are {rows}")


TASKS: tuple[Task, ...] = (
    Task(
        "orders",
        "Open orders.xlsx, add a column Total (quantity times price), put a pivot table of Total by customer on a "
        "new sheet, and highlight the totals above 500 in red on the first sheet; save as orders.ods.",
        ("soffice",),
        _orders,
        _judge_orders,
        careful_calls=8,
    ),
    Task(
        "people",
        "Open people.csv, freeze the header row, switch on an autofilter that shows only Vienna, sort by birth "
        "date, and save as people.xlsx.",
        ("soffice",),
        _people,
        _judge_people,
        careful_calls=7,
    ),
    Task(
        "totals",
        "In Gnumeric, add a row Total under the table with the sums of Visitors and Income, make the first row "
        "bold, and save it as visitors.gnumeric in this folder.",
        ("gnumeric",),
        visitors,
        _judge_totals,
        opens=("gnumeric", "{folder}/visitors.csv"),
        careful_calls=3,
    ),
    Task(
        "sorted",
        "Open visitors.csv in Gnumeric, sort the rows by Visitors, largest first, rename the sheet to Sorted and "
        "save the workbook as sorted.xlsx in this folder.",
        ("gnumeric",),
        visitors,
        _judge_sorted,
        careful_calls=5,
    ),
    Task(
        "shares",
        "Give every cell in the Visitors column above 100 a yellow background, freeze the first row, add a column "
        "D 'Share' with each city's share of all visitors as a percentage with one decimal, and save the result as "
        "visitors.ods.",
        ("soffice",),
        visitors,
        _judge_shares,
        opens=("libreoffice-calc", "{folder}/visitors.csv"),
        careful_calls=3,
    ),
)
