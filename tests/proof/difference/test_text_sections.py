"""Which paragraphs of a text stand in several columns, or on a page that lies otherwise, is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import docx
import pytest
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.oxml.ns import qn

from tests.needs import needs
from tests.office_profiles import own_profile
from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference.reading.read_content import read_content

_TEXTS = ("Title", "Lead", "Cleaning day", "Rubbish", "The board")


def _rota(path: Path, *, lies_across: bool, says_so: bool = True) -> None:
    """Write texts, of which two stand on a page of their own that lies across where `lies_across` says so. `says_so`: the
    file names how it lies beside its size.
    """
    document = docx.Document()
    for number, text in enumerate(_TEXTS):
        if lies_across and number in (2, 4):
            section = document.add_section(WD_SECTION.NEW_PAGE)
            section.page_width, section.page_height = section.page_height, section.page_width
            if says_so:
                section.orientation = WD_ORIENT.LANDSCAPE if number == 2 else WD_ORIENT.PORTRAIT
        document.add_paragraph(text)
    document.save(str(path))


def _as_odt(path: Path) -> Path:
    into = ("--outdir", str(path.parent), str(path))
    command = ["soffice", own_profile(path.parent), "--headless", "--convert-to", "odt", *into]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return path.with_suffix(".odt")


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


@pytest.mark.parametrize("says_so", [True, False])
def test_the_paragraphs_on_a_page_that_lies_otherwise_are_told(made: MadeWorld, says_so: bool) -> None:
    _rota(made.folder / "rota.docx", lies_across=False)
    made.world.take()
    _rota(made.folder / "rota.docx", lies_across=True, says_so=says_so)
    (said,) = [line for line in made.lines() if "page orientation" in line and "paragraph" in line]
    assert "landscape" in said and '"Cleaning day", "Rubbish"' in said
    assert "Title" not in said and "board" not in said


@needs("soffice")
def test_columns_and_pages_of_an_open_document_are_read_too(tmp_path: Path) -> None:
    _newsletter(tmp_path / "news.docx", in_columns=True)
    _rota(tmp_path / "rota.docx", lies_across=True)
    news, rota = (read_content(_as_odt(tmp_path / name)).paragraphs for name in ("news.docx", "rota.docx"))
    told = ["Cleaning day", "Rubbish"]
    assert [paragraph.text for paragraph in news if "columns" in paragraph.look] == told
    across = [paragraph.text for paragraph in rota if paragraph.look.get("page orientation") == "landscape"]
    assert [text for text in across if text] == told
    assert not any("page orientation" in paragraph.look for paragraph in news)
