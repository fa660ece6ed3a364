"""Which role, states, value and actions an element of UI Automation has. No part of it asks Windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ufo.desktop.values import ElementVerb
from ufo.desktop.windows.ui_automation.nodes import Node
from ufo.schema.roles import (
    BOXES,
    CELLS_AND_LIST_ITEMS,
    EDITS_AND_DOCUMENTS,
    PLAIN_TEXTS,
    RADIOS,
    RANGES,
    WINDOWS_AND_DIALOGS,
)

_ROLES: Mapping[int, str] = MappingProxyType(
    {
        50000: "Button", 50001: "Table", 50002: "CheckBox", 50003: "ComboBox", 50004: "Edit", 50005: "Hyperlink",
        50006: "Image", 50007: "ListItem", 50008: "List", 50009: "Menu", 50010: "MenuBar", 50011: "MenuItem",
        50012: "ProgressBar", 50013: "RadioButton", 50014: "ScrollBar", 50015: "Slider", 50016: "Spinner",
        50017: "StatusBar", 50018: "Tab", 50019: "TabItem", 50020: "Text", 50021: "ToolBar", 50022: "ToolTip",
        50023: "Tree", 50024: "TreeItem", 50026: "Group", 50028: "Table", 50029: "ListItem", 50030: "Document",
        50031: "Button", 50032: "Window", 50033: "Pane", 50034: "Group", 50035: "HeaderItem", 50036: "Table",
        50038: "Separator", 50039: "Pane", 50040: "ToolBar",
    }
)  # fmt: skip
"""Roles by control types. Calendars and data grids are tables, and their items are rows."""
TITLE_BAR = 50037
_HEADER = 50034
_IN_A_CELL = BOXES | CELLS_AND_LIST_ITEMS | PLAIN_TEXTS | {"Edit"}
"""What an element may be that is a cell by its place in a grid."""
_TICKS = ("unchecked", "checked", "mixed")
_NO_NUMBERS = RANGES | {"ProgressBar"}

WORKED_BY: Mapping[ElementVerb, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "press": (
            ("Invoke", "Invoke"), ("Toggle", "Toggle"), ("SelectionItem", "Select"), ("ExpandCollapse", "Expand"),
        ),
        "set_text": (("Value", "SetValue"),),
        "set_value": (("RangeValue", "SetValue"), ("Value", "SetValue")),
        "select": (("SelectionItem", "Select"),),
        "select_also": (("SelectionItem", "AddToSelection"),),
        "deselect": (("SelectionItem", "RemoveFromSelection"),),
        "expand": (("ExpandCollapse", "Expand"),),
        "collapse": (("ExpandCollapse", "Collapse"),),
        "scroll_into_view": (("ScrollItem", "ScrollIntoView"),),
        "select_range_of_text": (("Text", "Select"),),
    }
)  # fmt: skip
"""The patterns and their functions that do an action, the first that an element has."""


def role_of(node: Node) -> str:
    role = _ROLES.get(node.control_type, "Custom")
    if node.has("GridItem") and role in _IN_A_CELL:
        return "Cell"
    if node.aria_role == "heading":
        return "Heading"
    if role == "Button" and node.has("Toggle"):
        return "ToggleButton"
    if role == "MenuItem" and node.has("Toggle"):
        return "CheckMenuItem"
    if role == "MenuItem" and node.has("SelectionItem"):
        return "RadioMenuItem"
    # Qt gives the headers of columns the type of what holds them.
    return "HeaderItem" if node.control_type == _HEADER and node.name else role


def states_of(node: Node, role: str) -> frozenset[str]:
    return frozenset(_states(node, role))


def _states(node: Node, role: str) -> Iterator[str]:
    yield "enabled" if node.enabled else "disabled"
    for state in ("focusable", "focused", "password", "required", "modal", "offscreen"):
        if getattr(node, state):
            yield state
    yield from _chosen(node, role)
    if node.expand_state in (0, 1, 2):
        yield "expanded" if node.expand_state else "collapsed"
    if role in EDITS_AND_DOCUMENTS:
        yield "editable" if _is_editable(node) else "readonly"
    if role == "Document":
        yield "multiline"


def _chosen(node: Node, role: str) -> Iterator[str]:
    """How it is ticked, pressed or selected, as far as it tells."""
    if node.has("Toggle"):
        tick = _TICKS[node.toggle_state] if 0 <= node.toggle_state < len(_TICKS) else "mixed"
        if role != "ToggleButton":
            yield tick
        elif tick != "unchecked":
            yield "pressed"
    elif node.has("SelectionItem") and role in RADIOS:
        yield "checked" if node.selected else "unchecked"
    if node.has("SelectionItem") and role not in RADIOS:
        yield "selectable"
        if node.selected:
            yield "selected"


def _is_editable(node: Node) -> bool:
    """A field that tells of no patterns at all may be written into as far as anybody knows."""
    return node.enabled and (not node.readonly if node.has("Value") else node.patterns is None)


def value_of(node: Node, role: str) -> str | None:
    if node.password:
        return None
    if role in _NO_NUMBERS and node.has("RangeValue"):
        return f"{node.number:g}"
    if node.has("Value") and (role in EDITS_AND_DOCUMENTS or (node.value and node.value != node.name)):
        return node.value
    return node.text or None


def actions_of(node: Node, role: str) -> tuple[ElementVerb, ...]:
    """Return what its patterns can do now. What it does is up to the program."""
    verbs = [verb for verb, ways in WORKED_BY.items() if any(node.has(pattern) for pattern, _ in ways)]
    barred: set[ElementVerb] = set()
    if node.readonly or not node.enabled or not node.has("Value"):
        barred.add("set_text")
    if node.number_readonly or (not node.has("RangeValue") and (node.readonly or role in EDITS_AND_DOCUMENTS)):
        barred.add("set_value")
    if node.expand_state == 3:
        barred |= {"expand", "collapse"}
    if role in WINDOWS_AND_DIALOGS:
        barred.add("press")
    if node.focusable:
        verbs.append("focus")
    return tuple(verb for verb in verbs if verb not in barred)
