"""A bare file name is found beside the document that is open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.told_documents import Told
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.tools.observe.judged_conditions import beside_open_documents
from ufo.tools.observe.open_documents import OpenDocuments

_WINDOW = Window("1", "report.odt", Rect(0, 0, 10, 10), 0, "editor", "editor")
_OFFICE = replace(_WINDOW, process="soffice.bin", app_root="libreoffice-writer")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "job"
    folder.mkdir()
    (folder / "report.pdf").write_bytes(b"%PDF")
    return folder


async def found(window: Window, home: Path, path: str = "") -> Path | None:
    documents = OpenDocuments([Told({"report.odt": path})])
    return await beside_open_documents("report.pdf", [window], home, documents)


async def test_it_lies_beside_what_the_office_shows(folder: Path) -> None:
    assert await found(_OFFICE, folder, str(folder / "report.odt")) == folder / "report.pdf"


async def test_it_lies_in_the_folder_that_the_title_names(folder: Path) -> None:
    window = replace(_WINDOW, title="~/job/report.odt - Editor")
    assert await found(window, folder.parent) == folder / "report.pdf"


async def test_nothing_is_found_where_no_document_tells_its_folder(folder: Path) -> None:
    assert await found(_OFFICE, folder) is None
    assert await found(_WINDOW, folder, str(folder / "report.odt")) is None
