from __future__ import annotations

import gzip
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.extensions.guides.help.pdf_files import write_pdf
from tests.requirement import requirement
from ufo.errors import KnowledgeError, UnreadableDocument
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo_guides.help.installed_help import Places
from ufo_guides.help.learn import Learned, Learner

PAGE = "<h1>Freeze rows</h1><p>Choose View - Freeze.</p>"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[KnowledgeStore]:
    made = KnowledgeStore(tmp_path / "index/index.sqlite")
    yield made
    made.close()


@pytest.fixture
def learn(store: KnowledgeStore, tmp_path: Path) -> Callable[[Path, str | None], Learned]:
    def learn(path: Path, application: str | None = "calc") -> Learned:
        learner = Learner(store, Places(tmp_path), lambda *_: None)
        learner.path(path, application)
        return learner.learned

    return learn


Learn = Callable[..., Learned]


def _write(path: Path, text: str | bytes = PAGE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def _titles(store: KnowledgeStore) -> list[str]:
    return sorted(document.title for document in store.documents(Kind.GUIDE))


def test_a_folder_of_many_formats_is_learned(store: KnowledgeStore, learn: Learn, tmp_path: Path) -> None:
    guide = tmp_path / "guide"
    _write(guide / "a.html")
    _write(guide / "deep/b.md", "# Sort\nChoose Data.\n")
    _write(guide / "c.page", "<page><title>Print</title><p>Press Print.</p></page>")
    _write(guide / "d.txt.gz", gzip.compress(b"Zoom\n====\n\nTurn the wheel.\n"))
    _write(guide / "e.json", '{"request": "Mail it", "guidance": ["Choose Send."]}')
    write_pdf(guide / "f.pdf", ["Chapter of a PDF"], title="Paper")
    _write(guide / "g.png", b"\x89PNG")
    _write(guide / ".hidden.html")
    with zipfile.ZipFile(guide / "h.jar", "w") as packed:
        packed.writestr(
            "en/text/i.xhp",
            "<helpdocument><paragraph role='heading' level='1'>Packed</paragraph><paragraph>x</paragraph>",
        )
    learned = learn(guide)
    assert (learned.documents, learned.left_out) == (7, {})
    assert _titles(store) == ["Freeze rows", "Mail it", "Packed", "Paper", "Print", "Sort", "Zoom"]
    assert {document.application for document in store.documents()} == {"calc"}


@requirement("knowledge:unchanged")
def test_what_did_not_change_is_not_read_again_and_what_is_gone_is_forgotten(
    store: KnowledgeStore, learn: Learn, tmp_path: Path
) -> None:
    _write(tmp_path / "guide/a.html")
    _write(tmp_path / "guide/b.html", "<h1>Sort</h1><p>Choose Data.</p>")
    _write(tmp_path / "guides/c.html", "<h1>Other</h1><p>Of another folder.</p>")
    assert learn(tmp_path / "guide").documents == 2 and learn(tmp_path / "guides").documents == 1
    _write(tmp_path / "guide/a.html", "<h1>Unfreeze rows</h1><p>Choose it again.</p>")
    (tmp_path / "guide/b.html").unlink()
    learned = learn(tmp_path / "guide")
    assert (learned.documents, learned.unchanged, learned.forgotten) == (1, 0, 1)
    assert _titles(store) == ["Other", "Unfreeze rows"]
    assert learn(tmp_path / "guide").unchanged == 1


def test_each_file_tells_whose_it_is_where_nobody_says(store: KnowledgeStore, learn: Learn, tmp_path: Path) -> None:
    _write(tmp_path / "usr/share/help/C/gedit/a.page", "<page><title>Sort</title><p>Press Sort.</p></page>")
    _write(tmp_path / "usr/share/libreoffice/help/en-US/text/scalc/01/a.html")
    _write(tmp_path / "usr/share/libreoffice/help/en-US/text/shared/a.html")
    _write(tmp_path / "usr/share/x.json", '{"application": "Word", "request": "A", "guidance": ["b"]}')
    _write(tmp_path / "usr/share/y.md", "# For all\nText.")
    learn(tmp_path / "usr", None)
    assert sorted((document.title, document.application) for document in store.documents()) == [
        ("A", "word"),
        ("For all", ""),
        ("Freeze rows", "libreoffice"),
        ("Freeze rows", "libreoffice-calc"),
        ("Sort", "gedit"),
    ]


def test_files_that_cannot_be_read_are_left_out_with_the_reason(
    store: KnowledgeStore, learn: Learn, tmp_path: Path
) -> None:
    guide = tmp_path / "guide"
    _write(guide / "good.html")
    _write(guide / "broken.pdf", b"%PDF-1.4")
    _write(guide / "broken.json", b"{")
    _write(guide / "broken.html.gz", b"no gzip")
    _write(guide / "huge.html.gz", gzip.compress(bytes(20 << 20)))
    _write(guide / "empty.html", "")
    os.mkfifo(guide / "pipe.html")
    learned = learn(guide)
    assert learned.documents == 1 and learned.empty == 1
    assert {Path(text).name for text in learned.left_out} == {
        "broken.pdf", "broken.json", "broken.html.gz", "huge.html.gz", "pipe.html",
    }  # fmt: skip
    assert "unpacks to more than" in learned.left_out[str(guide / "huge.html.gz")]


def test_numbers_that_are_too_long_keep_no_page_from_being_read(learn: Learn, tmp_path: Path) -> None:
    long = "9" * 5_000
    _write(tmp_path / "help/a.html", f"<p>A sign: &#{long};</p>")
    _write(
        tmp_path / "help/b.xhp", f'<helpdocument><paragraph role="heading" level="{long}">x</paragraph></helpdocument>'
    )
    _write(tmp_path / "help/c.html")
    learned = learn(tmp_path / "help")
    assert learned.documents == 2 and not learned.left_out
    assert all("is broken" in text for text in learned.left_out.values())


def test_a_name_that_is_no_utf_8_is_learned_and_forgotten_with_its_file(
    store: KnowledgeStore, learn: Learn, tmp_path: Path
) -> None:
    odd = tmp_path / os.fsdecode(b"Hilfe \xfc")
    _write(odd / os.fsdecode(b"gr\xf6\xdfe.html"))
    _write(odd / "b.html")
    assert learn(odd).documents == 2 and learn(odd).unchanged == 2
    (odd / os.fsdecode(b"gr\xf6\xdfe.html")).unlink()
    assert learn(odd).forgotten == 1 and len(store.documents()) == 1


def test_a_zip_bomb_is_given_up_and_what_was_learned_before_stays(
    store: KnowledgeStore, learn: Learn, tmp_path: Path
) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.html", PAGE)
        for number in range(25):
            packed.writestr(f"b{number}.html", bytes(9 << 20))
    learned = learn(bomb)
    assert learned.documents == 1 and len(learned.left_out) == 25
    assert sum("the others were not tried" in said for said in learned.left_out.values()) == 5


def test_a_packed_file_that_is_broken_is_told(learn: Learn, tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="broken"):
        learn(_write(tmp_path / "a.zip", b"PK\x03\x04"))


def test_a_packed_file_that_is_broken_ends_nothing_in_its_folder(
    store: KnowledgeStore, learn: Learn, tmp_path: Path
) -> None:
    packed = tmp_path / "help/a.zip"
    _write(tmp_path / "help/b.html")
    with zipfile.ZipFile(packed, "w") as writing:
        writing.writestr("a.html", PAGE)
    assert learn(tmp_path / "help").documents == 2
    _write(packed, b"PK\x03\x04")
    learned = learn(tmp_path / "help")
    assert learned.unchanged == 1 and "broken" in learned.left_out[str(packed)] and len(store.documents()) == 2


def test_a_path_that_is_not_there_is_told(learn: Learn, tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="no file or folder"):
        learn(tmp_path / "none")


def test_a_file_whose_name_tells_no_format_is_read_where_the_person_names_it(learn: Learn, tmp_path: Path) -> None:
    assert "no format that is read" in next(iter(learn(_write(tmp_path / "a.xyz", b"?")).left_out.values()))


def test_a_person_who_stops_keeps_what_is_finished(store: KnowledgeStore, tmp_path: Path) -> None:
    for number in range(5):
        _write(tmp_path / f"guide/{number}.html", f"<h1>Page {number}</h1><p>Text.</p>")

    def stop(name: str, done: int, count: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    learner = Learner(store, Places(tmp_path), stop)
    with pytest.raises(KeyboardInterrupt):
        learner.path(tmp_path / "guide", "calc")
    assert learner.learned.documents == 3 and _titles(store) == ["Page 0", "Page 1", "Page 2"]
