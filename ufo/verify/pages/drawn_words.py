"""Understands what a person calls something drawn, "the large magenta rectangle", and finds it among what a page draws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.colours import ALIASES, BASIC, of_colour, of_shade
from ufo.schema.drawn import DrawnAt

_RECTANGLES = frozenset({"rectangle", "square"})
_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"rectangles?|box(?:es)?", _RECTANGLES),
    (r"squares?|cubes?", frozenset({"square"})),
    (r"circles?|dots?|points?", frozenset({"circle"})),
    (r"ellipses?|ovals?", frozenset({"ellipse"})),
    (r"triangles?", frozenset({"triangle"})),
    (r"pentagons?", frozenset({"pentagon"})),
    (r"hexagons?", frozenset({"hexagon"})),
    (r"heptagons?", frozenset({"heptagon"})),
    (r"octagons?", frozenset({"octagon"})),
    (r"stars?", frozenset({"star"})),
    (r"lines?", frozenset({"line"})),
    (r"digits?|letters?", frozenset({"text"})),
    (r"shapes?", frozenset()),
    (r"items?|objects?|things?", frozenset()),
)
"""The words for kinds, and the kinds that each of them means; none for a word that means every kind."""
_KIND = "|".join(words for words, _ in _KINDS)
_COLOUR = "|".join(sorted({*BASIC, *ALIASES}, key=len, reverse=True))
_SIZES = {"large": "large", "big": "large", "small": "small", "little": "small", "tiny": "small", "medium": "medium"}
_RANKED = {
    "larger": 1, "bigger": 1, "largest": 1, "biggest": 1, "smaller": -1, "smallest": -1,
}  # fmt: skip
_SIDES = {"left": (0, -1), "right": (0, 1), "top": (1, -1), "upper": (1, -1), "bottom": (1, 1), "lower": (1, 1)}
MEANT = (
    rf"(?:(?P<which>all(?:\s+of)?(?:\s+the)?|every|each|the|an?)\s+)?"
    rf"(?:(?P<shades>shades?\s+of)\s+)?"
    rf"(?:(?P<size>{'|'.join([*_SIZES, *_RANKED])})\s+)?(?:(?P<side>left|right|top|bottom|upper|lower)(?:\s*-?most)?\s+)?"
    rf"(?:(?P<colour>{_COLOUR})(?:[\s-]+colou?red)?)?(?:\s*\b(?P<kind>{_KIND})\b|\s*(?<![^\s])(?P<text>[A-Za-z0-9])(?=s?(?:[\s.,;?!]|$)))?"
)
"""The pattern of such words. It may match nothing at all: `meant` tells."""
_NEARBY = 2
_CLEARLY = 1.1
"""By how much one thing must be larger than another to be called the larger one."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What the words say. `every`: all of them are meant; `is_any`: one of them, whichever; otherwise there must be just one."""

    kind: str = ""
    colour: str = ""
    size: str = ""
    side: str = ""
    text: str = ""
    every: bool = False
    is_any: bool = False
    shades: bool = False


def meant(match: re.Match[str]) -> Meant | None:
    """Return what the words that matched `MEANT` mean; None where they name nothing drawn."""
    said = {name: (match[name] or "").casefold() for name in ("which", "size", "side", "colour", "kind")}
    text = match["text"] or ""
    if not (said["kind"] or text or (match["shades"] and said["colour"])):
        return None
    return Meant(
        said["kind"],
        said["colour"],
        said["size"],
        said["side"],
        text,
        every=said["which"].startswith(("all", "every", "each")),
        is_any=said["which"] in ("a", "an"),
        shades=bool(match["shades"]),
    )


def found(words: Meant, things: Sequence[DrawnAt]) -> tuple[DrawnAt, ...] | None:
    """Return those of the things that the words mean, in their order. None where that is a matter of opinion: a shade, a size
    that does not stand out, a figure whose kind is not known.
    """
    coloured = _coloured(words, things)
    if coloured is None:
        return None
    own = [one for one in coloured if _is_of_kind(words, one)]
    if any(one.drawn.kind == "figure" for one in coloured) and not all(one in own for one in coloured):
        return None
    sized = _sized(words, own, things)
    return None if sized is None else _at_side(words, sized)


def _coloured(words: Meant, things: Sequence[DrawnAt]) -> list[DrawnAt] | None:
    if not words.colour:
        return list(things)
    colours = [one.drawn.main_colour for one in things]
    fits = of_shade(words.colour, colours) if words.shades else of_colour(words.colour, colours)
    return None if fits is None else [one for one, is_so in zip(things, fits, strict=True) if is_so]


def _is_of_kind(words: Meant, thing: DrawnAt) -> bool:
    drawn = thing.drawn
    if words.text:
        return drawn.text == words.text
    if not words.kind:
        return True
    if words.kind.startswith("shape"):
        return drawn.kind != "text"
    if words.kind.startswith(("digit", "letter")):
        is_one = len(drawn.text) == 1 and drawn.kind == "text"
        return is_one and (drawn.text.isdecimal() if words.kind.startswith("digit") else drawn.text.isalpha())
    kinds = next(kinds for pattern, kinds in _KINDS if re.fullmatch(pattern, words.kind))
    return not kinds or drawn.kind in kinds


def _sized(words: Meant, own: Sequence[DrawnAt], things: Sequence[DrawnAt]) -> tuple[DrawnAt, ...] | None:
    if not words.size or not own:
        return tuple(own)
    if words.size in _RANKED:
        ordered = sorted(own, key=area, reverse=_RANKED[words.size] > 0)
        stands_out = len(ordered) > 1 and max(map(area, ordered[:2])) >= _CLEARLY * min(map(area, ordered[:2]))
        return (ordered[0],) if stands_out else None
    if not any(one.drawn.size for one in things):
        return None
    return tuple(one for one in own if one.drawn.size == _SIZES[words.size])


def _at_side(words: Meant, own: Sequence[DrawnAt]) -> tuple[DrawnAt, ...] | None:
    if not words.side or not own:
        return tuple(own)
    axis, way = _SIDES[words.side]
    ordered = sorted(own, key=lambda one: way * (one.rect[axis] + one.rect[axis + 2]), reverse=True)
    if len(ordered) < 2 or abs(ordered[0].rect[axis] - ordered[1].rect[axis]) <= _NEARBY:
        return None
    return (ordered[0],)


def area(thing: DrawnAt) -> int:
    left, top, right, bottom = thing.rect
    return max(1, right - left) * max(1, bottom - top)
