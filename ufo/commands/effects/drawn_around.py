"""Keeps what a page drew right before an act and after it: once a page went on, nothing of it may be left to see."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.drawn import DrawnAt, Scene

_MOST = 80


def drawn_around(before: Snapshot | None, after: Snapshot | None, pressed: Element | None) -> Scene | None:
    """Return what was drawn around an act; None where nothing was, or too much to be kept."""
    first, last = _drawn_in(before), _drawn_in(after)
    if before is None or not (first or last) or max(len(first), len(last)) > _MOST:
        return None
    is_drawn = pressed is not None and pressed.drawn is not None
    return Scene(
        first,
        last,
        pressed.handle.key if pressed is not None and is_drawn else "",
        _is_whole(before),
        after is not None and _is_whole(after),
    )


def _drawn_in(look: Snapshot | None) -> tuple[DrawnAt, ...]:
    return tuple(DrawnAt(one.handle.key, one.drawn, one.rect.as_ltrb()) for one in look or () if one.drawn is not None)


def _is_whole(look: Snapshot) -> bool:
    return not (look.more or look.cut or look.is_deaf)
