"""Real tasks on spreadsheets, with the calls that a sensible model makes: in at most three turns, and proved from the files."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

import openpyxl
import pytest

from tests.apps.sessions import Opening
from tests.llm.openai_server import OpenAIServer, says
from tests.requirement import requirement
from tests.scenarios.readers import reads
from tests.scenarios.stage import act, app, host
from tests.scenarios.test_over_http import model
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Truth

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]

_TWO = (
    "Add a column Total (quantity times price), put a pivot table of Total by customer on a new sheet, and highlight the "
    "totals above 500 in red on the first sheet; save as orders.ods."
)
_THREE = (
    "Open people.csv, freeze the header row, switch on an autofilter that shows only Vienna, sort by birth date, and save "
    "as people.xlsx."
)
_EIGHTEEN = (
    "Give every cell in the Visitors column above 100 a yellow background, freeze the first row, add a column D 'Share' with "
    "each city's share of all visitors as a percentage with one decimal, and save the result as visitors.ods."
)
_PRICES = {"Lamp": 39.5, "Chair": 85, "Desk": 240, "Shelf": 120}


def _orders(folder: Path) -> dict[str, float]:
    """Sixty orders, and what each customer's come to."""
    picked, book = random.Random(7), openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Orders"
    sheet.append(["Date", "Customer", "Product", "Quantity", "Price"])
    sums: dict[str, float] = {}
    for at in range(60):
        customer = picked.choice(["Adler", "Brandt", "Cerny"])
        product, quantity = picked.choice(list(_PRICES)), picked.randint(1, 9)
        sheet.append(
            [datetime.date(2026, 1, 5) + datetime.timedelta(3 * at), customer, product, quantity, _PRICES[product]]
        )
        sheet.cell(row=at + 2, column=1).number_format = "yyyy-mm-dd"
        sums[customer] = sums.get(customer, 0) + quantity * _PRICES[product]
    book.save(folder / "orders.xlsx")
    return sums


def _people(folder: Path) -> None:
    picked = random.Random(7)
    lines = ["Name,Birth date,City,Note"]
    for at in range(40):
        born = f"{picked.randint(1, 12):02}/{picked.randint(1, 28):02}/{picked.randint(1950, 2004)}"
        lines.append(f'"Huber, Person {at}",{born},{picked.choice(["Vienna", "Graz", "Linz"])},"likes ""tea"", quiet"')
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _holds(path: Path, **stated: object) -> None:
    found = DocumentPredicate.model_validate({"path": str(path), **stated}).check_now()
    assert found.truth is Truth.SATISFIED, found.evidence


def _verified(summary: RunSummary, server: OpenAIServer) -> None:
    assert summary.outcome is RunOutcome.VERIFIED, (summary.reason, summary.evidence)
    # Two turns, and the reading.
    assert len(server.requests) <= 3


def _launch(file: str, request: str) -> dict[str, object]:
    return host(
        "CONTINUE", "launch_application", {"name": "libreoffice calc", "arguments": [file]}, current_subtask=request
    )


@requirement("turns:one-application")
async def test_orders_are_summed_up_and_marked_in_few_calls(opening: Opening, tmp_path: Path) -> None:
    sums = _orders(tmp_path)
    done = app(
        "FINISH",
        act("write_cell", cell="F1", content="Total"),
        act("fill_range", cells="F2:F61", content="=D2*E2"),
        act(
            "set_pivot_table", fields={"rows": ["Customer"], "values": [{"field": "Total"}]}, source="Orders.A1:F61",
            target="Pivot.A1",
        ),
        act(
            "conditional_format", cells="F2:F61", rule={"sign": ">", "value": 500}, looks={"highlight": "red"},
            sheet_name="Orders",
        ),
        act("save_as", file_name="orders.ods"),
    )  # fmt: skip
    with OpenAIServer([says(_launch("orders.xlsx", _TWO)), says(done), reads]) as server:
        async with opening(model(server)) as session:
            summary = await session.run(_TWO)
    _verified(summary, server)
    path = tmp_path / "orders.ods"
    for at, (customer, total) in enumerate(sorted(sums.items()), 2):
        _holds(path, sheet="Pivot", start=f"A{at}", cells=[[customer, f"{total:g}"]])
    _holds(path, sheet="Pivot", property="pivot table", value="row Customer, sum of Total")
    _holds(path, sheet="Orders", start="F2:F61", where="> 500", property="highlight", value="red")
    _holds(path, sheet="Orders", start="F2:F61", where="<= 500", property="highlight", value="none")


async def test_people_are_frozen_filtered_and_sorted_in_few_calls(opening: Opening, tmp_path: Path) -> None:
    _people(tmp_path)
    done = app(
        "FINISH",
        act("convert_texts", cells="Birth date", to="date"),
        act("sort_table", by="Birth date"),
        act("filter_rows", where=[{"column": "City", "value": "Vienna"}]),
        act("arrange_view", view={"freeze_rows": 1}),
        act("save_as", file_name="people.xlsx"),
    )
    with OpenAIServer([says(_launch("people.csv", _THREE)), says(done), reads]) as server:
        async with opening(model(server)) as session:
            summary = await session.run(_THREE)
    _verified(summary, server)
    path = tmp_path / "people.xlsx"
    for name, value in (("frozen rows", "1"), ("autofilter", "A1:D41"), ("filter", "City = Vienna")):
        _holds(path, property=name, value=value)
    _holds(path, start="B2:B41", property="value type", value="date")
    _holds(path, start="B2:B41", property="sorted", value="ascending")


async def test_visitors_are_marked_and_shared_out_in_few_calls(opening: Opening, tmp_path: Path) -> None:
    rows = [("Graz", 2, 250), ("Linz", 1, 80), ("Wien", 3, 470), ("Enns", 4, 100), ("Wels", 5, 100)]
    shares = ["25.0%", "8.0%", "47.0%", "10.0%", "10.0%"]
    table = [
        ["City", "Days", "Visitors", "Share"],
        *([*map(str, row), share] for row, share in zip(rows, shares, strict=True)),
    ]
    text = "City,Days,Visitors\n" + "".join(f"{city},{days},{count}\n" for city, days, count in rows)
    (tmp_path / "visitors.csv").write_text(text, encoding="utf-8")
    done = app(
        "FINISH",
        act(
            "conditional_format", cells="C2:C6", rule={"sign": ">", "value": 100}, looks={"highlight": "yellow"}
        ),
        act("arrange_view", view={"freeze_rows": 1}),
        act("write_cell", cell="D1", content="Share"),
        act("fill_range", cells="D2:D6", content="=C2/SUM(C$2:C$6)"),
        act("format_cells", cells=["D2:D6"], look="format", value="percent 1"),
        act("save_as", file_name="visitors.ods"),
        expect=[
            {"on": "document", "path": "visitors.ods", "start": "A1", "cells": table},
            {"on": "document", "path": "visitors.ods", "start": "C2:C6", "where": "> 100", "property": "highlight",
             "value": "yellow"},
        ],
    )  # fmt: skip
    with OpenAIServer([says(_launch("visitors.csv", _EIGHTEEN)), says(done), reads]) as server:
        async with opening(model(server)) as session:
            summary = await session.run(_EIGHTEEN)
    _verified(summary, server)
    path = tmp_path / "visitors.ods"
    _holds(path, property="frozen rows", value="1")
    _holds(path, start="C2:C6", where="> 100", property="highlight", value="yellow")
    _holds(path, start="C2:C6", where="<= 100", property="highlight", value="none")
    _holds(path, start="D1", cells=[["Share"], ["25.0%"], ["8.0%"], ["47.0%"], ["10.0%"], ["10.0%"]])
