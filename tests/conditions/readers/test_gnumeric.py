"""Workbooks of Gnumeric: cells, names of sheets and formats are read, formulas without their results are unknown."""

from __future__ import annotations

import gzip
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.needs import need
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.readers.archive import MAX_PART_BYTES
from ufo.conditions.readers.read_document import read_document
from ufo.errors import UnreadableDocument
from ufo.schema.predicate import Truth

_BOOK = """<?xml version="1.0" encoding="UTF-8"?>
<gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd"><gnm:Sheets>
<gnm:Sheet><gnm:Name>Visitors</gnm:Name>
<gnm:Styles>
<gnm:StyleRegion startCol="0" startRow="0" endCol="255" endRow="0"><gnm:Style HAlign="GNM_HALIGN_CENTER" Shade="1"
Fore="FFFF:0:0" Back="FFFF:FFFF:0" Format="General"><gnm:Font Unit="12" Bold="1" Italic="0">Sans</gnm:Font></gnm:Style>
</gnm:StyleRegion>
<gnm:StyleRegion startCol="0" startRow="1" endCol="255" endRow="65535"><gnm:Style HAlign="GNM_HALIGN_GENERAL" Shade="0"
Fore="0:0:0" Back="FFFF:FFFF:FFFF" Format="0.00"><gnm:Font Unit="10" Bold="0">Sans</gnm:Font></gnm:Style></gnm:StyleRegion>
</gnm:Styles>
<gnm:MergedRegions><gnm:Merge>A9:B9</gnm:Merge></gnm:MergedRegions>
<gnm:Cells>
<gnm:Cell Row="0" Col="0" ValueType="60">City</gnm:Cell><gnm:Cell Row="0" Col="1" ValueType="60">Count</gnm:Cell>
<gnm:Cell Row="1" Col="0" ValueType="60">Wels</gnm:Cell><gnm:Cell Row="1" Col="1" ValueType="40">1200</gnm:Cell>
<gnm:Cell Row="2" Col="0" ValueType="60">Graz</gnm:Cell><gnm:Cell Row="2" Col="1" ValueType="40">7.5</gnm:Cell>
<gnm:Cell Row="3" Col="0" ValueType="40" ValueFormat="yyyy-mmm-dd">46082</gnm:Cell>
<gnm:Cell Row="3" Col="1" ExprID="1">=SUM(B2:B3)</gnm:Cell><gnm:Cell Row="3" Col="2" ExprID="1"/>
<gnm:Cell Row="4" Col="0" ValueType="20">TRUE</gnm:Cell><gnm:Cell Row="4" Col="1" ValueType="60">=no formula</gnm:Cell>
</gnm:Cells></gnm:Sheet>
<gnm:Sheet><gnm:Name>Notes</gnm:Name><gnm:Cells/></gnm:Sheet>
</gnm:Sheets></gnm:Workbook>"""


@pytest.fixture(params=[True, False], ids=["packed", "plain"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "visitors.gnumeric"
    path.write_bytes(gzip.compress(_BOOK.encode()) if request.param else _BOOK.encode())
    return path


def _truth(path: Path, **stated: object) -> Truth:
    return DocumentPredicate.model_validate({"path": str(path), **stated}).check_now().truth


def test_cells_and_sheets_are_read(book: Path) -> None:
    first, second = read_document(book).sheets
    assert (first.name, second.name) == ("Visitors", "Notes")
    shown = [[first.cell(row, column).shown for column in range(2)] for row in range(5)]
    assert shown == [
        ["City", "Count"],
        ["Wels", "1200.00"],
        ["Graz", "7.50"],
        ["2026-03-01", ""],
        ["TRUE", "=no formula"],
    ]
    assert (first.cell(3, 1).formula, first.cell(3, 2).formula) == ("=SUM(B2:B3)", "=SUM(C2:C3)")
    assert _truth(book, sheet="Visitors", start="A1", cells=[["City", "Count"], ["Wels", "1,200"]]) is Truth.SATISFIED
    assert _truth(book, start="A2", cells=[["Linz"]]) is Truth.UNSATISFIED
    assert _truth(book, sheets=["Visitors", "Notes"]) is Truth.SATISFIED


def test_what_a_formula_comes_to_is_unknown_and_the_formula_is_not(book: Path) -> None:
    assert _truth(book, start="B4", cells=[["=SUM(B2:B3)"]]) is Truth.SATISFIED
    assert _truth(book, start="B4", cells=[["=SUM(B2:B9)"]]) is Truth.UNSATISFIED
    for wanted in ("1207.5", "3", ""):
        assert _truth(book, start="B4", cells=[[wanted]]) is Truth.UNKNOWN, wanted
    assert _truth(book, start="A3", cells=[["Linz", "7.5"], ["x", "1207.5"]]) is Truth.UNSATISFIED
    assert _truth(book, start="*", cells=[["1207.5"]]) is Truth.UNKNOWN
    assert _truth(book, lacks="1207.5") is Truth.UNKNOWN
    assert _truth(book, start="B2:B4", property="sorted", value="descending") is Truth.UNKNOWN
    assert _truth(book, start="B2:B4", where="> 1000", property="bold", value="off") is Truth.UNKNOWN
    for text, truth in (("Wels", Truth.SATISFIED), ("1207.5", Truth.UNKNOWN)):
        assert FilePredicate(path=str(book), contains=text).check_now().truth is truth


@pytest.mark.parametrize(
    ("stated", "value", "other"),
    [
        ({"property": "bold", "start": "A1:B1"}, "on", "off"),
        ({"property": "bold", "start": "A2:B3"}, "off", "on"),
        ({"property": "colour", "start": "A1"}, "#ff0000", "#000000"),
        ({"property": "highlight", "start": "A1"}, "#ffff00", "none"),
        ({"property": "highlight", "start": "A2"}, "none", "#ffffff"),
        ({"property": "size", "start": "B1"}, "12", "10"),
        ({"property": "align", "start": "A1:B1"}, "center", "left"),
        ({"property": "format", "start": "B2"}, "number 2", "percent 0"),
        ({"property": "value type", "start": "B2"}, "number", "text"),
        ({"property": "sorted", "start": "B2:B3"}, "descending", "ascending"),
        ({"property": "merged", "start": "A9:B9"}, "on", "off"),
        ({"property": "rows"}, "5", "4"),
    ],
)
def test_properties_of_cells_are_read(book: Path, stated: Mapping[str, object], value: str, other: str) -> None:
    assert _truth(book, sheet="Visitors", value=value, **stated) is Truth.SATISFIED
    assert _truth(book, sheet="Visitors", value=other, **stated) is Truth.UNSATISFIED


def test_a_gzip_bomb_and_broken_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gnumeric"
    path.write_bytes(gzip.compress(b" " * (MAX_PART_BYTES + 2)))
    assert path.stat().st_size < 1 << 20
    with pytest.raises(UnreadableDocument, match="unpacks to more"):
        read_document(path)
    for content in (gzip.compress(_BOOK.encode())[:200], b"\x1f\x8b\x00", b"<other/>", b"no XML", b""):
        path.write_bytes(content)
        with pytest.raises(UnreadableDocument):
            read_document(path)


def test_a_workbook_that_gnumeric_wrote_is_read(tmp_path: Path) -> None:
    need("ssconvert")
    (tmp_path / "made.csv").write_text("City,Day\nWels,2026-03-01\n,=1+1\n", encoding="utf-8")
    made = tmp_path / "made.gnumeric"
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    subprocess.run(["ssconvert", "made.csv", str(made)], cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert _truth(made, start="A1", cells=[["City", "Day"], ["Wels", "2026-03-01"], ["", "=1+1"]]) is Truth.SATISFIED
    assert _truth(made, property="bold", start="A1", value="off") is Truth.SATISFIED
