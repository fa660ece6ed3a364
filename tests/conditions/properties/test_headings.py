"""The level of a heading is that of the heading, not of its line in a table of contents nor of a sentence that names it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.predicate import Truth

_ODT = (
    '<d xmlns:office="o" xmlns:text="x"><office:body><office:text>'
    "<text:table-of-content><text:index-body><text:p>Plan</text:p></text:index-body></text:table-of-content>"
    '<text:h text:outline-level="2">Plan</text:h><text:p>The Plan is short.</text:p><text:p>Only here</text:p>'
    "</office:text></office:body></d>"
)


def _odt(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("content.xml", _ODT)


def _docx(path: Path) -> None:
    document = docx.Document()
    style = document.styles.add_style("toc 1", WD_STYLE_TYPE.PARAGRAPH)
    document.add_paragraph("Plan", style=style)
    document.add_heading("Plan", level=2)
    document.add_paragraph("The Plan is short.")
    document.add_paragraph("Only here")
    document.save(str(path))


@pytest.mark.parametrize("ending", ["odt", "docx"])
def test_the_heading_itself_is_meant(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    (_odt if ending == "odt" else _docx)(path)

    def level(text: str, value: str) -> Truth:
        stated = DocumentPredicate(path=str(path), paragraph=text, property="heading level", value=value)
        return stated.check_now().truth

    assert level("Plan", "2") is Truth.SATISFIED
    assert level("Plan", "1") is Truth.UNSATISFIED
    assert level("Only here", "0") is Truth.SATISFIED
    assert level("The Plan", "0") is Truth.SATISFIED
