"""Divides a long text into pages that fit into a prompt, and finds words in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

PAGE = 3500
"""The characters of one page. A prompt shows the newest results of tools in this length."""
_MOST_FOUND, _LEAST_BESIDE, _MOST_BESIDE = 20, 60, 600
"""How many places of words are told, and how many characters on each side of one: all of them together fill a page."""
_MOST_OUTLINE = 600
"""The characters of headings that are told before the first page."""


def page_of(text: str, offset: int = 0, find: str = "") -> dict[str, Any]:
    """Return {"text"} for a text that fits on a page, and else one page from `offset` with how many `characters` there are and
    the `next` offset. With `find`: where the words are, as `found` with `offset` and what stands around them.
    """
    if find.strip():
        return _places(text, find.strip())
    start = max(0, min(offset, len(text)))
    if not start and len(text) <= PAGE:
        return {"text": text}
    end = _end_of_page(text, start)
    rest = {"next": end} if end < len(text) else {}
    return {"text": text[start:end], "offset": start, "characters": len(text), **rest}


def told_page(text: str, headings: Sequence[Mapping[str, Any]], offset: int = 0, find: str = "") -> str:
    """Return a page of a document's text as text, with how much there is and how to go on; the first one of a long text begins
    with the headings and where they are. With `find`: where the words are.
    """
    page = page_of(text, offset, find)
    if "found" in page:
        lines = [f"{item['offset']}: …{item['around']}…" for item in page["found"]]
        lines += [f"and {page['more']} more"] if "more" in page else []
        return "\n".join([f"{find!r} is there {page['times']} times in {page['characters']:,} characters", *lines])
    if "offset" not in page:
        return text
    end = page.get("next", page["characters"])
    on = f"; go on with offset={end}" if "next" in page else "; this is the end"
    said = f"[characters {page['offset']} to {end} of {page['characters']:,}{on}]"
    outline = _outline(headings) if not page["offset"] else ""
    return f"{outline}{page['text']}\n{said}"


def _end_of_page(text: str, start: int) -> int:
    """Return where the page ends: after a line, or else after a word, that is not far from its full length."""
    end = min(len(text), start + PAGE)
    if end == len(text):
        return end
    for sign in ("\n", " "):
        at = text.rfind(sign, start + PAGE // 2, end)
        if at >= 0:
            return at + 1
    return end


def _places(text: str, words: str) -> dict[str, Any]:
    plain, wanted = text.casefold(), words.casefold()
    if len(plain) != len(text):
        # Some letters are longer in small letters, and the places would be wrong.
        plain, wanted = text, words
    times = plain.count(wanted)
    beside = min(_MOST_BESIDE, max(_LEAST_BESIDE, PAGE // (2 * min(max(times, 1), _MOST_FOUND)) - len(wanted)))
    found: list[dict[str, Any]] = []
    at, end = plain.find(wanted), 0
    while at >= 0 and len(found) < _MOST_FOUND:
        # What was told with one place is not told again with the next.
        start, end = max(end, at - beside), at + len(wanted) + beside
        found.append({"offset": at, "around": " ".join(text[start:end].split())})
        at = plain.find(wanted, end)
    more = plain.count(wanted, end)
    return {"found": found, "times": times, "characters": len(text), **({"more": more} if more and found else {})}


def _outline(headings: Sequence[Mapping[str, Any]]) -> str:
    lines: list[str] = []
    for heading in headings:
        line = f"{'  ' * (int(heading['level']) - 1)}{str(heading['text'])[:80]} (offset {heading['offset']})"
        if sum(map(len, lines)) + len(line) > _MOST_OUTLINE:
            break
        lines.append(line)
    left = len(headings) - len(lines)
    rest = [f"and {left} more headings"] if left else []
    return "\n".join(["[headings:", *lines, *rest]) + "]\n" if lines else ""
