"""Which lists show a part of what they hold, in words for whoever reads the look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ufo.desktop.linux import convert
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.toolkits import Toolkit, name_of
from ufo.schema.geometry import Rect

_LISTS = frozenset({"List", "Tree"})


def beyond(top: Node, bounds: Mapping[int, Rect], toolkit: Toolkit) -> Iterator[str]:
    """`bounds`: for each node (by `id`) what of the screen it can be seen in."""
    for node in top.walk():
        role = convert.role_of(node.kind)
        if not node.shown or role not in _LISTS or len(node.children) < 2:
            continue
        seen = sum(1 for child in node.children if _in_sight(child, bounds.get(id(child))))
        if 0 < seen < len(node.children):
            name = name_of(toolkit, node.name) or role
            yield f"{name!r} shows {seen} of its {len(node.children)} entries; scroll it for the others"


def _in_sight(node: Node, around: Rect | None) -> bool:
    if not node.shown or node.rect is None or around is None:
        return False
    return not around.intersection(node.rect).is_empty
