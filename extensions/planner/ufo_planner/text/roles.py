"""Roles as people mean them: "button" may mean a link that looks like one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from ufo.schema import roles
from ufo.schema.target import TargetInfo


class Use(Enum):
    """What a step does with a control."""

    ANY = "any"
    PRESS = "press"
    EDIT = "edit"
    CHECK = "check"
    HOLD = "hold"
    ITEM = "item"
    READ = "read"


MENU_ROLES = roles.MENU_ENTRIES
TEXT_ROLES = roles.NOT_ACTED_ON
CHECK_ROLES = roles.TOGGLES
ITEM_ROLES = roles.ITEMS
HOLDER_ROLES = roles.CHOOSERS | roles.SLIDERS_AND_SPINNERS
EDIT_ROLES = roles.TEXT_FIELDS - {"Paragraph"} | roles.SLIDERS_AND_SPINNERS
BOX_ROLES = roles.CONTAINERS
STILL_ROLES = roles.UNMOVED_BY_CLICK
"""Roles that ignore a click, unless the application reports an action for them."""
_PRESSING = frozenset({"press", "select", "expand"})
_EDITED_TEXT = roles.DOCUMENT_TEXTS | {"Heading"}

_MENU_FAMILY = MENU_ROLES | roles.BUTTONS
_LIST_FAMILY = roles.ROW_HOLDERS | roles.POPUPS
_ITEM_FAMILY = roles.ROWS_AND_HEADERS | roles.MENU_ITEMS - {"CheckMenuItem"}
_SHOWN_TEXTS = roles.TEXTS | {"StatusBar"}
_TEXT_FAMILY = _SHOWN_TEXTS | {"Edit"}
_BOX_FAMILY = roles.WINDOWS_AND_DIALOGS | roles.PANES_AND_GROUPS
_FAMILIES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "Button": roles.BUTTONS_AND_LINKS - {"Button"} | roles.OPENERS | {"Image"},
        "ToggleButton": roles.TICKED - {"RadioMenuItem"} | {"Button"},
        "Edit": roles.ONE_LINE_FIELDS - {"Edit"}
        | roles.SLIDERS_AND_SPINNERS
        | roles.DOCUMENTS_AND_TERMINALS
        | {"Text"},
        "Document": roles.EDITS_AND_TERMINALS,
        "CheckBox": roles.INDEPENDENT_TOGGLES - {"CheckBox"},
        "RadioButton": roles.RADIOS - {"RadioButton"} | {"ToggleButton"},
        "Spinner": frozenset({"Edit"}),
        "ComboBox": _LIST_FAMILY | roles.BUTTONS | {"Edit"},
        "TabItem": roles.LIKE_TABS,
        "HeaderItem": roles.CELLS_AND_BUTTONS,
        "Hyperlink": frozenset({"Button"}),
        "Image": frozenset({"Button"}),
        **dict.fromkeys(MENU_ROLES, _MENU_FAMILY),
        **dict.fromkeys(roles.ROW_HOLDERS, _LIST_FAMILY),
        **dict.fromkeys(roles.ROWS, _ITEM_FAMILY),
        **dict.fromkeys(_SHOWN_TEXTS, _TEXT_FAMILY),
        **dict.fromkeys(_BOX_FAMILY, _BOX_FAMILY),
    }
)
"""Other roles that a person may mean by the word for a role."""


def role_fit(wanted: str | None, control: TargetInfo) -> float:
    """Return 1.0 for the same role, 0.5 for a role that the same word may mean, and 0.0 for any other."""
    if wanted is None or control.type == wanted:
        return 1.0
    return 0.5 if control.type in _FAMILIES.get(wanted, frozenset()) else 0.0


def serves(use: Use, control: TargetInfo) -> bool:
    """Tell whether a control can be used in this way at all."""
    role, states = control.type or "Custom", set(control.states)
    if use is Use.PRESS:
        is_field = "editable" in states and role not in _EDITED_TEXT
        is_focused = role in roles.IMAGES_AND_CUSTOM | {"Group"} and "focus" in control.actions
        return role not in STILL_ROLES or is_field or is_focused or bool(_PRESSING & set(control.actions))
    if use is Use.EDIT:
        is_typed_combo = control.type == "ComboBox" and "set_text" in control.actions
        return "editable" in states or ((role in EDIT_ROLES or is_typed_combo) and "readonly" not in states)
    if use is Use.CHECK:
        return role in CHECK_ROLES or bool(states & {"checked", "unchecked", "mixed", "pressed"})
    if use is Use.HOLD:
        return role in HOLDER_ROLES or "expanded" in states or "collapsed" in states
    if use is Use.ITEM:
        return role in ITEM_ROLES or "selectable" in states
    return True


def is_live(control: TargetInfo) -> bool:
    """Tell whether a person would act on the control, because it is not just a text or a box around others."""
    return (control.type or "Custom") not in TEXT_ROLES | (BOX_ROLES - {"Tab"}) or "editable" in control.states


def is_disabled(control: TargetInfo) -> bool:
    return "disabled" in control.states


def is_on(control: TargetInfo) -> bool:
    return bool({"checked", "pressed", "selected"} & set(control.states))
