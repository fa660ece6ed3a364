"""The items of the standard controls that have some: lists, tables, trees and tabs, each asked by messages of its own.

An item's key is that of its control, and its place in it: ":3" the fourth item, ":3.1" the second cell of the fourth row, "@" and
the item's own handle in a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from ctypes import byref, c_int
from ctypes.wintypes import RECT
from dataclasses import dataclass
from types import MappingProxyType

from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.messages import ask, signed
from ufo.desktop.windows.api.remote_memory import RemoteMemory
from ufo.desktop.windows.api.structures import HeaderItem, ListViewItem, TabItem, TreeViewItem
from ufo.schema.geometry import Rect

_TEXT = 0x1


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a control. `place` is its part of the key, `depth` counts from the control."""

    place: str
    role: str
    name: str
    rect: Rect
    states: frozenset[str] = frozenset({"enabled", "selectable"})
    depth: int = 1
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """Items of one control: those in sight, or all. `count` is how many rows there are."""

    shown: tuple[Item, ...]
    count: int


def _on_screen(rect: RECT, control: int) -> Rect:
    origin = handles.client_origin(control)
    told = Rect.from_ltrb(rect.left, rect.top, rect.right, rect.bottom).moved(origin.x, origin.y)
    return told.intersection(handles.rect_of(control))


def _state(name: str, *, is_so: bool) -> frozenset[str]:
    return frozenset({"enabled", "selectable", name} if is_so else {"enabled", "selectable"})


# List boxes: Windows carries their texts and rectangles to other processes.

_LB_GETSEL, _LB_GETTEXT, _LB_GETTEXTLEN, _LB_GETCOUNT, _LB_GETTOPINDEX, _LB_GETITEMRECT = (
    0x187,
    0x189,
    0x18A,
    0x18B,
    0x18E,
    0x198,
)


def list_box(control: int, rows: range | None) -> Items:
    """Return the rows; those in sight where none are given."""
    count = max(0, signed(ask(control, _LB_GETCOUNT)))
    first = ask(control, _LB_GETTOPINDEX) if rows is None else rows.start
    found: list[Item] = []
    for row in range(first, count) if rows is None else rows:
        rect = RECT()
        ask(control, _LB_GETITEMRECT, row, byref(rect))
        place = _on_screen(rect, control)
        if rows is None and place.is_empty:
            break
        chosen = _state("selected", is_so=signed(ask(control, _LB_GETSEL, row)) > 0)
        found.append(Item(f":{row}", "ListItem", box_text(control, row), place, chosen, row=row))
    return Items(tuple(found), count)


def box_text(control: int, row: int, length: int = _LB_GETTEXTLEN, text: int = _LB_GETTEXT) -> str:
    """Return the text of a row of a list box, or of a combo box by its own two messages."""
    chars = signed(ask(control, length, row))
    if chars < 0:
        return ""
    buffer = (c_int * (chars // 2 + 2))()
    ask(control, text, row, buffer)
    return bytes(buffer)[: 2 * chars].decode("utf-16-le", errors="replace")


_CB_GETCOUNT, _CB_GETCURSEL, _CB_GETLBTEXT, _CB_GETLBTEXTLEN = 0x146, 0x147, 0x148, 0x149


def combo_box(control: int, rows: range | None) -> Items:
    """Return all choices of a combo box, whose list need not be open: they have no places then."""
    count = max(0, signed(ask(control, _CB_GETCOUNT)))
    chosen = signed(ask(control, _CB_GETCURSEL))
    found = (
        Item(
            f":{row}",
            "ListItem",
            box_text(control, row, _CB_GETLBTEXTLEN, _CB_GETLBTEXT),
            Rect(0, 0, 0, 0),
            _state("selected", is_so=row == chosen),
            row=row,
        )
        for row in (range(count) if rows is None else rows)
    )
    return Items(tuple(found), count)


# List views.

_LVM_GETITEMCOUNT, _LVM_GETITEMRECT, _LVM_GETHEADER, _LVM_GETTOPINDEX = 0x1004, 0x100E, 0x101F, 0x1027
_LVM_GETCOUNTPERPAGE, _LVM_GETITEMSTATE, _LVM_GETSUBITEMRECT, _LVM_GETITEMTEXT = 0x1028, 0x102C, 0x1038, 0x1073
_HDM_GETITEMCOUNT, _HDM_GETITEM = 0x1200, 0x120B
_SELECTED, _FOCUSED = 0x2, 0x1
_REPORT, _TYPE = 1, 3
_MOST_COLUMNS = 30


def list_view(control: int, rows: range | None) -> Items:
    count = max(0, signed(ask(control, _LVM_GETITEMCOUNT)))
    is_report = handles.style_of(control) & _TYPE == _REPORT
    with RemoteMemory(control) as memory:
        header = ask(control, _LVM_GETHEADER) if is_report else 0
        columns = min(max(1, signed(ask(header, _HDM_GETITEMCOUNT))), _MOST_COLUMNS) if header else 1
        found: list[Item] = list(_headers(memory, control, header, columns)) if header and rows is None else []
        for row in _rows_in_sight(control, count, is_report=is_report) if rows is None else rows:
            found += _row(memory, control, row, columns, is_report=is_report, is_anywhere=rows is not None)
    return Items(tuple(found), count)


def _rows_in_sight(control: int, count: int, *, is_report: bool) -> range:
    if not is_report:
        return range(min(count, 500))
    first = ask(control, _LVM_GETTOPINDEX)
    return range(first, min(count, first + ask(control, _LVM_GETCOUNTPERPAGE) + 1))


def _headers(memory: RemoteMemory, control: int, header: int, columns: int) -> Iterator[Item]:
    left, whole = handles.client_origin(header).x, handles.rect_of(header)
    with RemoteMemory(header) as of_header:
        for column in range(columns):
            name = of_header.worded(_HDM_GETITEM, column, HeaderItem(mask=0x2))
            _, told = of_header.filled(_HDM_GETITEM, column, HeaderItem(mask=0x1))
            rect = Rect(left, whole.y, told.width, whole.height).intersection(handles.rect_of(control))
            left += told.width
            if not rect.is_empty:
                yield Item(f":h{column}", "HeaderItem", name, rect, frozenset({"enabled"}), column=column)


def _row(
    memory: RemoteMemory, control: int, row: int, columns: int, *, is_report: bool, is_anywhere: bool
) -> Iterator[Item]:
    """Yield the cells of a row; the one item of it where the view has no columns."""
    state = ask(control, _LVM_GETITEMSTATE, row, _SELECTED | _FOCUSED)
    states = _state("selected", is_so=bool(state & _SELECTED))
    for column in range(columns):
        place = _cell_place(memory, control, row, column)
        if place.is_empty and not is_anywhere:
            continue
        name = memory.worded(_LVM_GETITEMTEXT, row, ListViewItem(mask=_TEXT, index=row, column=column))
        if is_report:
            yield Item(f":{row}.{column}", "Cell", name, place, states, row=row, column=column)
        else:
            yield Item(f":{row}", "ListItem", name, place, states, row=row)


def _cell_place(memory: RemoteMemory, control: int, row: int, column: int) -> Rect:
    """`left` of the rectangle asks for the whole (0) or the label (2), `top` for the column."""
    if column:
        answer, rect = memory.filled(_LVM_GETSUBITEMRECT, row, RECT(left=0, top=column))
    else:
        answer, rect = memory.filled(_LVM_GETITEMRECT, row, RECT(left=2))
    return _on_screen(rect, control) if answer else Rect(0, 0, 0, 0)


# Tree views.

_TVM_GETITEMRECT, _TVM_GETCOUNT, _TVM_GETNEXTITEM, _TVM_GETITEM = 0x1104, 0x1105, 0x110A, 0x113E
_TREE_ROOT, _TREE_NEXT, _TREE_CHILD = 0, 1, 4
_TREE_SELECTED, _TREE_EXPANDED = 0x2, 0x20
_MASK_TEXT, _MASK_STATE, _MASK_CHILDREN = 0x1, 0x8, 0x40
_MOST_BRANCHES = 2000


def tree_view(control: int, rows: range | None) -> Items:
    """Return the branches in sight; all that are unfolded where rows are given."""
    with RemoteMemory(control) as memory:
        found = tuple(
            item
            for branch, depth in _branches(control)
            if (item := tree_item(memory, control, branch, depth)) and (rows is not None or not item.rect.is_empty)
        )
    return Items(found, ask(control, _TVM_GETCOUNT))


def _branches(control: int) -> Iterator[tuple[int, int]]:
    """Yield the handles of the unfolded branches in their order, with how deep they are."""
    left = [(ask(control, _TVM_GETNEXTITEM, _TREE_ROOT), 1)]
    for _ in range(_MOST_BRANCHES):
        if not left:
            return
        branch, depth = left.pop()
        if not branch:
            continue
        yield branch, depth
        left.append((ask(control, _TVM_GETNEXTITEM, _TREE_NEXT, branch), depth))
        left.append((ask(control, _TVM_GETNEXTITEM, _TREE_CHILD, branch), depth + 1))


def tree_item(memory: RemoteMemory, control: int, branch: int, depth: int) -> Item:
    asked = TreeViewItem(mask=_MASK_STATE | _MASK_CHILDREN, item=branch, state_mask=0xFF)
    _, told = memory.filled(_TVM_GETITEM, 0, asked)
    name = memory.worded(_TVM_GETITEM, 0, TreeViewItem(mask=_MASK_TEXT, item=branch))
    states = set(_state("selected", is_so=bool(told.state & _TREE_SELECTED)))
    if told.children:
        states.add("expanded" if told.state & _TREE_EXPANDED else "collapsed")
    asked_place = RECT()
    # The first eight bytes of the rectangle are the item's handle.
    asked_place.left, asked_place.top = c_int(branch & 0xFFFFFFFF).value, c_int(branch >> 32).value
    answer, rect = memory.filled(_TVM_GETITEMRECT, 1, asked_place)
    place = _on_screen(rect, control) if answer else Rect(0, 0, 0, 0)
    return Item(f"@{branch}", "TreeItem", name, place, frozenset(states), depth)


# Tabs.

_TCM_GETITEMCOUNT, _TCM_GETITEMRECT, _TCM_GETCURSEL, _TCM_GETITEM = 0x1304, 0x130A, 0x130B, 0x133C


def tabs(control: int, rows: range | None) -> Items:
    count = max(0, signed(ask(control, _TCM_GETITEMCOUNT)))
    chosen = signed(ask(control, _TCM_GETCURSEL))
    found: list[Item] = []
    with RemoteMemory(control) as memory:
        for row in range(count) if rows is None else rows:
            _, rect = memory.filled(_TCM_GETITEMRECT, row, RECT())
            name = memory.worded(_TCM_GETITEM, row, TabItem(mask=_TEXT))
            states = _state("selected", is_so=row == chosen)
            found.append(Item(f":{row}", "TabItem", name, _on_screen(rect, control), states, row=row))
    return Items(tuple(found), count)


READERS: Mapping[str, Callable[[int, range | None], Items]] = MappingProxyType(
    {
        "listbox": list_box, "combolbox": list_box, "combobox": combo_box, "syslistview32": list_view,
        "systreeview32": tree_view, "systabcontrol32": tabs,
    }
)  # fmt: skip
"""What reads the items of a control, by its class: those of the given rows, or those in sight."""
