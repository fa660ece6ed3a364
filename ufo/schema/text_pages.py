"""Divides a long text into pages that fit into a prompt, and finds words in it."""

from __future__ import annotations

from typing import Any

PAGE = 3500
"""The characters of one page. A prompt shows the newest results of tools in this length."""
_MOST_FOUND, _BESIDE = 20, 60


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
    found: list[dict[str, Any]] = []
    at = plain.find(wanted)
    while at >= 0 and len(found) < _MOST_FOUND:
        around = text[max(0, at - _BESIDE) : at + len(wanted) + _BESIDE]
        found.append({"offset": at, "around": " ".join(around.split())})
        at = plain.find(wanted, at + len(wanted))
    return {"found": found, "times": plain.count(wanted), "characters": len(text)}
