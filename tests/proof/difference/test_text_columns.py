"""Which paragraphs of a text stand in several columns is told, as a section of it begins and ends."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import docx
import pytest
from docx.enum.section import WD_SECTION
from docx.oxml.ns import qn

from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference.reading.read_content import read_content

_TEXTS = ("Title", "Lead", "Cleaning day", "Rubbish", "The board")


def _newsletter(path: Path, *, in_columns: bool) -> None:
    document = docx.Document()
    for number, text in enumerate(_TEXTS):
        if in_columns and number in (2, 4):
            document.add_section(WD_SECTION.CONTINUOUS)
        document.add_paragraph(text)
    for number, section in enumerate(document.sections):
        section._sectPr.find(qn("w:cols")).set(qn("w:num"), "2" if in_columns and number == 1 else "1")
    document.save(str(path))


def test_the_paragraphs_that_were_set_in_columns_are_told(made: MadeWorld) -> None:
    _newsletter(made.folder / "news.docx", in_columns=False)
    made.world.take()
    _newsletter(made.folder / "news.docx", in_columns=True)
    (said,) = [line for line in made.lines() if "columns 2" in line and "paragraph" in line]
    assert '"Cleaning day", "Rubbish"' in said and "Title" not in said and "board" not in said


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_columns_of_an_open_document_are_read_too(tmp_path: Path) -> None:
    _newsletter(tmp_path / "news.docx", in_columns=True)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "odt",
        "--outdir",
        str(tmp_path),
        str(tmp_path / "news.docx"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    content = read_content(tmp_path / "news.odt")
    assert [paragraph.text for paragraph in content.paragraphs if "columns" in paragraph.look] == [
        "Cleaning day",
        "Rubbish",
    ]
