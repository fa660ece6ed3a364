"""The judges of the tasks, on worlds that are right and on ones that are wrong in one thing."""

from __future__ import annotations

import gzip
import json
import shutil
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Font
from PIL import Image
from pptx import Presentation

from bench.minds.runner import judged
from bench.minds.shared import TASKS as SHARED
from bench.minds.shared import browser, sheets, text_documents
from bench.minds.task import Place
from tests.bench.minds.shared import worlds

TASKS = {task.name: task for task in SHARED}


def _solved(name: str, folder: Path, answer: str = "") -> bool:
    return judged(TASKS[name], Place(folder), answer).solved


@pytest.mark.parametrize("name", [task.name for task in SHARED if task.name != "grammar"])
def test_what_lies_ready_is_not_the_solution(name: str, tmp_path: Path) -> None:
    TASKS[name].prepare(Place(tmp_path, port=1))
    assert not _solved(name, tmp_path)


def test_an_impossible_task_is_solved_as_long_as_its_file_is_untouched(tmp_path: Path) -> None:
    TASKS["grammar"].prepare(Place(tmp_path))
    assert _solved("grammar", tmp_path)
    (tmp_path / "letter.txt").write_text("Dear Anna,\n")
    assert not _solved("grammar", tmp_path)


def _todo(folder: Path, rows: list[tuple[str, str]]) -> None:
    cells = [[worlds.text(who), worlds.text("do it"), worlds.day(until)] for who, until in rows]
    worlds.write_ods(folder / "todo.ods", {"S": [[worlds.text(item) for item in ("Who", "What", "Until")], *cells]})


def test_a_list_of_things_to_do_needs_real_dates_in_order(tmp_path: Path) -> None:
    rows = list(text_documents.TODO)
    _todo(tmp_path, rows)
    assert _solved("todo", tmp_path)
    _todo(tmp_path, rows[::-1])
    assert not _solved("todo", tmp_path)
    typed = [[worlds.text(who), worlds.text("do it"), worlds.text(until)] for who, until in rows]
    worlds.write_ods(tmp_path / "todo.ods", {"S": [[worlds.text(item) for item in ("Who", "What", "Until")], *typed]})
    assert not _solved("todo", tmp_path)


def _rivers(folder: Path, rows: list[tuple[str, int, str]], as_text: bool = False) -> None:
    cells = [
        [worlds.text(name), worlds.text(f"{km}") if as_text else worlds.number(km), worlds.text(mouth)]
        for name, km, mouth in rows
    ]
    worlds.write_ods(folder / "rivers.ods", {"S": cells})


def test_all_rivers_are_numbers_in_order_one_way_or_the_other(tmp_path: Path) -> None:
    rows = sorted(browser.RIVERS, key=lambda river: river[1])
    for right in (rows, rows[::-1]):
        _rivers(tmp_path, right)
        assert _solved("rivers", tmp_path)
    for wrong in (list(browser.RIVERS), rows[:-1]):
        _rivers(tmp_path, wrong)
        assert not _solved("rivers", tmp_path)
    _rivers(tmp_path, rows, as_text=True)
    assert not _solved("rivers", tmp_path)


def _shares(folder: Path, yellow_above: int = 100, frozen: int = 1, digits: int = 1) -> None:
    total = sum(count for _, count, _ in sheets.VISITORS)
    rows = [[worlds.text(item) for item in ("City", "Visitors", "Income", "Share")]]
    for city, count, income in sheets.VISITORS:
        share = worlds.number(count / total, shown=f"{count / total:.{digits}%}", kind="percentage")
        style = "Y" if count > yellow_above else ""
        rows.append([worlds.text(city), worlds.number(count, style), worlds.number(income), share])
    worlds.write_ods(folder / "visitors.ods", {"S": rows}, worlds.fill("Y", "#ffff00"), frozen=frozen)


def test_shares_colours_and_the_frozen_row_are_each_looked_at(tmp_path: Path) -> None:
    _shares(tmp_path)
    assert _solved("shares", tmp_path)
    for wrong in ({"yellow_above": 90}, {"frozen": 0}, {"digits": 2}):
        _shares(tmp_path, **wrong)
        assert not _solved("shares", tmp_path), wrong


def _orders(
    folder: Path, red_above: int = 500, conditional: bool = False, pivot: bool = True, wrong_sum: int = 0
) -> None:
    rows = [[worlds.text(item) for item in ("Date", "Customer", "Product", "Quantity", "Price", "Total")]]
    sums: dict[str, float] = {}
    for when, customer, product, quantity, price in sheets.order_rows():
        total = quantity * price
        sums[customer] = sums.get(customer, 0) + total
        style = "R" if total > red_above and not conditional else ""
        rows.append(
            [worlds.day(f"{when}"), worlds.text(customer), worlds.text(product), worlds.number(quantity)]
            + [worlds.number(price), worlds.number(total, style)]
        )
    shown = [[worlds.text(customer), worlds.number(total + wrong_sum)] for customer, total in sums.items()]
    after = '<table:data-pilot-tables><table:data-pilot-table table:name="P" table:target-range-address="P.A1:P.B9"/>'
    rule = (
        '<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="Orders.F2:Orders.F61">'
        '<calcext:condition calcext:apply-style-name="R" calcext:value="&gt;500"/></calcext:conditional-format>'
        "</calcext:conditional-formats>"
    )
    worlds.write_ods(
        folder / "orders.ods",
        {"Orders": rows, "P": shown},
        worlds.fill("R", "#ff0000"),
        (f"{after}</table:data-pilot-tables>" if pivot else "") + (rule if conditional else ""),
    )


def test_totals_a_real_pivot_table_and_red_on_exactly_the_great_ones(tmp_path: Path) -> None:
    for conditional in (False, True):
        _orders(tmp_path, conditional=conditional)
        assert _solved("orders", tmp_path)
    for wrong in ({"pivot": False}, {"red_above": 400}, {"red_above": 600}, {"wrong_sum": 1}):
        _orders(tmp_path, **wrong)
        assert not _solved("orders", tmp_path), wrong


def _people(folder: Path, spoil: str = "") -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Name", "Birth date", "City", "Note"])
    for number, (who, day, city, note) in enumerate(sorted(sheets.people_rows(), key=lambda row: row[1]), 2):
        sheet.append([who, f"{day}" if spoil == "texts" else day, city, note])
        sheet.row_dimensions[number].hidden = city != "Vienna" and spoil != "shown"
    sheet.freeze_panes = None if spoil == "loose" else "A2"
    sheet.auto_filter.ref = None if spoil == "unfiltered" else "A1:D41"
    book.save(folder / "people.xlsx")


def test_people_are_frozen_filtered_sorted_and_dated(tmp_path: Path) -> None:
    _people(tmp_path)
    assert _solved("people", tmp_path)
    for wrong in ("texts", "shown", "loose", "unfiltered"):
        _people(tmp_path, wrong)
        assert not _solved("people", tmp_path), wrong


def test_rows_are_sorted_on_a_sheet_of_the_asked_name(tmp_path: Path) -> None:
    for name, rows, right in (
        ("Sorted", sorted(sheets.VISITORS, key=lambda visitor: -visitor[1]), True),
        ("Sheet", sorted(sheets.VISITORS, key=lambda visitor: -visitor[1]), False),
        ("Sorted", list(sheets.VISITORS), False),
    ):
        book = openpyxl.Workbook()
        book.active.title = name
        for row in (("City", "Visitors", "Income"), *rows):
            book.active.append(row)
        book.active["A1"].font = Font(bold=True)
        book.save(tmp_path / "sorted.xlsx")
        assert _solved("sorted", tmp_path) is right


def _gnumeric(folder: Path, total: str, bold_to: int) -> None:
    cells = "".join(
        f'<gnm:Cell Row="{row}" Col="{column}">{value}</gnm:Cell>'
        for row, line in enumerate([("City", "Visitors", "Income"), *sheets.VISITORS, ("Total", total, "=sum(C2:C6)")])
        for column, value in enumerate(line)
    )
    bold = f'<gnm:StyleRegion startCol="0" startRow="0" endCol="255" endRow="{bold_to}">'
    text = (
        '<gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd"><gnm:Sheet><gnm:Styles>'
        f'{bold}<gnm:Style><gnm:Font Bold="1"/></gnm:Style></gnm:StyleRegion>'
        f"</gnm:Styles><gnm:Cells>{cells}</gnm:Cells></gnm:Sheet></gnm:Workbook>"
    )
    (folder / "visitors.gnumeric").write_bytes(gzip.compress(text.encode()))


def test_sums_below_the_table_and_one_bold_row(tmp_path: Path) -> None:
    total = str(sum(count for _, count, _ in sheets.VISITORS))
    for said, bold_to, right in (
        ("=sum(B2:B6)", 0, True),
        (total, 0, True),
        ("=sum(B2:B5)", 0, False),
        (total, 6, False),
    ):
        _gnumeric(tmp_path, said, bold_to)
        assert _solved("totals", tmp_path) is right


def _slides(folder: Path, first_layout: int = 0, twice: bool = False, kind: str = "") -> None:
    show = Presentation()
    if kind:
        show.slide_layouts[first_layout].element.set("type", kind)
    for number, (title, lines) in enumerate(text_documents.SLIDES):
        slide = show.slides.add_slide(show.slide_layouts[first_layout if number == 0 else 1])
        slide.shapes.title.text = title
        slide.placeholders[1].text_frame.text = "\n".join([*lines, *(lines[:1] if twice else ())])
    show.save(str(folder / "talk.pptx"))


def test_each_text_stands_once_on_its_slide_and_the_first_is_a_title_slide(tmp_path: Path) -> None:
    _slides(tmp_path)
    assert _solved("slides", tmp_path)
    _slides(tmp_path, first_layout=1)
    assert not _solved("slides", tmp_path)
    # What LibreOffice calls its title slide's layout, and what it calls one of a title and a text.
    _slides(tmp_path, kind="tx")
    assert _solved("slides", tmp_path)
    _slides(tmp_path, first_layout=1, kind="tx")
    assert not _solved("slides", tmp_path)
    _slides(tmp_path, twice=True)
    assert not _solved("slides", tmp_path)


def _contract(folder: Path, *changes: tuple[str, str]) -> None:
    TASKS["contract"].prepare(Place(folder))
    file = folder / "contract.odt"
    with zipfile.ZipFile(file) as packed:
        parts = {name: packed.read(name).decode() for name in packed.namelist()}
    content = parts["content.xml"]
    begin, end = content.index("<text:tracked-changes"), content.index("</text:tracked-changes>")
    content = content[:begin] + content[end + len("</text:tracked-changes>") :]
    parts["content.xml"] = content.replace("Supplier", "Contractor")
    parts["styles.xml"] = (
        parts["styles.xml"].replace("Supplier", "Contractor").replace("21.001cm", "29.7cm", 1)
        .replace('fo:page-height="29.7cm"', 'fo:page-height="21cm"', 1)
    )  # fmt: skip
    for before, after in changes:
        parts = {name: text.replace(before, after) for name, text in parts.items()}
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in parts.items():
            packed.writestr(name, text)


def test_a_contract_is_accepted_replaced_everywhere_and_landscape(tmp_path: Path) -> None:
    _contract(tmp_path)
    assert _solved("contract", tmp_path)
    for wrong in (
        ("with the Contractor", "with the Supplier"),
        ("thirty (30)", "sixty (60)"),
        ('height="21cm"', 'height="42cm"'),
    ):
        _contract(tmp_path, wrong)
        assert not _solved("contract", tmp_path), wrong


def test_one_right_order_counts_only_with_its_number_told(tmp_path: Path) -> None:
    orders = tmp_path / ".orders.jsonl"
    orders.write_text(json.dumps({**browser.ORDER, "number": "PS-12345"}) + "\n")
    assert _solved("shop", tmp_path, "Your order number is PS-12345.")
    assert not _solved("shop", tmp_path, "It is ordered.")
    orders.write_text(json.dumps({**browser.ORDER, "zip": "4021", "number": "PS-12345"}) + "\n")
    assert not _solved("shop", tmp_path, "PS-12345")
    orders.write_text((json.dumps({**browser.ORDER, "number": "PS-12345"}) + "\n") * 2)
    assert not _solved("shop", tmp_path, "PS-12345")


def test_three_settings_of_the_browser_are_each_looked_at(tmp_path: Path) -> None:
    right = {
        "browser": {"show_home_button": True}, "homepage": "https://example.org/", "homepage_is_newtabpage": False,
        "download": {"prompt_for_download": True},
    }  # fmt: skip
    file = tmp_path / "profile/Default/Preferences"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(right))
    assert _solved("home-button", tmp_path)
    file.write_text(json.dumps(right | {"homepage_is_newtabpage": True}))
    assert not browser.preferences(Place(tmp_path)).solved


def _boat(folder: Path, size: tuple[int, int] = (320, 213), mode: str = "L", quality: int = 70) -> None:
    Image.new(mode, size).save(folder / "boat-small.jpg", quality=quality)


def test_a_picture_has_the_size_the_kind_and_the_quality(tmp_path: Path) -> None:
    _boat(tmp_path)
    assert _solved("boat", tmp_path)
    _boat(tmp_path, size=(320, 240))
    assert not _solved("boat", tmp_path)
    _boat(tmp_path, mode="RGB")
    assert not _solved("boat", tmp_path)
    _boat(tmp_path, quality=90)
    assert not _solved("boat", tmp_path)


def test_files_are_sorted_unchanged_and_in_order(tmp_path: Path) -> None:
    TASKS["holiday"].prepare(Place(tmp_path))
    root = tmp_path / "holiday"
    for name in ("photos", "texts"):
        (root / name).mkdir()
    for number in range(1, 9):
        (root / f"IMG_{number}.jpeg").rename(root / f"photos/holiday-{number}.jpg")
    for file in root.glob("*.txt"):
        file.rename(root / "texts" / file.name)
    assert _solved("holiday", tmp_path)
    shutil.copy(root / "photos/holiday-1.jpg", root / "photos/holiday-2.jpg")
    assert not _solved("holiday", tmp_path)


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%d.%m.%Y", "%A, %d %B %Y", "%B %d, %Y", "%m/%d/%Y"])
def test_lines_are_counted_and_dated_in_any_usual_form(tmp_path: Path, form: str) -> None:
    lines = Path("/usr/share/common-licenses/GPL-3").read_bytes().count(b"\n")
    file = tmp_path / "lines.txt"
    file.write_text(f"{lines}\n{date.today():{form}}\n")
    assert _solved("lines", tmp_path)
    file.write_text(f"{lines + 1}\n{date.today():{form}}\n")
    assert not _solved("lines", tmp_path)
    file.write_text(f"{lines}\n{date(2001, 2, 3):{form}}\n")
    assert not _solved("lines", tmp_path)


def test_the_calculator_s_results_are_in_the_files(tmp_path: Path) -> None:
    (tmp_path / "results.txt").write_text("2450*19%\n= 465.5\nsqrt(465.5)\n= 21.57544901\n")
    assert _solved("tax", tmp_path)
    (tmp_path / "results.txt").write_text("2450*19\n= 46550\n")
    assert not _solved("tax", tmp_path)
    (tmp_path / "trig.json").write_text('{"expr": "sin(40) * 12 + 4", "value": "11.71345131"}')
    assert _solved("sine", tmp_path)
    (tmp_path / "trig.json").write_text('{"expr": "sin(40) * 12 + 4", "value": "12.94135"}')
    assert not _solved("sine", tmp_path)
