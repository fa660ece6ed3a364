"""Spatial relations of controls: next to, in the same row, within. All lengths are in pixels."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.planner.text.similarity import similarity
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo
from ufo.text.labels import without_shortcut

_KINDS = frozenset(
    {
        "menu", "toolbar", "tool", "bar", "dialog", "window", "panel", "list", "table", "section", "group",
        "sidebar", "tab", "row",
    }
)  # fmt: skip
_INSIDE_FIT = 0.74
_OTHER_ROW = 1.0
_BEFORE = 2.5


def is_within(outer: Rect, inner: Rect) -> bool:
    return not inner.is_empty and outer.contains(inner.center)


def gap_px(anchor: Rect, other: Rect) -> float:
    """Return the distance from `anchor` as a reader sees it: to the right is nearest, then below, then left and above."""
    dx = max(other.x - anchor.right, anchor.x - other.right, 0)
    dy = max(other.y - anchor.bottom, anchor.y - other.bottom, 0)
    same_row = min(anchor.bottom, other.bottom) - max(anchor.y, other.y) > min(anchor.height, other.height) * 0.4
    if same_row:
        return dx * (0.5 if other.center.x >= anchor.center.x else _BEFORE * 0.5)
    factor = _OTHER_ROW if other.center.y >= anchor.center.y else _BEFORE
    return float(dx + dy * 2) * factor + 20


def nearest_to(anchor: TargetInfo, candidates: Sequence[TargetInfo]) -> TargetInfo | None:
    spot = anchor.bounds
    placed = [(gap_px(spot, c.bounds), n) for n, c in enumerate(candidates) if spot and c.bounds and c is not anchor]
    return candidates[min(placed)[1]] if placed else None


def inside(container: str, candidates: Sequence[TargetInfo], controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return the candidates within `container`: a name on their path, or a box around them by name or role."""
    by_path = [c for c in candidates if any(_names(container, part) for part in c.path)]
    if by_path:
        return by_path
    kind = without_shortcut(container).replace(" ", "")
    boxes = [c for c in controls if c.bounds and (_names(container, c.name) or kind == (c.type or "").casefold())]
    in_box = [
        c
        for c in candidates
        if c.bounds and any(b is not c and b.bounds and is_within(b.bounds, c.bounds) for b in boxes)
    ]
    if in_box:
        return in_box
    # A bar or panel without a name is not in the list, so no control can be shown to be outside it.
    return [] if set(without_shortcut(container).split()) - _KINDS else list(candidates)


def _names(container: str, name: str) -> bool:
    return similarity(container, name) >= _INSIDE_FIT or similarity(_bare(container), name) >= _INSIDE_FIT


def _bare(container: str) -> str:
    """Return what the words are about: "Format" for "the Format menu"."""
    return " ".join(word for word in without_shortcut(container).split() if word not in _KINDS) or container
