"""Takes the quoted parts out of words, so that a rule never looks for verbs or commas inside a quotation.

Each quotation is one character of a private Unicode plane in `words`, which no keyboard types; `value` restores it. A
quotation is '…', "…", “…”, ‘…’, `…`, «…» or „…“. Between straight double quotes, two of them stand for one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.patterns import regex

_FIRST = 0xF0000
_MOST = 2000
QUOTED = f"[{chr(_FIRST)}-{chr(_FIRST + _MOST)}]"
"""A pattern that matches one quotation."""

_PRIVATE = regex(r"[\U000f0000-\U000ffffd]")
_PAIRS = {"\u201c": "\u201d", "\u201e": "\u201c", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_OPENERS = regex(r"[\"'`\u201c\u201e\u2018\u00ab]")


@dataclass(frozen=True, slots=True)
class Quotation:
    raw: str
    content: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its `words`, with the `quotes` taken out of them."""

    words: str
    quotes: tuple[Quotation, ...] = ()

    def value(self, fragment: str | None) -> str:
        """Return the text of a fragment of `words`: a lone quotation's content, or words with quotations in their marks."""
        cleaned = " ".join((fragment or "").split())
        if len(cleaned) == 1 and _PRIVATE.match(cleaned):
            return self.quotes[ord(cleaned) - _FIRST].content
        return _PRIVATE.sub(lambda found: self.quotes[ord(found.group()) - _FIRST].raw, cleaned)

    def as_said(self, fragment: str) -> str:
        return _PRIVATE.sub(lambda found: self.quotes[ord(found.group()) - _FIRST].raw, fragment)


def with_quotation(clause: Clause, text: str) -> tuple[Clause, str]:
    """Return the clause with one more quotation, and the character that stands for it; "" where there are too many."""
    if len(clause.quotes) >= _MOST:
        return clause, ""
    one = Quotation(quote(text), text)
    return Clause(clause.words, (*clause.quotes, one)), chr(_FIRST + len(clause.quotes))


def is_quotation(fragment: str) -> bool:
    return len(fragment) == 1 and bool(_PRIVATE.match(fragment))


def take_out(text: str) -> Clause:
    pieces: list[str] = []
    quotes: list[Quotation] = []
    done = 0
    closers: dict[str, int] = {}
    for opener in _OPENERS.finditer(text):
        start = opener.start()
        if start < done or len(quotes) >= _MOST or (start and text[start - 1].isalnum()):
            continue
        found = _closed(text, start, closers)
        if found is None:
            continue
        end, content = found
        pieces += [_PRIVATE.sub("\ufffd", text[done:start]), chr(_FIRST + len(quotes))]
        quotes.append(Quotation(text[start:end], content))
        done = end
    pieces.append(_PRIVATE.sub("\ufffd", text[done:]))
    return Clause("".join(pieces), tuple(quotes))


def _closed(text: str, start: int, closers: dict[str, int]) -> tuple[int, str] | None:
    """Return the end and the content of the quotation at `start`. `closers`: from where each mark is known to be absent."""
    opener = text[start]
    closer = _PAIRS.get(opener, opener)
    if start >= closers.get(closer, len(text)):
        return None
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
    closers[closer] = start
    return None


def quote(text: str) -> str:
    """Return the text between straight double quotes, so that `take_out` restores exactly that text."""
    return '"' + text.replace('"', '""') + '"'
