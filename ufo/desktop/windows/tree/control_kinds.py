"""Which role, states and actions a standard control of Windows has, by its class and style. Source: the styles and messages of
each control in Microsoft's reference (`winuser.h`, `commctrl.h`). No part of it asks Windows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ufo.desktop.values import ElementVerb
from ufo.schema.roles import (
    CHECK_AND_RADIO_BUTTONS,
    CHOOSERS,
    EDITS_AND_COMBO_BOXES,
    EDITS_AND_DOCUMENTS,
    ROW_HOLDERS,
    SLIDERS_AND_SPINNERS,
)

_TYPE_OF_BUTTON = 0x0F
_BUTTONS: Mapping[int, str] = MappingProxyType(
    {2: "CheckBox", 3: "CheckBox", 5: "CheckBox", 6: "CheckBox", 4: "RadioButton", 9: "RadioButton", 7: "Group"}
)
_PUSH_LIKE = 0x1000
_ROLES: Mapping[str, str] = MappingProxyType(
    {
        "edit": "Edit", "static": "Text", "combobox": "ComboBox", "comboboxex32": "ComboBox", "listbox": "List",
        "combolbox": "List", "syslistview32": "List", "systreeview32": "Tree", "systabcontrol32": "Tab",
        "msctls_statusbar32": "StatusBar", "toolbarwindow32": "ToolBar", "msctls_trackbar32": "Slider",
        "msctls_progress32": "ProgressBar", "msctls_updown32": "Spinner", "scrollbar": "ScrollBar",
        "sysheader32": "Group", "syslink": "Hyperlink", "msctls_hotkey32": "Edit", "sysdatetimepick32": "Edit",
        "sysmonthcal32": "Custom", "sysipaddress32": "Edit", "rebarwindow32": "ToolBar", "#32770": "Dialog",
        "#32768": "Menu", "tooltips_class32": "ToolTip", "sysanimate32": "Image",
    }
)  # fmt: skip
"""Roles by class; names of classes are the same in upper and lower case."""
_ACTIONS: Mapping[str, tuple[ElementVerb, ...]] = MappingProxyType(
    {
        "Button": ("press", "focus"), "CheckBox": ("press", "focus"), "RadioButton": ("press", "focus"),
        "ToggleButton": ("press", "focus"), "Edit": ("set_text", "focus"), "Document": ("set_text", "focus"),
        "ComboBox": ("expand", "collapse", "focus"), "Slider": ("set_value", "focus"),
    }
)  # fmt: skip
_FOCUSABLE = frozenset(_ACTIONS) | CHOOSERS
_LABELLED = EDITS_AND_DOCUMENTS | EDITS_AND_COMBO_BOXES | ROW_HOLDERS | SLIDERS_AND_SPINNERS
_READ_ONLY, _MULTILINE, _PASSWORD = 0x800, 0x4, 0x20
_REPORT = 1
_OF_LIST_VIEW = 3
_TICKS = ("unchecked", "checked", "mixed")
_DEFAULT = 1


def role_of(kind: str, style: int) -> str:
    """Return the role of a control of a class. One that draws itself and is of no known class is a pane."""
    name = kind.casefold()
    if name == "button":
        role = _BUTTONS.get(style & _TYPE_OF_BUTTON, "Button")
        return "ToggleButton" if role in CHECK_AND_RADIO_BUTTONS and style & _PUSH_LIKE else role
    if name.startswith("richedit"):
        return "Document"
    if name == "syslistview32" and style & _OF_LIST_VIEW == _REPORT:
        return "Table"
    return _ROLES.get(name, "Pane")


def states_of(role: str, kind: str, style: int, *, is_enabled: bool, is_focused: bool) -> set[str]:
    """Return what the style says. Ticks and selections are asked of the control."""
    states = {"enabled" if is_enabled else "disabled"}
    if role in _FOCUSABLE:
        states.add("focusable")
    if is_focused:
        states.add("focused")
    if role in EDITS_AND_DOCUMENTS and kind.casefold().startswith(("edit", "richedit")):
        states.add("readonly" if style & _READ_ONLY else "editable")
        if style & _MULTILINE:
            states.add("multiline")
        if style & _PASSWORD:
            states.add("password")
    if role == "Button" and style & _TYPE_OF_BUTTON == _DEFAULT:
        states.add("default")
    return states


def tick(answer: int) -> str:
    """Return the state that a button's answer to BM_GETCHECK means."""
    return _TICKS[answer & 3] if answer & 3 < len(_TICKS) else "mixed"


def actions_of(role: str, states: set[str]) -> tuple[str, ...]:
    actions = _ACTIONS.get(role, ())
    if states & {"readonly", "disabled"} and "set_text" in actions:
        return tuple(verb for verb in actions if verb != "set_text")
    return actions


def is_named_by_label(role: str) -> bool:
    """Whether the text before the control names it, by the rule of Windows' own dialogs."""
    return role in _LABELLED


def without_mnemonic(text: str) -> str:
    """Return a caption as it is shown: "&Save" underlines the S, and "&&" is one &."""
    shown = text.partition("\t")[0].replace("&&", "\0").replace("&", "")
    return shown.replace("\0", "&")
