from __future__ import annotations

import pytest

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.tree.reader import holds_words

_PARAGRAPH, _HEADING, _LINK = 73, 83, 88


def _node(kind: int, name: str) -> Node:
    node = Node(Ref(":1.1", "/1"), None)
    node.kind, node.name = kind, name
    return node


@pytest.mark.parametrize(
    ("kind", "name", "text", "held"),
    [
        (_HEADING, "Chapter one", "Chapter  one", True),
        (_HEADING, "Named otherwise", "Chapter one", False),
        (_HEADING, "With a link", "With a \ufffc", False),
        (_HEADING, "Empty", "", False),
        (_HEADING, "Unanswered", None, False),
        (_LINK, "Close the window", "Close", True),
        (_PARAGRAPH, "", "Words\nof it", False),
        (_PARAGRAPH, "", "Words of it", True),
        (_PARAGRAPH, "", "word " * 100, False),
    ],
)
def test_parts_are_not_asked_for_only_where_the_whole_tells_all_that_they_would(
    kind: int, name: str, text: str | None, held: bool
) -> None:
    assert holds_words(_node(kind, name), text) is held
