"""Cuts HTML into tags and texts, in time that grows with its length only, whatever it holds.

The parser of the standard library takes minutes for some broken pages of a few hundred kilobytes, and pages come from strangers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,40}+)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+([^\s/>=]{1,100}+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++)))?+""",
)
_END_OF_TAG = re.compile(r"[\s/]*+>")
_RAW = frozenset({"script", "style", "textarea", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is no HTML."""
_MOST_ATTRIBUTES = 60
_NO_CHARACTER = re.compile(r"&#[0-9]{9,}+;?")
"""References to characters that cannot be; the library raises ValueError for long ones."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag, or an end tag (`closes`). Names are in lower case."""

    name: str
    closes: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())


def pieces_of(page: str) -> Iterator[Tag | str]:
    """Yield the tags and the texts between them, entities resolved. Comments and what is in scripts and styles are left out."""
    lower = page.lower() if len(page.lower()) == len(page) else page
    at, missing = 0, set[str]()
    while at < len(page):
        found = page.find("<", at)
        if found != at:
            yield _resolved(page[at : found if found >= 0 else len(page)])
        if found < 0:
            return
        if page.startswith(("<!", "<?"), found):
            at = _after(page, "-->" if page.startswith("<!--", found) else ">", found)
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
        one = None if _END_OF_TAG.match(page, at) else _ATTRIBUTE.match(page, at)
        if one is None:
            break
        value = next((text for text in one.groups()[1:] if text is not None), "")
        attributes.setdefault(one[1].lower(), _resolved(value))
        at = one.end()
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
