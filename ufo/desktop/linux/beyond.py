"""Which lists show a part of what they hold, in words for whoever reads the look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ufo.desktop.linux import convert
from ufo.desktop.linux.dropdowns import entries_of
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.toolkits import Toolkit, is_option_list, name_of
from ufo.schema.geometry import Rect

_LISTS = frozenset({"List", "Tree"})


def beyond(top: Node, bounds: Mapping[int, Rect], toolkit: Toolkit) -> Iterator[str]:
    """`bounds`: for each node (by `id`) what of the screen it can be seen in."""
    for node in top.walk():
        role = convert.role_of(node.kind)
        if is_option_list(toolkit, node) and node.children and node.parent is not None:
            yield from _of_options(node, node.parent, bounds)
        if not node.shown or role not in _LISTS or len(node.children) < 2:
            continue
        seen = sum(1 for child in node.children if _in_sight(child, bounds.get(id(child))))
        if 0 < seen < len(node.children):
            name = name_of(toolkit, node.name) or role
            yield f"{name!r} shows {seen} of its {len(node.children)} entries; scroll it for the others"


def _of_options(menu: Node, box: Node, bounds: Mapping[int, Rect]) -> Iterator[str]:
    entries = list(entries_of(menu))
    seen = sum(1 for one in entries if _in_sight(one, bounds.get(id(one))))
    name = box.name or box.label
    if not seen:
        yield f"it is not known which entries of {name!r} are in sight; select one by its text"
    elif seen < len(entries):
        yield f"{name!r} shows {seen} of its {len(entries)} entries; scroll it for the others"


def _in_sight(node: Node, around: Rect | None) -> bool:
    if not node.shown or node.rect is None or around is None:
        return False
    return not around.intersection(node.rect).is_empty
