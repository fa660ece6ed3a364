"""Reads one help document, by the reader of its format."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from ufo.errors import UnreadableDocument
from ufo.faults import why
from ufo.guides.readers.guidance import read_guidance
from ufo.guides.readers.markup import DOCBOOK, HTML, MALLARD, XHP, Dialect, read_markup
from ufo.guides.readers.outline import Page
from ufo.guides.readers.plain_text import read_text

MOST_BYTES = 8 << 20
"""The largest page of markup or text that is read, in bytes."""
PDF = ".pdf"
ARCHIVES = (".zip", ".jar", ".epub")
_MARKUP = {
    ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".page": MALLARD, ".docbook": DOCBOOK, ".xhp": XHP, ".xml": None,
}  # fmt: skip
_TEXT = frozenset({".md", ".markdown", ".txt", ".rst"})
_MAN = re.compile(r"\.[1-9][a-z]*(?:\.gz)?$")
_GZIP = 16 + zlib.MAX_WBITS


def _markup(dialect: Dialect | None) -> Callable[[bytes, str], Page]:
    return lambda data, _: read_markup(data, dialect)


def _text(data: bytes, _: str) -> Page:
    return read_text(data)


_BY_ENDING: Mapping[str, Callable[[bytes, str], Page]] = {
    **{ending: _markup(dialect) for ending, dialect in _MARKUP.items()},
    **dict.fromkeys(_TEXT, _text),
    ".json": read_guidance,
}


def is_document(name: str) -> bool:
    """Tell whether there is a reader for a file of this name."""
    return _ending(name) in _BY_ENDING or name.lower().endswith(PDF)


def is_man_page(name: str) -> bool:
    return bool(_MAN.search(name))


def read_data(data: bytes, name: str) -> Page:
    """Read a page of markup or text. Raises UnreadableDocument where its format is not known, or it is broken."""
    reader = _BY_ENDING.get(_ending(name))
    if reader is None:
        raise UnreadableDocument(f"{name} is in no format that is read here ({', '.join(sorted(_BY_ENDING))}, {PDF})")
    plain = _unpacked(data, name) if name.lower().endswith(".gz") else data
    try:
        return reader(plain, name)
    except ValueError as error:
        raise UnreadableDocument(f"{name} is broken: {why(error)}") from error


def _unpacked(data: bytes, name: str) -> bytes:
    """Unpack a packed page. Sizes that it declares are not trusted."""
    unpacking = zlib.decompressobj(_GZIP)
    try:
        plain = unpacking.decompress(data, MOST_BYTES + 1)
    except zlib.error as error:
        raise UnreadableDocument(f"{name} is broken: it cannot be unpacked ({error})") from error
    if len(plain) > MOST_BYTES:
        raise UnreadableDocument(f"{name} unpacks to more than {MOST_BYTES >> 20} MB, so it was not read")
    return plain


def _ending(name: str) -> str:
    return PurePosixPath(name.lower().removesuffix(".gz")).suffix
