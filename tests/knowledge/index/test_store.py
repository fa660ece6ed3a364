from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.errors import KnowledgeError
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, Section, document_of

FREEZE = Section(("Windows", "Freeze rows"), "Choose View - Freeze Cells - Freeze First Row.")
CHART = Section(("Charts", "Add a title"), "Choose Insert - Titles, and type the title of the chart.")


def guide(*sections: Section, application: str = "calc", origin: str = "/help/calc", digest: str = "1") -> Document:
    return Document(Kind.GUIDE, application, "Calc guide", origin, sections, digest)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[KnowledgeStore]:
    made = KnowledgeStore(tmp_path / "deep/index.sqlite")
    yield made
    made.close()


def test_what_was_put_is_listed_read_and_found(store: KnowledgeStore) -> None:
    assert store.put(guide(FREEZE, CHART))
    (known,) = store.documents()
    assert (known.kind, known.application, known.title, known.origin) == ("guide", "calc", "Calc guide", "/help/calc")
    assert (known.sections, known.uses) == (2, 0) and known.chars == len(FREEZE.text) + len(CHART.text)
    assert store.sections(known.key) == [FREEZE, CHART]
    (hit,) = store.search("how do I freeze the first row?", kinds=[Kind.GUIDE], application="calc")
    assert (hit.key, hit.path, hit.text, hit.score) == (f"{known.key}:0", FREEZE.path, FREEZE.text, 1.0)
    assert document_of(hit.key) == known.key


def test_an_unchanged_document_is_skipped_and_a_changed_one_takes_its_place(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE))
    key = store.documents()[0].key
    store.count_use([f"{key}:0"], verified=True)
    assert not store.put(guide(FREEZE))
    assert store.digests(Kind.GUIDE) == {"/help/calc": "1"}
    assert store.put(guide(CHART, digest="2"))
    (known,) = store.documents()
    assert (known.key, known.sections, known.uses, known.verified_uses) == (key, 1, 1, 1)
    assert not store.search("freeze", kinds=[Kind.GUIDE], application="calc")
    assert store.search("title", kinds=[Kind.GUIDE], application="calc")


def test_a_document_that_moves_to_another_application_is_found_there_only(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE, CHART))
    store.put(guide(FREEZE, application="gnumeric"))
    assert not store.search("freeze", kinds=[Kind.GUIDE], application="calc")
    assert store.search("freeze", kinds=[Kind.GUIDE], application="gnumeric")[0].score == 1.0


def test_an_application_gets_its_own_documents_and_those_of_none(store: KnowledgeStore) -> None:
    for application in ("", "writer", "office", "office-calc", "office-writer"):
        same = Section(FREEZE.path, f"{FREEZE.text} It is in {application}.")
        store.put(guide(same, origin=f"/help/{application}", application=application))
    found = store.search("freeze rows", kinds=[Kind.GUIDE], application="office-calc")
    assert [hit.application for hit in found] == ["office-calc", "office", ""]
    assert len(store.search("freeze rows", kinds=[Kind.GUIDE])) == 5


def test_what_several_documents_say_in_the_same_words_is_found_once(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE, origin="/help/none", application=""))
    store.put(guide(FREEZE))
    (hit,) = store.search("freeze rows", kinds=[Kind.GUIDE], application="calc")
    assert hit.application == "calc"


def test_only_the_kinds_that_are_asked_for_are_found(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE))
    store.put(Document(Kind.MENUS, "calc", "menus", "calc", (FREEZE,), "1"))
    for application in ("calc", ""):
        (hit,) = store.search("freeze", kinds=[Kind.MENUS], application=application)
        assert hit.kind is Kind.MENUS


def test_what_is_forgotten_is_found_no_more(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE))
    store.put(guide(CHART, origin="/help/charts"))
    key = next(document.key for document in store.documents() if document.origin == "/help/calc")
    store.forget(key)
    assert not store.search("freeze", kinds=[Kind.GUIDE], application="calc")
    assert [document.origin for document in store.documents()] == ["/help/charts"]
    with pytest.raises(KnowledgeError, match="nothing with the key"):
        store.forget(key)
    with pytest.raises(KnowledgeError, match="ufo knowledge list"):
        store.sections(key)


def test_uses_are_counted_once_for_a_document_and_keys_that_are_gone_are_passed_over(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE, CHART))
    key = store.documents()[0].key
    store.count_use([f"{key}:0", f"{key}:1", "gone:4"], verified=False)
    store.count_use([key], verified=True)
    (known,) = store.documents(Kind.GUIDE, "calc")
    assert (known.uses, known.verified_uses) == (2, 1)


def test_a_document_that_fails_in_the_middle_is_not_there(store: KnowledgeStore) -> None:
    store.put(guide(CHART, origin="/help/charts"))
    broken = Section(("Freeze",), 5)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        store.put(guide(FREEZE, broken))
    assert [document.origin for document in store.documents()] == ["/help/charts"]
    assert store.put(guide(FREEZE))


def test_text_that_no_file_should_hold_is_kept_readable(store: KnowledgeStore) -> None:
    store.put(guide(Section(("Half\udcff", "a\x1fb"), "nul \x00 and half \ud800 of a character")))
    (hit,) = store.search("character", kinds=[Kind.GUIDE], application="calc")
    assert hit.path == ("Half?", "a b") and hit.text == "nul   and half ? of a character"


@pytest.mark.parametrize("text", ["", "  ", '" OR *', "NEAR(a b)", "path:x", "()", "\x00", "'; drop table texts; --"])
def test_a_question_is_never_read_as_a_query(store: KnowledgeStore, text: str) -> None:
    store.put(guide(FREEZE))
    assert store.search(text, kinds=[Kind.GUIDE], application="calc") == []
    assert store.documents()


def test_threads_read_while_another_one_writes(store: KnowledgeStore) -> None:
    store.put(guide(FREEZE))
    failed: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(30):
                assert store.search("freeze", kinds=[Kind.GUIDE], application="calc")
        except BaseException as error:  # noqa: BLE001 told by the test
            failed.append(error)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for item in threads:
        item.start()
    for number in range(20):
        store.put(guide(CHART, origin=f"/help/{number}"))
    for thread in threads:
        thread.join()
    assert not failed and len(store.documents()) == 21


@requirement("knowledge:index-version")
@pytest.mark.parametrize("version", [0, 1, 99])
def test_an_index_of_another_version_is_set_aside_and_said(tmp_path: Path, version: int) -> None:
    path = tmp_path / "index.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("create table things (a)")
        other.execute(f"pragma user_version = {version}")
    other.close()
    told: list[str] = []
    store = KnowledgeStore(path, told.append)
    assert store.put(guide(FREEZE)) and "made anew" in told[0]
    (aside,) = tmp_path.glob("index.sqlite.*.old")
    assert sqlite3.connect(aside).execute("select name from sqlite_schema").fetchall() == [("things",)]
    store.close()
    KnowledgeStore(path, pytest.fail).close()
    with sqlite3.connect(tmp_path / "empty.sqlite") as empty:
        empty.execute(f"pragma user_version = {version}")
    empty.close()
    KnowledgeStore(tmp_path / "empty.sqlite", told.append).close()
    assert len(told) == (1 if version == 0 else 2)


@pytest.mark.parametrize("content", [b"this is no database at all, but a text", bytes(4096)])
def test_a_file_that_is_no_index_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "index.sqlite"
    path.write_bytes(content)
    told: list[str] = []
    store = KnowledgeStore(path, told.append)
    assert store.put(guide(FREEZE)) and len(told) == 1
    store.close()


def test_a_place_that_is_no_folder_is_told_with_the_next_move(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KnowledgeError, match="cannot be used"):
        KnowledgeStore(tmp_path / "file/index.sqlite")
