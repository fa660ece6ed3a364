"""Decides how a run ends: VERIFIED only where the request's own words are accounted for, not by the model's conditions alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ufo.proof.account.accounts import Account, World, account
from ufo.proof.account.answers import Judged, Question, asks, judge_answer, may_ask
from ufo.proof.account.drawn_acts import drawn_as_asked
from ufo.proof.account.named_acts import are_all_named_acts
from ufo.proof.account.opened_application import only_opens_or_saves, opened_what_it_names
from ufo.proof.account.sent_form import holds_all_written
from ufo.proof.account.sent_messages import was_sent_to_whom_it_names
from ufo.proof.account.sent_texts import names_left_out, texts_sent
from ufo.proof.account.settings import settings_tell
from ufo.proof.account.told_deeds import Evidence, Told, told_deed
from ufo.proof.acts.shown_again import SHOWN_AGAIN
from ufo.proof.conditions.contract import Contract
from ufo.proof.conditions.withdrawn import not_made_good
from ufo.proof.request.asked_deeds import asked_deeds
from ufo.proof.request.clause_words import ONE_OF
from ufo.proof.request.clauses import is_line
from ufo.proof.request.match import holds_text
from ufo.proof.request.model import Deed, Kind, Literal, Look, Role, Seen
from ufo.proof.request.ranks import is_order
from ufo.schema.outcome import RunOutcome
from ufo.schema.patterns import any_case
from ufo.schema.predicate import Finding, Predicate, Truth, WindowPredicate, refuted
from ufo.schema.tool_facts import ActionKind
from ufo.verify.documents.references import parse_reference

_LOCKS = any_case(r"\b(?:passwords?|encrypt\w*|protect\w*)\b")
_MOVES = ("extract", "copy", "transfer", "take", "fetch", "put the", "bring", "paste", "carry", "move")


@dataclass(frozen=True)
class Case:
    """All that is known at the end. `untold`: deeds that no check covers. `findings`: those that count; `tried`: derived
    conditions that did not hold and refute nothing, which are not among them.
    """

    contract: Contract
    findings: Sequence[Finding]
    deeds: Sequence[Deed]
    seen: Sequence[Seen]
    written: Sequence[str]
    answer: str = ""
    untold: Sequence[str] = ()
    tried: Sequence[Finding] = field(default_factory=tuple)
    by_model: bool = False
    """Whether a model worked, and not the built-in planner: what a grammar reads out of words is then no reason to fail."""
    looks: Sequence[Look] = field(default_factory=tuple)
    """What was listed when actions were chosen, oldest first."""

    @property
    def standing(self) -> list[Finding]:
        return [one for one in self.findings if not one.withdrawn]


@dataclass(frozen=True)
class Weighed:
    """The request weighed against the world. `wrong`: what the request says and the world contradicts. `gaps`: what nothing
    accounts for. `news`: whether anything came about that the request itself asks for. `by_acts`: what was pressed is all that
    it asks for, told in the words `how`. `ways`: for a gap, the condition that would fill it; `idle`: gaps that nothing which
    could still be stated or read would fill.
    """

    wrong: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    news: bool = False
    by_acts: bool = False
    ways: Mapping[str, Predicate] = field(default_factory=dict)
    idle: frozenset[str] = frozenset()
    how: str = "what it names was pressed"


def judge(case: Case) -> tuple[RunOutcome, str]:
    """Judge a run whose model says that it is done. Blocking: reads documents."""
    weighed = weigh(case)
    broken, doubted = against(case, weighed)
    if broken:
        return RunOutcome.FAILED, f"said to be done, but: {'; '.join(dict.fromkeys((*broken, *doubted)))}"
    if doubted:
        return (
            RunOutcome.COMPLETED_UNVERIFIED,
            f"done, but what the request or the actions lead to does not hold: {'; '.join(doubted)}",
        )
    lacking = lacks(case, weighed)
    if lacking:
        return RunOutcome.COMPLETED_UNVERIFIED, lacking
    number = len(case.standing)
    if number == 0:
        return RunOutcome.VERIFIED, weighed.how if weighed.by_acts else "the answer is what was read"
    return RunOutcome.VERIFIED, f"{number} of {number} conditions hold"


def lacks(case: Case, weighed: Weighed) -> str:
    """Return what keeps a run from VERIFIED which nothing speaks against, or ""."""
    held = texts_sent(case.deeds)
    return _not_proved(case, weighed) or not_made_good(case.findings, held) or _not_asked_for(case, weighed)


def against(case: Case, weighed: Weighed) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what speaks against the run: what fails it, and what only keeps it from VERIFIED.

    A condition that was stated fails it. Where a model worked, what was read out of the request's words does not, since the
    words may mean something else.
    """
    stated = [one.evidence for one in refuted(case.findings) if not one.derived]
    by_words = [*(one.evidence for one in refuted(case.findings) if one.derived), *weighed.wrong]
    told = tuple(dict.fromkeys(one for one in by_words if one not in stated))
    return (tuple(stated), told) if case.by_model else ((*stated, *told), ())


def _not_proved(case: Case, weighed: Weighed) -> str:
    findings = case.standing
    locks = bool(_LOCKS.search(case.contract.request))
    unknown = [one.evidence for one in findings if one.truth is Truth.UNKNOWN and not (locks and _is_locked(one))]
    answered = weighed.by_acts or (asks(case.contract.request) and weighed.news and not weighed.gaps)
    if unknown or (not findings and not answered):
        return f"done, but not proved: {'; '.join(unknown) or 'nothing was stated that could be checked'}"
    same = [one.evidence for one in findings if not one.independent]
    if same and not weighed.by_acts:
        return f"done, but only the interface that acted confirms it: {'; '.join(same)}"
    nothing_done = not any(not one.reads for one in case.deeds)
    is_state = asks(case.contract.request) or _was_read_out(case) or case.contract.wants_a_state
    is_opened = only_opens_or_saves(case.contract.request)
    old = all(one.stale or (isinstance(one.predicate, WindowPredicate) and not is_opened) for one in findings)
    if nothing_done and findings and old and not is_state:
        held = "; ".join(dict.fromkeys(one.evidence for one in findings))
        return f"nothing was done, and what was stated held already: {held}"
    # What a field was given does not tell that it was sent.
    wrote = any(one.facts.writes for one in case.deeds if not one.reads)
    is_sent = wrote and holds_all_written(case.deeds, case.looks)
    if case.untold and ((wrote and not is_sent) or not weighed.by_acts):
        return f"done, but not all of it is proved: no check covers {'; '.join(case.untold)}"
    return ""


def _is_locked(finding: Finding) -> bool:
    """Tell whether nothing is known of the file because it is locked, which proves a request to lock it."""
    return "is protected by a password" in finding.evidence


def _not_asked_for(case: Case, weighed: Weighed) -> str:
    if weighed.gaps:
        return f"done, but not all that the request names is accounted for: {'; '.join(weighed.gaps)}"
    again = [one for one in case.standing if one.channel == SHOWN_AGAIN]
    if again and not settings_tell(case.contract.request, [one for one in case.standing if one.proves]):
        return "done, but not each setting that the request names was shown to be so when it was opened again"
    left_out = names_left_out(case.contract.request, case.deeds, case.seen)
    if left_out:
        return f"done, but what was sent has no {', '.join(map(repr, left_out))}"
    if not weighed.news:
        return (
            "done, but no check of what the request itself names shows anything new: only the conditions that the model "
            "stated hold"
        )
    return ""


def weigh(case: Case) -> Weighed:
    """Compare every literal of the request with the world, and the answer where the request asks for one."""
    world = World(
        case.contract.literals,
        case.findings,
        case.deeds,
        case.seen,
        case.contract.derivation(case.written),
        case.answer,
        case.tried,
        case.contract.request,
        case.looks,
    )
    if drawn_as_asked(case.contract.request, case.deeds, case.looks, case.answer):
        return Weighed(news=True, by_acts=True, how="what the page draws is as it asks")
    accounts = [(literal, account(literal, world)) for literal in case.contract.literals]
    wrong = [one.why for _, one in accounts if one.wrong]
    gaps = [one.why for _, one in accounts if not one.held and not one.wrong]
    gaps += _could_be_swapped(accounts, case)
    deeds = _deeds_told(accounts, world)
    gaps += [one.why for one in deeds if not one.held]
    told = [
        one
        for literal, one in accounts
        if one.held and one.news and literal.role is not Role.CONTROL and (deeds or literal.role is not Role.SOURCE)
    ]
    by_acts = are_all_named_acts(case.contract.request, case.contract.literals, case.deeds, case.looks) or _only_chose(
        accounts, case
    )
    proofs = [one for one in case.standing if one.proves]
    told_so = settings_tell(case.contract.request, proofs) or was_sent_to_whom_it_names(
        case.contract.request, case.contract.literals, case.deeds
    )
    news = (
        by_acts
        or told_so
        or any(not one.slight for one in told)
        or any(one.held and one.news for one in deeds)
        or (bool(told) and only_opens_or_saves(case.contract.request))
    )
    ways = {told.why: way for one, told in accounts if told.why in gaps and (way := _way(one, world)) is not None}
    idle = frozenset(one.why for _, one in accounts if one.idle)
    if asks(case.contract.request):
        judged = _answered(case, world)
        idle |= frozenset([judged.why] if judged.is_final else [])
        wrong += [judged.why] if judged.wrong else []
        gaps += [judged.why] if judged.why and not judged.wrong else []
        news = news or not judged.why
    elif _was_read_out(case) or opened_what_it_names(case.contract.request, case.findings, case.deeds):
        news = True
    stated = case.contract.wants_a_state and all(one.held for _, one in accounts)
    told_news = news or stated or _was_carried_over(case)
    return Weighed(tuple(wrong), tuple(dict.fromkeys(gaps)), told_news, by_acts, ways, idle)


def _deeds_told(accounts: Sequence[tuple[Literal, Account]], world: World) -> list[Told]:
    """Return what is told of the deeds that the request asks for. Where its words name none, what is new in a file that it works
    with has nothing to do with it.
    """
    asked = asked_deeds(world.request, world.literals)
    held = [literal for literal, one in accounts if one.held and one.news]
    return [
        told_deed(one, Evidence(world.proofs, one.own(world.literals), one.own(held), world.derivation, world.deeds))
        for one in asked
    ]


def _only_chose(accounts: Sequence[tuple[Literal, Account]], case: Case) -> bool:
    """Tell whether the request asks only for one of several that a rule singles out, for an order or a place in it, and for
    controls to be pressed, and nothing else was done.
    """
    rules = [literal for literal, _ in accounts if literal.role in (Role.RANKED, Role.RANGED)]
    named = [(literal, told) for literal, told in accounts if literal.firm and literal.role is not Role.SOURCE]
    done = [one for one in case.deeds if not one.reads and one.facts.kind is not ActionKind.WAIT]
    in_order = len(named) == 1 and all(is_order(one) for one in rules)
    moves = [one for one in done if one.facts.kind is ActionKind.DRAG]
    moving = [one for one in rules if one.role is Role.RANGED or is_order(one)] if moves else []
    return (
        bool(rules)
        and all(told.held and told.news for _, told in named)
        and all(literal in rules or literal.role is Role.CONTROL for literal, _ in named)
        and (in_order or len(done) - len(moves) == len(named) - len(moving))
    )


def _way(literal: Literal, world: World) -> Predicate | None:
    """Return the first condition that would show the literal."""
    return next((one.predicate for one in world.derivation.conditions([literal])), None)


def _was_read_out(case: Case) -> bool:
    """Tell whether the answer is a whole text that was read, for a request to read out or show something."""
    answer = case.answer.strip()
    return may_ask(case.contract.request) and bool(answer) and any(answer == one.text.strip() for one in case.seen)


def _answered(case: Case, world: World) -> Judged:
    asked = [one for one in case.contract.literals if one.role is Role.ASKED]
    paths = {one: path for one in asked if (path := world.derivation.path_of(one)) is not None}
    return judge_answer(Question(case.contract.request, case.contract.literals, case.answer, case.seen, paths))


def _could_be_swapped(accounts: Sequence[tuple[Literal, Account]], case: Case) -> list[str]:
    """Return a gap where several values could be swapped: a look without a place does not show which of them belongs where."""
    loose = [one for one, told in accounts if told.loosely]
    if len(loose) > 1 and not _only_one_control(loose, case):
        return [f"which of {_listed(loose)} belongs in which of {', '.join(one.place for one in loose)}"]
    cells = [one for one, _ in accounts if one.role is Role.MENTION and one.kind is Kind.CELL]
    values = [
        one
        for one, _ in accounts
        if one.role in (Role.MENTION, Role.VALUE)
        and one.kind in (Kind.TEXT, Kind.NUMBER, Kind.DATE)
        and (not one.place or not (parse_reference(one.place) or is_line(one.place)))
    ]
    if len(cells) > 1 and len(values) > 1 and not asks(case.contract.request):
        return [f"which of {_listed(values)} belongs in which of {', '.join(one.place for one in cells)}"]
    return []


def _only_one_control(loose: Sequence[Literal], case: Case) -> bool:
    places = {one.names for one in case.deeds for text in one.texts if any(holds_text(it.text, text) for it in loose)}
    return len(places) < 2


def _listed(literals: Sequence[Literal]) -> str:
    return ", ".join(repr(one.text) for one in literals)


def _was_carried_over(case: Case) -> bool:
    """Tell whether all that was written had been read elsewhere in this run. This is for a request that names nothing letter
    for letter but what is pressed, and asks for something to be carried from one place to another.
    """
    named = any(one.role is not Role.CONTROL for one in case.contract.literals)
    if (
        named
        or ONE_OF.search(case.contract.request)
        or not any(word in case.contract.request.casefold() for word in _MOVES)
    ):
        return False
    written = [text for one in case.deeds if not one.reads for text in one.texts]
    pieces = [part for text in written for part in _pieces(text)]
    read = [one for one in case.seen if one.text not in written]
    return bool(pieces) and all(any(holds_text(part, one.text) for one in read) for part in pieces)


def _pieces(text: str) -> list[str]:
    for sign in "\n\t;|":
        text = text.replace(sign, ",")
    return [part.strip() for part in text.split(",") if part.strip()]
