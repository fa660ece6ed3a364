"""Finds the place in a text that a caller names by its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..api import each
from ..connection import Shown
from ..marked_part import marked_part
from ..near_words import near_words
from ..one_place import require_words, the_one
from ..refusals import Refused

_MOST_PLACES = 1000
_AROUND = 25
_PARAGRAPH_BREAK = 0
_WITHOUT_SPACES = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Letters of scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, Chinese and Japanese."""


@dataclass(frozen=True)
class Spot:
    """Where something goes: at the "cursor", the "start" or the "end" of the document, "before" or "after" a text, the `nth`
    of its places where there are several.
    """

    at: str = "cursor"
    text: str = ""
    nth: int = 0


def paragraphs_of(document: Any) -> list[Any]:
    return [block for block in each(document.Text) if is_paragraph(block)]


def is_paragraph(block: Any) -> bool:
    return bool(block.supportsService("com.sun.star.text.Paragraph"))


def places(document: Any, text: str) -> list[Any]:
    """Return the ranges that hold the text. Paragraphs that say exactly this come before places inside others, and matches in
    the same case before the rest.
    """
    whole = [paragraph for paragraph in paragraphs_of(document) if paragraph.getString().strip() == text.strip()]
    if whole:
        return whole
    for exact in (True, False):
        search = document.createSearchDescriptor()
        search.SearchString, search.SearchCaseSensitive = text, exact
        search.SearchWords = text[:1].isalnum() and text[-1:].isalnum() and not _WITHOUT_SPACES.search(text)
        found = document.findAll(search)
        if found.getCount():
            return [found.getByIndex(i) for i in range(min(found.getCount(), _MOST_PLACES))]
    return []


def parts_of(document: Any, text: str) -> list[Any]:
    """Return the ranges of a part of a text ("H[2]O"), or of a text that stands only within words, in the same case."""
    whole, start, length = marked_part(text)
    search = document.createSearchDescriptor()
    search.SearchString, search.SearchCaseSensitive = whole, True
    found = document.findAll(search)
    ranges = [found.getByIndex(at) for at in range(min(found.getCount(), _MOST_PLACES))]
    return [_part(item, start, length) for item in ranges]


def _part(place: Any, start: int, length: int) -> Any:
    cursor = place.getText().createTextCursorByRange(place.getStart())
    cursor.goRight(start, False)
    cursor.goRight(length, True)
    return cursor


def one_place(document: Any, text: str, nth: int = 0) -> Any:
    """Return the one range that holds the text. Raises Refused where it is not there, and tells of near ones, and where it is
    there several times and `nth` does not say which.
    """
    require_words(text)
    found = places(document, text)
    if not found:
        raise Refused(missing(document, text))
    return the_one(found, text, nth, _around)


def missing(document: Any, text: str) -> str:
    """Return the message for a text that the document does not have, with what is like it."""
    near = near_words(" ".join(paragraph.getString() for paragraph in paragraphs_of(document)), text)
    like = f"; it has {', '.join(map(repr, near))}" if near else ""
    return f"the document does not contain {text!r}{like}; look at its text with read_text"


def _around(place: Any) -> str:
    cursor = place.getText().createTextCursorByRange(place)
    cursor.goLeft(_AROUND, False)
    cursor.goRight(_AROUND, True)
    cursor.goRight(min(len(place.getString()), 200) + _AROUND, True)
    return re.sub(r"\s+", " ", cursor.getString()).strip()


def inline_cursor(shown: Shown, spot: Spot) -> Any:
    """Return a cursor without a selection at the spot, inside its paragraph."""
    document = shown.document
    if spot.at == "cursor" and not spot.text:
        view = shown.controller.getViewCursor()
        return view.getText().createTextCursorByRange(view.getEnd())
    if spot.at in ("start", "end") and not spot.text:
        text = document.Text
        return text.createTextCursorByRange(text.getStart() if spot.at == "start" else text.getEnd())
    place = one_place(document, spot.text, spot.nth)
    edge = place.getStart() if spot.at in ("before", "start") else place.getEnd()
    return place.getText().createTextCursorByRange(edge)


def block_cursor(shown: Shown, spot: Spot) -> Any:
    """Return a cursor where a table, a section or an index goes: at the start of a paragraph, a new one where there is none.

    Changes the document where a new paragraph is needed, so call it within an undo step.
    """
    cursor = inline_cursor(shown, spot)
    if spot.at in ("before", "start"):
        cursor.gotoStartOfParagraph(False)
        return cursor
    if spot.at == "cursor" and not spot.text:
        return cursor
    cursor.gotoEndOfParagraph(False)
    table = cursor.TextTable
    if (
        spot.at != "end"
        and cursor.gotoNextParagraph(False)
        and cursor.TextTable == table
        and cursor.TextSection is None
    ):
        return cursor
    cursor = inline_cursor(shown, spot)
    cursor.gotoEndOfParagraph(False)
    cursor.getText().insertControlCharacter(cursor, _PARAGRAPH_BREAK, False)
    cursor.ParaStyleName = "Standard"
    return cursor
