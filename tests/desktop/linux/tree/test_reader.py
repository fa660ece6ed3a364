from __future__ import annotations

import pytest

from tests.desktop.linux.lines import Echo
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Batch, Ref
from ufo.desktop.linux.toolkits.gtk3 import GTK3
from ufo.desktop.linux.tree.reader import Caps, TreeReader, holds_words

_PARAGRAPH, _HEADING, _LINK, _MENU_ITEM = 73, 83, 88, 35


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


@pytest.mark.parametrize(
    ("windows", "members"),
    [
        ((), ["GetState", "GetRole", "Get", "GetExtents"]),
        (("0x1", "0x2"), ["GetState", "GetRole", "Get", "GetExtents"]),
        (("0x1",), ["GetState"]),
    ],
)
async def test_of_what_a_window_showed_that_is_gone_only_the_state_is_asked_ahead(
    windows: tuple[str, ...], members: list[str]
) -> None:
    line = Echo()
    entry = _node(_MENU_ITEM, "Character...")
    entry.shown, entry.surface = True, "0x2"
    TreeReader(Batch(line), GTK3, Caps(), lambda node: None).foresee([entry], windows)
    assert [asked.member for asked in line.sent][: len(members) + 1] == members
