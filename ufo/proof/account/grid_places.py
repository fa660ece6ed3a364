"""Tells which number in its list a place has that a request names: "the 3rd position", "the last place", "the bottom center"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.proof.request.model import Deed, Look

_NEAR = 6
"""Pixels by which the cells of one row or column may stand out of line."""
_FIRST, _LAST = frozenset({"top", "upper", "left"}), frozenset({"bottom", "lower", "right"})


def number_meant(place: str, deed: Deed, looks: Sequence[Look]) -> int | None:
    """Return the number, from 1, that the place of a RANGED literal has among what the look before the deed shows; None where the
    place does not exist there, or where the items stand in no whole grid.
    """
    shown = deed.ranged[2] if deed.ranged is not None else 0
    if place.lstrip("-").isdecimal():
        return int(place) if int(place) > 0 else shown
    look = next((one for one in looks if one.shows_before(deed)), None)
    own = next((one for one in look.listed if deed.number and one.number == deed.number), None) if look else None
    if look is None or own is None:
        return None
    cells = [one.rect for one in look.listed if one.role == own.role and one.path == own.path and one.rect is not None]
    columns, rows = _lines(one[0] for one in cells), _lines(one[1] for one in cells)
    words = place.casefold().replace("-", " ").split()
    row, column = _place(words[0], rows), _place(words[-1], columns)
    if len(cells) != shown or columns * rows != shown or row is None or column is None:
        return None
    return row * columns + column + 1


def _lines(edges: Iterable[int]) -> int:
    """Return how many rows or columns there are, by the edges of the cells."""
    ordered = sorted(edges)
    return sum(later - one > _NEAR for one, later in zip(ordered, ordered[1:], strict=False)) + 1


def _place(word: str, lines: int) -> int | None:
    if word in _FIRST:
        return 0
    if word in _LAST:
        return lines - 1
    return lines // 2 if lines % 2 else None
