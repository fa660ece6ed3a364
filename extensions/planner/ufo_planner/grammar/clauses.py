"""Splits a request into clauses that ask for one thing each. Every clause knows its place in the request.

A full stop, semicolon, line break or "then" always separates two clauses. A comma or "and" does so only before something to
do, so that "bread, milk and eggs" or "Find and Replace" stays whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.patterns import any_case, regex
from ufo_planner.grammar.quotations import Masked

VERBS = (
    r"open|start|launch|run|close|quit|exit|switch|go|visit|navigate|click|double[- ]click|right[- ]click|press|push|tap|hit"
    r"|choose|pick|select|tick|untick|check|uncheck|enable|disable|turn|type|enter|write|fill|put|set|change|add|append|insert"
    r"|paste|read|tell|show|report|compute|calculate|work\s+out|evaluate|extract|copy|take|get|make|create|draw|save"
)
_OTHERS = (
    r"wait|delete|remove|replace|sort|rename|move|send|submit|format|print|find|search|give|ask|use|do\s+not|don['\u2019]t|never"
    r"|leave|keep|underline|highlight|list|count|clear|follow|scroll|drag|resize|rotate|crop"
)
"""Verbs of things that are not done here: what they ask for is a clause of its own, and is not understood."""
_ENDS = r"(?=\s|$|[,;:.!?](?:\s|$))"
_STRONG = any_case(
    r"\s*(?:;|\n)\s*|(?<![.\s])[.!?](?=\s|$)\s*|[,\s]+(?:and\s+)?then[\s,]+|[,\s]+(?:and\s+)?after(?:\s+that|wards)[\s,]+"
)
_WEAK = regex(
    r"(?:,\s*(?:and\s+|but\s+)?|\s+(?:and|but|&)\s+)"
    rf"(?=(?:(?:please|also|finally|now|next)\s+)*(?:(?:{VERBS}|{_OTHERS}){_ENDS}|what(?:['\u2019]s)?\s|how\s|in\s\S+\s*[,:]|without\s)"
    r"(?!\w+\s+(?:button|field|menu|tab|link|checkbox|box|list|dialog|icon)\b))"
)
LISTED = any_case(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_POLITE = any_case(
    r"(?:(?:please|pls|kindly|then|and|but|now|next|finally|first|also|just|so|ok(?:ay)?|hi|hello|hey|thanks?|thank\s+you|afterwards|after\s+that"
    r"|(?:could|can|would|will)\s+you|i\s+(?:want|need)(?:\s+you)?\s+to|i(?:['\u2019]d|\s+would)\s+like(?:\s+you)?\s+to|let['\u2019]?s)(?=[\s,:!.]|$)[\s,:!.]*)+"
    r"|\(?\d{1,2}[.)]\s+|[-*\u2022]\s+"
)
_ENDING = any_case(
    r"(?:[\s,]+(?:please|for\s+me|thanks?(?:\s+you)?|too|as\s+well|(?:very\s+)?much))*[\s,;:.!]*$|[\s,;:]*\?$"
)

_SEPARATOR = any_case(
    r"(?:[,;]?\s*(?:\band|\bbut|&)?[\s,]*\b(?:then|after(?:\s+that|wards))[\s,]*|[,;]\s*(?:and|but)?|\s(?:and|but|&))$"
)
_NUMBERING = regex(r"\s*\(?\d{1,2}[.)]?\s*")
_PLAIN_SIGNS = 0xEFFFF
"""Signs beyond these mask a quotation."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of the request, from `start` to `end`. `words`: what it asks for, masked and without courtesy, "" for nothing."""

    start: int
    end: int
    words: str


def clauses(masked: Masked) -> list[Clause]:
    """Return the clauses in order; together they are the whole request."""
    text = masked.words
    cuts = [0, *sorted({found.end() for found in (*_STRONG.finditer(text), *_WEAK.finditer(text))}), len(text)]
    found: list[Clause] = []
    begun = -1
    for start, end in zip(cuts, cuts[1:], strict=False):
        if _NUMBERING.fullmatch(text[start:end]):
            begun = start
            continue
        first, begun = begun if begun >= 0 else start, -1
        if found and not any(sign.isalnum() or ord(sign) > _PLAIN_SIGNS for sign in text[first:end]):
            found[-1] = Clause(found[-1].start, end, found[-1].words)
        else:
            found.append(Clause(first, end, _asked(text[first:end])))
    return found


def without_separator(said: str) -> str:
    """Return a clause's own words, without what joins it to the next one."""
    return _SEPARATOR.sub("", said.strip()).strip()


def _asked(piece: str) -> str:
    """Return what a piece asks for, without courtesy, numbering and the separator after it."""
    words = without_separator(piece)
    while (opening := _POLITE.match(words)) and opening.end():
        words = words[opening.end() :]
    return _ENDING.sub("", words).strip()
