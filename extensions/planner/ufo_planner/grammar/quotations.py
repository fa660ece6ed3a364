"""Masks the quoted parts of a request, so that a rule never looks for verbs or commas inside a quotation.

Every character of a quotation becomes the same sign of a private Unicode plane, one sign for each quotation: places in the
masked words are places in the request. A quotation is '…', "…", “…”, ‘…’, `…`, «…» or „…“. Between straight double quotes,
two of them stand for one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.patterns import regex

_FIRST, _MOST = 0xF0000, 2000
_SIGN = f"[{chr(_FIRST)}-{chr(_FIRST + _MOST)}]"
QUOTED = f"(?:{_SIGN}+)"
"""A pattern that matches one quotation."""

_RUN = regex(rf"({_SIGN})\1*")
_PAIRS = {"\u201c": "\u201d", "\u201e": "\u201c", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_OPENERS = regex(r"[\"'`\u201c\u201e\u2018\u00ab]")


@dataclass(frozen=True, slots=True)
class Masked:
    """Words with their quotations masked, as long as what was said. `quotes`: each as it was said, and its content."""

    words: str
    quotes: tuple[tuple[str, str], ...] = ()

    def value(self, fragment: str) -> str:
        """Return the text of a fragment of `words`: a lone quotation's content, or words with quotations in their marks."""
        if is_quotation(fragment):
            return self.quotes[ord(fragment.strip()[0]) - _FIRST][1]
        return _RUN.sub(lambda found: self.quotes[ord(found[1]) - _FIRST][0], " ".join(fragment.split()))


def is_quotation(fragment: str) -> bool:
    return bool(_RUN.fullmatch(fragment.strip()))


def mask(text: str) -> Masked:
    words = list(regex(_SIGN).sub("\ufffd", text))
    quotes: list[tuple[str, str]] = []
    done = 0
    for opener in _OPENERS.finditer(text):
        start = opener.start()
        if start < done or len(quotes) >= _MOST or (start and text[start - 1].isalnum()):
            continue
        found = _closed(text, start)
        if found is None:
            continue
        done, content = found
        words[start:done] = chr(_FIRST + len(quotes)) * (done - start)
        quotes.append((text[start:done], content))
    return Masked("".join(words), tuple(quotes))


def _closed(text: str, start: int) -> tuple[int, str] | None:
    """Return the end and the content of the quotation that begins at `start`, or None where nothing closes it."""
    opener = text[start]
    closer = _PAIRS.get(opener, opener)
    position = start + 1
    while (position := text.find(closer, position)) >= 0:
        if opener == '"' and text[position + 1 : position + 2] == '"':
            position += 2
            continue
        # An apostrophe inside a word does not close a quotation.
        if closer in "'\u2019" and text[position + 1 : position + 2].isalnum():
            position += 1
            continue
        content = text[start + 1 : position]
        return position + 1, content.replace('""', '"') if opener == '"' else content
    return None
