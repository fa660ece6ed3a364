"""Presentations, PDF and JSON files that LibreOffice and other libraries wrote, and hostile ones of the same endings."""

from __future__ import annotations

import json
import time
import zipfile
import zlib
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from openpyxl.chart import BarChart, Reference
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches
from pypdf import PdfWriter

from tests.office_conversions import convert
from tests.requirement import requirement
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.readers import pdf
from ufo.conditions.readers.read_document import read_document
from ufo.errors import UnreadableDocument
from ufo.schema.predicate import Truth


def truth(path: Path, **stated: object) -> Truth:
    return DocumentPredicate.model_validate({"path": str(path), **stated}).check_now().truth


@pytest.fixture(scope="module")
def slides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two slides with a title, a table and a chart as one library writes them, then as LibreOffice writes them anew."""
    folder = tmp_path_factory.mktemp("slides")
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Größe & Ziel"
    first.placeholders[1].text = "Erstes Quartal"
    first.notes_slide.notes_text_frame.text = "only for the speaker"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Numbers"
    table = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for place, text in enumerate(("Region", "Sales", "North", "1200")):
        table.cell(place // 2, place % 2).text = text
    data = CategoryChartData()
    data.categories = ["North", "South"]
    data.add_series("Sales", (1200, 900))
    second.shapes.add_chart(XL_CHART_TYPE.PIE, Inches(1), Inches(4), Inches(4), Inches(2), data)
    deck.save(str(folder / "deck.pptx"))
    return folder


@pytest.fixture(scope="module")
def converted(slides: Path) -> Path:
    made = [("deck.pptx", f"deck.{ending}") for ending in ("odp", "fodp", "pdf")]
    convert(slides, *made, ("deck.odp", "again.pptx"))
    return slides


def _holds_the_deck(path: Path) -> None:
    assert truth(path, paragraph="Größe & Ziel", page=1) is Truth.SATISFIED
    assert truth(path, paragraph="Größe & Ziel", page=2) is Truth.UNSATISFIED
    assert truth(path, paragraph="Numbers", page=2) is Truth.SATISFIED
    assert truth(path, paragraph="Numbers", page=3) is Truth.UNSATISFIED
    assert truth(path, pages=2) is Truth.SATISFIED and truth(path, pages=3) is Truth.UNSATISFIED
    assert truth(path, paragraph="only for the speaker") is Truth.UNSATISFIED


def test_slides_of_a_library_are_read_with_their_tables_and_charts(slides: Path) -> None:
    path = slides / "deck.pptx"
    _holds_the_deck(path)
    assert truth(path, cells=(("Region", "Sales"), ("North", "1,200"))) is Truth.SATISFIED
    assert truth(path, cells=(("Region", "Sales"), ("North", "1300"))) is Truth.UNSATISFIED
    assert truth(path, chart="pie", sheet="slide 2") is Truth.SATISFIED
    assert truth(path, chart="line") is Truth.UNSATISFIED


@pytest.mark.apps
@pytest.mark.parametrize("name", ["deck.odp", pytest.param("deck.fodp", marks=pytest.mark.matrix), "again.pptx"])
def test_slides_of_libreoffice_are_read_the_same(converted: Path, name: str) -> None:
    _holds_the_deck(converted / name)
    assert truth(converted / name, cells=(("Region", "Sales"), ("North", "1200"))) is Truth.SATISFIED


_DRAWING = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.graphics"><office:body><office:drawing>
<draw:page draw:name="page1"><draw:rect svg:x="2cm" svg:y="2cm" svg:width="5cm" svg:height="3cm"><text:p>Bath</text:p></draw:rect>
<draw:frame svg:x="9cm" svg:y="2cm" svg:width="5cm" svg:height="2cm">
<draw:text-box><text:p>Kitchen &amp; hall</text:p></draw:text-box>
</draw:frame></draw:page><draw:page draw:name="page2"/></office:drawing></office:body></office:document>"""


@pytest.mark.apps
def test_the_texts_of_a_drawing_are_read_page_by_page_also_as_libreoffice_writes_them(tmp_path: Path) -> None:
    (tmp_path / "flat.fodg").write_text(_DRAWING)
    convert(tmp_path, ("flat.fodg", "flat.odg"))
    for path in (tmp_path / "flat.fodg", tmp_path / "flat.odg"):
        assert truth(path, paragraph="Bath", page=1, pages=2) is Truth.SATISFIED
        assert truth(path, paragraph="Kitchen & hall") is Truth.SATISFIED
        assert truth(path, paragraph="Bath", page=2) is Truth.UNSATISFIED
        assert truth(path, lacks="Cellar") is Truth.SATISFIED
        assert FilePredicate(path=str(path), contains="Kitchen").check_now().truth is Truth.SATISFIED
    assert truth(tmp_path / "flat.odg", property="pictures", value="0") is Truth.SATISFIED


@pytest.mark.apps
@requirement("expect:documents")
def test_a_pdf_is_read_page_by_page(converted: Path) -> None:
    path = converted / "deck.pdf"
    assert truth(path, paragraph="Größe & Ziel", page=1, pages=2) is Truth.SATISFIED
    assert truth(path, paragraph="Größe & Ziel", page=2) is Truth.UNSATISFIED
    assert FilePredicate(path=str(path), contains="Erstes Quartal").check_now().truth is Truth.SATISFIED


def test_what_other_libraries_write_is_read(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Ernte"
    for row in (("Apfel", "kg"), ("Nord", 12.5), ("Süd", 30)):
        sheet.append(row)
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    sheet.add_chart(chart, "D1")
    book.save(tmp_path / "ernte.xlsx")
    stated = {"sheet": "Ernte", "cells": (("Apfel", "kg"), ("Nord", "12.5")), "chart": "column"}
    assert truth(tmp_path / "ernte.xlsx", **stated) is Truth.SATISFIED
    assert truth(tmp_path / "ernte.xlsx", chart="bar", chart_refers_to="A1:B3") is Truth.SATISFIED
    text = docx.Document()
    text.add_paragraph("Sehr geehrte Damen und Herren")
    table = text.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Summe", "42"
    text.save(str(tmp_path / "brief.docx"))
    assert truth(tmp_path / "brief.docx", paragraph="Damen und", cells=(("Summe", "42"),)) is Truth.SATISFIED


def test_a_json_file_is_asked_by_place(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    path.write_text(json.dumps({"people": [{"name": "Ana", "age": 31, "is in": True}], "odd.key": None}), "utf-8")
    assert truth(path, key="people[0].name", value="Ana") is Truth.SATISFIED
    assert truth(path, key="people[0].age", value="31") is Truth.SATISFIED
    assert truth(path, key="people[0].age", value="31.0") is Truth.SATISFIED
    assert truth(path, key="people[0].is in", value="true") is Truth.SATISFIED
    assert truth(path, key="people[0].is in", value="1") is Truth.UNSATISFIED
    assert truth(path, key='["odd.key"]', value="null") is Truth.SATISFIED
    assert truth(path, key="people[1].name") is Truth.UNSATISFIED
    assert truth(path, key="people[0]..name") is Truth.UNKNOWN
    assert truth(path, key="people", value="nonsense") is Truth.UNSATISFIED


@pytest.mark.parametrize("text", ["{", "[" * 200_000, '{"a": 1}{', "", "9" * 10_000])
def test_a_json_file_that_is_broken_or_bottomless_is_unknown(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    assert truth(path, key="a", value="1") is Truth.UNKNOWN


def test_a_pdf_with_a_password_or_without_text_is_unknown(tmp_path: Path) -> None:
    locked = PdfWriter()
    locked.add_blank_page(100, 100)
    locked.encrypt("secret", algorithm="RC4-128")
    locked.write(tmp_path / "locked.pdf")
    finding = DocumentPredicate(path=str(tmp_path / "locked.pdf"), paragraph="x").check_now()
    assert finding.truth is Truth.UNKNOWN and "password" in finding.evidence
    blank = PdfWriter()
    blank.add_blank_page(100, 100)
    blank.write(tmp_path / "scan.pdf")
    finding = DocumentPredicate(path=str(tmp_path / "scan.pdf"), paragraph="x").check_now()
    assert finding.truth is Truth.UNKNOWN and "no text" in finding.evidence


def _pdf(content: bytes, filtered: bytes = b"/FlateDecode") -> bytes:
    """One page with that stream."""
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
        b"<</Length %d/Filter %s>>stream\n%s\nendstream" % (len(content), filtered, content),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"xref\n0 5\n0000000000 65535 f \n%strailer<</Size 5/Root 1 0 R>>startxref\n%d\n%%%%EOF" % (
        table,
        len(out),
    )


def test_a_pdf_that_unpacks_to_gigabytes_is_given_up_within_bounds(tmp_path: Path) -> None:
    twice = zlib.compress(zlib.compress(b"\0" * (600 << 20), 9), 9)
    path = tmp_path / "bomb.pdf"
    path.write_bytes(_pdf(twice, b"[/FlateDecode/FlateDecode]"))
    began = time.monotonic()
    assert truth(path, paragraph="x") is Truth.UNKNOWN
    assert time.monotonic() - began < pdf.TIMEOUT_S + 20


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.4\n",
        b"%PDF-1.4\n" + b"\0" * 5000,
        b"no pdf at all",
        _pdf(b"garbage that is not packed"),
        _pdf(zlib.compress(b"BT (x) Tj"))[:-60],
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj trailer<</Root 1 0 R>>",
    ],
)
def test_a_broken_pdf_is_unknown_and_never_satisfied(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(content)
    assert truth(path, paragraph="x") is Truth.UNKNOWN


def test_hostile_slides_are_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.pptx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ppt/presentation.xml", b"<a>" + b" " * (300 << 20) + b"</a>")
    with pytest.raises(UnreadableDocument, match="unpacks to more"):
        read_document(bomb)
    entity = tmp_path / "entity.odp"
    with zipfile.ZipFile(entity, "w") as archive:
        archive.writestr("content.xml", '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>')
    with pytest.raises(UnreadableDocument, match="document type"):
        read_document(entity)
    missing = tmp_path / "missing.pptx"
    with zipfile.ZipFile(missing, "w") as archive:
        slide = '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldId r:id="rId9"/></p:presentation>'
        archive.writestr("ppt/presentation.xml", slide)
    assert truth(missing, paragraph="x") is Truth.UNKNOWN


def test_a_picture_is_compared_by_its_size(tmp_path: Path) -> None:
    Image.new("RGB", (40, 30)).save(tmp_path / "dot.png")
    assert truth(tmp_path / "dot.png", width=40, height=30) is Truth.SATISFIED
    assert truth(tmp_path / "dot.png", width=41) is Truth.UNSATISFIED
    assert truth(tmp_path / "dot.png", pages=1) is Truth.UNKNOWN


def test_a_file_that_was_not_written_since_is_not_a_saved_one(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old", "utf-8")
    before = path.stat().st_mtime
    assert FilePredicate(path=str(path), changed_after=before - 1).check_now().truth is Truth.SATISFIED
    assert FilePredicate(path=str(path), changed_after=before + 1).check_now().truth is Truth.UNSATISFIED
