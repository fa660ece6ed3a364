"""Tells whether pressing what a request names is all that it asks for: then the presses themselves are the proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ufo.proof.account.carried_text import carried_by, tells_to_carry
from ufo.proof.account.of_its_kind import KIND, WHICH, pressed_of_its_kind
from ufo.proof.findings.independence import plain
from ufo.proof.request import clause_words as say
from ufo.proof.request.clauses import clauses_of
from ufo.proof.request.match import holds_text, same_label, same_text
from ufo.proof.request.model import Deed, Literal, Look, Role
from ufo.proof.request.spans import Masked, spans_of
from ufo.schema.patterns import any_case
from ufo.schema.tool_facts import ActionKind

_PRESSES = frozenset({ActionKind.CLICK, ActionKind.SELECT, ActionKind.PATH, ActionKind.EXPAND})
_CHOICES = _PRESSES | {ActionKind.CHECK}
_CHOOSES = any_case(r"(?:please\s+)?(?:select|choose|pick|check|tick|mark)\b")
_HARMLESS = any_case(
    r"(?:on|the|an?|in|of|by|to|and|please|now|press(?:ing)?|click(?:ing)?|push(?:ing)?|hit(?:ting)?|tap(?:ping)?|widgets?|from|scroll|check|tick|mark|choose|select|pick|close|"
    r"buttons?|links?|menu|items?|options?|tabs?|entry|icons?|dialog|box|page|window|lists?|labell?ed|called|named|that|says|sections?|"
    r"it)"
)
_WRITES = any_case(
    r"(?:enter|type|write|put|fill|insert|in|into|to|as|the|a|an|both|of|this|text|password|passcode|word|name|number|value|date|time|"
    r"fields?|box(?:es)?|textbox(?:es)?|inputs?|areas?|textareas?|and|please|with)"
)
_PRESSES_ONE = any_case(
    rf"(?:please\s+)?(?:press|click|push|hit|tap|select|choose)(?:\s+on)?\s+(?P<one>(?:the\s+)?(?:(?:{WHICH})\s+)?(?:{KIND}))"
)
_PLACE = any_case(r"^\s*(?:on|in)\b[^:]*:")
_SEARCHES = any_case(r"\W*(?:please\s+)?(?:find|search|look|switch|scroll|go)\b")
_UNFOLDS = any_case(
    r"\W*(?:please\s+)?(?:expand|open|unfold)\s+(?:the\s+)?(?:[\w-]+\s+){0,3}(?:sections?|menus?|lists?|trees?|items?)\b[\w\s,]*"
)
_FIELD_WORDS = frozenset({"text", "textarea", "textfield", "textbox", "input", "field"})
_CROSSES = frozenset({"x", "\u00d7", "\u2715", "\u2716", "close"})


@dataclass(frozen=True)
class _Told:
    """A request that tells only what to press, and ways to it. `pressed`: the controls in order; `chosen`: deeds that chose what
    it names without an order; `searches`, `unfolds`: ways that it tells.
    """

    pressed: list[Literal] = field(default_factory=list)
    chosen: list[Deed] = field(default_factory=list)
    ways: set[str] = field(default_factory=set)


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
    own: list[int] = []
    for literal in told.pressed:
        if own and done[own[-1]].facts.kind is ActionKind.PATH and is_named_control(literal, done[own[-1]]):
            continue
        later = range(own[-1] + 1 if own else 0, len(done))
        place = next((at for at in later if is_named_control(literal, done[at])), None)
        if place is None:
            return False
        own.append(place)
    others = [
        one for at, one in enumerate(done) if at not in own and one not in told.chosen and not _goes_to_field(one)
    ]
    unfolded = any(one.reacted and one.facts.kind in _PRESSES for one in done[: min(own, default=0)])
    return (not others or bool(told.ways)) and (unfolded or "unfolds" not in told.ways)


def _goes_to_field(deed: Deed) -> bool:
    return deed.facts.kind is ActionKind.CLICK and deed.role == "Edit"


def _told(request: str, literals: Sequence[Literal], done: Sequence[Deed], looks: Sequence[Look]) -> _Told | None:
    """Return what the request tells to press and to fill in, or None where it tells anything else."""
    told = _Told()
    carried = carried_by(request, done, looks)
    for words, own in _clauses(request, literals):
        rest = _without(words, [one.text for one in own])
        # What is not firm may only describe what is pressed, as in "the last button".
        names = any(one.firm for one in own)
        by_kind = () if names else _by_kind(words, request, carried, done, looks)
        if own and _is_harmless(rest) and _were_pressed(own, done):
            told.pressed.extend(own)
        elif chosen := _chosen(words, done) or (_written(own, rest, done) if names else by_kind):
            told.chosen.extend(chosen)
        elif own or not _leads_there(words, told):
            return None
    return told if told.pressed or told.chosen else None


def _leads_there(words: str, told: _Told) -> bool:
    """Tell whether the clause says nothing, or only how to get to what is pressed; note which way that is."""
    if _UNFOLDS.fullmatch(words):
        told.ways.add("unfolds")
    elif _SEARCHES.match(words):
        told.ways.add("searches")
    return bool(_UNFOLDS.fullmatch(words) or _SEARCHES.match(words)) or not words.strip(" .,")


def _by_kind(
    words: str, request: str, carried: Sequence[Deed], done: Sequence[Deed], looks: Sequence[Look]
) -> Sequence[Deed]:
    """Return the deeds of a clause that names nothing: it copies from field to field, or calls a control by its kind."""
    sole = _sole(words, done, looks)
    if sole is not None:
        return [sole]
    return carried if carried and tells_to_carry(words, request) else ()


def _were_pressed(own: Sequence[Literal], done: Sequence[Deed]) -> bool:
    return all(one.role is Role.CONTROL and any(is_named_control(one, deed) for deed in done) for one in own)


def _sole(words: str, done: Sequence[Deed], looks: Sequence[Look]) -> Deed | None:
    """Return the deed that pressed what the clause calls by its kind and place alone, as in "Click the button"."""
    match = _PRESSES_ONE.fullmatch(words.strip(" .,"))
    pressed = (one for one in done if one.facts.kind in _PRESSES and one.reacted and not one.doubtful)
    return next((one for one in pressed if match and pressed_of_its_kind(match["one"], one, looks)), None)


def _written(own: Sequence[Literal], rest: str, done: Sequence[Deed]) -> list[Deed]:
    """Return the deeds that wrote all the texts that a clause tells to write, where it says no more than that and something that
    was pressed later took them: a field alone only confirms itself.
    """
    texts = [one for one in own if one.role is Role.VALUE or (one.role is Role.MENTION and one.quoted)]
    if not texts or any(one not in texts and one.role is not Role.QUANTIFIER for one in own):
        return []
    if not all(map(_WRITES.fullmatch, re.sub(r"[^\w\s]", " ", rest).split())):
        return []
    found = [(at, one) for at, one in enumerate(done) if one.sure and any(_wrote(it, one) for it in texts)]
    is_whole = all(any(_wrote(it, one) for _, one in found) for it in texts)
    is_taken = bool(found) and any(
        one.reacted and one.facts.kind in _PRESSES and not _goes_to_field(one) for one in done[found[-1][0] + 1 :]
    )
    return [one for _, one in found] if is_whole and is_taken else []


def _wrote(literal: Literal, deed: Deed) -> bool:
    return deed.facts.kind in (ActionKind.TEXT, ActionKind.FORM) and entered(literal.text, deed)


def entered(text: str, deed: Deed) -> bool:
    """Tell whether the deed gave its field that text. What a password field shows is no text of the deed."""
    hidden = not deed.texts and deed.said.split("\n") if deed.facts.writes else ()
    return any(same_text(text, one) for one in (*deed.texts, *(hidden or ())))


def _chosen(words: str, done: Sequence[Deed]) -> list[Deed]:
    """Return the deeds that chose what the clause names, where it says no more than that."""
    if not _CHOOSES.match(words):
        return []
    rest = plain(words)
    found = []
    for deed in done:
        named = sorted((one for one in deed.names if holds_text(one, words)), key=len, reverse=True)
        chooses = deed.checked or (deed.checked is None and deed.facts.kind in _CHOICES)
        if named and deed.sure and chooses:
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
        rest = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", " ", rest, count=1)
    return rest


def _without_kind(name: str) -> frozenset[str]:
    """Return the name, and without the kind word that may stand behind it: "submit button"."""
    first, _, last = name.rpartition(" ")
    return frozenset({name, first}) if first and say.KIND_OF_CONTROL.fullmatch(last) else frozenset({name})
