"""Closes a reading: compares it with the request and the facts, letter for letter and in any script (design.md §11).

A reading can only take VERIFIED away from what this code cannot find fault with. Quotes must be the request's own and
cover it; the hard tokens of a part must occur in facts that are cited for it; those must hold, be news and come from
another channel than the one that acted; and words of the request must ask for each change. It is pure and knows no
word of any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ufo.proof.anchors import unasked
from ufo.proof.case import Case, Part, each_id, laid_beside, limit_of, shortened
from ufo.proof.literals import shortened as cut
from ufo.proof.occurs import Literals, occurs_in
from ufo.proof.quotes import Span
from ufo.proof.shown import MEASURES, is_shown, unshown_answer
from ufo.proof.tokens import TokenKind
from ufo.schema.fact import Channel, FactKind, Facts
from ufo.schema.reading import Account, ChangeAccount, PartAccount, PartVerdict, ReadChange, Reading

_SAID_OPEN = (PartVerdict.NOT_SHOWN, PartVerdict.CONTRADICTED)
"""What a reading itself says of a part that is open."""
_MOST_NAMED, _LONGEST_NAMED = 2, 120
"""How many facts a reason names, and how long each is. The account of the part has them all."""


def close(request: str, facts: Facts, reading: Reading | None, read_by: str, answer: str = "") -> Account:
    """Return what became of each part of the request and who asked for each change. `facts`: numbered, as the reader had them;
    `answer`: what is answered to the person. Never raises for what a reading says.
    """
    if reading is None or not reading.parts:
        return _unread(request, facts, read_by)
    known = {fact.id: Literals(fact) for fact in facts.facts}
    case, invented = laid_beside(request, known, reading, answer)
    read, skipped = list(_part_accounts(case)), list(_skipped(case))
    parts = sorted([*read, *skipped], key=lambda part: part.start)
    changes = list(_change_accounts(case, reading))
    refuted = [part.open for part in parts if part.verdict is PartVerdict.CONTRADICTED and part.shown_by]
    told = [*(part.open for part in parts if part.open not in refuted), *(change.open for change in changes)]
    beside = [*invented, *_nothing_shown(parts), *unshown_answer(case)]
    own = any(part.verdict in _SAID_OPEN for part in read) or any(change.is_denied for change in changes)
    return Account(
        request=request,
        parts=tuple(parts),
        changes=tuple(changes),
        refuted=tuple(dict.fromkeys(refuted)),
        open=_each_once([*told, *beside]),
        doubts=_each_once([*invented, *(part.open for part in skipped)] if own else [*told, *beside]),
        left_out=facts.left_out,
        read_by=read_by,
    )


def _each_once(told: Iterable[str]) -> tuple[str, ...]:
    return tuple(why for why in dict.fromkeys(told) if why)


def _unread(request: str, facts: Facts, read_by: str) -> Account:
    told = f"nobody read whether {shortened(request)} is done"
    part = PartAccount(quote=request, start=0, end=len(request), verdict=PartVerdict.NOT_SHOWN, open=told)
    changes = [
        ChangeAccount(line=fact.line, by_product=fact.by_product)
        for fact in facts.facts
        if fact.kind is FactKind.CHANGE or fact.outward
    ]
    return Account(
        request=request,
        parts=(part,),
        changes=tuple(changes),
        open=(told,),
        doubts=(told,),
        left_out=facts.left_out,
        read_by=read_by,
    )


def _part_accounts(case: Case) -> Iterator[PartAccount]:
    for part in case.parts:
        why = _open(part, case)
        doubt = "" if why else _overruled(part, case)
        yield PartAccount(
            quote=case.quotable.request[part.span.start : part.span.end],
            start=part.span.start,
            end=part.span.end,
            verdict=part.read.verdict,
            shown_by=tuple(known.fact.line for known in part.cited),
            open=why,
            doubt=doubt,
            sure=cut(part.read.sure, _LONGEST_NAMED) if doubt else "",
        )


def _overruled(part: Part, case: Case) -> str:
    """Return what would keep a part open if its reading did not say why it is sure."""
    if not part.read.sure.strip():
        return ""
    return _open(replace(part, read=part.read.model_copy(update={"sure": ""})), case)


def _open(part: Part, case: Case) -> str:
    quote = shortened(part.read.quote)
    if part.unknown_ids:
        return f"for {quote} the reading names fact {', '.join(part.unknown_ids)}, which is not there"
    match part.read.verdict:
        case PartVerdict.SHOWN:
            return _not_closed(part, case, quote)
        case PartVerdict.NOT_SHOWN:
            return f"nothing shows {quote}{_reason(part)}"
        case PartVerdict.CONTRADICTED:
            lines = _named(known.fact.line for known in part.cited)
            why = part.read.why.strip()
            told = f"{why} ({lines})" if why else lines
            return f"{quote} is contradicted: {told}" if part.cited else f"nothing shows {quote}{_reason(part)}"
        case PartVerdict.NOTHING_TO_SHOW:
            free = MEASURES | {TokenKind.QUOTED} if part.read.sure.strip() else MEASURES
            bound = [token for token in part.tokens if token.kind not in free]
            missing = [token.text for token in bound if not occurs_in(token, _for_words(part, case))]
            return f"nothing shows {_listed(missing)} of {quote}" if missing else ""


def _reason(part: Part) -> str:
    return f": {part.read.why.strip()}" if part.read.why.strip() else ""


def _for_words(part: Part, case: Case) -> list[Literals]:
    """Return where the hard tokens of words that ask for nothing may occur: in what shows other parts, and in what is so."""
    others = [known for other in case.parts if other is not part and other.is_shown for known in other.sound]
    return [
        *others,
        *(known for known in case.known.values() if known.fact.kind is FactKind.STATE and known.fact.satisfied),
    ]


def _is_shown(part: Part) -> bool:
    return part.read.verdict is PartVerdict.SHOWN


def _not_closed(part: Part, case: Case, quote: str) -> str:
    """Return why a part that the reading calls shown is not, or ""."""
    if not part.cited:
        return f"nothing is named that shows {quote}"
    untrue = [known.fact.line for known in part.cited if not known.fact.satisfied]
    if untrue:
        return f"{quote} does not hold: {_named(untrue)}"
    if not part.sound:
        return f"only what acted itself tells of {quote}, or somebody else did it: {_named([part.cited[0].fact.line])}"
    if not _is_fresh(part.sound, case):
        return f"what shows {quote} was so before, and nothing is new: {_named([part.sound[0].fact.line])}"
    wrong = [total.fault for total in part.sums if total.is_wrong]
    if wrong:
        return f"{quote}: {wrong[0]}"
    missing = [token for token in part.tokens if not is_shown(token, part, case)]
    if not missing:
        return ""
    mistyped = [known for known in part.sound if any(token.text in known.fact.mistyped for token in missing)]
    if mistyped:
        where = _named([mistyped[0].fact.line])
        return f"{_listed(token.text for token in missing)} of {quote} is a text there, and no number: {where}"
    if all(occurs_in(token, part.sound) for token in missing):
        return f"of what is named for {quote}, only what was read or is as it was has {_listed(token.text for token in missing)}"
    faults = "".join(f"; {total.fault}" for total in part.sums if total.fault)
    return f"nothing that is named for {quote} has {_listed(token.text for token in missing)}{faults}"


def _is_fresh(sound: Sequence[Literals], case: Case) -> bool:
    """Tell whether something new is among it. Where only states speak for a part, the run as a whole must have brought news."""
    if any(
        known.fact.kind is FactKind.READ or (known.fact.news and known.fact.kind is not FactKind.STATE)
        for known in sound
    ):
        return True
    return any(known.fact.news for known in sound) or case.brought_news


def _skipped(case: Case) -> Iterator[PartAccount]:
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


def _change_accounts(case: Case, reading: Reading) -> Iterator[ChangeAccount]:
    entries = {fact: change for change in reversed(reading.changes) for fact in each_id([change.fact], case.known)}
    asked = {
        fact: span
        for fact, change in entries.items()
        if fact in case.known and (span := _asking(change, case, case.known[fact])) is not None
    }
    words, tokens = case.to_be_done
    by_code = unasked(words, tokens, case.known, asked, _own_words(case, asked), case.worked_out)
    for fact, known in case.known.items():
        if known.fact.kind is not FactKind.CHANGE and not known.fact.outward:
            continue
        entry = entries.get(fact)
        why = doubt = ""
        sure = entry.sure.strip() if entry else ""
        if known.fact.must_be_asked_for:
            doubt = by_code.get(fact, "") if sure else ""
            why = _not_asked(known, entry, asked.get(fact), case) or ("" if sure else by_code.get(fact, ""))
        asked_by = entry.asked_by if entry and fact in asked else ""
        yield ChangeAccount(
            line=known.fact.line,
            asked_by=asked_by,
            by_product=known.fact.by_product,
            open=why,
            is_denied=entry is not None and not entry.asked_by.strip(),
            doubt="" if why else doubt,
            sure=cut(sure, _LONGEST_NAMED) if doubt and not why else "",
        )


def _own_words(case: Case, asked: Mapping[str, Span]) -> frozenset[str]:
    """Return the facts that fewer words than a part ask for, and these for nothing else."""
    parts = [part.span for part in case.parts]
    return frozenset(
        fact
        for fact, span in asked.items()
        if any(part.meets(span) and span.end - span.start < part.end - part.start for part in parts)
        and not any(other != fact and span.meets(words) for other, words in asked.items())
    )


def _asking(change: ReadChange, case: Case, known: Literals) -> Span | None:
    """Return where the words that ask for a change stand: within parts that are shown, one of which names it."""
    span = case.quotable.find(change.asked_by)
    if span is None:
        return None
    met = [part for part in case.parts if part.span.meets(span)]
    return span if any(part.is_shown and known in part.cited for part in met) else None


def _not_asked(known: Literals, entry: ReadChange | None, span: Span | None, case: Case) -> str:
    line = known.fact.line
    if entry is None:
        return f"{line}, and nobody read which words asked for it"
    if not entry.asked_by.strip():
        return f"{line}, which nobody asked for"
    if case.quotable.find(entry.asked_by) is None:
        return f"{line}: the reading says {shortened(entry.asked_by)} asks for it, which the request does not say"
    if span is None:
        # Where the part itself is open, that is what is told.
        asked = case.quotable.find(entry.asked_by)
        met = [part.read.verdict for part in case.parts if asked is not None and part.span.meets(asked)]
        is_open = any(verdict in (PartVerdict.NOT_SHOWN, PartVerdict.CONTRADICTED) for verdict in met)
        return "" if is_open else f"{line}: {shortened(entry.asked_by)} is not shown by it, so that nobody asked for it"
    if limit_of(entry, span, case) is None:
        if known.fact.partial and not entry.sure.strip():
            return f"nothing shows all of {shortened(entry.asked_by)}, only {known.fact.partial}: {line}"
        if _is_unsent(known, case):
            return f"nothing was sent: {line}"
    return ""


def _is_unsent(known: Literals, case: Case) -> bool:
    """Tell whether it is a message or form for an address that the request names, which was only kept. It may be what was asked
    for: then words limit it to that, or a state says that nothing went there.
    """
    fact = known.fact
    if fact.kind is not FactKind.CHANGE or fact.channel not in (Channel.MAIL, Channel.PAGE) or fact.outward:
        return False
    named = [token for token in case.tokens if token.kind is TokenKind.ADDRESS and occurs_in(token, [known])]
    states = [other for other in case.known.values() if other.fact.kind is FactKind.STATE and other.fact.satisfied]
    return any(not occurs_in(token, states) for token in named)


def _named(lines: Iterable[str]) -> str:
    """Return what a reason says of facts: the first words of the first ones, and how many more there are."""
    told = list(lines)
    more = [f"and {len(told) - _MOST_NAMED} more"] if len(told) > _MOST_NAMED else []
    return "; ".join([*(cut(line, _LONGEST_NAMED) for line in told[:_MOST_NAMED]), *more])


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(f"'{text}'" for text in dict.fromkeys(texts))
