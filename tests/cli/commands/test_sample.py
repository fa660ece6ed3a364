"""The sample document, as others read it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ufo.cli.commands.sample import FILE_NAME, make_sample
from ufo.conditions.readers.read_document import read_document


def test_the_sample_has_a_table_with_a_header_and_prose_around_it(tmp_path: Path) -> None:
    document = read_document(make_sample(tmp_path / "new folder"))
    (table,) = document.tables
    assert len(table) >= 5
    assert all(len(row) == len(table[0]) for row in table)
    places = [document.paragraphs.index(text) for text in (table[0][0], table[-1][-1])]
    assert places[0] > 3
    assert len(document.paragraphs) > places[1] + 3


def test_the_files_type_stands_first_and_uncompressed(tmp_path: Path) -> None:
    with zipfile.ZipFile(make_sample(tmp_path)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)


def test_a_document_of_that_name_that_is_no_fresh_sample_is_kept(tmp_path: Path) -> None:
    make_sample(tmp_path)
    make_sample(tmp_path)
    (tmp_path / FILE_NAME).write_text("a report of somebody", encoding="utf-8")
    with pytest.raises(FileExistsError, match="is there already"):
        make_sample(tmp_path)
    assert (tmp_path / FILE_NAME).read_text(encoding="utf-8") == "a report of somebody"
