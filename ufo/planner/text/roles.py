"""Roles as a person means them: who says "button" may mean a link that looks like one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from ufo.schema.target import TargetInfo


class Use(Enum):
    """What a step wants to do with a control."""

    ANY = "any"
    PRESS = "press"
    EDIT = "edit"
    CHECK = "check"
    HOLD = "hold"
    ITEM = "item"
    READ = "read"


MENU_ROLES = frozenset({"Menu", "MenuItem", "CheckMenuItem", "RadioMenuItem"})
TEXT_ROLES = frozenset({"Text", "Heading", "Paragraph", "Group", "Pane", "Image", "ToolTip", "StatusBar", "Custom"})
CHECK_ROLES = frozenset({"CheckBox", "ToggleButton", "RadioButton", "CheckMenuItem", "RadioMenuItem"})
ITEM_ROLES = frozenset(
    {"ListItem", "TreeItem", "TabItem", "MenuItem", "RadioMenuItem", "RadioButton", "Cell", "CheckMenuItem"}
)
HOLDER_ROLES = frozenset({"ComboBox", "List", "Tree", "Table", "Tab", "Spinner", "Slider"})
EDIT_ROLES = frozenset({"Edit", "Spinner", "Document", "Terminal", "Slider"})
BOX_ROLES = frozenset(
    {"Window", "Dialog", "Pane", "Group", "ToolBar", "MenuBar", "Tab", "List", "Tree", "Table", "ScrollBar"}
)
STILL_ROLES = TEXT_ROLES | (BOX_ROLES - {"Tab"}) | {"Document", "ProgressBar", "Separator"}
"""What a click does nothing to, unless the application tells an action of its own."""
_PRESSING = frozenset({"press", "select", "expand"})
_EDITED_TEXT = frozenset({"Document", "Paragraph", "Heading"})

_MENU_FAMILY = MENU_ROLES | {"Button", "ToggleButton"}
_LIST_FAMILY = frozenset({"List", "ComboBox", "Tree", "Table", "Menu"})
_ITEM_FAMILY = frozenset({"ListItem", "TreeItem", "Cell", "MenuItem", "RadioMenuItem", "HeaderItem"})
_TEXT_FAMILY = frozenset({"Text", "Heading", "Paragraph", "StatusBar", "Edit"})
_BOX_FAMILY = frozenset({"Pane", "Group", "Dialog", "Window"})
_FAMILIES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "Button": frozenset({"ToggleButton", "Hyperlink", "MenuItem", "Menu", "ComboBox", "Image"}),
        "ToggleButton": frozenset({"Button", "CheckBox", "RadioButton", "CheckMenuItem"}),
        "Edit": frozenset({"Spinner", "ComboBox", "Document", "Terminal", "Slider", "Text"}),
        "Document": frozenset({"Edit", "Terminal"}),
        "CheckBox": frozenset({"ToggleButton", "CheckMenuItem"}),
        "RadioButton": frozenset({"RadioMenuItem", "ToggleButton"}),
        "Spinner": frozenset({"Edit"}),
        "ComboBox": _LIST_FAMILY | {"Button", "ToggleButton", "Edit"},
        "TabItem": frozenset({"RadioButton", "Hyperlink", "ListItem", "Button"}),
        "HeaderItem": frozenset({"Cell", "Button"}),
        "Hyperlink": frozenset({"Button"}),
        "Image": frozenset({"Button"}),
        **dict.fromkeys(MENU_ROLES, _MENU_FAMILY),
        **dict.fromkeys(("List", "Tree", "Table"), _LIST_FAMILY),
        **dict.fromkeys(("ListItem", "TreeItem", "Cell"), _ITEM_FAMILY),
        **dict.fromkeys(("Text", "Heading", "Paragraph", "StatusBar"), _TEXT_FAMILY),
        **dict.fromkeys(("Pane", "Group", "Dialog", "Window"), _BOX_FAMILY),
    }
)
"""What else a person may mean by the word for a role."""


def role_fit(wanted: str | None, control: TargetInfo) -> float:
    """1.0 for the very role, 0.5 for one that goes by the same word, 0.0 for another kind of thing."""
    if wanted is None or control.type == wanted:
        return 1.0
    return 0.5 if control.type in _FAMILIES.get(wanted, frozenset()) else 0.0


def serves(use: Use, control: TargetInfo) -> bool:
    """Whether a control can be used so at all."""
    role, states = control.type or "Custom", set(control.states)
    if use is Use.PRESS:
        is_field = "editable" in states and role not in _EDITED_TEXT
        is_focused = role in ("Custom", "Image", "Group") and "focus" in control.actions
        return role not in STILL_ROLES or is_field or is_focused or bool(_PRESSING & set(control.actions))
    if use is Use.EDIT:
        return "editable" in states or (role in EDIT_ROLES and "readonly" not in states) or _is_typed_combo(control)
    if use is Use.CHECK:
        return role in CHECK_ROLES or bool(states & {"checked", "unchecked", "mixed", "pressed"})
    if use is Use.HOLD:
        return role in HOLDER_ROLES or "expanded" in states or "collapsed" in states
    if use is Use.ITEM:
        return role in ITEM_ROLES or "selectable" in states
    return True


def is_live(control: TargetInfo) -> bool:
    """Whether a person would see it as something to act on, not as a text or a box around others."""
    return (control.type or "Custom") not in TEXT_ROLES | (BOX_ROLES - {"Tab"}) or "editable" in control.states


def is_disabled(control: TargetInfo) -> bool:
    return "disabled" in control.states


def is_on(control: TargetInfo) -> bool:
    return bool({"checked", "pressed", "selected"} & set(control.states))


def _is_typed_combo(control: TargetInfo) -> bool:
    return control.type == "ComboBox" and "readonly" not in control.states and "set_text" in control.actions
