"""Documents are made and converted without a window: what OpenDocument needs no office for is tried on all files, and one real
LibreOffice for each way through it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
from PIL import Image
from pypdf import PdfReader

from tests.local_http import LocalServer, send
from tests.tools.bench import Bench
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.readers.read_document import read_document
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.servers.documents import documents
from ufo.tools.servers.files import files

REPORT = """# Annual  report

Some **bold** and *italic* text,
over two lines. 5 < 6 & 7

## Items

- one
  - deeper
- two

1. first

| Name | Amount |
|------|--------|
| Tea  | 3      |
"""
TALK = """# My talk

by me

# Agenda

- one
  - deeper
- two

> say hello

# Numbers

| A | B |
|---|---|
| 1 | 2 |
"""
SHEETS = {
    "Data": [["Name", "Amount", "Day"], ["Tea", 3, "2026-01-14"], ["Milk", 1.5, None], ["Sum", "=SUM(B2:B3)", True]],
    "Über": [["=Data!B4*2"]],
}


class Counted(LocalServer):
    """Keeps the addresses that it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.asked.append(handler.path)
        send(handler, 404, {}, b"")


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, documents, files)
    yield item
    await item.dispatcher.close()


def _holds(path: Path, **stated: object) -> None:
    found = DocumentPredicate.model_validate({"path": str(path), **stated}).check_now()
    assert found.truth is Truth.SATISFIED, found


def _is_report(path: Path) -> None:
    _holds(path, paragraph="Items", property="heading level", value="2")
    _holds(path, paragraph="deeper", property="list", value="bullet")
    _holds(path, paragraph="first", property="list", value="number")
    _holds(path, paragraph="bold", property="bold", value="on")
    _holds(path, property="tables", value="1")


def _is_talk(path: Path) -> None:
    _holds(path, page=2, property="slide title", value="Agenda")
    _holds(path, page=2, property="bullets", value="3")
    _holds(path, page=2, property="notes", value="say hello")
    _holds(path, page=1, property="layout", value="title")
    _holds(path, page=2, property="layout", value="title and content")
    _holds(path, page=3, property="tables", value="1")


def _is_book(path: Path) -> None:
    _holds(path, sheet="Data", start="A2", cells=[["Tea", "3"]])
    _holds(path, sheet="Data", start="B4", property="shows", value="4.5")
    _holds(path, sheet="Über", start="A1", property="shows", value="9")
    _holds(path, sheet="Data", start="C2", property="value type", value="date")


async def test_a_made_document_has_the_parts_that_office_programs_write(bench: Bench, tmp_path: Path) -> None:
    await bench.run("make_document", target="a.ods", sheets={"One": [["Tea", 3]]})
    with zipfile.ZipFile(tmp_path / "a.ods") as packed:
        roots = {name: ElementTree.fromstring(packed.read(name)).tag for name in ("meta.xml", "settings.xml")}
    assert all("opendocument" in root for root in roots.values()), roots


async def test_every_cell_of_a_made_sheet_shows_its_value_to_readers_of_text(bench: Bench, tmp_path: Path) -> None:
    await bench.run("make_document", target="a.ods", sheets={"One": [["Tea", 3, 1.5, True, "2026-11-26"]]})
    with zipfile.ZipFile(tmp_path / "a.ods") as packed:
        content = packed.read("content.xml").decode()
    assert re.findall(r"<text:p>(.*?)</text:p>", content) == ["Tea", "3", "1.5", "TRUE", "2026-11-26"]


async def test_a_text_is_made_with_its_headings_lists_and_tables(bench: Bench, tmp_path: Path) -> None:
    made = await bench.run("make_document", target="a.odt", text=REPORT)
    assert made.effect is Effect.CONFIRMED
    _is_report(tmp_path / "a.odt")
    read = await bench.run("read_file", path="a.odt")
    assert "Some bold and italic text, over two lines. 5 < 6 & 7\n" in read.result["text"]
    assert "| Tea | 3 |" in read.result["text"]


async def test_slides_are_made_with_their_titles_bullets_and_notes(bench: Bench, tmp_path: Path) -> None:
    assert (await bench.run("make_document", target="a.odp", text=TALK)).effect is Effect.CONFIRMED
    _is_talk(tmp_path / "a.odp")
    read = await bench.run("read_file", path="a.odp", start=2, most=1)
    assert read.result["text"].startswith("Agenda\none\ndeeper\ntwo") and read.result["slides"] == "2 to 2 of 3"


async def test_a_slide_has_the_layout_that_its_heading_asks_for(bench: Bench, tmp_path: Path) -> None:
    text = "# [title] Harbour\n- in spring\n# [title only] Map\n# [draft] Ships\n- 412\n"
    assert (await bench.run("make_document", target="a.odp", text=text)).effect is Effect.CONFIRMED
    made = tmp_path / "a.odp"
    for page, (title, layout) in enumerate(
        (("Harbour", "title"), ("Map", "title only"), ("[draft] Ships", "title and content")), 1
    ):
        _holds(made, page=page, property="slide title", value=title)
        _holds(made, page=page, property="layout", value=layout)
    _holds(made, page=1, paragraph="in spring")


async def test_rows_become_a_table_and_a_sheet_becomes_a_csv_file(bench: Bench, tmp_path: Path) -> None:
    rows = {"A": [["a,b", 'say "x"'], [1, None], ["=no", "two\nlines"]]}
    assert (await bench.run("make_document", target="a.csv", sheets=rows)).effect is Effect.CONFIRMED
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == '"a,b","say ""x"""\n1,\n=no,"two\nlines"\n'
    plain = {"One": [["x"]], "Two": [["ü", 2], ["z", 1.5]]}
    await bench.run("make_document", target="b.ods", sheets=plain)
    await bench.run("convert_document", source="b.ods", target="two.csv", sheet="two")
    refused = await bench.run("convert_document", source="b.ods", target="two.csv", sheet="One")
    assert "say over=true where it is to be replaced" in str(refused.error)
    assert (tmp_path / "two.csv").read_text(encoding="utf-8") == "ü,2\nz,1.5\n"
    assert (await bench.run("convert_document", source="b.ods", target="two.csv", sheet="One", over=True)).ok
    assert (tmp_path / "two.csv").read_text(encoding="utf-8") == "x\n"
    read = await bench.run("read_file", path="b.ods", sheet="Two")
    assert read.result["text"] == "ü\t2\nz\t1.5" and read.result["sheets"] == ["One", "Two"]
    assert "there are One, Two" in str((await bench.run("read_file", path="b.ods", sheet="Three")).error)


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("make_document", {"target": "a.odt"}, "not both"),
        ("make_document", {"target": "a.odt", "text": "x", "sheets": {"A": [[1]]}}, "not both"),
        ("make_document", {"target": "a.xyz", "text": "x"}, "it can become"),
        ("make_document", {"target": "a.csv", "text": "x"}, "is made of `sheets`"),
        ("make_document", {"target": "a.csv", "sheets": {"A": [[1]], "B": [[2]]}}, "one sheet"),
        ("make_document", {"target": "no/a.odt", "text": "x"}, "make it first"),
        ("make_document", {"target": "old.txt", "text": "x"}, "exists already"),
        ("convert_document", {"source": "old.txt", "target": "a.xlsx"}, "it can become"),
        ("convert_document", {"source": "none.odt", "target": "a.pdf"}, "there is no document"),
        ("convert_document", {"source": "old.txt", "target": "a.csv"}, "no table"),
    ],
)
async def test_what_cannot_be_made_is_refused_with_what_can(
    bench: Bench, tmp_path: Path, tool: str, arguments: dict[str, object], reason: str
) -> None:
    (tmp_path / "old.txt").write_text("x", encoding="utf-8")
    assert reason in str((await bench.run(tool, **arguments)).error)
    assert [path.name for path in tmp_path.iterdir()] == ["old.txt"]


async def test_a_workbook_is_computed_by_the_office_and_its_errors_are_told(bench: Bench, tmp_path: Path) -> None:
    made = await bench.run("make_document", target="a.xlsx", sheets=SHEETS | {"Bad": [["=1/0"]]})
    assert made.effect is Effect.PARTIAL and "Bad!A1 #DIV/0!" in made.evidence[-1]
    _is_book(tmp_path / "a.xlsx")


@pytest.mark.matrix
async def test_a_text_becomes_a_pdf_file(bench: Bench, tmp_path: Path) -> None:
    made = await bench.run("make_document", target="-a b.pdf", text=f"{REPORT}\n---\n\nLast page\n")
    assert made.effect is Effect.CONFIRMED and made.result["pages"] == 2
    _holds(tmp_path / "-a b.pdf", page=2, paragraph="Last page")


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("target", "given", "check"),
    [
        ("a.docx", {"text": REPORT}, _is_report),
        ("a.pptx", {"text": TALK}, _is_talk),
        ("a.ods", {"sheets": SHEETS}, _is_book),
    ],
)
async def test_each_kind_is_made_and_becomes_a_pdf_file(
    bench: Bench, tmp_path: Path, target: str, given: dict[str, object], check: object
) -> None:
    assert (await bench.run("make_document", target=target, **given)).effect is Effect.CONFIRMED
    assert callable(check)
    check(tmp_path / target)
    turned = await bench.run("convert_document", source=target, target="a.pdf")
    assert turned.effect is Effect.CONFIRMED and turned.result["pages"]


@pytest.mark.matrix
async def test_a_table_with_semicolons_in_latin_1_is_converted_as_it_reads(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("Größe;Wert\ngroß;1,5\n".encode("latin-1"))
    assert (await bench.run("convert_document", source="a.csv", target="a.ods")).effect is Effect.CONFIRMED
    _holds(tmp_path / "a.ods", start="A1", cells=[["Größe", "Wert"], ["groß", "1,5"]])


@pytest.mark.matrix
async def test_a_conversion_fetches_nothing(bench: Bench, tmp_path: Path) -> None:
    with Counted() as site:
        page = f'<html><body><p>Text</p><img src="{site.address}/seen.png"></body></html>'
        (tmp_path / "a.html").write_text(page, encoding="utf-8")
        made = await bench.run("convert_document", source="a.html", target="a.odt")
        assert made.ok, made.error
        formula = f'=WEBSERVICE("{site.address}/told")'
        await bench.run("make_document", target="a.ods", sheets={"A": [[formula]]})
        await bench.run("convert_document", source="a.ods", target="a.pdf")
        assert site.asked == []


@pytest.mark.matrix
async def test_a_broken_document_is_refused_with_what_the_office_said(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "a.odt").write_bytes(b"PK\x03\x04" + bytes(100))
    refused = await bench.run("convert_document", source="a.odt", target="a.pdf")
    assert not refused.ok and "broken" in str(refused.error)
    assert not (tmp_path / "a.pdf").exists()


@pytest.mark.matrix
@pytest.mark.parametrize("target", ["a.pdf", "a.odt", "a.docx"])
async def test_a_web_page_takes_the_pictures_that_it_names_by_paths_along(
    bench: Bench, tmp_path: Path, target: str
) -> None:
    (tmp_path / "site/größe").mkdir(parents=True)
    Image.new("RGB", (40, 30), (200, 0, 0)).save(tmp_path / "site/größe/red one.png")
    Image.new("RGB", (30, 40), (0, 0, 200)).save(tmp_path / "blue.jpg")
    page = (
        '<html><head><meta charset="utf-8"></head><body><p>Größe</p><img alt="a > b" src="größe/red%20one.png">'
        "<IMG SRC=../blue.jpg><img src='gone.png'></body></html>"
    )
    (tmp_path / "site/a.html").write_text(page, encoding="utf-8")
    made = await bench.run("convert_document", source="site/a.html", target=target)
    assert made.ok and made.effect is Effect.PARTIAL, made
    assert "not in it, because they are not there or too large: 'gone.png'" in str(made.evidence)
    assert _sizes_of_pictures(tmp_path / target) >= {(40, 30), (30, 40)}
    assert target.endswith(".pdf") or "Größe" in read_document(tmp_path / target).text


def _sizes_of_pictures(path: Path) -> set[tuple[int, int]]:
    if path.suffix == ".pdf":
        return {image.image.size for page in PdfReader(path).pages for image in page.images if image.image is not None}
    with zipfile.ZipFile(path) as package:
        names = [text for text in package.namelist() if text.endswith((".png", ".jpg", ".jpeg"))]
        return {Image.open(io.BytesIO(package.read(name))).size for name in names}


async def test_a_workbook_without_results_of_its_formulas_becomes_no_table_of_empty_cells(
    bench: Bench, tmp_path: Path
) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append([2, "=A1*2"])
    book.save(tmp_path / "sums.xlsx")
    refused = await bench.run("convert_document", source="sums.xlsx", target="sums.csv")
    assert "without their results" in str(refused.error) and not (tmp_path / "sums.csv").exists()
