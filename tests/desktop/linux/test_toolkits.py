from __future__ import annotations

import pytest

from ufo.desktop.linux.bus import Ref
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.toolkits import is_leaf, toolkit_of

_STATIC, _BUTTON, _SEPARATOR = 116, 43, 50


def _node(kind: int, name: str) -> Node:
    node = Node(Ref(":1.1", "/1"), None)
    node.kind, node.name = kind, name
    return node


@pytest.mark.parametrize(
    ("toolkit", "kind", "name", "leaf"),
    [
        ("Chromium", _STATIC, "words", True),
        ("Chromium", _BUTTON, "with a picture in it", False),
        ("Gecko", _STATIC, "words", False),
        ("gtk", _BUTTON, "named", True),
        ("gtk", _BUTTON, "", False),
        ("Qt", _SEPARATOR, "", True),
    ],
)
def test_only_what_surely_holds_nothing_is_not_asked_for_what_it_holds(
    toolkit: str, kind: int, name: str, leaf: bool
) -> None:
    assert is_leaf(toolkit_of(toolkit, "3"), _node(kind, name)) is leaf
