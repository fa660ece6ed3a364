"""Chooses the one place that a person or a model means among those that hold a text, or says why there is not one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .refusals import Refused

_Place = TypeVar("_Place")
_TOLD = 6


def require_words(text: str) -> None:
    if not text.strip():
        raise Refused("say which words of the document are meant, as text")


def the_one(found: Sequence[_Place], text: str, nth: int, around: Callable[[_Place], str]) -> _Place:
    """Return the place number `nth`, from 1, or the only one for 0; at least one was found. `around`: the words near a place.
    Raises Refused, which tells of the first places where several are meant.
    """
    if nth > len(found):
        raise Refused(f"{text!r} is there {len(found)} times, so there is no number {nth}")
    if len(found) > 1 and not nth:
        told = "; ".join(f"{at}: …{around(place)}…" for at, place in enumerate(found[:_TOLD], 1))
        raise Refused(f"{text!r} is there {len(found)} times; say which with nth, or give more words: {told}")
    return found[max(nth, 1) - 1]
