"""Compares the formatting of paragraphs and of the letters in them: like changes are one difference."""

from __future__ import annotations

import itertools
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ufo.proof.difference.comparing.placed import Cells, placed
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.content import UPRIGHT, Look, Paragraph
from ufo.proof.difference.line_words import counted, listed, quoted, unique
from ufo.proof.difference.told import Telling

_UNSET = "not set"
_PLAIN_STYLES = frozenset({"", "Standard", "Normal", "Text body", "Body Text", "Default Paragraph Style"})
_QUIET_WHERE_NEW = frozenset({"font", "size", "line spacing", "space above", "space below"})
"""What every new paragraph has of its template; nobody tells it."""

_PLAIN = frozenset({"0", "none", "off", "left", "1", UPRIGHT})
"""Values of new paragraphs that nobody sees."""

_Key = tuple[str, str, str]
"""The name of a look, its value before and its value now."""
Pair = tuple[int, Paragraph | None, Paragraph]
"""The place of a paragraph now, and how it was and is."""


@dataclass(frozen=True)
class _Spot:
    """`text`: the letters that were formatted, "" for the paragraph as a whole. `beside`: what it had and has besides."""

    place: int
    text: str
    is_whole: bool


def changed_looks(pairs: Sequence[Pair], count: int, unit: str, where: str) -> list[Telling]:
    """Return the changed formatting of paragraphs. `count`: of all paragraphs now."""
    found: dict[_Key, list[_Spot]] = {}
    filled = 0
    around = _Around(pairs)
    for place, before, after in pairs:
        filled += bool(after.text.strip())
        if before is not None and before.look == after.look and before.runs == after.runs:
            continue
        was: Look = before.look if before is not None else {}
        for name, old, new in _differing(was, after.look):
            if (before is not None or _is_told_of_new(name, new)) and not around.has(place, name, old, new):
                found.setdefault((name, old, new), []).append(_Spot(place, after.text, True))
        for key, text in _of_letters(before, after):
            if not around.has(place, *key):
                found.setdefault(key, []).append(_Spot(place, text, text.strip() == after.text.strip()))
    beside = _with_style(found, pairs)
    cells = {place: after.cell for place, _, after in pairs if after.cell is not None}
    whole = _Text(unit, filled, cells, where)
    return [_told(key, spots, whole, beside.get(key, "")) for key, spots in found.items() if _counts(key, spots)]


@dataclass(frozen=True)
class _Text:
    """The text that is formatted. `filled`: how many of its units have letters. `where`: what it is in."""

    unit: str
    filled: int
    cells: Cells
    where: str


class _Around:
    """What a text that was typed into an empty paragraph looks like because the texts around it do: an empty paragraph says
    nothing of the looks of its letters.
    """

    def __init__(self, pairs: Sequence[Pair]) -> None:
        olds = ((place, before) for place, before, _ in pairs if before is not None and before.text.strip())
        self._filled = sorted(olds, key=lambda found: found[0])
        self._places = [place for place, _ in self._filled]
        self._empty = {place for place, before, _ in pairs if before is not None and not before.text.strip()}
        filled = (before for _, before in self._filled if self._empty)
        self._known = {
            item for before in filled for look in (before.look, common_look(before)) for item in look.items()
        }

    def has(self, place: int, name: str, old: str, new: str) -> bool:
        """Tell whether the text has the look of the texts around it, or what every text has: nobody gave it that look."""
        if place not in self._empty or old != _UNSET:
            return False
        if not _is_told_of_new(name, new):
            return name not in _QUIET_WHERE_NEW or (name, new) in self._known
        at = bisect(self._places, place)
        beside = [found for _, found in self._filled[max(0, at - 1) : at + 1]]
        return bool(beside) and all(_has(found, name, new) for found in beside)


def _has(paragraph: Paragraph, name: str, value: str) -> bool:
    return paragraph.look.get(name) == value or common_look(paragraph).get(name) == value


def _is_told_of_new(name: str, value: str) -> bool:
    return name not in _QUIET_WHERE_NEW and value not in _PLAIN and not (name == "style" and value in _PLAIN_STYLES)


def _with_style(found: dict[_Key, list[_Spot]], pairs: Sequence[Pair]) -> dict[_Key, str]:
    """Take out what came with another style, and return it in words by the style's key, with what these paragraphs had."""
    befores = {place: before for place, before, _ in pairs if before is not None}
    said: dict[_Key, str] = {}
    for style in [key for key in found if key[0] == "style"]:
        places = {spot.place for spot in found[style]}
        own = {place for place in places if place in befores}
        bold = bool(own) and all(common_look(befores[place]).get("bold") == "on" for place in own)
        along = [
            key
            for key, spots in found.items()
            if key[0] != "style" and {spot.place for spot in spots} <= places and all(spot.is_whole for spot in spots)
        ]
        looks = [look_said(key[0], key[2]) if key[2] != _UNSET else f"no {key[0]}" for key in along]
        for key in along:
            del found[key]
        said[style] = f"{', which were bold before' if bold else ''}{f'; with it {listed(looks, 8)}' if looks else ''}"
    return said


def look_said(name: str, value: str) -> str:
    """Return a look in words: "bold", "no bold", "size 14"."""
    return {"on": name, "off": f"no {name}"}.get(value, f"{name} {value}")


def _counts(key: _Key, spots: list[_Spot]) -> bool:
    return any(spot.text.strip() for spot in spots) or key[0] == "page break"


def _differing(before: Look, after: Look) -> Iterator[tuple[str, str, str]]:
    for name in unique([*before, *after]):
        if before.get(name) != after.get(name):
            yield name, before.get(name, _UNSET), after.get(name, _UNSET)


def _of_letters(before: Paragraph | None, after: Paragraph) -> Iterator[tuple[_Key, str]]:
    """Iterate over the changed formatting of letters with the text that has it; of a changed text only what all of it has."""
    if before is None:
        for text, look in after.runs:
            for name, old, new in _differing({}, look):
                if _is_told_of_new(name, new):
                    yield (name, old, new), text
        return
    if before.text == after.text:
        yield from _stretches(before, after)
        return
    for key in _differing(common_look(before), common_look(after)):
        if key[0] not in _any(before) or key[0] not in _any(after):
            yield key, after.text


def _stretches(before: Paragraph, after: Paragraph) -> Iterator[tuple[_Key, str]]:
    """Iterate over the changed formatting of one text, each with the letters that stand together and have it."""
    olds, news = ([look for text, look in paragraph.runs for _ in text] for paragraph in (before, after))
    for name in unique(name for _, look in (*before.runs, *after.runs) for name in look):
        start = 0
        looks = ((name, old.get(name, _UNSET), new.get(name, _UNSET)) for old, new in zip(olds, news, strict=False))
        for key, letters in itertools.groupby(looks):
            end = start + len(list(letters))
            if key[1] != key[2]:
                yield key, after.text[start:end]
            start = end


def common_look(paragraph: Paragraph) -> dict[str, str]:
    """Return the looks that all letters of a paragraph have."""
    looks = [look for text, look in paragraph.runs if text.strip()]
    if not looks:
        return {}
    return {name: value for name, value in looks[0].items() if all(look.get(name) == value for look in looks)}


def _any(paragraph: Paragraph) -> set[str]:
    return {name for text, look in paragraph.runs if text.strip() for name in look}


def _told(key: _Key, spots: list[_Spot], text: _Text, beside: str) -> Telling:
    name, old, new = key
    filled_spots = [spot for spot in spots if spot.text.strip()] or spots
    places = sorted({spot.place for spot in filled_spots})
    texts = [spot.text for spot in filled_spots]
    extent = f", {len(places)} of {counted(text.filled, f'{text.unit} with text', f'{text.unit}s with text')}"
    change = look_said(name, new) if new != _UNSET else f"no longer {look_said(name, old)}"
    change += f", was {old}," if _UNSET not in (old, new) and new not in ("on", "off") else ""
    what = listed([quoted(text, 40) for text in texts], 4)
    is_whole = all(spot.is_whole for spot in filled_spots)
    on = f"on the whole of {what}" if is_whole else f"on {what}"
    return Telling(
        placed(text.unit, places, text.cells, text.where),
        f"{change} {on}{extent}{beside}",
        unique([name, new, *texts]),
        unique((old,)) if old != _UNSET else (),
        unique([*numbers_in(new), str(len(places))]),
    )
