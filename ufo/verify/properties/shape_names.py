"""Finds the shapes of a slide that a condition means: by number, name, text or kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ufo.text.fold import caseless

S = TypeVar("S")
_ALSO = {
    "circle": "ellipse", "oval": "ellipse", "rect": "rectangle", "square": "rectangle", "box": "rectangle",
    "roundrect": "rectangle", "round-rectangle": "rectangle",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Named(Generic[S]):
    """A shape with what it is called by. `kind`: "rectangle", "ellipse", "line", "text" or what the file calls it. `parts`:
    the shapes of a group.
    """

    shape: S
    name: str
    text: str
    kind: str
    parts: tuple[Named[S], ...] = ()


def shapes_meant(shapes: Sequence[Named[S]], key: str) -> list[S]:
    """Return the shapes with that number from 1 (the lowest; a group counts as one), or with that name, that text or of that
    kind: "ellipse" are all of a slide.
    """
    wanted = caseless(key)
    if wanted.isdecimal():
        number = int(wanted)
        return [one.shape for one in _singly(shapes[number - 1 : number] if number else ())]
    every = list(_singly(shapes))
    for fits in (
        [one for one in every if wanted in (caseless(one.name), caseless(one.text))],
        [one for one in every if _ALSO.get(wanted, wanted) == _ALSO.get(one.kind.casefold(), one.kind.casefold())],
    ):
        if fits:
            return [one.shape for one in fits]
    return []


def _singly(shapes: Sequence[Named[S]]) -> Iterator[Named[S]]:
    for one in shapes:
        if one.parts:
            yield from _singly(one.parts)
        else:
            yield one
