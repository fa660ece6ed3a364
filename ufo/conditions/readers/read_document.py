"""Reads a document from its file, by its extension, and finds files whose first bytes do not fit it: an export that failed
leaves an empty file. No running application is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from ufo.conditions.readers.gnumeric import read_gnumeric
from ufo.conditions.readers.model import Document
from ufo.conditions.readers.odf.odf import read_odf
from ufo.conditions.readers.ooxml.docx_file import read_docx
from ufo.conditions.readers.ooxml.pptx_file import read_pptx
from ufo.conditions.readers.ooxml.xlsx import read_xlsx
from ufo.conditions.readers.pdf import read_pdf
from ufo.conditions.readers.pictures import PICTURES, read_picture
from ufo.conditions.readers.settings import read_json
from ufo.conditions.readers.text import read_csv, read_html, read_lines
from ufo.errors import UnreadableDocument

_PACKED = (".odt", ".ods", ".odp", ".odg", ".ott", ".ots", ".otp", ".otg")
_FLAT = (".fods", ".fodt", ".fodp", ".fodg")
_OFFICE_OPEN_XML = (".docx", ".docm", ".xlsx", ".xlsm", ".pptx", ".pptm")
_READERS: Mapping[str, Callable[[Path], Document]] = MappingProxyType(
    {
        **dict.fromkeys((*_PACKED, *_FLAT), read_odf),
        **dict.fromkeys((".xlsx", ".xlsm"), read_xlsx),
        ".gnumeric": read_gnumeric,
        **dict.fromkeys((".docx", ".docm"), read_docx),
        **dict.fromkeys((".csv", ".tsv"), read_csv),
        **dict.fromkeys((".html", ".htm", ".xhtml"), read_html),
        **dict.fromkeys((".pptx", ".pptm"), read_pptx),
        ".json": read_json,
        ".pdf": read_pdf,
        **dict.fromkeys(PICTURES, read_picture),
    }
)
_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MARKS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        ".png": (b"\x89PNG\r\n\x1a\n",),
        **dict.fromkeys((".jpg", ".jpeg"), (b"\xff\xd8\xff",)),
        ".gif": (b"GIF87a", b"GIF89a"),
        ".bmp": (b"BM",),
        ".webp": (b"RIFF",),
        ".pdf": (b"%PDF-",),
        **dict.fromkeys(_PACKED, (_ZIP,)),
        # A file that is protected by a password is in another container.
        **dict.fromkeys(_OFFICE_OPEN_XML, (_ZIP, _COMPOUND)),
        ".gnumeric": (b"\x1f\x8b", b"<?xml"),
        ".zip": (_ZIP, b"PK\x05\x06"),
    }
)
_UNREAD = frozenset([".ppt", ".doc", ".xls", ".rtf", ".svgz", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz"])


def read_document(path: Path) -> Document:
    """Read the document. Blocking. Raises UnreadableDocument, and OSError where the file cannot be opened."""
    if not path.is_file():
        raise UnreadableDocument(f"{path.name} is not a file")
    ending = path.suffix.lower()
    if ending in _UNREAD:
        raise UnreadableDocument(f"the content of a {ending} file cannot be checked here")
    return _READERS.get(ending, read_lines)(path)


def is_broken(path: Path) -> bool:
    """Tell whether the file's first bytes do not fit its extension. Return False for unknown extensions. Blocking. Raises
    OSError.
    """
    marks = _MARKS.get(path.suffix.lower())
    if marks is None:
        return False
    with path.open("rb") as file:
        head = file.read(1024)
    # Some programs write other bytes before the header of a PDF.
    return not (marks[0] in head if path.suffix.lower() == ".pdf" else head.startswith(marks))
