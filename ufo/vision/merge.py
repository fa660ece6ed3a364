"""Merges the controls of the accessibility tree and those that a detector saw (spec: app_agent_strategy.md, phase 1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo

_BAND = 64


def merge(main: Sequence[TargetInfo], additional: Sequence[TargetInfo], threshold: float) -> list[TargetInfo]:
    """Return all of `main`, then those of `additional` that overlap none of it by more than `threshold` (IoU, 0 to 1).

    Additional controls, and main ones without an id, are numbered after the highest number of `main`.
    """
    bands = _by_band(main)
    extras = [extra for extra in additional if extra.bounds is None or not _overlaps(extra.bounds, bands, threshold)]
    number = max((int(target.id) for target in main if target.id and target.id.isdecimal()), default=0)
    merged = []
    for target in [*main, *(extra.model_copy(update={"id": None}) for extra in extras)]:
        if target.id is None:
            number += 1
            target = target.model_copy(update={"id": str(number)})
        merged.append(target)
    return merged


def _by_band(targets: Sequence[TargetInfo]) -> dict[int, list[Rect]]:
    """Return rectangles by the bands of 64 rows that they touch, so that only neighbours are compared."""
    bands: defaultdict[int, list[Rect]] = defaultdict(list)
    for target in targets:
        if target.bounds is not None:
            for band in _bands(target.bounds):
                bands[band].append(target.bounds)
    return bands


def _overlaps(rect: Rect, bands: dict[int, list[Rect]], threshold: float) -> bool:
    return any(
        other.x < rect.right and rect.x < other.right and rect.iou(other) > threshold
        for band in _bands(rect)
        for other in bands.get(band, ())
    )


def _bands(rect: Rect) -> range:
    return range(0) if rect.is_empty else range(rect.y // _BAND, (rect.bottom - 1) // _BAND + 1)
