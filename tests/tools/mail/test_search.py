"""Searches in folders of mail: what is found without reading a mail is what reading it finds, in large folders too."""

from __future__ import annotations

import mailbox
import time
import tracemalloc
from email.message import EmailMessage
from pathlib import Path

import pytest

from ufo.tools.mail.boxes import opened
from ufo.tools.mail.mail_folder import MailFolder
from ufo.tools.mail.search import Search, Wanted, search

_PLAIN = (
    b"From - Mon Nov  2 10:00:00 2026\nX-Mozilla-Status: 0001\nReceived: from a.example\n\tby b.example; now\n"
    b"From: Person %d <p%d@example.org>\nTo: ada@example.org\nSubject: =?utf-8?q?Angebot_f=C3=BCr?= %d\n"
    b"Date: Mon, %02d Nov 2026 10:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n"
) + b"Some line of a text that says nothing.\n" * 20


def _search(path: Path, wanted: Wanted, seconds: float = 60.0) -> Search:
    return search(MailFolder("box", path), wanted, 5, seconds)


def _box(path: Path, count: int) -> Path:
    path.write_bytes(b"\n".join(_PLAIN % (at, at, at, 1 + at % 28) for at in range(count)))
    return path


@pytest.mark.parametrize("coded", ["7bit", "8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_a_word_is_found_however_a_mail_is_coded(tmp_path: Path, coded: str, kind: str) -> None:
    box = mailbox.mbox(tmp_path / "box")
    for text in ("Die Straße nach München ist gesperrt, siehe unten. " * 3, "Nothing of the kind"):
        message = EmailMessage()
        message["From"], message["Subject"] = "a@example.org", "Grüße"
        page = text.replace("ü", "&uuml;").replace("Straße", "Str<b>aß</b>e") if kind == "html" else text
        charset = "utf-8" if page.isascii() or coded != "7bit" else "iso-8859-1"
        cte = "quoted-printable" if coded == "7bit" and not page.isascii() else coded
        message.set_content(page, subtype=kind, charset=charset, cte=cte)
        box.add(message)
    box.close()
    for words in (["strasse", "münchen"], ["grüsse", "gesperrt"]):
        assert [row.number for row in _search(tmp_path / "box", Wanted(words=words)).rows] == [1]
    assert _search(tmp_path / "box", Wanted(words=["münchen", "kind"])).count == 0


def test_mail_is_found_by_those_it_went_to_and_by_its_files(tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "box")
    for to, files in (("Eva <eva@example.org>", 2), ("tom@example.org", 0)):
        message = EmailMessage()
        message["From"], message["To"], message["Cc"], message["Subject"] = "me@example.org", to, "lin@example.org", "x"
        message.set_content("with a name in its text")
        for name in range(files):
            message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename=f"{name}.pdf")
        box.add(message)
    assert [row.attached for row in _search(tmp_path / "box", Wanted(attached=True)).rows] == [2]
    assert _search(tmp_path / "box", Wanted(to="eva@")).count == 1
    assert _search(tmp_path / "box", Wanted(to="lin@")).count == 2


def test_a_search_ends_in_time_and_says_where_it_goes_on(tmp_path: Path) -> None:
    found = _search(_box(tmp_path / "box", 10), Wanted(), seconds=0.0)
    assert (found.looked, found.left, [row.number for row in found.rows]) == (1, 9, [10])
    assert found.down_to is not None and found.down_to.day == 10


@pytest.mark.parametrize("count", [1000, pytest.param(100_000, marks=pytest.mark.matrix)])
def test_a_large_mailbox_is_searched_and_read_in_seconds_and_in_bounded_memory(tmp_path: Path, count: int) -> None:
    path = _box(tmp_path / "box", count)
    began = time.process_time()
    found = _search(path, Wanted(words=["angebot", "person", str(count - 7)]), seconds=300)
    assert ([row.number for row in found.rows], found.looked) == ([count - 6], count)
    tracemalloc.start()
    try:
        with opened(path) as box:
            middle = box.mail(count // 2)
            assert middle is not None and middle.message()["From"].startswith(f"Person {count // 2 - 1} ")
        assert tracemalloc.get_traced_memory()[1] < 3_500_000 + 20 * count
    finally:
        tracemalloc.stop()
    assert time.process_time() - began < 1.0 + count * 0.0003


@pytest.mark.parametrize("over", range(7))
def test_mails_are_told_apart_where_a_block_of_the_file_ends(tmp_path: Path, over: int) -> None:
    first = b"From a\nSubject: 1\n\nFrom\n\n>From x\nFromage\n"
    pad = b"x" * ((1 << 20) - len(first) - over) + b"\n"
    (tmp_path / "box").write_bytes(first + pad + b"From b\nSubject: 2\n\nFrom c\nSubject: 3\n\n")
    with opened(tmp_path / "box") as box:
        assert [held.message()["Subject"] for held in box.oldest_first()] == ["1", "2", "3"]
