"""Reads what one clause of a request names, and what it wants with each of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ufo.proof.request import clause_words as say
from ufo.proof.request.model import Kind, Literal, Role
from ufo.proof.request.spans import Masked, Span
from ufo.schema.patterns import any_case
from ufo.verify.documents.references import parse_reference

_LEADING_VERB = any_case(rf"^(?:please\s+)?(?:{say.VERBS})(?:\s+(?:down|in|out))?\s+")
_NO_LITERAL_NUMBER = any_case(r"\s*(?:times|seconds?|minutes?|s\b|ms\b|x\b|steps?|lines?|rows?|columns?|pixels?|px\b)")
_KIND = any_case(rf"{say.KINDS}(?={say.ANY}$)")
ARTICLE = any_case(r"(?:the|a|an|my|your|our|this|that)\s+")
_LEADING_NO_LITERAL_NUMBER = any_case(
    r"\s*(?:times|seconds?|minutes?|s\b|ms\b|x\b|steps?|lines?|rows?|columns?|pixels?|px\b)"
)


Rule = Callable[["Clause", re.Match[str]], None]


class Clause:
    """One clause. `text`: masked. `offset`: where it begins in the masked request. `sheet`: what the clauses before it speak
    of.
    """

    def __init__(self, masked: Masked, text: str, offset: int, sheet: str) -> None:
        self.masked = masked
        self.text = text
        self._offset = offset
        self._taken = [False] * len(text)
        self.sheet = self._sheet() or sheet
        self.every = bool(say.EVERY.search(say.NO_EVERY.sub("", text))) or "everywhere" in text.casefold()
        self.is_state = bool(say.STATE.search(text))
        left = _blanked(say.NO_NEGATION, _blanked(say.BOUND, text))
        self._negated = [match.start() for match in say.NEGATED.finditer(left)]
        self.found: list[Literal] = []

    def read(self, rules: Sequence[tuple[re.Pattern[str], Rule, bool]]) -> list[Literal]:
        """Apply these rules in their order, and then read what none of them took. The last part of a rule tells whether it says
        by itself that something must not be.
        """
        for pattern, rule, denies in rules:
            for match in pattern.finditer(self.text):
                if self._is_free(match) and (denies or not self._is_negated(match.start())):
                    rule(self, match)
        self._leftovers()
        self._lines()
        self._signs()
        return self.found

    def _lines(self) -> None:
        """Place the clause's text on a line: "The second line should say …"."""
        match = say.LINE.search(self.text)
        own = [one for one in self.found if one.role in (Role.VALUE, Role.NEW) and not _is_placed(one)]
        if match is None:
            return
        if len(own) != 1:
            at = self.masked.place_of(self._offset + match.start())
            texts = [one for one in self.found if _is_text(one) and not _is_placed(one)]
            self.found += [Literal(Role.QUANTIFIER, self.masked.words(match.group()), at=at)] if texts else []
            return
        number = self.masked.words(match["number"]) if match["number"] else match["which"].casefold()
        line = _ORDINALS.get(number, re.sub(r"\D", "", number))
        self.found = [
            replace(one, place=f"{LINE} {line}") if one.role in (Role.VALUE, Role.NEW, Role.GONE) else one
            for one in self.found
            if not (one.kind is Kind.NUMBER and one.role is Role.MENTION and match["number"])
        ]

    def add(self, role: Role, text: str, match: re.Match[str], group: str, **more: object) -> None:
        at = self.masked.place_of(self._offset + match.start(group))
        literal = Literal(role, text, at=at, every=self.every, is_state=self.is_state)
        self.found.append(replace(literal, **more))  # type: ignore[arg-type]

    def around(self, one: Literal) -> str:
        """Return what the clause says besides that literal, or "" where what it names stands beside the place that is meant."""
        if say.BESIDE.search(self.text):
            return ""
        at = next((at for at in range(len(self.text)) if self.masked.place_of(self._offset + at) == one.at), None)
        span = self.masked.span(self.text[at]) if at is not None and not self.text[at].isspace() else None
        if at is None or (span is not None and re.search(r"\bby\s*$", self.text[:at])):
            return ""
        length = 1 if span is not None else len(one.text)
        kept = self.text[:at] + " " + self.text[at + length :]
        return self.masked.words(re.sub(say.FILE, " ", kept))

    def cover_negations(self, start: int, end: int) -> None:
        """Note that the negations there only bound something that was read, and speak of nothing else."""
        self._negated = [one for one in self._negated if not start <= one < end]

    def take(self, match: re.Match[str], *groups: str | int) -> None:
        for group in groups:
            start, end = match.span(group)
            self._taken[start:end] = [True] * (end - start)

    def give_back(self, places: Iterable[int]) -> None:
        """Release parts of the text, so that a later rule may still read them."""
        for place in places:
            self._taken[place] = False

    def _is_free(self, match: re.Match[str]) -> bool:
        spans = [match.span(name) for name, value in match.groupdict().items() if value is not None and name in _PARTS]
        return not any(any(self._taken[start:end]) for start, end in spans)

    def _is_negated(self, start: int) -> bool:
        return any(one <= start for one in self._negated)

    def meaning(self, text: str, is_name: bool = False) -> tuple[str, Kind, bool, bool]:
        """Return its words, its kind, whether it is certainly meant letter for letter, and whether it was quoted. `is_name`: a
        verb at its beginning is part of it, as in "Send order".
        """
        own = text if is_name else self.bare(text)
        span = self.masked.span(own)
        if span is not None:
            return span.text, span.kind, True, span.quoted
        words = self.masked.words(own).strip(" .,")
        plain = ARTICLE.sub("", words, count=1) if ARTICLE.match(words) else words
        is_described = say.DESCRIBED.match(words) and not words[:1].isupper()
        return plain, Kind.WORDS, plain == words and not is_described, False

    def bare(self, text: str) -> str:
        """Return the text without the verb that it begins with, and without "the number" before a number."""
        return _KIND.sub("", _LEADING_VERB.sub("", text.strip(), count=1), count=1)

    def _sheet(self) -> str:
        match = say.SHEET.search(self.text)
        if match is None:
            return ""
        name = match["after"] or match["before"] or match["plain"] or ""
        words = self.masked.words(name)
        ordinal = {"first": "#1", "second": "#2", "third": "#3", "fourth": "#4", "fifth": "#5", "last": "#last"}
        if words.casefold() in ("the", "this", "new", "a", "calc", "and"):
            return ""
        return ordinal.get(words.casefold(), f"#{words}" if words.isdecimal() else words)

    def _leftovers(self) -> None:
        asks = bool(_ASKS_CELL.search(self.text))
        for place, sign in enumerate(self.text):
            span = self.masked.span(sign) if not sign.isspace() else None
            if span is None or self._taken[place] or _is_measure(span, self.text[place + 1 :]):
                continue
            role = {Kind.FILE: Role.SOURCE, Kind.FOLDER: Role.SOURCE}.get(span.kind, Role.MENTION)
            if span.kind is Kind.CELL and asks:
                role = Role.ASKED
            if self._is_negated(place) and role is Role.MENTION:
                role = Role.NEGATION
            is_cell = span.kind is Kind.CELL
            literal = Literal(role, span.text, span.kind, at=span.start, quoted=span.quoted, is_state=self.is_state)
            sheet = (span.sheet or self.sheet) if is_cell else ""
            self.found.append(replace(literal, place=span.text if is_cell else "", sheet=sheet))

    def _signs(self) -> None:
        """Add what changes the sense of the whole clause, where no literal of it carries that already."""
        text = self.text
        at = self.masked.place_of(self._offset)
        words = " ".join(self.masked.words(text).split())
        carried = any(one.role in (Role.NEW, Role.GONE, Role.SYMBOL, Role.INDENT) for one in self.found)
        if say.NOT_SAVED.search(text):
            self.found.append(Literal(Role.NEGATION, words, place="save", at=at))
        elif self._negated and not carried and not any(one.role is Role.NEGATION for one in self.found):
            self.found.append(Literal(Role.NEGATION, words, at=at))
        for bound in say.BOUND.finditer(text):
            told = " ".join(self.masked.words(bound.group()).split())
            self.found.append(Literal(Role.NEGATION, told, at=self.masked.place_of(self._offset + bound.start())))
        match = say.EVERY.search(_blanked(say.NO_EVERY, text))
        if match is not None and not carried:
            self.found.append(Literal(Role.QUANTIFIER, " ".join(match.group().split()), at=at))
        only = say.ONE_OF.search(text)
        if only is not None and carried and not any(is_line(one.place) for one in self.found):
            self.found.append(Literal(Role.QUANTIFIER, f"the {only['which']}", at=at))


LINE = "line"
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "last": "-1"}


def is_line(place: str) -> bool:
    """Tell whether that place is a line or paragraph by its number, as "line 2"; -1 is the last."""
    return bool(re.fullmatch(rf"{LINE} -?\d+", place))


def _is_text(one: Literal) -> bool:
    return one.kind in (Kind.TEXT, Kind.WORDS) and one.role is not Role.LOOK


def _is_placed(one: Literal) -> bool:
    return parse_reference(one.place) is not None


_ASKS_CELL = any_case(r"\?|\b(?:what|which|tell|read|report|how\s+much|give\s+me|show\s+me)\b")
_PARTS = frozenset(
    {"value", "cells", "old", "new", "path", "name", "field", "count", "range", "lacking", "beside", "plain", "files"}
)


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: " " * len(match.group()), text)


def _is_measure(span: Span, after: str) -> bool:
    return span.kind is Kind.NUMBER and bool(_NO_LITERAL_NUMBER.match(after))


def clauses_of(masked: Masked) -> Iterator[tuple[str, int]]:
    """Return each clause with the place where it begins."""
    start = 0
    for match in say.SPLIT.finditer(masked.text):
        yield masked.text[start : match.start()], start
        start = match.end()
    yield masked.text[start:], start
