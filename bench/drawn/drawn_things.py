"""Reads what a page draws out of the browser's answer: shapes of SVG and coloured boxes, with their places in the view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.drawn.colour_names import named
from bench.drawn.drawn import CANVAS, STRAIGHT, Drawn
from ufo.schema.geometry import Rect

SCRIPT = Path(__file__).with_name("drawn_things.js").read_text("utf-8").strip()
MOST = 120
"""As many things are told one by one; more of them are counted by kind and colour."""
_NAMED = 8
_LATE = "more is drawn than could be read in time"
_FRAMES = "what a frame of another site draws is not read"
_APART = 1.5
"""By how much the smallest of the large ones is larger than the largest of the small ones."""
UNSIZED = STRAIGHT | {CANVAS}
"""What is neither large nor small."""
_SIZES: Mapping[int, tuple[str, ...]] = {2: ("small", "large"), 3: ("small", "medium", "large")}


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that is drawn. `id` is the page's own number for it as long as it is open; `rect` is in pixels of the view."""

    id: int
    drawn: Drawn
    rect: Rect


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a page draws, in its order. `rest` counts what is not told one by one; `unread`: why some of it is not
    told at all.
    """

    things: tuple[Thing, ...] = ()
    rest: Mapping[str, int] = field(default_factory=dict)
    unread: str = ""

    @property
    def summary(self) -> str:
        """Return what is drawn beside the things, in one line; "" for nothing."""
        if not self.rest:
            return self.unread
        counted = Counter[str]()
        for what, number in self.rest.items():
            counted[_plural(what)] += number
        parts = [f"{number} {what}" for what, number in counted.most_common(_NAMED)]
        more = sum(counted.values()) - sum(number for _, number in counted.most_common(_NAMED))
        told = f"the page also draws {', '.join(parts)}{f' and {more} others' if more else ''}, which are not listed"
        return f"{told}; {self.unread}" if self.unread else told


def drawing_of(told: Mapping[str, Any]) -> Drawing:
    """Return what the script told. Raises KeyError, TypeError and ValueError where that has another form."""
    things = [
        Thing(
            int(item["id"]),
            Drawn(
                str(item["kind"]),
                str(item["fill"]),
                str(item["line"]),
                sides=int(item["sides"]),
                text=str(item["text"]),
                is_cut=bool(item["cut"]),
                is_covered=bool(item["covered"]),
            ),
            Rect(*(int(side) for side in item["rect"])),
        )
        for item in told["things"]
    ]
    rest = {str(what): int(number) for what, number in told["rest"].items()}
    reasons = [_LATE if told["cut"] else "", _FRAMES if told["unread"] and things else ""]
    return Drawing(tuple(_sized(things)), rest, "; ".join(reason for reason in reasons if reason))


def asked(argument: Mapping[str, Any]) -> str:
    """Return the script with its argument, as one expression."""
    return f"({SCRIPT})({json.dumps(argument)})"


def _sized(things: Sequence[Thing]) -> list[Thing]:
    """Return the things with what a person would call their sizes, where they fall into groups that are far apart."""
    spans = sorted({_span(thing) for thing in things if thing.drawn.kind not in UNSIZED})
    limits = [number for number, after in zip(spans, spans[1:], strict=False) if after >= _APART * number]
    words = _SIZES.get(len(limits) + 1)
    if words is None:
        return list(things)
    return [
        thing
        if thing.drawn.kind in UNSIZED
        else replace(thing, drawn=replace(thing.drawn, size=words[_group(thing, limits)]))
        for thing in things
    ]


def _span(thing: Thing) -> int:
    return max(thing.rect.width, thing.rect.height)


def _group(thing: Thing, limits: Sequence[int]) -> int:
    return sum(_span(thing) > limit for limit in limits)


def _plural(what: str) -> str:
    kind, _, colour = what.partition(" ")
    return " ".join(part for part in (named(colour), f"{kind}s") if part)
