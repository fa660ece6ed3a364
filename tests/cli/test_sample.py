"""The sample document, as others read it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from ufo.cli.sample import make_sample
from ufo.verify.documents.reading import read_document


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
