"""Tells that there is more than is in sight: entries of lists, and parts of pages that begin or end out of sight.

The reader asks every child whether it is shown, so the number of hidden children is known without another call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.toolkits.toolkit import Toolkit
from ufo.schema.geometry import Rect
from ufo.schema.roles import ROW_HOLDERS, ROWS_AND_HEADERS, SCROLLED

_LISTS = ROW_HOLDERS - {"Table"}
_NAMED = SCROLLED | {"ComboBox"}
_FEW = 4


def out_of_sight(top: Node) -> Iterator[str]:
    """Yield one sentence for each container that must be scrolled to see the rest of it."""
    todo = [(top, False)]
    while todo:
        node, inside = todo.pop()
        inside = inside or roles.role_of(node.kind) == "Document"
        shown = [child.shown for child in node.children]
        hidden = len(shown) - sum(shown)
        if node.shown and hidden >= _FEW and any(shown):
            entries = any(roles.role_of(child.kind) in ROWS_AND_HEADERS for child in node.children if child.shown)
            if entries or (inside and _is_scrolled(shown)):
                what = "entries" if entries else "parts"
                yield f"{_called(node)} shows {sum(shown)} of {len(shown)} {what}; scroll for the others"
        todo.extend((child, inside) for child in reversed(node.children) if child.shown)


def _is_scrolled(shown: list[bool]) -> bool:
    """Tell whether the hidden children lie before and after the shown ones, not between them."""
    first = shown.index(True)
    last = len(shown) - 1 - shown[::-1].index(True)
    return sum(shown[first : last + 1]) * 2 > last + 1 - first


def _called(node: Node) -> str:
    while not node.name and node.parent is not None and roles.role_of(node.kind) not in _NAMED:
        node = node.parent
    role = roles.role_of(node.kind)
    return f"{role} {node.name[:60]!r}" if node.name else f"the {role}"


def beyond(top: Node, bounds: Mapping[int, Rect], toolkit: Toolkit) -> Iterator[str]:
    """Yield one sentence for each list with entries in sight and others beyond. `bounds` maps the `id` of each node to the part
    of the screen where it can be seen.
    """
    option_list = toolkit.reading.option_list
    for node in top.walk():
        role = roles.role_of(node.kind)
        if option_list(node) is node and node.children and node.parent is not None:
            yield from _of_options(node, node.parent, bounds)
        if not node.shown or role not in _LISTS or len(node.children) < 2:
            continue
        seen = sum(1 for child in node.children if _in_sight(child, bounds.get(id(child))))
        if 0 < seen < len(node.children):
            name = toolkit.wording.name(node.name) or role
            yield f"{name!r} shows {seen} of its {len(node.children)} entries; scroll it for the others"


def _of_options(menu: Node, box: Node, bounds: Mapping[int, Rect]) -> Iterator[str]:
    entries = [node for node in menu.walk() if roles.role_of(node.kind) == "MenuItem"]
    seen = sum(1 for node in entries if _in_sight(node, bounds.get(id(node))))
    name = box.name or box.label
    if not seen:
        yield f"it is not known which entries of {name!r} are in sight; select one by its text"
    elif seen < len(entries):
        yield f"{name!r} shows {seen} of its {len(entries)} entries; scroll it for the others"


def _in_sight(node: Node, around: Rect | None) -> bool:
    if not node.shown or node.rect is None or around is None:
        return False
    return not around.intersection(node.rect).is_empty
