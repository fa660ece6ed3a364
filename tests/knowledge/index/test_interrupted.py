"""The index while processes die, work side by side, and run out of disk."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.errors import KnowledgeError
from ufo.knowledge.index.schema import reported
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, Section

_WRITER = """
import sys
from pathlib import Path
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, Section

store = KnowledgeStore(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    sections = tuple(Section((f"part {one}",), f"word{one} freeze the row " * 20) for one in range(20))
    store.put(Document(Kind.GUIDE, "calc", "guide", f"/{sys.argv[2]}/{number}", sections, "1"))
    print(number, flush=True)
"""

_REPLACER = """
import sys
from pathlib import Path
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, Section

store = KnowledgeStore(Path(sys.argv[1]))
for number in range(300):
    sections = tuple(Section((f"part {one}",), f"freeze row {one} of {number}") for one in range(30))
    store.put(Document(Kind.GUIDE, "calc", "guide", "/replaced", sections, str(number)))
"""


def _writer(path: Path, name: str, documents: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), name, str(documents)], stdout=subprocess.PIPE, text=True
    )


def _read_line(writer: subprocess.Popen[str]) -> str:
    assert writer.stdout is not None
    return writer.stdout.readline()


@requirement("knowledge:index-kill")
def test_a_kill_in_the_middle_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    with _writer(path, "killed", 100_000) as writer:
        finished = [_read_line(writer) for _ in range(8)][-1]
        writer.send_signal(signal.SIGKILL)
    store = KnowledgeStore(path, pytest.fail)
    known = store.documents()
    assert len(known) > int(finished) and all(item.sections == 20 for item in known)
    for document in known:
        assert len(store.sections(document.key)) == 20
    assert store.search("word7", kinds=[Kind.GUIDE], application="calc")
    assert store.put(Document(Kind.GUIDE, "calc", "guide", "/after", (Section(("x",), "later"),), "1"))


def test_a_search_meets_no_half_of_what_another_process_replaces(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    store = KnowledgeStore(path)
    store.put(Document(Kind.GUIDE, "calc", "guide", "/replaced", (Section(("part",), "freeze the row"),), "first"))
    with subprocess.Popen([sys.executable, "-c", _REPLACER, str(path)]) as replacer:
        while replacer.poll() is None:
            assert store.search("freeze the row", kinds=[Kind.GUIDE], application="calc")
    assert replacer.returncode == 0


@requirement("knowledge:index-processes")
def test_two_processes_that_begin_at_once_write_one_index(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    with _writer(path, "one", 30) as popen, _writer(path, "two", 30) as two:
        assert (popen.wait(60), two.wait(60)) == (0, 0)
    store = KnowledgeStore(path, pytest.fail)
    assert len(store.documents()) == 60
    assert len({document.key for document in store.documents()}) == 60
    assert all(len(store.sections(document.key)) == 20 for document in store.documents())


@requirement("knowledge:index-full")
def test_a_full_disk_is_told_and_what_was_finished_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    store = KnowledgeStore(path)
    store.put(Document(Kind.GUIDE, "calc", "guide", "/first", (Section(("x",), "freeze the row"),), "1"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    big = tuple(Section((f"{index}",), f"w{index} " * 2_000) for index in range(200))
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, before[1]))
    try:
        with pytest.raises(KnowledgeError, match="free some space"):
            store.put(Document(Kind.GUIDE, "calc", "guide", "/big", big, "1"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [document.origin for document in store.documents()] == ["/first"]
    assert store.search("freeze", kinds=[Kind.GUIDE], application="calc")
    assert store.put(Document(Kind.GUIDE, "calc", "guide", "/big", big, "1"))


@requirement("knowledge:index-full")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("database or disk is full", "free some space"),
        ("disk I/O error", "free some space"),
        ("database is locked", "another process writes"),
        ("no such table: texts", "cannot be used"),
    ],
)
def test_what_the_database_reports_is_told_with_the_next_move(tmp_path: Path, said: str, told: str) -> None:
    with pytest.raises(KnowledgeError, match=told), reported(tmp_path / "index.sqlite"):
        raise sqlite3.OperationalError(said)
