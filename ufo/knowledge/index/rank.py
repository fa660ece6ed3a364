"""Judges how well sections answer a question, and finds the part of each that answers it best."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ufo.knowledge.index.find import Term
from ufo.text.stem import stem
from ufo.text.words import is_telling, searched

PART_CHARS = 420
"""How long the part of a section is that is judged and told."""
INDEX_MARK = "Index: "
"""Begins the line of a section with the words under which an index of its document lists it. It is searched and never told."""
_MOST_LINES = 80
_SATURATION = 1.2
"""The constant k1 of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009)."""
_IN_PART, _IN_OWN_HEADING, _IN_UPPER_HEADING, _IN_TEXT = 1.0, 1.2, 0.4, 0.4
_PLACE = re.compile(r"\w (?:-|>|→|▸|») [A-Z]|\b(?:Ctrl|Alt|Shift|Cmd)\+")
_VERB = re.compile(r"\b(?:choose|click|select|press|go to|open the|enable)\b", re.IGNORECASE)
_SAYS_WHERE, _SAYS_WHAT, _IN_HEADING_TOO = 1.3, 1.15, 0.5
_OF_HEADING, _FULL_NAME, _ONE_WORD = 1.0, 0.9, 0.5
_UNKNOWN_WEIGHT, _UNKNOWN_LATER = 1.0, 0.25
"""What a word of the question that stands nowhere counts, as a share of the heaviest one that does. Among the first words it may
be what the question is about; later ones, such as names of people, are of this question alone, and no guide knows them.
"""
_ALONE = 0.5
"""The fit of a section that holds one word of several is worth this much: it is about something else more often than not."""


@dataclass(frozen=True, slots=True)
class Judged:
    """`order`: higher is better among the sections of one search. `fit`: the share of the question that the headings and the best
    part answer, 0 to 1. `part`: that part.
    """

    order: float
    fit: float
    part: str


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    stems: frozenset[str]


def judge(terms: Sequence[Term], path: Sequence[str], text: str) -> Judged:
    """Judge one section."""
    own = frozenset(map(stem, searched(path[-1]))) if path else frozenset()
    upper = frozenset(map(stem, searched(" ".join(path[:-1]))))
    lines = [_Line(part, frozenset(map(stem, searched(part)))) for part in text.split("\n")[:_MOST_LINES]]
    told = [line for line in lines if not line.text.startswith(INDEX_MARK)]
    indexed = frozenset().union(*(line.stems for line in lines if line.text.startswith(INDEX_MARK)))
    part = max(_parts(told), key=lambda some: _worth(terms, own, some), default=[])
    stems = frozenset().union(*(line.stems for line in part))
    order = held = 0.0
    count = 0
    for term in terms:
        in_own, in_upper, in_part = (not term.forms.isdisjoint(item) for item in (own | indexed, upper, stems))
        times = sum(not term.forms.isdisjoint(line.stems) for line in told)
        order += term.weight * (_IN_PART * in_part + _IN_OWN_HEADING * in_own + _IN_UPPER_HEADING * in_upper)
        order += term.weight * _IN_TEXT * times / (times + _SATURATION)
        if in_own or in_upper or in_part:
            held += term.weight
            count += not term.is_doing
    named = _named(terms, path)
    order = (order + named * _heaviest(terms) * _OF_HEADING) * _instructs(part)
    told_part = _told([line.text for line in part], terms, own)
    if not count:
        return Judged(order, 0.0, told_part)
    alone = _ALONE if count == 1 < sum(not term.is_doing for term in terms) else 1.0
    fit = max(alone * held / (_whole(terms) or 1.0), named)
    return Judged(order, fit, told_part)


def _named(terms: Sequence[Term], path: Sequence[str]) -> float:
    """Return the share of the section's own heading that the question names, 0 to 1: one that names "pivot tables" is about them,
    whatever else it says. A heading of one word may mean anything, and counts half, unless the question also names what the
    section stands in: "the letters of our handbook".
    """
    heading = {stem(word) for word in searched(path[-1]) if is_telling(word)} if path else set()
    in_question = [term for term in terms if not term.forms.isdisjoint(heading)]
    if not any(not term.is_doing for term in in_question):
        return 0.0
    held = {form for term in in_question for form in term.forms & heading}
    upper = {stem(word) for word in searched(" ".join(path[:-1]))} - heading
    is_placed = any(not term.is_doing and not term.forms.isdisjoint(upper) for term in terms)
    return len(held) / len(heading) * (_FULL_NAME if len(held) > 1 or is_placed else _ONE_WORD)


def _parts(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Yield the runs of lines that are long enough for a part, each from another line on."""
    for first in range(len(lines)):
        last, length = first, 0
        while last < len(lines) and (last == first or length + len(lines[last].text) <= PART_CHARS):
            length += len(lines[last].text) + 1
            last += 1
        yield list(lines[first:last])


def _worth(terms: Sequence[Term], heading: frozenset[str], part: Sequence[_Line]) -> float:
    """Return what a part tells: what it holds of the question, where words that its heading holds anyway count half, and more
    where it says what to do.
    """
    held = 0.0
    for term in terms:
        if any(not term.forms.isdisjoint(line.stems) for line in part):
            held += term.weight * (_IN_HEADING_TOO if not term.forms.isdisjoint(heading) else 1.0)
    return held * _instructs(part)


def _instructs(part: Sequence[_Line]) -> float:
    """Return what a part counts by saying what to do: most by a menu path or keys, some by a verb such as "choose"."""
    if any(_PLACE.search(line.text) for line in part):
        return _SAYS_WHERE
    return _SAYS_WHAT if any(_VERB.search(line.text) for line in part) else 1.0


def _told(lines: Sequence[str], terms: Sequence[Term], heading: frozenset[str]) -> str:
    """Return lines as they are told. A line that is too long is cut around its best sentences."""
    text = "\n".join(lines)
    if len(text) <= PART_CHARS:
        return text
    sentences = [
        part for part in text.replace("? ", "?\0").replace("! ", "!\0").replace(". ", ".\0").split("\0") if part
    ]
    cut = [_Line(sentence, frozenset(map(stem, searched(sentence)))) for sentence in sentences]
    best = max(_parts(cut), key=lambda some: _worth(terms, heading, some))
    return " ".join(line.text for line in best)[:PART_CHARS]


def _whole(terms: Sequence[Term]) -> float:
    heaviest = _heaviest(terms)
    return sum(term.weight or heaviest * (_UNKNOWN_LATER if term.is_later else _UNKNOWN_WEIGHT) for term in terms)


def _heaviest(terms: Sequence[Term]) -> float:
    return max((term.weight for term in terms), default=0.0)
