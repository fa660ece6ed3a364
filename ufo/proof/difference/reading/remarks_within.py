"""Reads what people wrote into a text for each other: tracked changes that wait for a decision, and comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import attribute, children, descendants, local
from ufo.conditions.readers.odf.odf_file import text_of
from ufo.conditions.readers.ooxml.docx_file import DocxFile
from ufo.proof.difference.content import COMMENT, DELETED, INSERTED, Piece, Remark

_OF_WORD = {"ins": INSERTED, "moveTo": INSERTED, "del": DELETED, "moveFrom": DELETED}
_OF_OPEN_DOCUMENT = {"insertion": INSERTED, "deletion": DELETED}
_FORMATTED = "formatted"
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "line-break": "\n"}
_SILENT = ("drawing", "pict", "Fallback", "instrText", "rPr", "annotation", "note", "frame")
_Step = tuple[str, "_Change | None"]


@dataclass(frozen=True)
class _Change:
    kind: str
    author: str


def docx_remarks(file: DocxFile, paragraphs: Sequence[Element]) -> tuple[Remark, ...]:
    """Return the remarks in the order of the text."""
    root = file.others.get("comments")
    comments = {} if root is None else {attribute(note, "id"): note for note in children(root, "comment")}
    found: list[Remark] = []
    for place, paragraph in enumerate(paragraphs):
        found += _in_paragraph(place, list(_word_steps(paragraph, None)))
        for mark in descendants(paragraph, "commentReference"):
            note = comments.get(attribute(mark, "id"))
            if note is not None:
                lines = ("".join(text.text or "" for text in descendants(line, "t")) for line in descendants(note, "p"))
                found.append(_comment(place, attribute(note, "author"), lines))
    return tuple(found)


def _word_steps(element: Element, change: _Change | None) -> Iterator[_Step]:
    """Iterate over the texts of a paragraph in their order, each with the change that it is part of."""
    for child in element:
        name = local(child)
        if name in ("t", "delText"):
            yield child.text or "", change
        elif name in _OF_WORD:
            yield from _word_steps(child, _Change(_OF_WORD[name], attribute(child, "author")))
        elif name == "pPr":
            for mark in (mark for own in children(child, "rPr") for mark in own if local(mark) in _OF_WORD):
                yield "¶", _Change(_OF_WORD[local(mark)], attribute(mark, "author"))
        elif name == "r":
            marks = (mark for own in children(child, "rPr") for mark in children(own, "rPrChange"))
            formatted = next((_Change(_FORMATTED, attribute(mark, "author")) for mark in marks), None)
            yield from _word_steps(child, change or formatted)
        elif name in _SIGNS:
            yield _SIGNS[name], change
        elif name not in _SILENT:
            yield from _word_steps(child, change)


def odt_remarks(body: Element, paragraphs: Sequence[Element]) -> tuple[Remark, ...]:
    """Return the remarks in the order of the text."""
    reader = _OpenDocument({attribute(region, "id"): region for region in descendants(body, "changed-region")})
    found: list[Remark] = []
    for place, paragraph in enumerate(paragraphs):
        found += _in_paragraph(place, list(reader.steps(paragraph)))
        for note in descendants(paragraph, "annotation"):
            author = "".join(text for name in children(note, "creator") for text in name.itertext())
            found.append(_comment(place, author, (text_of(line) for line in note if local(line) in ("p", "list"))))
    return tuple(found)


@dataclass
class _OpenDocument:
    """`regions`: the changes by their ids. `within`: those that have begun and not ended, also in paragraphs before."""

    regions: Mapping[str, Element]
    within: dict[str, _Change] = field(default_factory=dict)

    def steps(self, element: Element) -> Iterator[_Step]:
        yield element.text or "", self._now()
        for child in element:
            name, key = local(child), attribute(child, "change-id")
            if name == "change-start" and (change := self._change(key)) is not None:
                self.within[key] = change
            elif name == "change-end":
                self.within.pop(key, None)
            elif name == "change":
                region = self.regions.get(key)
                kinds = () if region is None else tuple(region)
                held = (part for kind in kinds for part in kind if local(part) in ("p", "h"))
                yield "¶".join(map(text_of, held)), self._change(key)
            elif name == "s":
                yield " " * min(int(attribute(child, "c", "1")), 1000), self._now()
            elif name in _SIGNS:
                yield _SIGNS[name], self._now()
            elif name not in _SILENT:
                yield from self.steps(child)
            yield child.tail or "", self._now()

    def _now(self) -> _Change | None:
        return next(reversed(self.within.values()), None)

    def _change(self, key: str) -> _Change | None:
        kind = next(iter(self.regions.get(key, ())), None)
        if kind is None:
            return None
        author = "".join(text for name in descendants(kind, "creator") for text in name.itertext())
        return _Change(_OF_OPEN_DOCUMENT.get(local(kind), _FORMATTED), author)


def _in_paragraph(place: int, steps: Sequence[_Step]) -> Iterator[Remark]:
    """Iterate over the changes of a paragraph. What stands together and is of one kind and author is one."""
    joined = [("".join(text for text, _ in group), change) for change, group in groupby(steps, _of)]
    pieces = tuple(
        Piece(text, change.kind, change.author) if change else Piece(text) for text, change in joined if text
    )
    changes = [change for text, change in joined if text]
    for at, change in enumerate(changes):
        if change is not None:
            yield Remark(change.kind, change.author, pieces[at].text, place, pieces, at)


def _of(step: _Step) -> _Change | None:
    return step[1]


def _comment(place: int, author: str, lines: Iterator[str]) -> Remark:
    return Remark(COMMENT, author, "\n".join(lines), place)
