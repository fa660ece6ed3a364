from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.errors import KnowledgeError
from ufo.knowledge.documents import DocumentsRetriever
from ufo.knowledge.index.store import key_of
from ufo.knowledge.index.values import Document, Kind, Section
from ufo.knowledge.shared_index import INDEX, SharedIndex
from ufo.schema.knowledge import Knowledge, Passage, Query

FREEZE = Section(("Windows", "Freeze rows"), "Choose View - Freeze Cells.")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SharedIndex]:
    shared = SharedIndex(tmp_path / "knowledge", lambda _: None)
    yield shared
    shared.close()


def _asked(text: str, application: str = "libreoffice-calc") -> Query:
    return Query(text, application, time.monotonic() + 5)


def _learn(
    index: SharedIndex, *sections: Section, application: str = "libreoffice-calc", origin: str = "/calc"
) -> None:
    index.get().put(Document(Kind.GUIDE, application, "Guide", origin, sections, "1"))


@requirement("knowledge:guide-nothing")
async def test_a_guide_is_told_with_its_heading_as_its_source(index: SharedIndex) -> None:
    _learn(index, FREEZE, Section(("Print",), "Press Print."))
    found = await DocumentsRetriever(index, 2).retrieve(_asked("Freeze the rows of sales.ods"))
    key = f"{key_of(Kind.GUIDE, '/calc')}:0"
    assert found == Knowledge(
        offline_docs=(Passage("Choose View - Freeze Cells.", "calc guide § Windows > Freeze rows", key),)
    )


@requirement("knowledge:guide-nothing")
async def test_nothing_is_told_where_nothing_fits_well(index: SharedIndex) -> None:
    _learn(index, FREEZE, *(Section((f"Part {number}",), "text about sheets") for number in range(20)))
    retriever = DocumentsRetriever(index, 2)
    for text in ("order a pizza in the first row", "write 5 into A1", '"x"', ""):
        assert await retriever.retrieve(_asked(text)) == Knowledge(), text


@requirement("knowledge:guide-nothing")
async def test_a_house_guide_of_no_application_is_told_to_a_host_too(index: SharedIndex) -> None:
    _learn(index, FREEZE)
    customs = Section(("Handbook", "Scans"), "Scans are filed by year.")
    _learn(index, customs, application="", origin="/handbook.md")
    found = await DocumentsRetriever(index, 2).retrieve(_asked("file the scans as the handbook says", ""))
    assert [doc.text for doc in found.offline_docs] == ["Scans are filed by year."]


async def test_a_sub_task_that_finds_nothing_is_helped_by_the_whole_request(index: SharedIndex) -> None:
    _learn(index, FREEZE)
    part = Query("do the first step", "libreoffice-calc", time.monotonic() + 5, "freeze the rows of a.ods, then print")
    found = await DocumentsRetriever(index, 2).retrieve(part)
    assert [doc.text for doc in found.offline_docs] == ["Choose View - Freeze Cells."]


@requirement("knowledge:guide-nothing")
async def test_an_application_is_not_told_another_ones_guide_and_a_host_none(index: SharedIndex) -> None:
    _learn(index, FREEZE)
    retriever = DocumentsRetriever(index, 2)
    for application in ("libreoffice-writer", "gimp-2.10", ""):
        assert await retriever.retrieve(_asked("freeze rows", application)) == Knowledge()


async def test_a_version_of_an_application_is_told_the_guide_of_all_its_versions(index: SharedIndex) -> None:
    _learn(index, Section(("Crop",), "Choose Image > Crop."), application="gimp", origin="/gimp")
    found = await DocumentsRetriever(index, 2).retrieve(_asked("crop", "gimp-2.10"))
    assert [doc.source for doc in found.offline_docs] == ["gimp guide § Crop"]


async def test_a_page_is_told_once(index: SharedIndex) -> None:
    _learn(index, FREEZE, Section(("Freeze rows again",), "Choose View - Freeze Cells twice."))
    assert len((await DocumentsRetriever(index, 5).retrieve(_asked("freeze rows"))).offline_docs) == 1


async def test_nothing_is_made_where_nothing_was_learned(index: SharedIndex, tmp_path: Path) -> None:
    assert await DocumentsRetriever(index, 2).retrieve(_asked("freeze rows")) == Knowledge()
    assert not (tmp_path / "knowledge").exists()


async def test_an_index_that_cannot_be_used_is_told_as_an_error(tmp_path: Path) -> None:
    (tmp_path / INDEX).mkdir()
    with pytest.raises(KnowledgeError):
        await DocumentsRetriever(SharedIndex(tmp_path, lambda _: None), 2).retrieve(_asked("freeze rows"))
