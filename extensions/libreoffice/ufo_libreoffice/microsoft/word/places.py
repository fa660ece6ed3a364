"""Finds paragraphs and words in a document of Word. The whole text comes by one call, and places are ranges of Word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import each
from ufo_libreoffice.office.marked_part import marked_part
from ufo_libreoffice.office.near_words import near_words
from ufo_libreoffice.office.one_place import require_words, the_one
from ufo_libreoffice.office.refusals import Refused

CELL_END = "\x07"
_LONGEST, _MOST = 255, 1_000
"""The longest text that Word looks for, and how many places are looked at."""
_AROUND = 25
_COLLAPSE_TO_END, _STOP = 0, 0
"""wdCollapseEnd and wdFindStop."""


@dataclass(frozen=True)
class Paragraph:
    """`number`: among all paragraphs of Word, from 1, those of table cells included."""

    number: int
    text: str


def plain(text: str) -> str:
    """Return Word's text with the line ends that everybody has."""
    return (
        text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n").replace("\x0c", "\n").replace(CELL_END, "")
    )


def require_text(shown: Shown, *, writable: bool = False) -> None:
    shown.require("text document")
    if not writable:
        return
    shown.require_writable()
    if int(shown.document.ProtectionType) != -1:
        raise Refused("the document is protected; end its protection (Review, Restrict Editing) first")


def paragraphs(shown: Shown) -> list[Paragraph]:
    """Return the paragraphs outside of tables."""
    parts = str(shown.document.Content.Text).split("\r")
    return [
        Paragraph(at, part.lstrip(CELL_END))
        for at, (part, after) in enumerate(zip(parts, parts[1:], strict=False), 1)
        if not after.startswith(CELL_END)
    ]


def filled(shown: Shown) -> list[Paragraph]:
    return [paragraph for paragraph in paragraphs(shown) if paragraph.text.strip()]


def range_of(shown: Shown, paragraph: Paragraph) -> Any:
    return shown.document.Paragraphs("Item", paragraph.number).Range


def words_of(shown: Shown, paragraph: Paragraph) -> Any:
    """Return the paragraph's range without the mark at its end."""
    whole = range_of(shown, paragraph)
    return shown.document("Range", int(whole.Start), int(whole.End) - 1)


def found_in(shown: Shown, within: Any, text: str, *, exact: bool, whole_words: bool = False) -> Iterator[Any]:
    """Yield the ranges that hold the text, each while the document is as it was left after the one before."""
    if len(text) > _LONGEST:
        raise Refused(f"Word looks for {_LONGEST} letters at most; give fewer words")
    place = within.Duplicate
    for _ in range(_MOST):
        if not place.Find("Execute", text.replace("^", "^^"), exact, whole_words, False, False, False, True, _STOP):
            return
        yield place
        place("Collapse", _COLLAPSE_TO_END)


def places(shown: Shown, text: str) -> list[Any]:
    """Return the ranges that hold the text: paragraphs that say exactly this before places inside others, matches in the same
    case before the rest, and of "H[2]O" the 2 alone.
    """
    whole = [paragraph for paragraph in filled(shown) if paragraph.text.strip() == text.strip()]
    if whole:
        return [words_of(shown, paragraph) for paragraph in whole]
    for exact in (True, False):
        found = [place.Duplicate for place in found_in(shown, shown.document.Content, text, exact=exact)]
        if found:
            return found
    meant, start, length = marked_part(text)
    if meant == text:
        return []
    starts = [int(place.Start) + start for place in found_in(shown, shown.document.Content, meant, exact=True)]
    return [shown.document("Range", at, at + length) for at in starts]


def one_place(shown: Shown, text: str, nth: int = 0) -> Any:
    """Return the one range that holds the text. Raises Refused."""
    require_words(text)
    found = places(shown, text)
    if not found:
        raise Refused(missing(shown, text))
    return the_one(found, text, nth, lambda place: _around(shown, place))


def _around(shown: Shown, place: Any) -> str:
    end = int(shown.document.Content.End)
    start, stop = max(0, int(place.Start) - _AROUND), min(end, int(place.End) + _AROUND)
    return " ".join(plain(str(shown.document("Range", start, stop).Text)).split())


def missing(shown: Shown, text: str) -> str:
    """Return the message for a text that the document does not have, with what is like it."""
    near = near_words(plain(str(shown.document.Content.Text)), text)
    like = f"; it has {', '.join(map(repr, near))}" if near else ""
    return f"the document does not contain {text!r}{like}; look at its text with read_text"


def spot_of(shown: Shown, at: str, text: str, nth: int) -> Any:
    """Return an empty range where something goes: at the "cursor", the "start" or the "end" of the document, or "before" or
    "after" the paragraph of a text.
    """
    document = shown.document
    if at == "cursor" and not text:
        place = shown.application.Selection.Range
        place("Collapse", _COLLAPSE_TO_END)
        return place
    if at in ("start", "end") and not text:
        end = 0 if at == "start" else int(document.Content.End) - 1
        if at == "end":
            document.Content("InsertParagraphAfter")
            end += 1
        return document("Range", end, end)
    paragraph = one_place(shown, text, nth).Paragraphs("Item", 1).Range
    if at in ("before", "start"):
        paragraph("InsertParagraphBefore")
        start = int(paragraph.Start)
    else:
        paragraph("InsertParagraphAfter")
        start = int(paragraph.End) - 1
    return document("Range", start, start)


def stories(shown: Shown) -> Iterator[Any]:
    """Yield every text of the document: the body, headers, footers, notes and frames."""
    for story in each(shown.document.StoryRanges):
        while story is not None:
            yield story
            story = story.NextStoryRange
