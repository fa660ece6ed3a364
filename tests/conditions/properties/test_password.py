"""Whether a document opens only with a password, as its file tells without one."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from pypdf import PdfWriter

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.predicate import Truth


def _truth(path: Path, value: str) -> Truth:
    return DocumentPredicate(path=str(path), property="password", value=value).check_now().truth


@pytest.mark.parametrize("password", ["", "secret"])
def test_a_pdf_tells_whether_it_needs_a_password(tmp_path: Path, password: str) -> None:
    made = PdfWriter()
    made.add_blank_page(100, 100)
    if password:
        made.encrypt(password, algorithm="RC4-128")
    made.write(tmp_path / "prices.pdf")
    is_locked = Truth.SATISFIED if password else Truth.UNSATISFIED
    assert _truth(tmp_path / "prices.pdf", "on") is is_locked
    assert (_truth(tmp_path / "prices.pdf", "off") is Truth.SATISFIED) is not bool(password)


def test_office_files_tell_it_and_a_broken_one_is_neither(tmp_path: Path) -> None:
    docx.Document().save(str(tmp_path / "open.docx"))
    with zipfile.ZipFile(tmp_path / "locked.odt", "w") as packed:
        packed.writestr("META-INF/manifest.xml", "<m><manifest:encryption-data/></m>")
        packed.writestr("content.xml", "?")
    container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    (tmp_path / "locked.xlsx").write_bytes(container + "EncryptedPackage".encode("utf-16-le") + bytes(100))
    (tmp_path / "old.xlsx").write_bytes(container)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing else")
    assert _truth(tmp_path / "open.docx", "off") is Truth.SATISFIED
    assert _truth(tmp_path / "locked.odt", "on") is _truth(tmp_path / "locked.xlsx", "on") is Truth.SATISFIED
    for name in ("old.xlsx", "broken.pdf"):
        assert _truth(tmp_path / name, "on") is _truth(tmp_path / name, "off") is Truth.UNKNOWN
