"""Tells whether pressing what a request names is all that it asks for: then the presses themselves are the proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ufo.proof.account.carried_text import carried_by, tells_to_carry
from ufo.proof.account.of_its_kind import KIND, WHICH, pressed_of_its_kind
from ufo.proof.account.sent_form import holds_all_written, holds_just, sent_in
from ufo.proof.account.sought import SEARCHES, belongs_to, is_described, names_sought
from ufo.proof.independence import plain
from ufo.proof.request import clause_words as say
from ufo.proof.request.clause_words import LETTER_CASE
from ufo.proof.request.clauses import clauses_of
from ufo.proof.request.match import holds_text, same_label, same_text
from ufo.proof.request.model import Deed, Kind, Literal, Look, Role
from ufo.proof.request.spans import Masked, spans_of
from ufo.schema.patterns import any_case
from ufo.schema.tool_facts import ActionKind

_PRESSES = frozenset({ActionKind.CLICK, ActionKind.SELECT, ActionKind.PATH, ActionKind.EXPAND})
_CHOICES = _PRESSES | {ActionKind.CHECK}
_GIVES = frozenset({ActionKind.TEXT, ActionKind.FORM, ActionKind.VALUE, ActionKind.SELECT})
_CHOOSES = any_case(
    r"(?:please\s+)?(?:select|choose|pick|check|tick|mark|(?P<off>un(?:tick|check|select|mark)|clear|deselect))\b"
)
_HARMLESS = any_case(
    r"(?:on|the|an?|in|of|by|to|and|please|now|untick|uncheck|unselect|unmark|clear|deselect|press(?:ing)?|click(?:ing)?|push(?:ing)?|hit(?:ting)?|tap(?:ping)?|widgets?|from|scroll|check|tick|mark|choose|select|pick|close|"
    r"buttons?|links?|menu|items?|options?|tabs?|entry|icons?|dialog|box|page|window|lists?|labell?ed|called|named|that|says|sections?|"
    r"it)"
)
_WRITES = any_case(
    r"(?:enter|type|write|put|fill|insert|in|into|to|as|the|a|an|both|of|this|text|password|passcode|word|name|number|value|date|time|"
    r"set|choose|select|pick|change|use|using|from|for|on|sliders?|spinners?|dropdown|combo|list|menu|"
    r"fields?|box(?:es)?|textbox(?:es)?|inputs?|areas?|textareas?|and|please|with)"
)
_PRESSES_ONE = any_case(
    rf"(?:please\s+)?(?:press|click|push|hit|tap|select|choose)(?:\s+on)?\s+(?P<one>(?:the\s+)?(?:(?:{WHICH})\s+)?(?:{KIND}))"
)
_PLACE = any_case(r"^\s*(?:on|in)\b[^:]*:")
_WAITS = any_case(
    r"(?:please\s+)?wait\s+(?:for\s+)?(?P<seconds>\d+(?:\.\d+)?)\s*(?:s|secs?|seconds?|(?P<minutes>min(?:ute)?s?))"
)
_PURPOSE = any_case(r"\s\bto\s+[a-z]+\s+(?:it|them|this|that)(?:\s+as\s+[a-z]+)?\s*[.,]?\s*$")
"""What a press is for, behind what is pressed: "the star icon to mark it as important"."""
_UNFOLDS = any_case(
    r"\W*(?:please\s+)?(?:expand|open|unfold)\s+(?:the\s+)?(?:[\w-]+\s+){0,3}(?:sections?|menus?|lists?|trees?|items?)\b[\w\s,]*"
)
_FIELD_WORDS = frozenset({"text", "textarea", "textfield", "textbox", "input", "field"})
_CROSSES = frozenset({"x", "\u00d7", "\u2715", "\u2716", "close"})


@dataclass(frozen=True)
class _Told:
    """A request that tells only what to press, and ways to it. `pressed`: the controls in order; `chosen`: deeds that chose what
    it names without an order, `ticked` those of them that the form must show; `ways` that it tells: searches, unfolds; `sought`:
    names of what it tells to find, whose own control is meant. `waits`: behind how many of the controls it tells to wait, and for
    how many seconds.
    """

    pressed: list[Literal] = field(default_factory=list)
    chosen: list[Deed] = field(default_factory=list)
    ticked: list[Deed] = field(default_factory=list)
    ways: set[str] = field(default_factory=set)
    sought: list[str] = field(default_factory=list)
    waits: list[tuple[int, float]] = field(default_factory=list)


def is_named_control(literal: Literal, deed: Deed) -> bool:
    """Tell whether the deed pressed or ticked exactly the control that the request names, and something reacted to it."""
    return not deed.doubtful and deed.reacted and was_aimed_at(literal, deed)


def was_aimed_at(literal: Literal, deed: Deed) -> bool:
    """Tell whether the deed pressed or ticked what the request names, by its name or its kind, whatever came of it."""
    ticks = deed.facts.kind is ActionKind.CHECK and deed.checked and deed.sure
    if (deed.facts.kind not in _PRESSES and not ticks) or deed.reads:
        return False
    wanted = plain(literal.text)
    names = _without_kind(wanted) | (_CROSSES if wanted in _CROSSES else frozenset())
    return bool(names & deed.names) or (literal.quoted and _is_kind(wanted, deed.role))


def _is_kind(word: str, role: str) -> bool:
    """Tell whether a request may call controls of that role so: "radio" for a RadioButton, "textarea" for an Edit."""
    letters = word.replace(" ", "")
    return bool(letters) and (role.casefold().startswith(letters) or (letters in _FIELD_WORDS and role == "Edit"))


def was_chosen_there(literal: Literal, deed: Deed) -> bool:
    """Tell whether it chose the value by a path through menus with the words of its place: "Angle Unit > Degree"."""
    way = deed.said.split("\n") if deed.facts.kind in (ActionKind.PATH, ActionKind.CHECK) and deed.sure else []
    wanted = plain(literal.text).removesuffix("s")
    last = next((at for at, one in enumerate(way) if plain(one).removesuffix("s") == wanted), 0)
    return any(same_label(literal.place, one) for one in way[:last])


def are_all_named_acts(
    request: str, literals: Sequence[Literal], deeds: Sequence[Deed], looks: Sequence[Look] = ()
) -> bool:
    """Tell whether the request asks only for controls to be pressed, chosen or filled in, and just these were, in its order.
    Other presses count against that, unless the request tells to look for what it names.
    """
    done = [one for one in deeds if not one.reads and one.facts.kind not in (ActionKind.WAIT, ActionKind.NOTE)]
    told = _told(request, literals, done, looks)
    if told is None:
        return False
    own = _pressed_in_order(told, done)
    if own is None or not _waited(told, [done[at] for at in own], deeds):
        return False
    others = [
        one for at, one in enumerate(done) if at not in own and one not in told.chosen and not _goes_to_field(one)
    ]
    if told.sought and not _is_of_what_was_sought(told, done[own[-1]] if own else None, others, looks):
        return False
    if (told.ticked and not _were_sent_so(told, done)) or not _were_kept(told, done, looks):
        return False
    unfolded = any(one.reacted and one.facts.kind in _PRESSES for one in done[: min(own, default=0)])
    return (not others or bool(told.ways)) and (unfolded or "unfolds" not in told.ways)


def _pressed_in_order(told: _Told, done: Sequence[Deed]) -> list[int] | None:
    """Return the places of the deeds that pressed what is told, in its order; None where one is missing or the last one came to
    nothing.
    """
    own: list[int] = []
    for literal in told.pressed:
        if own and done[own[-1]].facts.kind is ActionKind.PATH and is_named_control(literal, done[own[-1]]):
            continue
        later = range(own[-1] + 1 if own else 0, len(done))
        place = next((at for at in later if _took_it(literal, done[at])), None)
        if place is None:
            return None
        own.append(place)
    return None if own and not done[own[-1]].reacted else own


def _is_of_what_was_sought(told: _Told, pressed: Deed | None, others: Sequence[Deed], looks: Sequence[Look]) -> bool:
    """Tell whether the control that was pressed is that of what was to be found, and no other one of its name was pressed."""
    if pressed is None or any(was_aimed_at(literal, one) for one in others for literal in told.pressed):
        return False
    return all(belongs_to(one, pressed, others, looks) for one in told.sought)


def _took_it(literal: Literal, deed: Deed) -> bool:
    """Tell whether what it names was pressed. On the way to the last one it is enough that the control took the press."""
    return is_named_control(literal, deed) or (deed.landed and was_aimed_at(literal, deed))


def _waited(told: _Told, own: Sequence[Deed], deeds: Sequence[Deed]) -> bool:
    """Tell whether the agent waited as long as the request tells, between the presses where it tells so."""
    for number, seconds in told.waits:
        after = own[number - 1].at if 0 < number <= len(own) else -1
        before = own[number].at if number < len(own) else len(deeds) + after + 1
        if sum(one.waited_s for one in deeds if after < one.at < before) < seconds:
            return False
    return True


def _were_sent_so(told: _Told, done: Sequence[Deed]) -> bool:
    """Tell whether just what was chosen was chosen in the form when it was sent. Where nothing was sent, boxes still show it."""
    if not told.pressed and not any(one.facts.kind is ActionKind.CLICK and one.form for one in done):
        return True
    sent = sent_in(done)
    return sent is not None and sent.form is not None and holds_just(told.ticked, sent.form)


def _were_kept(told: _Told, done: Sequence[Deed], looks: Sequence[Look]) -> bool:
    """Tell whether the form that was sent held what was written. A page may change a text, or say that it is wrong."""
    wrote = any(one.texts for one in told.chosen)
    return not wrote or all(one.form is None for one in done) or holds_all_written(done, looks)


def _goes_to_field(deed: Deed) -> bool:
    return deed.facts.kind is ActionKind.CLICK and deed.role == "Edit"


def _told(request: str, literals: Sequence[Literal], done: Sequence[Deed], looks: Sequence[Look]) -> _Told | None:
    """Return what the request tells to press and to fill in, or None where it tells anything else."""
    told = _Told()
    carried = carried_by(request, done, looks)
    for words, own in _clauses(request, literals):
        places = [one.place for one in own if one.role is Role.VALUE and one.place]
        rest = _without(words, [*(one.text for one in own), *places])
        # What is not firm may only describe what is pressed, as in "the last button".
        names = any(one.firm for one in own)
        by_kind = () if names else _by_kind(words, request, carried, done, looks)
        if own and _is_harmless(_PURPOSE.sub("", rest)) and _were_pressed(own, done):
            told.pressed.extend(own)
        elif wait := _WAITS.fullmatch(words.strip(" .,")):
            told.waits.append((len(told.pressed), float(wait["seconds"]) * (60 if wait["minutes"] else 1)))
        elif chosen := _chosen(words, done) or (_written(own, rest, done) if names else by_kind):
            told.chosen.extend(chosen)
            told.ticked.extend(one for one in chosen if _CHOOSES.match(words) and not one.facts.writes)
        elif own or not _leads_there(words, told):
            return None
    return told if told.pressed or told.chosen else None


def _leads_there(words: str, told: _Told) -> bool:
    """Tell whether the clause says nothing, or only how to get to what is pressed; note which way that is."""
    if is_described(words):
        return False
    if _UNFOLDS.fullmatch(words):
        told.ways.add("unfolds")
    elif SEARCHES.match(words):
        told.ways.add("searches")
        told.sought.extend(names_sought(words))
    return bool(_UNFOLDS.fullmatch(words) or SEARCHES.match(words)) or not words.strip(" .,")


def _by_kind(
    words: str, request: str, carried: Sequence[Deed], done: Sequence[Deed], looks: Sequence[Look]
) -> Sequence[Deed]:
    """Return the deeds of a clause that names nothing: it copies from field to field, or calls a control by its kind."""
    sole = _sole(words, done, looks)
    if sole is not None:
        return [sole]
    return carried if carried and tells_to_carry(words, request) else ()


def _were_pressed(own: Sequence[Literal], done: Sequence[Deed]) -> bool:
    return all(one.role is Role.CONTROL and any(_took_it(one, deed) for deed in done) for one in own)


def _sole(words: str, done: Sequence[Deed], looks: Sequence[Look]) -> Deed | None:
    """Return the deed that pressed what the clause calls by its kind and place alone, as in "Click the button"."""
    match = _PRESSES_ONE.fullmatch(words.strip(" .,"))
    pressed = (one for one in done if one.facts.kind in _PRESSES and one.reacted and not one.doubtful)
    return next((one for one in pressed if match and pressed_of_its_kind(match["one"], one, looks)), None)


def _written(own: Sequence[Literal], rest: str, done: Sequence[Deed]) -> list[Deed]:
    """Return the deeds that wrote all the texts that a clause tells to write, where it says no more than that and something that
    was pressed later took them: a field alone only confirms itself.
    """
    given = (Kind.NUMBER, Kind.DATE)
    texts = [
        one for one in own if one.role is Role.VALUE or (one.role is Role.MENTION and (one.quoted or one.kind in given))
    ]
    if not texts or any(one not in texts and one.role is not Role.QUANTIFIER for one in own):
        return []
    found = [(at, one) for at, one in enumerate(done) if one.sure and any(_wrote(it, one) for it in texts)]
    rest = LETTER_CASE.sub("", rest) if any(one.is_cased for one in texts) else rest
    loose = [one for one in texts if not one.place]
    # Of one text alone the words beside it may be its field's: with two they could be swapped.
    labels = {word for _, one in found for name in one.names for word in name.split()} if len(loose) == 1 else set()
    words = re.sub(r"[^\w\s]", " ", rest).split()
    if not all(_WRITES.fullmatch(one) or one.casefold() in labels for one in words):
        return []
    is_whole = all(any(_wrote(it, one) for _, one in found) for it in texts)
    is_taken = bool(found) and any(
        one.reacted and one.facts.kind in _PRESSES and not _goes_to_field(one) for one in done[found[-1][0] + 1 :]
    )
    return [one for _, one in found] if is_whole and is_taken else []


def _wrote(literal: Literal, deed: Deed) -> bool:
    is_placed = literal.place and not _is_kind(plain(literal.place), "Edit")
    if deed.facts.kind not in _GIVES or (is_placed and not any(same_label(literal.place, it) for it in deed.names)):
        return False
    return entered(literal.text, deed) or (deed.facts.kind is ActionKind.SELECT and plain(literal.text) in deed.names)


def entered(text: str, deed: Deed) -> bool:
    """Tell whether the deed gave its field that text. What a password field shows is no text of the deed."""
    hidden = not deed.texts and deed.said.split("\n") if deed.facts.writes else ()
    return any(same_text(text, one) for one in (*deed.texts, *(hidden or ())))


def _chosen(words: str, done: Sequence[Deed]) -> list[Deed]:
    """Return the deeds that chose what the clause names, where it says no more than that."""
    match = _CHOOSES.match(words)
    if match is None:
        return []
    rest = plain(words)
    found = []
    for deed in done:
        named = sorted((one for one in deed.names if holds_text(one, words)), key=len, reverse=True)
        chooses = deed.checked is not bool(match["off"]) and (deed.checked is not None or deed.facts.kind in _CHOICES)
        is_just_that = all(holds_text(one, words) for one in deed.items)
        if named and deed.sure and chooses and is_just_that:
            found.append(deed)
            for name in named:
                rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
    return found if _is_harmless(rest) else []


def _is_harmless(words: str) -> bool:
    return all(map(_HARMLESS.fullmatch, re.sub(r"[^\w\s]", " ", words).split()))


def _clauses(request: str, literals: Sequence[Literal]) -> Iterator[tuple[str, list[Literal]]]:
    masked = Masked(request, spans_of(request))
    for text, start in clauses_of(masked):
        first, end = masked.place_of(start), masked.place_of(start + len(text))
        own = [one for one in literals if first <= one.at < max(end, first + 1)]
        yield _PLACE.sub("", masked.words(text)).strip(), own


def _without(words: str, texts: Sequence[str]) -> str:
    rest = words
    for text in texts:
        rest = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", " ", rest, count=1, flags=re.IGNORECASE)
    return rest


def _without_kind(name: str) -> frozenset[str]:
    """Return the name, and without the kind word that may stand behind it: "submit button"."""
    first, _, last = name.rpartition(" ")
    return frozenset({name, first}) if first and say.KIND_OF_CONTROL.fullmatch(last) else frozenset({name})
