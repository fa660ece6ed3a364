"""The empty boxes of tool bars in LibreOffice 25.2, with the places and parents that it told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Answer, Line, Question, Ref
from ufo.desktop.linux.toolkits.libreoffice_boxes import (
    become_arrow,
    fill_boxes,
    is_around_field_and_arrow,
    label_fields,
)
from ufo.desktop.linux.toolkits.toolkit import WholeTree
from ufo.schema.geometry import Rect

_BUS = ":1.7"
_FRAME, _PANEL, _PANE, _TOOL_BAR, _FILLER, _COMBO_BOX, _TEXT = 23, 39, 46, 63, 20, 11, 61
_WIDGETS = {"/filler": "/panel", "/panel": "/view", "/view": "/scroll", "/scroll": "/pane"}
"""Each widget of the box with its parent, as 25.2 tells them."""
_BOX = (219, 85, 101, 34)


class _Application(Line):
    """Tells the places and parents of its objects; of an object that is gone, nothing."""

    def __init__(self, places: Mapping[str, tuple[int, int, int, int]], parents: Mapping[str, str]) -> None:
        super().__init__()
        self._places, self._parents = places, parents
        self.asked: list[str] = []

    @property
    def alive(self) -> bool:
        return True

    async def close(self) -> None: ...

    def _transmit(self, asked: Question) -> int:
        self.asked.append(asked.ref.path)
        asyncio.get_running_loop().call_soon(self.arrived, len(self.asked), self._answer(asked))
        return len(self.asked)

    def _answer(self, asked: Question) -> Answer:
        if asked.member == "GetExtents":
            place = self._places.get(asked.ref.path)
            return None if place is None else [place]
        parent = self._parents.get(asked.ref.path)
        return None if parent is None else [_Variant((_BUS, parent))]


class _Variant:
    def __init__(self, value: object) -> None:
        self.value = value


def _inside(parent: Node | None, kind: int, path: str, place: tuple[int, int, int, int], name: str = "") -> Node:
    node = Node(Ref(_BUS, path), parent)
    node.kind, node.name, node.raw, node.shown = kind, name, Rect(*place), True
    if parent is not None:
        parent.children.append(node)
    return node


def _window() -> tuple[Node, Node]:
    """A window and the empty panel of its box. Places in the root pane miss the menu bar's height of 25 pixels."""
    frame = _inside(None, _FRAME, "/frame", (0, 0, 1280, 800))
    around = _inside(frame, _PANEL, "/around", (0, 44, 1280, 756))
    pane = _inside(around, _PANE, "/pane", (0, 19, 1280, 756))
    bar = _inside(pane, _TOOL_BAR, "/bar", (0, 58, 1280, 39), "Formatting")
    box = _inside(bar, _PANEL, "/box", (219, 60, 101, 34), "Font Size")
    outer = _inside(box, _PANEL, "/1", (219, 60, 101, 34))
    filler = _inside(outer, _FILLER, "/2", (219, 60, 101, 34))
    return frame, _inside(filler, _PANEL, "/3", (219, 60, 101, 34))


async def _filled(frame: Node, line: Line, told: Sequence[str]) -> list[str]:
    read: list[str] = []

    async def note(nodes: Sequence[Node]) -> None:
        read.extend(node.ref.path for node in nodes)

    deadline = asyncio.get_running_loop().time() + 5
    await fill_boxes(frame, WholeTree(line, (), (), note, [Ref(_BUS, path) for path in told], deadline, 1.0))
    return read


async def test_what_told_of_itself_in_the_place_of_an_empty_box_is_read_as_its_part() -> None:
    frame, panel = _window()
    line = _Application({"/filler": _BOX, "/other": (600, 85, 50, 34)}, _WIDGETS)
    assert await _filled(frame, line, ["/gone", "/other", "/filler", "/bar"]) == ["/scroll"]
    assert [child.ref.path for child in panel.children] == ["/scroll"] and panel.children[0].parent is panel
    assert "/bar" not in line.asked


@pytest.mark.parametrize(
    "parents",
    [
        pytest.param({**_WIDGETS, "/scroll": "/pane of another window"}, id="another window at the same place"),
        pytest.param({"/filler": "/panel", "/panel": "/filler"}, id="parents in a circle"),
        pytest.param({"/filler": "/panel"}, id="a parent that is gone"),
        pytest.param({"/filler": "/bar of its own", "/bar of its own": "/status"}, id="another part of the window"),
    ],
)
async def test_what_is_in_no_part_of_the_window_around_the_box_is_left_out(parents: Mapping[str, str]) -> None:
    frame, panel = _window()
    _inside(frame, _FILLER, "/status", (0, 780, 1280, 20))
    assert await _filled(frame, _Application({"/filler": _BOX}, parents), ["/filler"]) == []
    assert not panel.children


async def test_nothing_is_asked_where_no_box_is_empty() -> None:
    frame, panel = _window()
    _inside(panel, _TEXT, "/text", (219, 60, 65, 34))
    line = _Application({"/filler": _BOX}, _WIDGETS)
    assert await _filled(frame, line, ["/filler"]) == [] and line.asked == []


def test_an_arrow_that_is_called_a_box_is_a_button_and_the_field_beside_it_has_the_label() -> None:
    box = _inside(None, _COMBO_BOX, "/box", _BOX)
    field = _inside(box, _TEXT, "/field", (219, 85, 65, 34))
    arrow = _inside(box, _COMBO_BOX, "/arrow", (284, 85, 36, 34), "Font Size")
    box.label = "Find:"
    assert not is_around_field_and_arrow(box)
    for node in (box, field, arrow):
        become_arrow(node)
    assert (box.kind, arrow.kind, arrow.name) == (_COMBO_BOX, 62, "") and is_around_field_and_arrow(box)
    label_fields(box)
    assert (field.label, box.label) == ("Find:", "")
