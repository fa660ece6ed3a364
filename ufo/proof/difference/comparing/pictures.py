"""Tells which pictures of a slide or a text were put in, replaced, moved or taken away. Another name is no other picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ufo.proof.difference.content import Picture

_SAME_PLACE_MM = 0.1
"""Programs round lengths when they save."""
_Alike = Callable[[Picture, Picture], bool]
Pairs = list[tuple[Picture, Picture]]


@dataclass
class PictureChanges:
    """`replaced`, `moved`: each picture as it was with what stands for it now; what moved may have another size too."""

    replaced: Pairs = field(default_factory=list)
    moved: Pairs = field(default_factory=list)
    gone: list[Picture] = field(default_factory=list)
    new: list[Picture] = field(default_factory=list)


def picture_changes(before: Sequence[Picture], after: Sequence[Picture]) -> PictureChanges:
    """Compare the pictures of one slide or text."""
    olds, news = list(before), list(after)
    _take(olds, news, lambda old, new: old.key == new.key and is_same_spot(old, new))
    moved = _take(olds, news, lambda old, new: old.key == new.key)
    replaced = _take(olds, news, is_same_spot) if any(old.corner for old in olds) else []
    if len(olds) == len(news):
        replaced += _take(olds, news, lambda old, new: True)
    # A drawing that is made of lines is written anew by each program, and none can be compared.
    replaced = [pair for pair in replaced if any(any(picture.pixels) for picture in pair) or not is_same_spot(*pair)]
    return PictureChanges(replaced, moved, olds, news)


def _take(olds: list[Picture], news: list[Picture], alike: _Alike) -> Pairs:
    """Take pairs that are alike out of both."""
    found: Pairs = []
    for old in list(olds):
        new = next((new for new in news if alike(old, new)), None)
        if new is not None:
            olds.remove(old)
            news.remove(new)
            found.append((old, new))
    return found


def is_same_spot(old: Picture, new: Picture) -> bool:
    """Tell whether both stand at the same place of a slide in the same size; of pictures in texts whether they are as large."""
    if (old.corner is None) != (new.corner is None):
        return False
    sides = zip((*(old.corner or ()), *old.shown), (*(new.corner or ()), *new.shown), strict=True)
    return all(abs(was - now) < _SAME_PLACE_MM for was, now in sides)
