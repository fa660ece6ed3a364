"""Groups of Firefox's pages that have no box of their own (`display: contents`), or that no pointer meets.

They say that they are out of sight while what they hold is shown. So a part of a page that says so is asked what it is and where,
and gone through where it is a group that stands in view; each part of it tells of itself.
"""

from __future__ import annotations

from ufo.desktop.linux import convert
from ufo.desktop.linux.nodes import Node

_GROUPS, _FEW = frozenset({39, 85, 99}), 100


def may_hold_shown(node: Node) -> bool:
    """Of thousands of parts of a page those out of sight are not asked for more."""
    around = node.parent
    if around is None or around.count > _FEW or not node.states & convert.VISIBLE:
        return False
    return around.shown or around.kind in _GROUPS


def is_in_view(node: Node) -> bool:
    above, around = node.parent, []
    while above is not None:
        around += [above.raw] if above.raw is not None and not above.raw.is_empty else []
        above = above.parent
    return node.kind in _GROUPS and node.raw is not None and all(node.raw.overlaps(one) for one in around)
