"""Reads, selects and replaces the text of a document of Word, and edits its paragraphs."""

from __future__ import annotations

import re
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown, one_step
from ufo_libreoffice.microsoft.word.places import (
    Paragraph,
    filled,
    found_in,
    missing,
    paragraphs,
    plain,
    range_of,
    require_text,
    stories,
    words_of,
)
from ufo_libreoffice.office.refusals import Refused

_MOST_CHARACTERS, _MOST_HEADINGS = 1_000_000, 300
_HEADINGS, _LEVEL = 1, 2
"""wdRefTypeHeading, and the blanks that a deeper heading has more before it in the list of them."""


def read_text(shown: Shown) -> dict[str, Any]:
    require_text(shown)
    text = plain(str(shown.document.Content.Text)).removesuffix("\n")[:_MOST_CHARACTERS]
    return {"text": text, "headings": _headings(shown, text), "deleted": False, "bold": []}


def _headings(shown: Shown, text: str) -> list[dict[str, Any]]:
    """Return the headings with their level and where the text has them, in order: Word lists them by one call."""
    found: list[dict[str, Any]] = []
    at = 0
    listed = shown.document("GetCrossReferenceItems", _HEADINGS) or ()
    for item in listed[:_MOST_HEADINGS]:
        line = str(item[0] if isinstance(item, tuple) else item)
        words = line.strip()
        place = text.find(words, at) if words else -1
        if place >= 0:
            level = (len(line) - len(line.lstrip())) // _LEVEL + 1
            found.append({"offset": place, "level": level, "text": words})
            at = place + len(words)
    return found


def select_text(shown: Shown, text: str) -> dict[str, Any]:
    """Select the first place that has the text, ignoring case where nothing matches exactly."""
    require_text(shown)
    if not text.strip():
        raise Refused("give the text to select")
    for exact in (True, False):
        for place in found_in(shown, shown.document.Content, text, exact=exact):
            return selected(shown, place)
    raise Refused(missing(shown, text))


def selected(shown: Shown, place: Any) -> dict[str, Any]:
    """Select a range, and tell whether Word's selection is that."""
    place("Select")
    now = shown.application.Selection
    is_there = (int(now.Start), int(now.End)) == (int(place.Start), int(place.End))
    return {"text": plain(str(place.Text)).rstrip("\n"), "equal": is_there}


def select_paragraphs(shown: Shown, start_index: int, end_index: int, non_empty: bool) -> dict[str, Any]:
    """Select paragraphs, counted from 1; -1 is the last. `non_empty` leaves out empty paragraphs at both ends."""
    require_text(shown)
    known = paragraphs(shown)
    start, end = max(start_index, 1), len(known) if end_index == -1 else end_index
    if not 1 <= start <= end <= len(known):
        raise Refused(f"there are no paragraphs {start_index} to {end_index}; the document has {len(known)}")
    chosen = known[start - 1 : end]
    if non_empty:
        with_text = [at for at, paragraph in enumerate(chosen) if paragraph.text.strip()]
        if not with_text:
            raise Refused(f"paragraphs {start_index} to {end_index} are all empty; choose others or non_empty=False")
        chosen = chosen[with_text[0] : with_text[-1] + 1]
    first, last = words_of(shown, chosen[0]), words_of(shown, chosen[-1])
    return selected(shown, shown.document("Range", int(first.Start), int(last.End)))


def replace_text(
    shown: Shown, old: str, new: str, pattern: bool = False, whole_words: bool = False, match_case: bool = True
) -> dict[str, Any]:
    """Replace a text, letter for letter, in the text, headers, footers, notes, frames and tables, or as a regular expression
    whose groups `new` names $1, $2 … in the paragraphs, as one undo step.
    """
    require_text(shown, writable=True)
    if "\n" in old or "\r" in old:
        raise Refused("a text of several lines cannot be looked for; replace it line by line")
    if pattern:
        return _replace_pattern(shown, old, new, match_case)
    replaced = 0
    with one_step(shown, "Replace text"):
        for story in stories(shown):
            for place in found_in(shown, story, old, exact=match_case, whole_words=whole_words):
                place.Text = new.replace("\n", "\r")
                replaced += 1
    if not replaced:
        raise Refused(missing(shown, old))
    left = sum(1 for _ in found_in(shown, shown.document.Content, old, exact=match_case, whole_words=whole_words))
    recorded = replaced if shown.document.TrackRevisions else 0
    is_within = old.casefold() in new.casefold()
    value = {"replaced": replaced, "left": max(0, left - recorded), "equal": bool(recorded or is_within or not left)}
    return value | ({"recorded": recorded} if recorded else {})


def _replace_pattern(shown: Shown, old: str, new: str, match_case: bool) -> dict[str, Any]:
    try:
        wanted = re.compile(old, 0 if match_case else re.IGNORECASE)
    except re.error as error:
        raise Refused(
            f"{old!r} is no regular expression ({error}); put a backslash before signs that stand for themselves"
        ) from error
    template = re.sub(r"\$(\d)", r"\\\1", new.replace("\\", r"\\"))
    found = [(paragraph, match) for paragraph in paragraphs(shown) for match in wanted.finditer(paragraph.text)]
    found = [(paragraph, match) for paragraph, match in found if match[0]]
    if not found:
        raise Refused(
            f"nothing fits the pattern {old!r}; look at the text with read_text, and write $1 for a group in new"
        )
    written = []
    with one_step(shown, "Replace text"):
        # From the end on, so that the places before stay where they are.
        for paragraph, match in reversed(found):
            start = int(range_of(shown, paragraph).Start)
            place = shown.document("Range", start + match.start(), start + match.end())
            if str(place.Text) != match[0]:
                raise Refused(
                    f"{match[0]!r} stands beside a field or a hidden text, where its place is not certain; replace it by itself"
                )
            place.Text = match.expand(template)
            written.append(str(place.Text) == match.expand(template))
    first = found[0]
    now = paragraphs(shown)[[item.number for item in paragraphs(shown)].index(first[0].number)].text
    return {"replaced": len(found), "left": 0, "first": [first[1][0], now[:100]], "equal": all(written)}


def edit_paragraph(shown: Shown, action: str, paragraph: str, number: int, text: str) -> dict[str, Any]:
    """Remove the paragraph that says exactly this, or the one with that number among those with text, or add a new one beside
    it.
    """
    require_text(shown, writable=True)
    known = filled(shown)
    if number:
        found = [numbered(known, number)]
    else:
        found = [item for item in known if item.text.strip().casefold() == paragraph.strip().casefold()]
    if not found or action != "remove" and len(found) > 1:
        raise Refused(f"{len(found) or 'no'} paragraphs say just {paragraph!r}; look at the text with read_text")
    before = [item.text for item in paragraphs(shown)]
    inherited = "" if action == "remove" else f"style {range_of(shown, found[0]).Style.NameLocal}"
    with one_step(shown, "Edit paragraph"):
        for item in reversed(found):
            _edit(shown, range_of(shown, item), action, text)
    now = [item.text for item in paragraphs(shown)]
    change = -len(found) if action == "remove" else 1 + text.count("\n")
    is_there = action == "remove" or all(line in now for line in text.split("\n"))
    # The last paragraph of a document stays, without its text.
    equal = len(now) - len(before) in (change, change + 1) and is_there
    return {"places": len(found), "inherited": inherited, "equal": equal}


def _edit(shown: Shown, place: Any, action: str, text: str) -> None:
    words = text.replace("\n", "\r")
    if action == "remove":
        place("Delete")
    elif action == "before":
        place("InsertBefore", f"{words}\r")
    else:
        # What is put behind the last paragraph of all would become a part of it.
        place("InsertParagraphAfter")
        shown.document("Range", int(place.End) - 1, int(place.End) - 1).Text = words


def numbered(known: list[Paragraph], number: int) -> Paragraph:
    """Return the paragraph with that number among those with text, -1 for the last. Raises Refused."""
    if number > len(known) or not known:
        raise Refused(f"the document has {len(known)} paragraphs with text, so there is no paragraph {number}")
    return known[number - 1 if number > 0 else -1]
