"""Finds which deeds the clauses of a request ask for, where it is about files: each must be told by evidence of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ufo.proof.request import clause_words as say
from ufo.proof.request import deed_words as words
from ufo.proof.request.clauses import clauses_of
from ufo.proof.request.deed_words import DeedKind
from ufo.proof.request.model import Kind, Literal, Role
from ufo.proof.request.spans import Masked, Span, spans_of
from ufo.schema.patterns import any_case, regex

_LONGEST = 8_000
_ON_FILES = frozenset({Kind.FILE, Kind.FOLDER})
_WHOLE = any_case(rf"\s*(?:(?:a|eine|una|une)\s+)?(?:(?:copy|backup)\s+of\s+)?{words.OF_FILE}{say.PLACE}")
_NAME = regex(
    r"\s+(?P<name>[A-Z\u00c4\u00d6\u00dc]\w*(?:\s+[A-Z\u00c4\u00d6\u00dc\d]\w*){0,3})(?=\s+[a-z]|\s*[,(.]|\s*$)"
)
_SAID = any_case(r"\s+(?P<name>(?!(?:the|a|an|my|it|this|that|der|die|das|den|el|la|le)\b)\w+(?:\s+\w+){0,2}?)\s+")
_WEAK = any_case(r"(?:need|want|make\s+sure|ensure|do|let|leave|give\s+me)\b")
_STEPS = any_case(r"\b(?:und|y|et|e)\s+(?:dann\s+|luego\s+|puis\s+)?(?=(?:" + words.OTHERS + r")\b)")


@dataclass(frozen=True, slots=True)
class AskedDeed:
    """What a clause asks for. `said`: its words; `at`, `end`: where in the request it stands; `files`: those that it names, or
    else those that were named before it. `whole`: it is done to a file as a whole. `name`: a name that follows the verb, which
    is to be written. `line`: the line that it is about, from 1, -1 for the last. `times`: how often it is to be done.
    """

    kind: DeedKind
    said: str
    at: int
    end: int
    files: tuple[str, ...] = ()
    whole: bool = False
    name: str = ""
    line: int | None = None
    times: int = 1

    def own(self, literals: Sequence[Literal]) -> list[Literal]:
        """Return the literals that stand in its clause."""
        return [one for one in literals if self.at <= one.at < self.end]


def asked_deeds(request: str, literals: Sequence[Literal]) -> tuple[AskedDeed, ...]:
    """Return the deeds that a request asks for, in its order. For a request that names no file these are only the texts that are
    to be written several times.
    """
    about_files = any(one.kind in _ON_FILES or one.document for one in literals)
    masked = Masked(request[:_LONGEST], spans_of(request[:_LONGEST]))
    found: list[AskedDeed] = []
    named: tuple[str, ...] = ()
    for text, start in _steps(masked):
        named = tuple(span.text for span in _spans(masked, text) if span.kind in _ON_FILES) or named
        deed = _deed_of(masked, text, start)
        found += [replace(deed, files=deed.files or named)] if deed is not None else []
    return tuple(one for one in found if about_files or (one.kind is DeedKind.WRITE and one.times > 1))


def _spans(masked: Masked, text: str) -> list[Span]:
    return [span for sign in text if not sign.isspace() and (span := masked.span(sign)) is not None]


def _steps(masked: Masked) -> Iterator[tuple[str, int]]:
    for text, start in clauses_of(masked):
        begin = 0
        for match in _STEPS.finditer(text):
            yield text[begin : match.start()], start + begin
            begin = match.end()
        yield text[begin:], start + begin


def _deed_of(masked: Masked, text: str, start: int) -> AskedDeed | None:
    files = tuple(span.text for span in _spans(masked, text) if span.kind in _ON_FILES)
    found = _verb_of(text) or (_without_verb(masked, text) if files else None)
    if found is None:
        return None
    kind, after = found
    rest = text[after:]
    times = words.TIMES.search(text)
    name = _NAME.match(rest) or (_SAID.fullmatch(text[after : times.start()]) if times is not None else None)
    return AskedDeed(
        kind,
        " ".join(masked.words(text).split()),
        masked.place_of(start),
        masked.place_of(start + len(text)),
        files,
        whole=_WHOLE.match(rest) is not None or words.A_COPY.search(text) is not None,
        name=name["name"] if name is not None and kind is DeedKind.WRITE else "",
        line=words.place_meant(text),
        times=_times(masked, times) or 1,
    )


def _without_verb(masked: Masked, text: str) -> tuple[DeedKind, int] | None:
    """Read a clause about files in which no verb is known: it says what they ought to be like, tells or names something, or asks
    for an unknown deed.
    """
    if words.OUGHT.search(text):
        return DeedKind.CHANGE, 0
    is_told = words.STATEMENT.search(text) or words.FRAGMENT.match(text)
    return None if is_told or not re.search(r"\w\w", _bare(text, masked)) else (DeedKind.UNKNOWN, 0)


def _times(masked: Masked, match: re.Match[str] | None) -> int | None:
    if match is None:
        return None
    said = match["single"] or match["words"] or match["joined"]
    span: Span | None = masked.span(match["number"]) if match["number"] else None
    return words.times_meant(said or (span.text if span is not None else ""))


def _bare(text: str, masked: Masked) -> str:
    return "".join(sign for sign in text if masked.span(sign) is None or sign.isspace())


def _verb_of(text: str) -> tuple[DeedKind, int] | None:
    """Return the kind of the deed and where its verb ends. What only leads to another deed ("I need you to delete") gives way."""
    copy = words.A_COPY.search(text)
    if copy is not None:
        return DeedKind.COPY, copy.end()
    filler = words.FILLER.match(text)
    begin = filler.end() if filler is not None else 0
    found = [
        (DeedKind(str(match.lastgroup)), match)
        for pattern in (words.ENGLISH_DEED, words.OTHER_DEED)
        for match in pattern.finditer(text[begin:])
        if pattern is words.ENGLISH_DEED
        or match.group()[0].islower()
        or not text[begin : begin + match.start()].strip()
    ]
    found.sort(
        key=lambda one: (bool(_WEAK.match(one[1].group().strip(" ,;:(."))), one[0] is DeedKind.KEEP, one[1].start())
    )
    return (found[0][0], begin + found[0][1].end()) if found else None


def without_times(text: str) -> str:
    """Return the masked text of a clause without the words that tell how often something is to be written. It stays as long."""
    found = _verb_of(text)
    if found is None or found[0] is not DeedKind.WRITE:
        return text
    return words.TIMES.sub(lambda match: " " * len(match.group()), text)


CARRIED_BY = {
    DeedKind.REMOVE: frozenset(
        {
            Role.GONE,
            Role.CLEARED,
            Role.QUANTIFIER,
            Role.NEGATION,
            Role.INDENT,
            Role.NEW,
            Role.CONTROL,
            Role.COUNT,
            Role.RANKED,
        }
    ),
    DeedKind.RENAME: frozenset({Role.RENAMED, Role.CALLED, Role.SYMBOL, Role.QUANTIFIER}),
    DeedKind.MOVE: frozenset({Role.RENAMED, Role.CALLED, Role.RANGED, Role.QUANTIFIER, Role.GONE}),
    DeedKind.COPY: frozenset({Role.COPIED, Role.CALLED, Role.QUANTIFIER, Role.VALUE, Role.CHART, Role.CONTROL}),
    DeedKind.REPLACE: frozenset(
        {Role.NEW, Role.GONE, Role.VALUE, Role.SYMBOL, Role.INDENT, Role.LOOK, Role.QUANTIFIER}
    ),
    DeedKind.ORDER: frozenset({Role.RANGED, Role.RANKED, Role.QUANTIFIER}),
}
"""The roles of literals that are accounts of such a deed themselves. Any other deed is one for all of them but those below."""
NO_ACCOUNTS = frozenset({Role.SOURCE, Role.MENTION, Role.NEGATION, Role.CALLED})
