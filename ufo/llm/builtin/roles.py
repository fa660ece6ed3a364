"""Roles as a person means them: who says "button" may mean a link that looks like one."""

from __future__ import annotations

from enum import Enum

from ufo.schema.target import TargetInfo


class Use(Enum):
    """What a step wants to do with a control."""

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
EDIT_ROLES = frozenset({"Edit", "Spinner", "Document", "Terminal"})
BOX_ROLES = frozenset(
    {"Window", "Dialog", "Pane", "Group", "ToolBar", "MenuBar", "Tab", "List", "Tree", "Table", "ScrollBar"}
)

_FAMILIES: tuple[frozenset[str], ...] = (
    frozenset({"Button", "ToggleButton", "Hyperlink", "MenuItem", "Menu", "ComboBox"}),
    frozenset({"Edit", "Spinner", "ComboBox", "Document", "Terminal"}),
    frozenset({"CheckBox", "ToggleButton", "CheckMenuItem"}),
    frozenset({"RadioButton", "RadioMenuItem", "ToggleButton"}),
    MENU_ROLES | {"Button", "ToggleButton"},
    frozenset({"ListItem", "TreeItem", "Cell", "MenuItem", "HeaderItem"}),
    frozenset({"TabItem", "RadioButton", "Hyperlink"}),
    frozenset({"Text", "Heading", "Paragraph", "StatusBar"}),
    frozenset({"Table", "Tree", "List"}),
    frozenset({"Dialog", "Window"}),
)
_LEADERS = ("Button", "Edit", "CheckBox", "RadioButton", "MenuItem", "ListItem", "TabItem", "Text", "Table", "Dialog")


def role_fit(wanted: str | None, control: TargetInfo) -> float:
    """1.0 for the very role, 0.5 for one of its family, 0.0 for another kind of thing."""
    if wanted is None or control.type == wanted:
        return 1.0
    for leader, family in zip(_LEADERS, _FAMILIES, strict=True):
        if wanted == leader and control.type in family:
            return 0.5
    alike = any(wanted in family and control.type in family for family in _FAMILIES)
    return 0.4 if alike else 0.0


def serves(use: Use, control: TargetInfo) -> bool:
    """Whether a control can be used so at all."""
    role, states = control.type or "Custom", set(control.states)
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
