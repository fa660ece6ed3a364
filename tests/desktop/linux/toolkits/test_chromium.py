from __future__ import annotations

import pytest

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.toolkits.chromium import CHROMIUM, dropped, scrolled_by
from ufo.desktop.linux.toolkits.toolkit import COMBO_BOX, MENU
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_ROW, _SHOWN = 24, 20
_VIEW = Rect(10, 20, 70, _ROW * _SHOWN)
_TRACK, _THUMB, _PALE = bytes((250,) * 4), bytes((130,) * 4), bytes((170,) * 4)
_PLAIN, _LIT = bytes((240,) * 4), b"\xd0\x60\x10\xff"


def _boxes(count: int) -> list[Rect]:
    return [Rect(_VIEW.x, _VIEW.y + _ROW * n, 55, _ROW) for n in range(count)]


def _drawn(count: int, scrolled: int, lit: int | None) -> Frame:
    whole, height = count * _ROW, _VIEW.height
    track = height - 36
    length = max(17, round(track * height / whole))
    start = 18 + int(scrolled * (track - length) / (whole - height))
    rows = []
    for y in range(height):
        entry = (y + scrolled) // _ROW
        colour = _LIT if entry == lit else _PLAIN
        end = y in (start, start + length - 1)
        bar = _PALE if end else _THUMB if start <= y < start + length else _TRACK
        rows.append(colour * 55 + bar * 15)
    return Frame(_VIEW, b"".join(rows))


@pytest.mark.parametrize("scrolled", [0, 7, 240, 241, 743, 1680])
def test_how_far_a_list_is_scrolled_is_told_to_the_pixel_where_one_entry_stands_out(scrolled: int) -> None:
    lit = scrolled // _ROW + 3
    assert scrolled_by(_boxes(90), _VIEW, _drawn(90, scrolled, lit)) == scrolled


def test_of_hundreds_of_entries_it_is_told_mostly_and_never_wrongly() -> None:
    for count, least in ((250, 1.0), (430, 1.0), (500, 0.7)):
        told = [
            (scrolled_by(_boxes(count), _VIEW, _drawn(count, scrolled, scrolled // _ROW + 3)), scrolled)
            for scrolled in range(0, (count - _SHOWN) * _ROW, 127)
        ]
        assert all(by in (None, scrolled) for by, scrolled in told)
        assert sum(by is not None for by, _ in told) >= least * len(told), count


@pytest.mark.parametrize("scrolled", [0, 240, 1680])
def test_where_none_stands_out_it_is_taken_to_begin_or_end_with_a_whole_entry(scrolled: int) -> None:
    assert scrolled_by(_boxes(90), _VIEW, _drawn(90, scrolled, None)) == scrolled


def test_a_picture_that_leaves_several_answers_tells_nothing() -> None:
    assert scrolled_by(_boxes(2000), _VIEW, _drawn(2000, 4800, 203)) is None
    assert scrolled_by(_boxes(2000), _VIEW, _drawn(2000, 4800, None)) is None
    assert scrolled_by(_boxes(90), _VIEW, Frame(_VIEW, _PLAIN * (_VIEW.width * _VIEW.height))) is None
    assert scrolled_by(_boxes(90), _VIEW, Frame(Rect(0, 0, 30, 30), _PLAIN * 900)) is None


@pytest.mark.parametrize(
    ("told", "role", "name"),
    [
        ("Orders - Memory usage - 23.4 MB", "TabItem", "Orders"),
        ("Orders - Speichernutzung - 1,2 GB", "TabItem", "Orders"),
        ("Bilder - Utilisation élevée - 980\u00a0Mo", "TabItem", "Bilder"),
        ("Orders - Memory usage - 312 MB", "TabItem", "Orders"),
        ("Room - 12 places", "TabItem", "Room - 12 places"),
        ("Report - Quarter two - 12 MB", "TabItem", "Report - Quarter two - 12 MB"),
        ("Orders - Memory usage - 23.4 MB", "Text", "Orders - Memory usage - 23.4 MB"),
    ],
)
def test_a_tab_is_called_by_its_page_without_the_memory_that_it_takes(told: str, role: str, name: str) -> None:
    assert CHROMIUM.wording.name(told, role) == name


_ENTRY = 35
_WINDOW = Rect(130, 30, 800, 600)


def _node(parent: Node | None, kind: int, place: Rect) -> Node:
    node = Node(Ref(":1.5", f"/{place.y}/{kind}"), parent)
    node.kind, node.raw, node.states, node.shown = kind, place, roles.VISIBLE | roles.SHOWING, True
    node.rect = place.moved(_WINDOW.x, _WINDOW.y)
    if parent is not None:
        parent.children.append(node)
    return node


def _opened(count: int) -> tuple[Node, Node]:
    """A window whose entries count from it, as on Wayland, and the open list in it."""
    top = _node(None, 23, Rect(0, 0, 800, 600))
    top.shift = (_WINDOW.x, _WINDOW.y)
    menu = _node(_node(top, COMBO_BOX, Rect(200, 100, 68, 20)), MENU, Rect(200, 100, 68, 10))
    for number in range(count):
        _node(menu, _ENTRY, Rect(201, 121 + number * _ROW, 56, _ROW))
    return top, menu


@pytest.mark.parametrize(("count", "high"), [(5, 5), (200, _SHOWN)])
def test_an_open_list_lies_under_its_box_as_wide_as_that_and_twenty_entries_high_at_most(count: int, high: int) -> None:
    _, menu = _opened(count)
    assert CHROMIUM.placing.opened(menu) == Rect(330, 150, 68, high * _ROW + 2)


def test_entries_that_count_from_their_window_are_found_in_the_list_on_the_screen() -> None:
    top, menu = _opened(3)
    place = Rect(330, 150, 68, 3 * _ROW + 2)
    listed = Surface(Window("1:0", "", place, 7, "chromium", "chromium"), place, popup=True)
    found = dropped(top, [Surface(Window("1", "Page", _WINDOW, 7, "chromium", "chromium"), _WINDOW), listed], None)
    assert found[id(menu)].put(menu.children[1]) == Rect(331, 151, 66, 3 * _ROW)
    assert (menu.children[1].surface, menu.children[1].rect) == ("1:0", Rect(331, 175, 66, _ROW))
