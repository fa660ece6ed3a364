"""Tells whether the one of several was pressed that a rule of the request singles out, by values that the look before showed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum, auto

from ufo.proof.independence import plain
from ufo.proof.request.match import holds_text
from ufo.proof.request.model import Deed, Listed, Look
from ufo.proof.request.ranks import ANY_PRESS, Rank
from ufo.proof.request.rated import Measure, shape_of, value_of, value_within
from ufo.schema.roles import BUTTONS_AND_LINKS, CHECK_AND_RADIO_BUTTONS
from ufo.schema.tool_facts import ActionKind

_PRESSES = frozenset({ActionKind.CLICK, ActionKind.SELECT, ActionKind.CHECK})
_PRESSED_ROLES = BUTTONS_AND_LINKS | CHECK_AND_RADIO_BUTTONS | {"MenuItem"}
_NEAR = 4
"""Pixels by which controls of one list may stand out of line."""
_DAY_S = 86400.0


class Choice(Enum):
    """What can be told of a choice by a rule."""

    RIGHT = auto()
    WRONG = auto()
    UNTOLD = auto()


class Side(Enum):
    """Where the value of a control stands in the list: in its own words, or in the controls before or behind it."""

    OWN = auto()
    BEFORE = auto()
    AFTER = auto()


def judge_choice(rank: Rank, deeds: Sequence[Deed], looks: Sequence[Look]) -> Choice:
    """Judge what was pressed by a rule. It is right only where all that was pressed among the like was what the rule means."""
    if rank.sorts:
        return _sorted(rank, deeds, looks)
    if rank.in_order:
        return _in_order(rank, deeds, looks)
    told = [one for deed in deeds if _presses(deed) if (one := _one(rank, deed, looks)) is not Choice.UNTOLD]
    if not told:
        return Choice.UNTOLD
    if all(one is Choice.RIGHT for one in told):
        return Choice.RIGHT
    return Choice.WRONG if told[-1] is Choice.WRONG else Choice.UNTOLD


def _presses(deed: Deed) -> bool:
    return deed.facts.kind in _PRESSES and not deed.reads and not deed.doubtful


def _look_of(deed: Deed, looks: Sequence[Look]) -> Look | None:
    return next((one for one in looks if one.shows_before(deed)), None)


def _one(rank: Rank, deed: Deed, looks: Sequence[Look]) -> Choice:
    look = _look_of(deed, looks)
    if look is None or not look.is_whole:
        return Choice.UNTOLD
    place = _place_of(deed, look)
    for peers in _peers(place, look.listed) if place is not None else ():
        values, side = _values(rank, peers, look.listed)
        if not values or not _is_the_act(rank.verb, peers, look.listed, deed):
            continue
        assert place is not None
        meant = _meant(rank, peers, side, look.listed)
        if place not in meant:
            return Choice.UNTOLD
        value = dict(zip(peers, values, strict=True))
        best = (max if rank.largest else min)(value[one] for one in meant)
        if [value[one] for one in meant].count(best) > 1:
            return Choice.UNTOLD
        if value[place] != best:
            return Choice.WRONG
        return Choice.RIGHT if deed.reacted else Choice.UNTOLD
    return Choice.UNTOLD


def _meant(rank: Rank, peers: Sequence[int], side: Side, listed: Sequence[Listed]) -> list[int]:
    """Return the peers that the rule chooses of: those whose rows have the words that tell some of them from the others, as
    "blue" does in "the cheapest blue mug". None where it is not told in whose row such words stand.
    """
    words = {one.casefold() for one in re.findall(r"[^\W_]{3,}", f"{rank.noun} {rank.after}")}
    sides = [side] if side is not Side.OWN else list(Side)
    found = [_with_words(words, peers, [_row(at, peers, one, listed) for at in peers]) for one in sides]
    return found[0] if all(one == found[0] for one in found) else []


def _with_words(words: AbstractSet[str], peers: Sequence[int], rows: Sequence[str]) -> list[int]:
    own = {word for word in words if 0 < sum(_has(word, row) for row in rows) < len(rows)}
    return [at for at, row in zip(peers, rows, strict=True) if all(_has(word, row) for word in own)]


def _row(at: int, peers: Sequence[int], side: Side, listed: Sequence[Listed]) -> str:
    """Return the words of a peer with those that stand on that side of it, no further than the next one."""
    widest = max(later - one for one, later in zip(peers, peers[1:], strict=False)) - 1
    before = max((one for one in peers if one < at), default=at - widest - 1)
    after = min((one for one in peers if one > at), default=at + widest + 1)
    first, end = {Side.OWN: (at, at + 1), Side.BEFORE: (before + 1, at + 1), Side.AFTER: (at, after)}[side]
    return "\n".join(f"{one.name} {one.value}" for one in listed[max(first, 0) : end])


def _has(word: str, row: str) -> bool:
    return holds_text(word, row) or holds_text(word.removesuffix("s"), row)


def _place_of(deed: Deed, look: Look) -> int | None:
    """Return where in the look the control stands that was pressed."""
    return next((at for at, one in enumerate(look.listed) if deed.number and one.number == deed.number), None)


def _peers(place: int, listed: Sequence[Listed]) -> Iterator[tuple[int, ...]]:
    """Return the places of the controls that are like the one there: first those whose names differ only by numbers, then those
    that stand in line with it.
    """
    own = listed[place]
    like = [at for at, one in enumerate(listed) if one.role == own.role and one.path == own.path]
    named = tuple(at for at in like if plain(shape_of(listed[at].name)) == plain(shape_of(own.name)))
    in_line = tuple(at for at in like if _is_in_line(listed[at].rect, own.rect))
    yield from (one for one in dict.fromkeys((named, in_line)) if len(one) > 1)


def _is_in_line(one: tuple[int, int, int, int] | None, other: tuple[int, int, int, int] | None) -> bool:
    if one is None or other is None:
        return False
    in_column = abs(one[0] - other[0]) <= _NEAR
    in_row = abs(one[1] - other[1]) <= _NEAR and abs(one[3] - other[3]) <= _NEAR
    return in_column or in_row


def _values(rank: Rank, peers: Sequence[int], listed: Sequence[Listed]) -> tuple[list[float], Side]:
    """Return the value of each peer that the rule compares, and where it stands; none where they are not all known, or not of one
    kind.
    """
    own = [rank.measure] if rank.measure is not None else list(Measure)
    # A label that the request names may stand before any kind of value: "the highest price", "the longest name".
    beside = [(measure, _labelled(label, measure, peers, listed)) for label in _labels(rank) for measure in Measure]
    tried = [(measure, _between(found, peers)) for measure, found in beside]
    tried += [(measure, (_own(rank, measure, peers, listed), Side.OWN)) for measure in own]
    tried += [(measure, _between(_alone(rank, measure, peers, listed), peers)) for measure in own]
    for measure, (found, side) in tried:
        values = [one for one in found if one is not None]
        if len(values) == len(peers) == len(found) and _are_of_one_kind(values, measure):
            return values, side
    return [], Side.OWN


def _labels(rank: Rank) -> Iterable[str]:
    return dict.fromkeys(one for one in (rank.noun, rank.noun.rpartition(" ")[2]) if one)


def _are_of_one_kind(values: Sequence[float], measure: Measure) -> bool:
    """Tell whether values can be compared: a day says nothing of a time of day."""
    return measure is not Measure.MOMENT or len({one < _DAY_S for one in values}) == 1


def _labelled(label: str, measure: Measure, peers: Sequence[int], listed: Sequence[Listed]) -> dict[int, float | None]:
    """Return the values that stand behind that label, each by its place."""
    found: dict[int, float | None] = {}
    for at, one in enumerate(listed):
        said = _said(one)
        text = plain(said)
        if text == plain(label) and at + 1 < len(listed):
            found[at] = value_of(listed[at + 1].value or listed[at + 1].name, measure)
        elif one.value and text == plain(label):
            found[at] = value_of(one.value, measure)
        elif holds_text(plain(label), text) and len(text.split()) > 1 and at not in peers:
            rest = re.sub(rf"(?<!\w){re.escape(label)}(?!\w)\s*[:=]?", " ", said, count=1, flags=re.IGNORECASE)
            if (value := value_of(rest.strip(), measure)) is not None:
                found[at] = value
    return found


def _said(one: Listed) -> str:
    """Return its name, or its text where that is all it has, as a paragraph does, without the signs for what stands in it."""
    return (one.name or one.value).replace("\ufffc", " ").strip()


def _own(rank: Rank, measure: Measure, peers: Sequence[int], listed: Sequence[Listed]) -> list[float | None]:
    """Return the values in the peers' own names; a plain number only where the rule's words stand beside it, or nothing else."""
    texts = [f"{listed[at].name} {listed[at].value}".strip() for at in peers]
    if rank.measure is not measure and rank.noun and not all(_is_called(rank.noun, one, measure) for one in texts):
        return []
    return [value_within(one, measure) for one in texts]


def _is_called(noun: str, text: str, measure: Measure) -> bool:
    last = plain(noun).rpartition(" ")[2].removesuffix("s")
    return (measure is Measure.NUMBER and last in ("number", "value", "digit")) or last in plain(text)


def _alone(rank: Rank, measure: Measure, peers: Sequence[int], listed: Sequence[Listed]) -> dict[int, float | None]:
    """Return the values that stand alone near the peers, each by its place, where the rule itself says what they measure."""
    near = listed[peers[0]].path
    return {
        at: value
        for at, one in enumerate(listed)
        if rank.measure is measure and at not in peers and one.path[: len(near)] == near
        if (value := value_of(_said(one), measure)) is not None
    }


def _between(found: Mapping[int, float | None], peers: Sequence[int]) -> tuple[list[float | None], Side]:
    """Return what was found in the order of the peers, where one of them follows the other all the way down the list."""
    places = sorted([*found, *peers])
    turns = [at in found for at in places]
    alternate = all(one is not other for one, other in zip(turns, turns[1:], strict=False))
    values = [found[at] for at in sorted(found)] if alternate and len(found) == len(peers) else []
    return values, Side.BEFORE if turns[0] else Side.AFTER


def _is_the_act(verb: str, peers: Sequence[int], listed: Sequence[Listed], deed: Deed) -> bool:
    """Tell whether pressing that control is what the request wants with the one that it means: it says no more than to press it,
    the control has its verb, or there is nothing else to press beside it.
    """
    if not verb or ANY_PRESS.search(verb):
        return True
    verbs = re.findall(r"[^\W\d_]{3,}", verb.casefold())
    if any(verb[:4] in name for verb in verbs for name in deed.names):
        return True
    others = (listed[at] for at in range(min(peers), max(peers)) if at not in peers)
    return not any(one.role in _PRESSED_ROLES for one in others)


def _in_order(rank: Rank, deeds: Sequence[Deed], looks: Sequence[Look]) -> Choice:
    """Judge presses of numbers one after the other: each once, none left out, from the smallest or from the largest on."""
    pressed = [one for one in deeds if _presses(one)]
    look = _look_of(pressed[0], looks) if pressed else None
    place = _place_of(pressed[0], look) if look is not None else None
    if look is None or place is None or not look.is_whole:
        return Choice.UNTOLD
    own = look.listed[place]
    all_there = [
        value
        for before, one in zip((None, *look.listed), look.listed, strict=False)
        if one.role == own.role and one.path == own.path and not _is_label(before)
        if (value := value_of(one.name, Measure.NUMBER)) is not None
    ]
    got = [_number_pressed(one, looks, look) for one in pressed]
    numbers = [one for one in got if one is not None]
    if len(all_there) < 2 or len(set(all_there)) < len(all_there) or len(numbers) < len(got):
        return Choice.UNTOLD
    if numbers != sorted(all_there, reverse=not rank.largest):
        return Choice.WRONG
    return Choice.RIGHT if all(one.reacted for one in pressed) else Choice.UNTOLD


def _sorted(rank: Rank, deeds: Sequence[Deed], looks: Sequence[Look]) -> Choice:
    """Judge how a list stands after its items were dragged, by where each was seen after it was."""
    moved = [one for one in deeds if one.facts.kind is ActionKind.DRAG]
    look = _look_of(moved[0], looks) if moved else None
    place = _place_of(moved[0], look) if look is not None else None
    if look is None or place is None or not all(one.ranged for one in moved):
        return Choice.UNTOLD
    own = look.listed[place]
    order = [plain(one.name) for one in look.listed if one.role == own.role and one.path == own.path]
    for deed in moved:
        name, number, shown = deed.ranged or ("", 0, 0)
        if shown != len(order) or order.count(plain(name)) != 1:
            return Choice.UNTOLD
        order.remove(plain(name))
        order.insert(number - 1, plain(name))
    values = [value for one in order if (value := value_of(one, Measure.NUMBER)) is not None]
    if len(values) < len(order):
        return Choice.UNTOLD
    return Choice.RIGHT if values == sorted(values, reverse=not rank.largest) else Choice.WRONG


def _is_label(one: Listed | None) -> bool:
    return one is not None and one.name.rstrip().endswith(":")


def _number_pressed(deed: Deed, looks: Sequence[Look], first: Look) -> float | None:
    """Return the number of what was pressed. Where it shows none any more, it is the one that the first look showed there."""
    look = _look_of(deed, looks)
    place = _place_of(deed, look) if look is not None else None
    if look is None or place is None:
        return None
    own = look.listed[place]
    value = value_of(own.name, Measure.NUMBER)
    if value is not None:
        return value
    there = [one for one in first.listed if _is_upon(one.rect, own.rect)]
    numbers = [it for one in there if (it := value_of(one.name, Measure.NUMBER)) is not None]
    return numbers[0] if len(numbers) == 1 else None


def _is_upon(one: tuple[int, int, int, int] | None, other: tuple[int, int, int, int] | None) -> bool:
    if one is None or other is None:
        return False
    x, y = (one[0] + one[2]) / 2, (one[1] + one[3]) / 2
    return other[0] <= x <= other[2] and other[1] <= y <= other[3]
