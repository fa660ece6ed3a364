from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.needs import needs
from ufo.errors import UnreadableDocument
from ufo_guides.help.formats import read_man_page

PAGE = (
    b".TH TOOL 1\n.SH NAME\ntool \\- does it\n.SH OPTIONS\n.TP\n\\fB\\-\\-freeze\\fR\nFreeze the row.\n"
    b'.SS "More of it"\nText.\n'
)
needs_man = needs("man")


@needs_man
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_manual_page_is_cut_at_its_headings(tmp_path: Path, is_packed: bool) -> None:
    path = tmp_path / ("tool.1.gz" if is_packed else "tool.1")
    path.write_bytes(gzip.compress(PAGE) if is_packed else PAGE)
    page = read_man_page(path)
    assert [section.path for section in page.sections] == [
        ("tool", "NAME"), ("tool", "OPTIONS"), ("tool", "OPTIONS", "More of it"),
    ]  # fmt: skip
    assert page.sections[1].text == "--freeze Freeze the row."


@needs_man
def test_a_file_that_is_no_manual_page_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tool.1.gz"
    path.write_bytes(b"\x1f\x8b and nothing")
    with pytest.raises(UnreadableDocument, match="no manual page"):
        read_man_page(path)
