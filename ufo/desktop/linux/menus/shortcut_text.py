"""Translates what toolkits write for a keyboard shortcut into "Ctrl+Shift+S"."""

from __future__ import annotations

import re
from types import MappingProxyType

_MODIFIER = re.compile(r"<(\w+)>")
_MODIFIERS = MappingProxyType(
    {
        "primary": "Ctrl", "control": "Ctrl", "ctrl": "Ctrl", "ctl": "Ctrl", "shift": "Shift", "shft": "Shift",
        "alt": "Alt", "mod1": "Alt", "super": "Super", "mod4": "Super", "meta": "Meta", "hyper": "Hyper",
    }
)  # fmt: skip
_ORDER = ("Ctrl", "Alt", "Shift", "Super", "Meta", "Hyper")
_KEYS = MappingProxyType(
    {
        "return": "Enter", "escape": "Esc", "page_up": "PageUp", "page_down": "PageDown", "prior": "PageUp",
        "next": "PageDown", "backspace": "Backspace", "delete": "Delete", "insert": "Insert", "space": "Space", "tab": "Tab",
        "plus": "+", "minus": "-", "equal": "=", "period": ".", "comma": ",", "slash": "/", "backslash": "\\", "question": "?",
        "exclam": "!", "semicolon": ";", "colon": ":", "apostrophe": "'", "grave": "`", "asciitilde": "~", "percent": "%",
        "bracketleft": "[", "bracketright": "]", "parenleft": "(", "parenright": ")", "numbersign": "#", "at": "@", "dollar": "$",
        "ampersand": "&", "asterisk": "*", "underscore": "_", "bar": "|", "less": "<", "greater": ">", "quotedbl": '"',
        "kp_add": "Num+", "kp_subtract": "Num-", "kp_multiply": "Num*", "kp_divide": "Num/", "kp_enter": "NumEnter",
    }
)  # fmt: skip


def shortcut_text(binding: str) -> str:
    """Return the shortcut of a key binding as AT-SPI tells it (mnemonic; way through the menus; shortcut), or of a single one.
    "" where there is none.
    """
    parts = binding.split(";")
    told = parts[2] if len(parts) > 2 else parts[0] if len(parts) == 1 else ""
    modifiers = {_MODIFIERS.get(item.lower(), "") for item in _MODIFIER.findall(told)} - {""}
    key = _MODIFIER.sub("", told).strip()
    if not key or (len(key) == 1 and not modifiers):
        return ""
    named = _KEYS.get(key.lower()) or (key.upper() if len(key) == 1 else key)
    return "+".join([*(text for text in _ORDER if text in modifiers), named])
