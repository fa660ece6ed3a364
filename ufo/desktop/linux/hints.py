"""That more is there than is in sight: of lists by their entries, of pages by the parts that begin or end out of sight.

The reader asks every child whether it is shown, so how many are not is known without another call.
"""

from __future__ import annotations

from collections.abc import Iterator

from ufo.desktop.linux import convert
from ufo.desktop.linux.nodes import Node

_ENTRIES = frozenset({"ListItem", "TreeItem", "Cell", "HeaderItem"})
_NAMED = frozenset({"List", "Tree", "Table", "ComboBox", "Document"})
_FEW = 4


def out_of_sight(top: Node) -> Iterator[str]:
    """One sentence for each container that must be scrolled to see the rest of it."""
    todo = [(top, False)]
    while todo:
        node, inside = todo.pop()
        inside = inside or convert.role_of(node.kind) == "Document"
        shown = [child.shown for child in node.children]
        hidden = len(shown) - sum(shown)
        if node.shown and hidden >= _FEW and any(shown):
            entries = any(convert.role_of(child.kind) in _ENTRIES for child in node.children if child.shown)
            if entries or (inside and _is_scrolled(shown)):
                what = "entries" if entries else "parts"
                yield f"{_called(node)} shows {sum(shown)} of {len(shown)} {what}; scroll for the others"
        todo.extend((child, inside) for child in reversed(node.children) if child.shown)


def _is_scrolled(shown: list[bool]) -> bool:
    """What is out of sight lies before and after what is in sight, not between."""
    first = shown.index(True)
    last = len(shown) - 1 - shown[::-1].index(True)
    return sum(shown[first : last + 1]) * 2 > last + 1 - first


def _called(node: Node) -> str:
    while not node.name and node.parent is not None and convert.role_of(node.kind) not in _NAMED:
        node = node.parent
    role = convert.role_of(node.kind)
    return f"{role} {node.name[:60]!r}" if node.name else f"the {role}"
