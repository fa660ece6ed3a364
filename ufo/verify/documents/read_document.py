"""Reads a document from its file, by its extension. No running application is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from ufo.errors import UnreadableDocument
from ufo.verify.documents.gnumeric import read_gnumeric
from ufo.verify.documents.model import Document
from ufo.verify.documents.odf.odf import read_flat, read_packed
from ufo.verify.documents.ooxml.docx import read_docx
from ufo.verify.documents.ooxml.pptx import read_pptx
from ufo.verify.documents.ooxml.xlsx import read_xlsx
from ufo.verify.documents.pdf import read_pdf
from ufo.verify.documents.picture import PICTURES, read_picture
from ufo.verify.documents.text.json_file import read_json
from ufo.verify.documents.text.plain import read_csv, read_html, read_lines

_READERS: Mapping[str, Callable[[Path], Document]] = MappingProxyType(
    {
        **dict.fromkeys((".ods", ".odt", ".odp", ".odg", ".ott", ".ots", ".otp", ".otg"), read_packed),
        **dict.fromkeys((".fods", ".fodt", ".fodp", ".fodg"), read_flat),
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
_UNREAD = frozenset([".ppt", ".doc", ".xls", ".rtf", ".svgz", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz"])


def read_document(path: Path) -> Document:
    """Read the document. Blocking. Raises UnreadableDocument, and OSError where the file cannot be opened."""
    if not path.is_file():
        raise UnreadableDocument(f"{path.name} is not a file")
    ending = path.suffix.lower()
    if ending in _UNREAD:
        raise UnreadableDocument(f"the content of a {ending} file cannot be checked here")
    return _READERS.get(ending, read_lines)(path)
