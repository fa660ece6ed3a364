"""Decodes the bytes of a page. What a server says of their encoding is often wrong, so it is tried and not believed."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DECLARED = re.compile(rb"""charset\s*+=\s*+["']?([\w.:-]{1,40}+)""", re.IGNORECASE)
_FIRST = 2048
_PAGES_HAVE = re.compile(
    r"utf-(8|16|16-le|16-be)|ascii|iso8859-\d+|cp\d+|mac-\w+|koi8-\w|big5\w*|gb\w+|hz|euc_\w+|shift_jis\w*|iso2022_\w+|johab|tis-620"
)


def decode_page(data: bytes, content_type: str) -> str:
    """Return the text of a page. `content_type`: the header of that name. A byte that no encoding explains becomes "\ufffd"."""
    for name in _encodings(data, content_type):
        try:
            return data.decode(name)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", "replace")


def _encodings(data: bytes, content_type: str) -> Iterator[str]:
    """Yield the encodings to try, the likeliest first: the mark at the beginning, the header, the page's own words, UTF-8."""
    yield from (name for mark, name in _MARKS if data.startswith(mark))
    for declared in (_DECLARED.search(content_type.encode("utf-8", "replace")), _DECLARED.search(data[:_FIRST])):
        if declared is not None and (known := _known(declared[1].decode("ascii", "replace"))):
            yield known
    yield "utf-8"


def _known(name: str) -> str:
    """Return Python's name of an encoding that pages have; "" for any other, which may be no encoding of text, or slow."""
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    if found in ("iso8859-1", "ascii"):
        return "cp1252"
    return found if _PAGES_HAVE.fullmatch(found) else ""
