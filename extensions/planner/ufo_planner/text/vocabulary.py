"""People's words for roles, kinds of application, ordinals and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType


def alternatives(words: Mapping[str, object] | tuple[str, ...]) -> str:
    """Return a pattern that matches any of the words, longest first. Spaces match any white space."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+").replace(r"\-", "[- ]?") for word in ordered) + ")"


_ROLE_WORDS = {
    "Button": "button|push button|icon|btn",
    "ToggleButton": "toggle button|toggle|switch",
    "Edit": "field|text field|edit field|input field|entry field|text box|textbox|input|input box|entry|edit box|box",
    "TabItem": "tab|tab page",
    "List": "list|list box|listbox",
    "ListItem": "list item|list entry|option",
    "Menu": "menu",
    "MenuItem": "menu item|menu entry|menu command",
    "Tree": "tree|tree view",
    "TreeItem": "tree item|tree node|node",
    "Hyperlink": "link|hyperlink",
    "ComboBox": "combo box|combobox|drop-down|dropdown|drop-down list|dropdown list|drop-down menu|dropdown menu|"
    "drop-down box|selector",
    "RadioButton": "radio button|radiobutton|radio",
    "Spinner": "spinner|spin button|spin box",
    "Slider": "slider",
    "CheckBox": "checkbox|check box|tick box|tickbox",
    "Group": "group",
    "Text": "label|static text",
    "Heading": "heading",
    "Paragraph": "paragraph",
    "Table": "table|grid",
    "Cell": "cell|table cell",
    "HeaderItem": "column header|header",
    "Image": "image|picture",
    "Window": "window",
    "Dialog": "dialog|dialogue|dialog box",
    "Pane": "pane|panel|sidebar",
    "ToolBar": "toolbar|tool bar",
    "StatusBar": "status bar|statusbar|status line",
}  # fmt: skip

ROLE_OF: Mapping[str, str] = MappingProxyType(
    {word: role for role, words in _ROLE_WORDS.items() for word in words.split("|")}
)
ROLE = alternatives((*ROLE_OF, "control", "element", "widget", "thing", "one"))


def role_named(words: str) -> str | None:
    """Return the role that the words name, or None for words that name any control."""
    return _ROLE_BY_LETTERS.get(_letters(words))


COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINAL_WORDS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"
)  # fmt: skip
ORDINALS: Mapping[str, int] = MappingProxyType(
    {
        **{word: number for number, word in enumerate(_ORDINAL_WORDS, 1)},
        **{"last": -1, "final": -1, "bottom": -1, "top": 1, "topmost": 1},
    }
)
ORDINAL = r"(?:\d{1,4}(?:st|nd|rd|th)|" + alternatives(ORDINALS) + ")"


def ordinal_named(words: str) -> int:
    """Return the ordinal's number, -1 for the last, or 0 where the words name none."""
    lowered = words.casefold().strip()
    digits = re.match(r"\d+", lowered)
    return int(digits.group()) if digits else ORDINALS.get(lowered, 0)


def ordinal_word(number: int) -> str:
    return next((word for word, value in ORDINALS.items() if value == number), str(number))


_KIND_WORDS = {
    "word processor": "word|writer|word processor|microsoft word|libreoffice writer|openoffice writer|abiword|wordpad|"
    "text document|word document",
    "spreadsheet": "excel|calc|spreadsheet|spreadsheet program|spreadsheets|workbook|microsoft excel|libreoffice calc|"
    "openoffice calc|gnumeric",
    "presentation": "powerpoint|impress|presentation|presentation program|microsoft powerpoint|libreoffice impress|slides",
    "drawing": "draw|libreoffice draw|drawing program|inkscape",
    "text editor": "text editor|editor|notepad|notepad++|gedit|mousepad|kate|leafpad|geany|gnome-text-editor|xed|pluma",
    "browser": "browser|web browser|chrome|chromium|google chrome|firefox|edge|microsoft edge|epiphany|safari|brave",
    "calculator": "calculator|calc.exe|gnome-calculator|gnome calculator|kcalc|pocket calculator|galculator|qalculate",
    "file manager": "file manager|file explorer|file browser|explorer|nautilus|pcmanfm|thunar|dolphin|caja|finder|nemo",
    "terminal": "terminal|console|shell|command prompt|xterm|gnome-terminal|konsole|lxterminal|xfce4-terminal",
    "image editor": "image editor|gimp|photoshop|paint|paint program|photo editor",
    "image viewer": "image viewer|photo viewer|eog|gpicview|ristretto",
    "pdf viewer": "pdf viewer|pdf reader|document viewer|evince|okular|acrobat|atril",
    "mail": "mail program|mail client|email client|thunderbird|outlook|evolution",
    "settings": "settings|system settings|control panel|control center|control centre",
    "media player": "media player|video player|music player|vlc|totem|rhythmbox",
    "calendar": "calendar",
}  # fmt: skip

KIND_OF: Mapping[str, str] = MappingProxyType(
    {word: kind for kind, words in _KIND_WORDS.items() for word in words.split("|")}
)
_PRODUCT_NAMES = (
    "abiword|wordpad|gnumeric|inkscape|notepad++|gedit|mousepad|kate|leafpad|geany|gnome-text-editor|xed|pluma|firefox|"
    "microsoft edge|epiphany|safari|brave|chromium|gnome-calculator|kcalc|galculator|qalculate|nautilus|pcmanfm|thunar|"
    "dolphin|caja|nemo|xterm|gnome-terminal|konsole|lxterminal|xfce4-terminal|gimp|photoshop|eog|gpicview|ristretto|evince|"
    "okular|acrobat|atril|thunderbird|outlook|evolution|vlc|totem|rhythmbox"
)
"""Names of one program each. Other names mean any program of their kind, as "Excel" means any spreadsheet."""

APPLICATION = alternatives(KIND_OF)
APPLICATION_NOUN = r"(?:app|application|program|programme|software|window)"


def kind_of_application(words: str) -> str | None:
    """Return the kind: "spreadsheet" for "Excel" and "the spreadsheet". None for no known kind or product."""
    return _KIND_BY_LETTERS.get(_letters(words))


def is_product(words: str) -> bool:
    """Tell whether the words name one program, which another one of its kind cannot replace."""
    return _letters(words) in _PRODUCT_LETTERS


def _letters(words: str) -> str:
    """Return the words without spaces and hyphens: "drop-down list", "drop down list" and "dropdown list" are one."""
    return "".join(words.casefold().replace("-", " ").split())


_ROLE_BY_LETTERS: Mapping[str, str] = MappingProxyType({_letters(word): role for word, role in ROLE_OF.items()})
_KIND_BY_LETTERS: Mapping[str, str] = MappingProxyType({_letters(word): kind for word, kind in KIND_OF.items()})
_PRODUCT_LETTERS = frozenset(map(_letters, _PRODUCT_NAMES.split("|")))
