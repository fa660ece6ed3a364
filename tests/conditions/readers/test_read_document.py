"""Documents that a real LibreOffice wrote, and hand-made bad ones: each is read, or refused with a reason."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.office_conversions import convert
from tests.properties import examples
from tests.requirement import requirement
from ufo.cli.commands.sample import make_sample
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.readers import archive, markup
from ufo.conditions.readers.model import Cell
from ufo.conditions.readers.read_document import read_document
from ufo.errors import UnreadableDocument
from ufo.schema.predicate import Truth

_CSV = 'Region,Sales,Share,Day\nNorth,"1,200",12%,2024-03-05\n"South, far",9.5,5%,2024-03-06\n'
_TABLE = (("Region", "Sales", "Share", "Day"), ("North", "1200", "0.12", "2024-03-05"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One spreadsheet and one text document in every format, as LibreOffice writes them."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "sales.csv").write_text(_CSV, encoding="utf-8")
    # A detected number in the CSV import needs its option: comma, quote, UTF-8, detect special numbers.
    read = "44,34,76,1,,1033,false,true"
    sales = [("sales.csv", f"sales.{ending}") for ending in ("ods", "fods", "xlsx")]
    make_sample(folder)
    report = "quarterly-report"
    reports = [(f"{report}.odt", f"{report}.{ending}") for ending in ("fodt", "docx", "txt", "html")]
    convert(folder, *sales, *reports, options=read)
    return folder


@pytest.mark.apps
@pytest.mark.parametrize("ending", ["csv", "ods", "fods", "xlsx"])
@requirement("expect:documents")
def test_a_spreadsheet_reads_the_same_in_every_format(written: Path, ending: str) -> None:
    predicate = DocumentPredicate(path=str(written / f"sales.{ending}"), sheet="sales", cells=_TABLE)
    if ending in ("ods", "fods"):
        # There a date shows as its locale writes it.
        predicate = predicate.model_copy(update={"cells": tuple(row[:3] for row in _TABLE)})
    finding = predicate.check_now()
    assert finding.truth is Truth.SATISFIED, finding.evidence
    shifted = predicate.model_copy(update={"start": "A2"})
    assert shifted.check_now().truth is Truth.UNSATISFIED


@pytest.mark.apps
@pytest.mark.parametrize("ending", ["odt", "fodt", "docx", "txt", "html"])
@requirement("expect:documents")
def test_a_text_document_reads_the_same_in_every_format(written: Path, ending: str) -> None:
    path = written / f"quarterly-report.{ending}"
    finding = DocumentPredicate(path=str(path), paragraph="of the year & has planned one more van").check_now()
    assert finding.truth is Truth.SATISFIED, finding.evidence
    document = read_document(path)
    assert "15,200" in document.text
    if ending in ("odt", "fodt", "docx"):
        assert document.tables[0][:2] == (("Region", "Sales", "Orders"), ("North", "12,400", "310"))


def packed(path: Path, parts: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return path


def sheet(body: str) -> str:
    return (
        '<d xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>'
        f'<table:table table:name="A">{body}</table:table></office:spreadsheet></office:body></d>'
    )


def test_a_zip_bomb_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = packed(tmp_path / "bomb.ods", {"content.xml": b" " * (archive.MAX_PART_BYTES + 2)})
    assert path.stat().st_size < 1 << 20
    with pytest.raises(UnreadableDocument, match="unpacks to more"):
        read_document(path)


def test_an_entity_bomb_is_refused_at_its_document_type(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><d>&b;</d>'
    with pytest.raises(UnreadableDocument, match="document type"):
        read_document(packed(tmp_path / "entities.ods", {"content.xml": bomb}))


def test_cells_that_repeat_a_billion_times_are_refused_where_they_are_filled(tmp_path: Path) -> None:
    cell = '<table:table-cell table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell>'
    filled = f'<table:table-row table:number-rows-repeated="999999999">{cell}</table:table-row>'
    with pytest.raises(UnreadableDocument, match="filled cells"):
        read_document(packed(tmp_path / "rows.ods", {"content.xml": sheet(filled)}))
    empty = '<table:table-row table:number-rows-repeated="999999999"><table:table-cell/></table:table-row>'
    last = "<table:table-row><table:table-cell><text:p>end</text:p></table:table-cell></table:table-row>"
    document = read_document(packed(tmp_path / "empty.ods", {"content.xml": sheet(empty + last)}))
    assert dict(document.sheets[0].cells) == {(999_999_999, 0): Cell("end")}


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    deep = "<d>" * (markup.MAX_DEPTH + 1) + "</d>" * (markup.MAX_DEPTH + 1)
    with pytest.raises(UnreadableDocument, match="nests too deep"):
        read_document(packed(tmp_path / "deep.odt", {"content.xml": deep}))


@pytest.mark.parametrize("ending", ["ods", "odt", "xlsx", "docx"])
def test_broken_files_say_that_they_are_broken(tmp_path: Path, ending: str) -> None:
    cases = {
        "garbage": b"\x00\x01garbage",
        "empty": b"",
        "cut": packed(tmp_path / "whole.zip", {"content.xml": sheet("") * 50}).read_bytes()[:80],
    }
    for name, data in cases.items():
        path = tmp_path / f"{name}.{ending}"
        path.write_bytes(data)
        finding = DocumentPredicate(path=str(path), paragraph="x").check_now()
        assert finding.truth is Truth.UNKNOWN
        assert "broken" in finding.evidence
    with pytest.raises(UnreadableDocument, match="broken: it has no part"):
        read_document(packed(tmp_path / f"hollow.{ending}", {"other": "x"}))


def test_protected_and_old_files_say_so(tmp_path: Path) -> None:
    manifest = "<m><e><manifest:encryption-data/></e></m>"
    with pytest.raises(UnreadableDocument, match="password"):
        read_document(packed(tmp_path / "locked.ods", {"META-INF/manifest.xml": manifest, "content.xml": "?"}))
    old = tmp_path / "locked.xlsx"
    old.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100))
    with pytest.raises(UnreadableDocument, match="old binary format or protected"):
        read_document(old)


def test_a_picture_tells_its_size(tmp_path: Path) -> None:
    head = struct.pack(">IIBBBBB", 640, 480, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk)
    assert read_document(path).paragraphs == ("640x480",)
    path.write_bytes(b"no picture")
    with pytest.raises(UnreadableDocument):
        read_document(path)


def test_values_are_separated_by_what_stands_in_every_line(tmp_path: Path) -> None:
    path = tmp_path / "values.csv"
    path.write_text('\ufeffa;b\n1,5;"x;y"\n', encoding="utf-8")
    (only,) = read_document(path).sheets
    assert (only.cell(0, 0).shown, only.cell(1, 0).value, only.cell(1, 1).shown) == ("a", 1.5, "x;y")


def test_a_web_page_is_read_as_a_person_sees_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<h1>Big &amp; bold</h1><script>var hidden</script><p>one <b>word</b></p>", encoding="utf-8")
    assert read_document(path).paragraphs == ("Big & bold", "one word")


@examples(0.6)
@given(st.binary(max_size=400), st.sampled_from(["ods", "odt", "fods", "xlsx", "docx", "csv", "html", "txt", "png"]))
def test_no_content_at_all_breaks_the_reader(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, ending: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any.{ending}"
    path.write_bytes(data)
    finding = DocumentPredicate(path=str(path), cells=(("no such thing",),), chart="any").check_now()
    assert finding.truth is not Truth.SATISFIED
