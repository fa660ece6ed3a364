"""Lays widgets out: they flow downwards in their window, groups to the right, open popups hang below their owner."""

from __future__ import annotations

from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.schema.geometry import Rect
from ufo.schema.roles import LAID_OUT_IN_A_ROW

TITLE_BAR = 28
GAP = 8
LABEL_WIDTH = 130
ROW = 24
CELL_WIDTH = 90
_SIZES = {
    "Button": (120, 30),
    "ToggleButton": (120, 30),
    "Edit": (240, 28),
    "ComboBox": (180, 28),
    "CheckBox": (220, ROW),
    "RadioButton": (220, ROW),
    "Document": (560, 200),
    "Text": (420, 22),
    "Heading": (420, ROW),
    "Menu": (70, 26),
    "MenuItem": (190, ROW),
    "CheckMenuItem": (190, ROW),
    "ListItem": (240, ROW),
    "Hyperlink": (200, 22),
    "TabItem": (100, 26),
    "StatusBar": (560, 22),
}


def size(widget: LiveWidget) -> tuple[int, int]:
    """Return width and height in pixels, by role and content."""
    if widget.role == "List":
        return 240, ROW * max(1, min(widget.spec.shown_rows, len(widget.children)))
    if widget.role == "Table":
        rows = 1 + max((cell.row or 0 for cell in widget.children), default=0)
        columns = 1 + max((cell.column or 0 for cell in widget.children), default=0)
        return columns * CELL_WIDTH, rows * ROW
    if widget.role in LAID_OUT_IN_A_ROW:
        sizes = [_outer(child) for child in widget.children if child.visible]
        return sum(width + GAP for width, _ in sizes), max((height for _, height in sizes), default=26)
    return _SIZES.get(widget.role, (120, 28))


def _outer(widget: LiveWidget) -> tuple[int, int]:
    width, height = size(widget)
    return (width + LABEL_WIDTH if widget.spec.label else width), height


def place(window: LiveWindow) -> None:
    """Set `rect` (and `clip`) of every shown widget of the window, in screen pixels."""
    y = window.rect.y + TITLE_BAR + GAP
    for widget in window.widgets:
        if widget.visible:
            _place(widget, window.rect.x + GAP, y)
            y += size(widget)[1] + GAP


def _place(widget: LiveWidget, x: int, y: int) -> None:
    width, height = size(widget)
    left = x + (LABEL_WIDTH if widget.spec.label else 0)
    widget.rect = Rect(left, y, width, height).moved(*widget.shift)
    if widget.role == "Table":
        for cell in widget.children:
            cell.rect = Rect(
                widget.rect.x + (cell.column or 0) * CELL_WIDTH, widget.rect.y + (cell.row or 0) * ROW, CELL_WIDTH, ROW
            )
    elif widget.role == "List":
        for index, item in enumerate(widget.children):
            item.rect = Rect(widget.rect.x, widget.rect.y + (index - widget.scroll) * ROW, width, ROW)
            item.clip = widget.rect
    elif widget.is_popup:
        _place_popup(widget)
    else:
        _place_row(widget)


def _place_row(widget: LiveWidget) -> None:
    x = widget.rect.x
    for child in widget.children:
        if child.visible:
            _place(child, x, widget.rect.y)
            x += _outer(child)[0] + GAP


def _place_popup(widget: LiveWidget) -> None:
    nested = widget.parent is not None and widget.parent.role == "Menu"
    x = widget.rect.right if nested else widget.rect.x
    y = widget.rect.y if nested else widget.rect.bottom
    for child in widget.children:
        if child.visible:
            _place(child, x, y)
            y += child.rect.height
