"""Decodes the bytes of a page, and cuts its markup into tags and texts, in time that grows with its length only.

The parser of the standard library takes minutes for some broken pages of a few hundred kilobytes, and pages come from strangers.
Entities of a file's own stay as they are written, and nothing is fetched. What a server says of an encoding is often wrong, so
it is tried and not believed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"<(/?)([a-zA-Z][\w.:-]{0,60}+)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+([^\s/>=]{1,100}+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++)))?+""",
)
_END_OF_TAG = re.compile(r"[\s/]*+>")
_RAW = frozenset({"script", "style", "textarea", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is no HTML."""
_MOST_ATTRIBUTES = 60
_NO_CHARACTER = re.compile(r"&#[0-9]{9,}+;?")
"""References to characters that cannot be; the library raises ValueError for long ones."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*+=\s*+["']?([\w.:-]{1,40}+)""", re.IGNORECASE)
_FIRST = 2048
_PAGES_HAVE = re.compile(
    r"utf-(8|16|16-le|16-be)|ascii|iso8859-\d+|cp\d+|mac-\w+|koi8-\w|big5\w*|gb\w+|hz|euc_\w+|shift_jis\w*|iso2022_\w+|johab|tis-620"
)
_CDATA = "<![CDATA["


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag, or an end tag (`closes`). Names are in lower case."""

    name: str
    closes: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())


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


def pieces_of(page: str, *, is_xml: bool = False) -> Iterator[Tag | str]:
    """Yield the tags and the texts between them, entities resolved. Comments and what is in scripts and styles are left out. In
    XML an element may end in its own tag, and sections of CDATA are text.
    """
    lower = page.lower() if len(page.lower()) == len(page) else page
    at, missing = 0, set[str]()
    while at < len(page):
        found = page.find("<", at)
        if found != at:
            yield _resolved(page[at : found if found >= 0 else len(page)])
        if found < 0:
            return
        if page.startswith(("<!", "<?"), found):
            at = _declared(page, found)
            if is_xml and page.startswith(_CDATA, found):
                at = _after(page, "]]>", found)
                yield page[found + len(_CDATA) : at].removesuffix("]]>")
            continue
        named = _TAG.match(page, found)
        if named is None:
            yield "<"
            at = found + 1
            continue
        tag, at = _read_tag(page, named)
        yield tag
        if tag.name in _RAW and not tag.closes:
            at = _skip_raw(lower, tag.name, at, missing)
        elif is_xml and page[at - 2 : at] == "/>":
            yield Tag(tag.name, closes=True)


def _declared(page: str, at: int) -> int:
    """Return the place after a comment, an instruction or a document type, which may hold declarations of its own."""
    if page.startswith("<!--", at):
        return _after(page, "-->", at)
    end = _after(page, ">", at)
    if page.startswith("<!", at) and not page.startswith("<![", at) and "[" in page[at:end]:
        return _after(page, ">", _after(page, "]", at))
    return end


def _resolved(text: str) -> str:
    return unescape(_NO_CHARACTER.sub("\ufffd", text))


def _after(page: str, mark: str, at: int) -> int:
    """Return the place after the next mark, the end of the page where there is none."""
    found = page.find(mark, at)
    return len(page) if found < 0 else found + len(mark)


def _read_tag(page: str, named: re.Match[str]) -> tuple[Tag, int]:
    attributes: dict[str, str] = {}
    at = named.end()
    for _ in range(_MOST_ATTRIBUTES):
        match = None if _END_OF_TAG.match(page, at) else _ATTRIBUTE.match(page, at)
        if match is None:
            break
        value = next((text for text in match.groups()[1:] if text is not None), "")
        attributes.setdefault(match[1].lower(), _resolved(value))
        at = match.end()
    return Tag(named[2].lower(), bool(named[1]), attributes), _after(page, ">", at)


def _skip_raw(lower: str, name: str, at: int, missing: set[str]) -> int:
    """Return the place of the end tag. Without one nothing is skipped, and it is not looked for again."""
    if name in missing:
        return at
    found = lower.find(f"</{name}", at)
    if found < 0:
        missing.add(name)
        return at
    return found


def inline_text(marked_up: str) -> str:
    """Return a line of HTML without its tags."""
    return " ".join("".join(piece for piece in pieces_of(marked_up) if isinstance(piece, str)).split())
