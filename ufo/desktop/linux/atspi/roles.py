"""Translates AT-SPI roles and states to the words of `ufo.schema.target`. The numbers are those of the AT-SPI2 protocol."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType

from ufo.schema.roles import BUTTONS, TEXT_FIELDS, TICKED

_ROLES = MappingProxyType(
    {
        "Button": (43, 129),
        "ToggleButton": (62,),
        "Edit": (40, 61, 77, 79, 76, 12),
        "Spinner": (52,),
        "TabItem": (37,),
        "Tab": (38,),
        "Document": (82, 84, 92, 93, 94, 95, 96, 109, 25),
        "List": (31, 98, 121),
        "ListItem": (32, 122, 123, 13, 26),
        "Menu": (33, 41),
        "MenuBar": (34,),
        "MenuItem": (35, 59),
        "CheckMenuItem": (8,),
        "RadioMenuItem": (45,),
        "ScrollBar": (48,),
        "Tree": (65,),
        "TreeItem": (91,),
        "Hyperlink": (88,),
        "ComboBox": (11,),
        "RadioButton": (44,),
        "Slider": (51, 15),
        "CheckBox": (7,),
        "Group": (99, 87, 110, 102, 111, 105, 97, 124, 71, 72),
        "Text": (29, 81, 116, 1, 101, 115, 112, 113, 117, 118, 119, 120, 125, 126, 127, 128),
        "Heading": (83,),
        "Paragraph": (73,),
        "Table": (55, 66, 5),
        "Cell": (56,),
        "HeaderItem": (10, 47, 57, 58),
        "Image": (27, 3, 80, 100, 4),
        "Window": (23, 69),
        "Dialog": (2, 9, 16, 19, 22),
        "Pane": (17, 20, 21, 24, 28, 30, 36, 39, 46, 49, 53, 68, 70, 78, 85, 86, 90, 104, 106, 107),
        "ToolBar": (63,),
        "StatusBar": (54,),
        "ToolTip": (64,),
        "ProgressBar": (42, 103),
        "Separator": (50, 74),
        "Canvas": (6, 18),
        "Terminal": (60,),
    }
)
_ROLE_OF = MappingProxyType({number: role for role, numbers in _ROLES.items() for number in numbers})

PASSWORD = 40
_ICON, _IMAGE = 26, 27
WINDOWS = frozenset({2, 9, 16, 19, 22, 23, 69})
FRAME = 23
TOOLTIP = 64
ROW = 90
PAGE, PAGE_FRAME = 95, 28
"""The document of a page, and a frame in a page around the document that it shows."""
PARAGRAPH = 73

ACTIVE, ARMED, BUSY, CHECKED, COLLAPSED, DEFUNCT, EDITABLE, ENABLED, EXPANDABLE, EXPANDED = (
    1 << n for n in range(1, 11)
)
FOCUSABLE, FOCUSED = 1 << 11, 1 << 12
HORIZONTAL, VERTICAL = 1 << 14, 1 << 29
ICONIFIED, MODAL, MULTI_LINE, MULTISELECTABLE = 1 << 15, 1 << 16, 1 << 17, 1 << 18
PRESSED, SELECTABLE, SELECTED, SENSITIVE, SHOWING = 1 << 20, 1 << 22, 1 << 23, 1 << 24, 1 << 25
VISIBLE, MANAGES_DESCENDANTS, INDETERMINATE, REQUIRED = 1 << 30, 1 << 31, 1 << 32, 1 << 33
INVALID_ENTRY, IS_DEFAULT, VISITED, CHECKABLE, READ_ONLY = 1 << 36, 1 << 39, 1 << 40, 1 << 41, 1 << 43
HAS_POPUP = 1 << 42

_PLAIN = (
    (FOCUSABLE, "focusable"),
    (FOCUSED, "focused"),
    (SELECTABLE, "selectable"),
    (SELECTED, "selected"),
    (MODAL, "modal"),
    (ACTIVE, "active"),
    (BUSY, "busy"),
    (REQUIRED, "required"),
    (INVALID_ENTRY, "invalid"),
    (IS_DEFAULT, "default"),
    (VISITED, "visited"),
)
# GTK 4.8 gives its toggle buttons the role of buttons.
_PRESSED_ROLES = BUTTONS
# Swing reports an open menu as checked.
_UNCHECKED_ROLES = _PRESSED_ROLES | {"Menu"}
_TEXT_ROLES = TEXT_FIELDS | {"Spinner"}


def role_of(number: int) -> str:
    return _ROLE_OF.get(number, "Custom")


def meant(number: int, states: int) -> int:
    """Return the role that an application means: GTK gives pictures the role of an icon, as it does the entries of an icon
    view.
    """
    return _IMAGE if number == _ICON and not states & (SELECTABLE | FOCUSABLE) else number


@lru_cache(4096)
def states_of(bits: int, role: str) -> frozenset[str]:
    """Return the states that are set in the two words of `GetState`, given as one number."""
    return frozenset(_states(bits, role))


def _states(bits: int, role: str) -> Iterator[str]:
    yield "enabled" if bits & (SENSITIVE | ENABLED) else "disabled"
    for bit, word in _PLAIN:
        if bits & bit:
            yield word
    yield from _check_states(bits, role)
    if bits & EXPANDED:
        yield "expanded"
    elif bits & (EXPANDABLE | COLLAPSED):
        yield "collapsed"
    # Qt reports a read-only field as editable too.
    if bits & EDITABLE and not bits & READ_ONLY:
        yield "editable"
    elif bits & READ_ONLY or (role in _TEXT_ROLES and role != "Spinner"):
        yield "readonly"
    if bits & MULTI_LINE and role in _TEXT_ROLES:
        yield "multiline"


def _check_states(bits: int, role: str) -> Iterator[str]:
    if role in _PRESSED_ROLES and bits & (PRESSED | CHECKED):
        yield "pressed"
    if role in TICKED or bits & CHECKABLE or (bits & CHECKED and role not in _UNCHECKED_ROLES):
        if bits & INDETERMINATE:
            yield "mixed"
        else:
            yield "checked" if bits & CHECKED else "unchecked"


def place(answer: object) -> tuple[int, int] | None:
    """Return row and column, from 0; None for what is no place in a table."""
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        return None
    row, column = answer
    if not (isinstance(row, int) and isinstance(column, int)) or min(row, column) < 0:
        return None
    return row, column
