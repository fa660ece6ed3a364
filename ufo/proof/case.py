"""A reading laid beside the request: where its parts stand, which facts they cite, and which of these can show anything."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from ufo.proof.occurs import Literals
from ufo.proof.quotes import Quotable, Span
from ufo.proof.tokens import Token, TokenKind, hard_tokens, number_readings
from ufo.schema.arithmetic import value_of
from ufo.schema.fact import Fact, FactKind
from ufo.schema.patterns import regex
from ufo.schema.reading import PartVerdict, ReadChange, Reading, ReadPart
from ufo.text.fold import folded
from ufo.text.numbers import numerals, plain_decimal

_NUMBER = regex(r"\d+(?:\.\d+)?")
_CLOCK = regex(r"(\d{1,3}):([0-5]\d)(?![\d:])")
_PERCENT = regex(r"(\d+(?:\.\d+)?)\s*%")
_SIGN = regex(r"[-+*/×÷^]")
_UNITS = frozenset({"1", "7", "10", "12", "24", "60", "100", "1000", "3600"})
"""By ones is counted, and by the others one unit turned into another; no fact tells them."""
_MOST, _LONGEST = 40, 2_000
_RANGE = regex(r"\s*(\d+)\s*[-–—]\s*(\d+)\s*")
_MOST_OF_A_QUOTE = 80
_MEANT = frozenset({TokenKind.FILE, TokenKind.ENDING, TokenKind.QUOTED})


@dataclass(frozen=True)
class Part:
    """A part of the reading with its place. `cited`: the facts that it names, as far as they are there. `sums`: its own, worked
    out.
    """

    read: ReadPart
    span: Span
    tokens: tuple[Token, ...]
    cited: tuple[Literals, ...]
    unknown_ids: tuple[str, ...] = ()
    sums: tuple[Sum, ...] = ()

    @property
    def is_shown(self) -> bool:
        return self.read.verdict is PartVerdict.SHOWN

    @cached_property
    def sound(self) -> list[Literals]:
        """Those that can show something: they hold, and not only the channel that acted tells them."""
        return [known for known in self.cited if known.fact.satisfied and known.fact.independent and known.fact.by_run]

    def may_show(self, token: Token) -> list[Literals]:
        """Return those in which a hard token may occur. Where the part names changes, what stands around them shows nothing of
        them, and what is as it was shows no more than which file or text was meant. A cell or line that was read is such a text
        where it is the whole of what stands in quotation marks.
        """
        changed = (known.fact for known in self.sound if known.fact.kind in (FactKind.CHANGE, FactKind.ACT))
        if all(fact.by_product for fact in changed):
            return self.sound
        kinds = [FactKind.READ] if token.kind in _MEANT else [FactKind.READ, FactKind.STATE]
        is_quoted = token.kind is TokenKind.QUOTED
        return [
            known
            for known in self.sound
            if known.fact.news or known.fact.kind not in kinds or (is_quoted and token.text in known.fact.texts)
        ]


@dataclass(frozen=True)
class Case:
    """`limits`: words that want only a part of something, such as "with more than 10 orders"."""

    quotable: Quotable
    known: dict[str, Literals]
    parts: tuple[Part, ...]
    answer: str
    tokens: tuple[Token, ...]
    limits: tuple[Span, ...] = ()

    @cached_property
    def to_be_done(self) -> tuple[str, tuple[Token, ...]]:
        """The request, in which spaces stand for what only shows a form or is only compared with, and its other tokens."""
        spans = [
            span
            for part in self.parts
            for text in (*part.read.examples, *part.read.compared_with)
            for span in self.place_in(part, text)
        ]
        words = list(self.quotable.request)
        for span in spans:
            words[span.start : span.end] = " " * (span.end - span.start)
        return "".join(words), tuple(token for token in self.tokens if not within(token, spans))

    def place_in(self, part: Part, text: str) -> tuple[Span, ...]:
        """Return where a text of a part's quote stands; nowhere where the part does not quote it."""
        span = self.quotable.find(text, part.span.start)
        return (span,) if span is not None and part.span.meets(span) else ()

    @cached_property
    def brought_news(self) -> bool:
        """Whether the run as a whole brought something new: a change of its own, an act, or an answer."""
        kinds = (FactKind.CHANGE, FactKind.ACT)
        new = (known.fact for known in self.known.values() if known.fact.kind in kinds)
        return bool(self.answer.strip()) or any(fact.news and fact.by_run and not fact.by_product for fact in new)

    @cached_property
    def asked(self) -> Literals:
        """What the request itself says, also in numerals."""
        request = self.quotable.request
        return Literals(Fact(kind=FactKind.STATE, line="", texts=(request,), numbers=tuple(numerals(request))))

    @cached_property
    def answered(self) -> tuple[Token, ...]:
        """The hard tokens of the answer."""
        return hard_tokens(self.answer)

    @cached_property
    def worked_out(self) -> frozenset[str]:
        """The results of right sums."""
        return frozenset(result for part in self.parts for total in part.sums for result in total.results)


def laid_beside(request: str, known: dict[str, Literals], reading: Reading, answer: str) -> tuple[Case, list[str]]:
    """Return the case, and what is to be said of quotes that the request does not have."""
    quotable = Quotable(request)
    tokens = hard_tokens(request)
    case = Case(quotable, known, (), answer, tokens)
    parts, invented = _located(case, _with_what_they_asked_for(quotable, reading))
    case = replace(case, parts=tuple(parts))
    limits = (limit_of(change, quotable.find(change.asked_by), case) for change in reading.changes)
    return replace(case, limits=tuple(span for span in limits if span is not None)), invented


def _with_what_they_asked_for(quotable: Quotable, reading: Reading) -> Reading:
    """Return the reading, in which a part that asked for a change also cites it: the one says the other."""
    spans = [quotable.find(part.quote) if part.verdict is PartVerdict.SHOWN else None for part in reading.parts]
    asked: dict[int, list[str]] = {}
    for change in reading.changes:
        span = quotable.find(change.asked_by)
        met = [at for at, part in enumerate(spans) if span is not None and part is not None and part.meets(span)]
        if met and not any(change.fact in reading.parts[at].shown_by for at in met):
            asked.setdefault(met[0], []).append(change.fact)
    parts = [
        part.model_copy(update={"shown_by": [*part.shown_by, *asked.get(at, ())]})
        for at, part in enumerate(reading.parts)
    ]
    return reading.model_copy(update={"parts": parts})


def _located(case: Case, reading: Reading) -> tuple[list[Part], list[str]]:
    parts: list[Part] = []
    invented: list[str] = []
    after = 0
    for read in reading.parts:
        span = case.quotable.find(read.quote, after)
        if span is None:
            invented.append(f"the reading quotes {shortened(read.quote)}, which the request does not say")
            continue
        after = max(after, span.end)
        parts.append(_part(read, span, case))
    return _with_sums(parts, case), invented


def _part(read: ReadPart, span: Span, case: Case) -> Part:
    ids = list(each_id(read.shown_by, case.known))
    within = tuple(token for token in case.tokens if span.start <= token.start < span.end)
    cited = tuple(case.known[fact] for fact in dict.fromkeys(ids) if fact in case.known)
    return Part(read, span, within, cited, tuple(fact for fact in ids if fact not in case.known))


def _with_sums(parts: Sequence[Part], case: Case) -> list[Part]:
    """Return the parts with their sums worked out. A sum may rest on the results of others, wherever these are given."""
    results: frozenset[str] = frozenset()
    while True:
        done = [_with_its_sums(part, case.asked.numbers | results) for part in parts]
        found = frozenset(result for part in done for total in part.sums for result in total.results)
        if found <= results:
            return done
        results |= found


def _with_its_sums(part: Part, told: frozenset[str]) -> Part:
    if not part.read.sums:
        return part
    own = told.union(*(known.reckoned | known.gone.reckoned for known in part.sound))
    return replace(part, sums=tuple(worked_out(part.read.sums, own)))


def each_id(cited: Iterable[str], known: Mapping[str, object]) -> Iterator[str]:
    """Yield single ids; "3-9" stands for all facts from 3 to 9."""
    for written in cited:
        if written in known:
            yield written
            continue
        plain = written.strip().strip("[]#*. ")
        found = _RANGE.fullmatch(plain)
        if found and int(found[2]) - int(found[1]) <= len(known):
            yield from (str(number) for number in range(int(found[1]), int(found[2]) + 1))
        else:
            yield plain


def limit_of(entry: ReadChange, asked: Span | None, case: Case) -> Span | None:
    """Return where the words stand that want only a part: fewer words than the parts in which they stand; None for none."""
    limit = case.quotable.find(entry.limited_by, asked.start if asked else 0)
    around = [part.span for part in case.parts if limit is not None and part.span.meets(limit)]
    return (
        limit if limit is not None and all(limit.end - limit.start < span.end - span.start for span in around) else None
    )


def shortened(text: str) -> str:
    """Return the words of a request for a message: on one line, between quotation marks, the middle left out where it is long."""
    plain = " ".join(text.split())
    if len(plain) > _MOST_OF_A_QUOTE:
        half = _MOST_OF_A_QUOTE // 2
        plain = f"{plain[:half].rstrip()} … {plain[-half:].lstrip()}"
    return f"'{plain}'"


def within(token: Token, spans: Iterable[Span]) -> bool:
    """Tell whether the token, with its quotation marks, meets one of the spans."""
    return any(span.meets(Span(token.start, token.end)) for span in spans)


@dataclass(frozen=True, slots=True)
class Sum:
    """`written`: as the reading gives it. `operands`: the numbers that it reckons with; `results`: what its result may be,
    as plain decimals. `fault`: why it proves nothing, "" where it is right. `is_wrong`: it comes to something else.
    """

    written: str
    operands: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    fault: str = ""
    is_wrong: bool = False


def worked_out(written: Iterable[str], told: Collection[str]) -> Iterator[Sum]:
    """Yield each sum with what is wrong with it. `told`: the numbers that it may rest on, as plain decimals."""
    for text in list(written)[:_MOST]:
        sides = folded(text[:_LONGEST]).rpartition("=")
        if _CLOCK.search(sides[0]) and (time := _CLOCK.fullmatch(sides[2].strip())):
            yield _of_times(text, sides[0], time[0], told)
            continue
        expression = _PERCENT.sub(r"(\1/100)", sides[0])
        operands = frozenset(plain_decimal(number) for number in _NUMBER.findall(sides[0]))
        value = value_of(expression) if _SIGN.search(expression.strip()) else None
        if value is None or not sides[1]:
            yield Sum(text, fault=f"'{text[:_LONGEST]}' is no sum that could be checked")
            continue
        results = frozenset(result for result in number_readings(sides[2].strip()) if _is_about(value, result))
        counts = {str(count) for count in range(2, len(_NUMBER.findall(sides[0])) + 1)}
        strange = operands - set(told) - _UNITS - counts
        if not results:
            yield Sum(text, fault=f"'{text}' is wrong: it comes to {float(value):.10g}", is_wrong=True)
        elif strange:
            yield Sum(text, fault=f"'{text}' reckons with {min(strange)}, which no fact that is named has")
        else:
            yield Sum(text, operands, results)


def _of_times(written: str, expression: str, result: str, told: Collection[str]) -> Sum:
    """Work out a sum of times, such as "18:12 + 0:15 = 18:27". Minutes may be told as a number."""
    operands = frozenset(plain_time(time[0]) for time in _CLOCK.finditer(expression))
    value = value_of(_CLOCK.sub(r"(\1+\2/60)", expression)) if _SIGN.search(expression) else None
    if value is None:
        return Sum(written, fault=f"'{written[:_LONGEST]}' is no sum that could be checked")
    hour, minute = result.split(":")
    if value != int(hour) + Fraction(int(minute), 60):
        told_value = f"{int(value)}:{round(value % 1 * 60):02}" if value >= 0 else f"{float(value):.10g}"
        return Sum(written, fault=f"'{written}' is wrong: it comes to {told_value}", is_wrong=True)
    strange = [time for time in operands if time not in told and not (time[:2] == "0:" and str(int(time[2:])) in told)]
    if strange:
        return Sum(written, fault=f"'{written}' reckons with {min(strange)}, which no fact that is named has")
    return Sum(written, operands, frozenset({plain_time(result)}))


def plain_time(time: str) -> str:
    """Return a time of day in hours and minutes as sums have it: "7:05" for "07:05:00"."""
    hour, minute = time.split(":")[:2]
    return f"{int(hour)}:{minute}"


def _is_about(value: Fraction, result: str) -> bool:
    """Tell whether the result is the value, rounded to the decimals that it has."""
    said = Decimal(result)
    return abs(value - Fraction(said)) * 2 <= Fraction(Decimal(1).scaleb(int(said.as_tuple().exponent)))
