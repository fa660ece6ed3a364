from __future__ import annotations

from pathlib import Path

import pytest

from tests.extensions.guides.help.pdf_files import write_pdf
from ufo.errors import UnreadableDocument
from ufo.knowledge.index.values import Section
from ufo_guides.help.formats import read_pdf


def test_pages_stand_under_the_chapters_of_the_file(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", ["Hello", "Freeze a row", "The end"], [("Rows", 1), ("End", 2)], "Manual")
    page = read_pdf(path, lambda *_: None)
    assert page.title == "Manual"
    assert page.sections == (
        Section(("page 1",), "Hello"),
        Section(("Rows", "page 2"), "Freeze a row"),
        Section(("End", "page 3"), "The end"),
    )


def test_a_pdf_of_many_pages_is_read_a_few_at_a_time_and_tells_how_far_it_is(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = write_pdf(tmp_path / "a.pdf", [f"Page about w{index}" for index in range(250)])
    page = read_pdf(path, lambda *pair: told.append(pair))
    assert told == [(100, 250), (200, 250), (250, 250)]
    assert page.sections[-1] == Section(("page 250",), "Page about w249")


@pytest.mark.matrix
def test_a_pdf_of_two_thousand_pages_is_read(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", [f"Page about w{index}" for index in range(2_500)])
    assert len(read_pdf(path, lambda *_: None).sections) == 2_500


@pytest.mark.parametrize("data", [b"%PDF-1.4 and nothing", b"no pdf", b""])
def test_a_broken_pdf_is_refused_with_the_reason(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    with pytest.raises(UnreadableDocument, match="broken"):
        read_pdf(path, lambda *_: None)
