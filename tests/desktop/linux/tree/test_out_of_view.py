"""How much of a list or page is out of sight, from what its children say."""

from __future__ import annotations

import pytest

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.tree.out_of_view import out_of_sight

_LIST, _ITEM, _PANEL, _PAGE = 31, 32, 39, 95


def _node(kind: int, name: str = "", shown: bool = True, children: list[Node] | None = None) -> Node:
    node = Node(Ref(":1.1", f"/{id(name)}"), None)
    node.kind, node.name, node.shown = kind, name, shown
    node.children = children or []
    for child in node.children:
        child.parent = node
    return node


def _items(shown: int, hidden: int, kind: int = _ITEM) -> list[Node]:
    return [_node(kind, shown=True) for _ in range(shown)] + [_node(-1, shown=False) for _ in range(hidden)]


def test_a_list_says_how_many_of_its_entries_are_in_sight() -> None:
    files = _node(_LIST, "Files", children=_items(5, 40))
    assert list(out_of_sight(_node(_PANEL, children=[files]))) == [
        "List 'Files' shows 5 of 45 entries; scroll for the others"
    ]


def test_a_page_says_so_of_the_parts_before_and_after_what_is_in_sight() -> None:
    parts = [_node(-1, shown=False) for _ in range(6)] + _items(3, 9, _PANEL)
    assert list(out_of_sight(_node(_PAGE, "News", children=[_node(_PANEL, children=parts)]))) == [
        "Document 'News' shows 3 of 18 parts; scroll for the others"
    ]


@pytest.mark.parametrize(
    "top",
    [
        _node(_PANEL, "Pages", children=_items(1, 9, _PANEL)),
        _node(_LIST, "Files", children=_items(5, 0)),
        _node(_LIST, "Files", children=_items(0, 9)),
        _node(_LIST, "Files", shown=False, children=_items(5, 9)),
    ],
    ids=["pages of a dialog", "all in sight", "none in sight", "itself hidden"],
)
def test_hidden_pages_whole_lists_and_closed_ones_are_no_hint(top: Node) -> None:
    assert list(out_of_sight(top)) == []
