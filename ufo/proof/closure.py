"""Closes a reading: compares it with the request and the facts, letter for letter and in any script (design.md §11).

A reading can only take VERIFIED away from what this code cannot find fault with. Quotes must be the request's own and
cover it; the hard tokens of a part must occur in facts that are cited for it; those must hold, be news and come from
another channel than the one that acted; and words of the request must ask for each change. It is pure and knows no
word of any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from ufo.proof.anchors import unasked
from ufo.proof.fold import folded
from ufo.proof.occurs import Literals, occurs_in, path_parts, rounds_to
from ufo.proof.quotes import Quotable, Span
from ufo.proof.tokens import Token, TokenKind, hard_tokens
from ufo.schema.fact import Channel, Fact, FactKind, Facts
from ufo.schema.patterns import regex
from ufo.schema.reading import Account, ChangeAccount, PartAccount, PartVerdict, ReadChange, Reading, ReadPart

_RANGE = regex(r"\s*(\d+)\s*[-–—]\s*(\d+)\s*")
_NUMBER = regex(r"[0-9](?:[0-9., ]*[0-9])?")
_YEAR = regex(r"(?:19|20)[0-9]{2}")
"""Within days in ISO form it is the year of "March 2025"."""
_LEADING_ZERO = regex(r"(?<![\w.:/-])0[0-9]+(?![\w.:/-])")
"""What a request calls "the leading 0"."""
_MOST_OF_A_QUOTE = 80
_MEANT = frozenset({TokenKind.FILE, TokenKind.ENDING, TokenKind.QUOTED})
_LEAST_OF_A_STEM = 3
_MEASURES = frozenset({TokenKind.NUMBER, TokenKind.DATE, TokenKind.TIME})


@dataclass(frozen=True)
class _Part:
    """A part of the reading with its place. `cited`: the facts that it names, as far as they are there."""

    read: ReadPart
    span: Span
    tokens: tuple[Token, ...]
    cited: tuple[Literals, ...]
    unknown_ids: tuple[str, ...] = ()

    @cached_property
    def sound(self) -> list[Literals]:
        """Those that can show something: they hold, and not only the channel that acted tells them."""
        return [known for known in self.cited if known.fact.satisfied and known.fact.independent and known.fact.by_run]

    def may_show(self, token: Token) -> list[Literals]:
        """Return those in which a hard token may occur. Where the part names changes, what stands around them shows nothing of
        them, and what is as it was shows no more than which file or text was meant.
        """
        changed = (known.fact for known in self.sound if known.fact.kind in (FactKind.CHANGE, FactKind.ACT))
        if all(fact.by_product for fact in changed):
            return self.sound
        kinds = [FactKind.READ] if token.kind in _MEANT else [FactKind.READ, FactKind.STATE]
        return [known for known in self.sound if known.fact.news or known.fact.kind not in kinds]


@dataclass(frozen=True)
class _Case:
    quotable: Quotable
    known: dict[str, Literals]
    parts: tuple[_Part, ...]
    answer: str
    tokens: tuple[Token, ...]
    limits: tuple[Span, ...] = ()
    """Words that want only a part of something, such as "with more than 10 orders"."""

    @cached_property
    def brought_news(self) -> bool:
        """Whether the run as a whole brought something new: a change of its own, an act, or an answer."""
        kinds = (FactKind.CHANGE, FactKind.ACT)
        new = (known.fact for known in self.known.values() if known.fact.kind in kinds)
        return bool(self.answer.strip()) or any(fact.news and fact.by_run and not fact.by_product for fact in new)


def close(request: str, facts: Facts, reading: Reading | None, read_by: str, answer: str = "") -> Account:
    """Return what became of each part of the request and who asked for each change. `facts`: numbered, as the reader had them;
    `answer`: what is answered to the person. Never raises for what a reading says.
    """
    if reading is None or not reading.parts:
        return _unread(request, facts, read_by)
    quotable = Quotable(request)
    known = {fact.id: Literals(fact) for fact in facts.facts}
    tokens = hard_tokens(request)
    parts, invented = _located(quotable, _with_what_they_asked_for(quotable, reading), known, tokens)
    case = _Case(quotable, known, tuple(parts), answer, tokens)
    case = replace(case, limits=tuple(_limits(case, reading)))
    accounts = [*_part_accounts(case), *_skipped(case)]
    changes = list(_change_accounts(case, reading))
    open_parts = [(account.start, account.open) for account in accounts if account.open]
    refuted = [
        why
        for account, why in zip(accounts, [account.open for account in accounts], strict=True)
        if _is_refuted(account)
    ]
    still_open = [why for _, why in sorted(open_parts, key=lambda told: told[0]) if why not in refuted]
    still_open += [change.open for change in changes if change.open]
    still_open += [*invented, *_nothing_shown(accounts), *_unshown_answer(case)]
    return Account(
        request=request,
        parts=tuple(sorted(accounts, key=lambda account: account.start)),
        changes=tuple(changes),
        refuted=tuple(dict.fromkeys(refuted)),
        open=tuple(dict.fromkeys(still_open)),
        left_out=facts.left_out,
        read_by=read_by,
    )


def _unread(request: str, facts: Facts, read_by: str) -> Account:
    told = f"nobody read whether {shortened(request)} is done"
    part = PartAccount(quote=request, start=0, end=len(request), verdict=PartVerdict.NOT_SHOWN, open=told)
    changes = [
        ChangeAccount(line=fact.line, by_product=fact.by_product)
        for fact in facts.facts
        if fact.kind is FactKind.CHANGE or fact.outward
    ]
    return Account(
        request=request, parts=(part,), changes=tuple(changes), open=(told,), left_out=facts.left_out, read_by=read_by
    )


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


def _located(
    quotable: Quotable, reading: Reading, known: dict[str, Literals], tokens: Sequence[Token]
) -> tuple[list[_Part], list[str]]:
    """Return the parts with their places, and what is to be said of quotes that the request does not have."""
    parts: list[_Part] = []
    invented: list[str] = []
    after = 0
    for read in reading.parts:
        span = quotable.find(read.quote, after)
        if span is None:
            invented.append(f"the reading quotes {shortened(read.quote)}, which the request does not say")
            continue
        after = max(after, span.end)
        ids = list(each_id(read.shown_by, known))
        within = tuple(token for token in tokens if span.start <= token.start < span.end)
        cited = tuple(known[fact] for fact in dict.fromkeys(ids) if fact in known)
        parts.append(_Part(read, span, within, cited, tuple(fact for fact in ids if fact not in known)))
    return parts, invented


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


def _part_accounts(case: _Case) -> Iterator[PartAccount]:
    for part in case.parts:
        yield PartAccount(
            quote=case.quotable.request[part.span.start : part.span.end],
            start=part.span.start,
            end=part.span.end,
            verdict=part.read.verdict,
            shown_by=tuple(known.fact.line for known in part.cited),
            open=_open(part, case),
        )


def _open(part: _Part, case: _Case) -> str:
    quote = shortened(part.read.quote)
    if part.unknown_ids:
        return f"for {quote} the reading names fact {', '.join(part.unknown_ids)}, which is not there"
    match part.read.verdict:
        case PartVerdict.SHOWN:
            return _not_closed(part, case, quote)
        case PartVerdict.NOT_SHOWN:
            return f"nothing shows {quote}{_reason(part)}"
        case PartVerdict.CONTRADICTED:
            lines = "; ".join(known.fact.line for known in part.cited)
            why = part.read.why.strip()
            told = f"{why} ({lines})" if why else lines
            return f"{quote} is contradicted: {told}" if part.cited else f"nothing shows {quote}{_reason(part)}"
        case PartVerdict.NOTHING_TO_SHOW:
            bound = [token for token in part.tokens if token.kind not in _MEASURES]
            missing = [token.text for token in bound if not occurs_in(token, _for_words(part, case))]
            return f"nothing shows {_listed(missing)} of {quote}" if missing else ""


def _reason(part: _Part) -> str:
    return f": {part.read.why.strip()}" if part.read.why.strip() else ""


def _for_words(part: _Part, case: _Case) -> list[Literals]:
    """Return where the hard tokens of words that ask for nothing may occur: in what shows other parts, and in what is so."""
    others = [known for other in case.parts if other is not part and _is_shown(other) for known in other.sound]
    return [
        *others,
        *(known for known in case.known.values() if known.fact.kind is FactKind.STATE and known.fact.satisfied),
    ]


def _is_shown(part: _Part) -> bool:
    return part.read.verdict is PartVerdict.SHOWN


def _not_closed(part: _Part, case: _Case, quote: str) -> str:
    """Return why a part that the reading calls shown is not, or ""."""
    if not part.cited:
        return f"nothing is named that shows {quote}"
    untrue = [known.fact.line for known in part.cited if not known.fact.satisfied]
    if untrue:
        return f"{quote} does not hold: {'; '.join(untrue)}"
    if not part.sound:
        return f"only what acted itself tells of {quote}, or somebody else did it: {part.cited[0].fact.line}"
    if not _is_fresh(part.sound, case):
        return f"what shows {quote} was so before, and nothing is new: {part.sound[0].fact.line}"
    missing = [token for token in part.tokens if not _is_shown_token(token, part, case)]
    if not missing:
        return ""
    mistyped = [known for known in part.sound if any(token.text in known.fact.mistyped for token in missing)]
    if mistyped:
        return f"{_listed(token.text for token in missing)} of {quote} is a text there, and no number: {mistyped[0].fact.line}"
    return f"nothing that is named for {quote} has {_listed(token.text for token in missing)}"


def _is_fresh(sound: Sequence[Literals], case: _Case) -> bool:
    """Tell whether something new is among it. Where only states speak for a part, the run as a whole must have brought news."""
    if any(
        known.fact.kind is FactKind.READ or (known.fact.news and known.fact.kind is not FactKind.STATE)
        for known in sound
    ):
        return True
    return any(known.fact.news for known in sound) or case.brought_news


def _is_shown_token(token: Token, part: _Part, case: _Case) -> bool:
    if any(_stands_in(token, example, part, case) and _is_shaped(example, part) for example in part.read.examples):
        return True
    if occurs_in(token, part.may_show(token)) or _is_gone(token, part.sound):
        return True
    if token.kind is TokenKind.FILE:
        return _is_made_of(token, part, case)
    if token.kind is TokenKind.CELL:
        # "A4" is a cell and a paper: what a property is, it is of nothing but the document.
        states = (known for known in part.sound if known.fact.kind is FactKind.STATE and not known.references)
        return any(folded(token.text) == folded(text) for known in states for text in known.fact.texts)
    if token.kind not in _MEASURES:
        return False
    if _YEAR.fullmatch(token.text) and any(
        re.search(rf"\b{token.text}-\d\d-\d\d\b", text) for text in _texts_around(part)
    ):
        return True
    if set(token.numbers) == {"0"} and any(_LEADING_ZERO.search(text) for text in _texts_around(part)):
        return True
    # A bound ("more than 10", "if it is above 5") is compared with what was read, and stands in no fact itself.
    asks = all(known.fact.kind in (FactKind.READ, FactKind.STATE) for known in part.sound)
    return asks or any(limit.start <= token.start < limit.end for limit in case.limits)


def _stands_in(token: Token, example: str, part: _Part, case: _Case) -> bool:
    span = case.quotable.find(example, part.span.start)
    return span is not None and span.meets(Span(token.start, token.end))


def _texts_around(part: _Part) -> Iterator[str]:
    """Iterate over the texts of what was read and of what is so. What was changed must have a number itself."""
    kinds = (FactKind.READ, FactKind.STATE)
    return (folded(text) for known in part.sound if known.fact.kind in kinds for text in known.fact.texts)


def _is_shaped(example: str, part: _Part) -> bool:
    """Tell whether a cited text is like an example, letter for letter but for its numbers."""
    if example not in part.read.quote:
        return False
    pieces = _NUMBER.split(folded(example))
    shape = regex(_NUMBER.pattern.join(map(re.escape, pieces)))
    return len(pieces) > 1 and any(shape.search(folded(text)) for known in part.sound for text in known.fact.texts)


def _is_made_of(token: Token, part: _Part, case: _Case) -> bool:
    """Tell whether a cited file is named after the one that the token names, which is as it was: "logo.jpg" of "logo.png"."""
    stem = (path_parts(token.text)[-1:] or ("",))[0].rpartition(".")[0]
    made = (parts[-1] for known in part.sound for text in known.texts if (parts := path_parts(text)))
    if len(stem) < _LEAST_OF_A_STEM or not any(name.startswith(stem) for name in made):
        return False
    return occurs_in(token, (known for known in case.known.values() if known.fact.kind is FactKind.STATE))


def _is_gone(token: Token, sound: Sequence[Literals]) -> bool:
    """Tell whether the token is what a change took away. Where it put something in its place, the request must name that too."""
    changes = (known for known in sound if known.fact.gone and known.fact.kind is not FactKind.READ)
    return any(occurs_in(token, [known.gone]) for known in changes)


def _is_refuted(account: PartAccount) -> bool:
    return account.verdict is PartVerdict.CONTRADICTED and bool(account.shown_by)


def _skipped(case: _Case) -> Iterator[PartAccount]:
    for span in case.quotable.uncovered(part.span for part in case.parts):
        words = case.quotable.request[span.start : span.end]
        yield PartAccount(
            quote=words,
            start=span.start,
            end=span.end,
            verdict=PartVerdict.NOT_SHOWN,
            open=f"nobody read whether {shortened(words)} is done",
        )


def _nothing_shown(accounts: Sequence[PartAccount]) -> Iterator[str]:
    if all(account.verdict is PartVerdict.NOTHING_TO_SHOW for account in accounts):
        yield "nothing that the request asks for is shown"


def _unshown_answer(case: _Case) -> Iterator[str]:
    """Yield what the answer says as a number, date or address that neither a fact nor the request has."""
    known = list(case.known.values())
    if any(one.fact.must_be_asked_for for one in known) and not any(map(_is_answered, case.parts)):
        return
    asked = Literals(Fact(kind=FactKind.STATE, line="", texts=(case.quotable.request,)))
    for token in hard_tokens(case.answer):
        strict = token.kind in (TokenKind.NUMBER, TokenKind.DATE, TokenKind.TIME, TokenKind.ADDRESS)
        if strict and not (
            occurs_in(token, [*known, asked]) or _is_in_a_line(token, known) or _is_rounded(token, known)
        ):
            yield f"the answer says {token.text}, which no fact shows"


def _is_answered(part: _Part) -> bool:
    """Tell whether only what was read shows a part: then it is a question, and the answer rests on that."""
    return _is_shown(part) and bool(part.sound) and all(known.fact.kind is FactKind.READ for known in part.sound)


def _is_rounded(token: Token, known: Sequence[Literals]) -> bool:
    """Tell whether the answer gives a number that was read with fewer decimals: "34.42" of 34.42208."""
    exact = [Decimal(number) for one in known for number in one.numbers if "." in number]
    return any(rounds_to(Decimal(said), number) for said in token.numbers for number in exact)


def _is_in_a_line(token: Token, known: Sequence[Literals]) -> bool:
    """Tell whether a line says it, also within a name ("2025" of "prices_2025.xlsx"), but not within a larger number."""
    plain = folded(token.text)
    alone = regex(rf"(?<![\d.,]){re.escape(plain)}(?![.,]?\d)")
    return any(
        alone.search(folded(one.fact.line))
        or occurs_in(token, [Literals(Fact(kind=FactKind.STATE, line="", texts=(one.fact.line,)))])
        for one in known
    )


def _change_accounts(case: _Case, reading: Reading) -> Iterator[ChangeAccount]:
    entries = {fact: change for change in reversed(reading.changes) for fact in each_id([change.fact], case.known)}
    asked = {
        fact: span
        for fact, change in entries.items()
        if fact in case.known and (span := _asking(change, case, case.known[fact])) is not None
    }
    by_code = unasked(case.quotable.request, case.tokens, case.known, asked, _own_words(case, asked))
    for fact, known in case.known.items():
        if known.fact.kind is not FactKind.CHANGE and not known.fact.outward:
            continue
        entry = entries.get(fact)
        why = ""
        if known.fact.must_be_asked_for:
            why = _not_asked(known, entry, asked.get(fact), case) or by_code.get(fact, "")
        elif not known.fact.by_run:
            why = ""
        asked_by = entry.asked_by if entry and fact in asked else ""
        yield ChangeAccount(line=known.fact.line, asked_by=asked_by, by_product=known.fact.by_product, open=why)


def _own_words(case: _Case, asked: Mapping[str, Span]) -> frozenset[str]:
    """Return the facts that fewer words than a part ask for, and these for nothing else."""
    parts = [part.span for part in case.parts]
    return frozenset(
        fact
        for fact, span in asked.items()
        if any(part.meets(span) and span.end - span.start < part.end - part.start for part in parts)
        and not any(other != fact and span.meets(words) for other, words in asked.items())
    )


def _asking(change: ReadChange, case: _Case, known: Literals) -> Span | None:
    """Return where the words that ask for a change stand: within parts that are shown, one of which names it."""
    span = case.quotable.find(change.asked_by)
    if span is None:
        return None
    met = [part for part in case.parts if part.span.meets(span)]
    return span if any(_is_shown(part) and known in part.cited for part in met) else None


def _not_asked(known: Literals, entry: ReadChange | None, span: Span | None, case: _Case) -> str:
    line = known.fact.line
    if entry is None or not entry.asked_by.strip():
        return f"{line}, which nobody asked for"
    if case.quotable.find(entry.asked_by) is None:
        return f"{line}: the reading says {shortened(entry.asked_by)} asks for it, which the request does not say"
    if span is None:
        # Where the part itself is open, that is what is told.
        asked = case.quotable.find(entry.asked_by)
        met = [part.read.verdict for part in case.parts if asked is not None and part.span.meets(asked)]
        is_open = any(verdict in (PartVerdict.NOT_SHOWN, PartVerdict.CONTRADICTED) for verdict in met)
        return "" if is_open else f"{line}: {shortened(entry.asked_by)} is not shown by it, so that nobody asked for it"
    if _limit(entry, span, case) is None:
        if known.fact.partial:
            return f"nothing shows all of {shortened(entry.asked_by)}, only {known.fact.partial}: {line}"
        if _is_unsent(known, case):
            return f"nothing was sent: {line}"
    return ""


def _is_unsent(known: Literals, case: _Case) -> bool:
    """Tell whether it is a message or form for an address that the request names, which was only kept. It may be what was asked
    for: then words limit it to that, or a state says that nothing went there.
    """
    fact = known.fact
    if fact.kind is not FactKind.CHANGE or fact.channel not in (Channel.MAIL, Channel.PAGE) or fact.outward:
        return False
    named = [token for token in case.tokens if token.kind is TokenKind.ADDRESS and occurs_in(token, [known])]
    states = [other for other in case.known.values() if other.fact.kind is FactKind.STATE and other.fact.satisfied]
    return any(not occurs_in(token, states) for token in named)


def _limits(case: _Case, reading: Reading) -> Iterator[Span]:
    for change in reading.changes:
        limit = _limit(change, case.quotable.find(change.asked_by), case)
        if limit is not None:
            yield limit


def _limit(entry: ReadChange, asked: Span | None, case: _Case) -> Span | None:
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


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(f"'{text}'" for text in dict.fromkeys(texts))
