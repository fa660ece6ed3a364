"""Headers, footers and margins of texts are told with where they stand."""

from __future__ import annotations

import shutil
from pathlib import Path

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Mm

from tests.office_conversions import convert
from tests.proof.difference.made_world import MadeWorld


def _report(folder: Path, name: str = "report.docx") -> Path:
    document = docx.Document()
    for text in ("Introduction", "Costs rose by 12 percent."):
        document.add_paragraph(text)
    document.save(str(folder / name))
    return folder / name


def _numbered(path: Path, alignment: WD_ALIGN_PARAGRAPH, bottom_mm: float) -> None:
    """Put the number of the page into the footer, as Writer and Word keep it."""
    document = docx.Document(str(path))
    section = document.sections[0]
    section.bottom_margin = Mm(bottom_mm)
    paragraph = section.footer.paragraphs[0]
    paragraph.alignment = alignment
    for kind, name, text in (("fldChar", "begin", ""), ("instrText", "", " PAGE "), ("fldChar", "end", "")):
        element = OxmlElement(f"w:{kind}")
        if name:
            element.set(qn("w:fldCharType"), name)
        element.text = text
        paragraph.add_run()._r.append(element)
    document.save(str(path))


def test_a_page_number_says_where_it_stands_and_the_margin_beside_it_follows(made: MadeWorld) -> None:
    file = _report(made.folder)
    made.world.take()
    _numbered(file, WD_ALIGN_PARAGRAPH.CENTER, 34.91)
    facts = made.facts()
    lines = [fact.line for fact in facts if not fact.by_product]
    assert lines == [
        "report.docx: footer none → a field, aligned center",
        "report.docx: page number none → footer, aligned center",
    ]
    (margin,) = [fact for fact in facts if fact.by_product]
    assert margin.line == "report.docx: bottom margin 25.40 mm → 34.91 mm"
    (number,) = [fact for fact in facts if "page number" in fact.line]
    assert {"center", "align center"} <= set(number.texts)


def test_a_margin_by_itself_or_another_one_is_no_by_product_of_a_footer(made: MadeWorld) -> None:
    file = _report(made.folder)
    made.world.take()
    document = docx.Document(str(file))
    document.sections[0].footer.paragraphs[0].text = "Draft"
    document.sections[0].top_margin = Mm(34.91)
    document.sections[0].bottom_margin = Mm(10)
    document.save(str(file))
    assert "report.docx: top margin 25.40 mm → 34.91 mm" in made.lines()
    assert "report.docx: bottom margin 25.40 mm → 10.00 mm" in made.lines()
    assert "report.docx: footer none → Draft" in made.lines()


def test_a_footer_that_goes_to_the_middle_is_told_in_an_open_document_too(made: MadeWorld) -> None:
    source = _report(made.folder, "source.docx")
    _numbered(source, WD_ALIGN_PARAGRAPH.RIGHT, 30)
    moved = made.folder / "moved.docx"
    shutil.copy(source, moved)
    document = docx.Document(str(moved))
    document.sections[0].footer.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
    document.save(str(moved))
    convert(made.folder, ("source.docx", "source.odt"), ("moved.docx", "moved.odt"))
    file = made.folder / "source.odt"
    made.world.take()
    shutil.copy(made.folder / "moved.odt", file)
    assert made.lines() == ["source.odt: footer align right → center"]
