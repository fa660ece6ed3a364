"""How far what stands in a widget is from its corner, where the toolkit leaves that out.

GTK tells where a widget stands by adding up how far each of the widgets around it is from the next one. From 4.16 on it counts
from the corner of one box to the inner corner of the next, within padding and border, and leaves out how far that is from the
outer corner: what stands in three padded boxes is told too far up and left by the padding of all three. Nothing tells how much
that is. It is inferred from what stands in the box: what fills it leaves as much on either side.
"""

from __future__ import annotations

from ufo.desktop.linux import convert
from ufo.desktop.linux.nodes import Node
from ufo.schema.geometry import Rect

# More than this on each side is no padding but room that is left over.
_MOST = 32
_UNEVEN = 8
_WINDOWS = convert.WINDOWS
_MENU, _LIST = 33, 31


def padding(box: Node) -> tuple[int, int]:
    """Left and top; none where what stands in the box may have been put there otherwise than by its padding: padding begins at
    the first of it, and is much the same across and down."""
    outer = box.raw
    inside = [one.raw for one in box.children if one.shown and one.raw is not None and _hangs_in(one)]
    inside = [one for one in inside if not one.is_empty]
    if outer is None or not inside:
        return 0, 0
    left = _half(outer.width, [(one.x - outer.x, one.right - outer.x) for one in inside])
    top = _half(outer.height, [(one.y - outer.y, one.bottom - outer.y) for one in inside])
    # What is stacked in a row or a column need not reach its end.
    if box.states & convert.HORIZONTAL:
        left = min(left, top)
    elif box.states & convert.VERTICAL or box.kind == _LIST:
        top = min(left, top)
    alike = 0 < left <= _MOST and 0 < top <= _MOST and abs(left - top) <= _UNEVEN
    return (left, top) if alike else (0, 0)


def _half(length: int, spans: list[tuple[int, int]]) -> int:
    start, end = min(one[0] for one in spans), max(one[1] for one in spans)
    return max(0, length - end) // 2 if start <= 0 and end - start <= length else 0


def _hangs_in(node: Node) -> bool:
    """Menus and popovers have windows of their own."""
    return node.kind not in _WINDOWS and node.kind != _MENU


def corner(outer: Rect, frame: Rect) -> tuple[int, int]:
    """What to add to what is told, so that a window stands in the middle of what is known to be its place."""
    return (
        outer.x + (outer.width - frame.width) // 2 - frame.x,
        outer.y + (outer.height - frame.height) // 2 - frame.y,
    )
