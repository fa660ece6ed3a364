"""Translates the names of keys that models use (those of browsers, of xdotool and of Windows) into the notation of our tools."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ufo.llm.operator.objection import Objection

_MODIFIERS = MappingProxyType(
    {
        **dict.fromkeys(("ctrl", "control", "controlleft", "controlright", "ctrl_l", "ctrl_r", "control_l", "control_r"), "CTRL"),
        **dict.fromkeys(("shift", "shiftleft", "shiftright", "shift_l", "shift_r"), "SHIFT"),
        **dict.fromkeys(("alt", "option", "altleft", "altright", "alt_l", "alt_r", "meta_l", "meta_r"), "ALT"),
        **dict.fromkeys(
            ("super", "super_l", "super_r", "win", "windows", "winleft", "winright", "cmd", "command", "meta", "metaleft"),
            "SUPER",
        ),
    }
)  # fmt: skip
_NAMED = MappingProxyType(
    {
        **dict.fromkeys(("enter", "return", "kp_enter", "numpadenter", "linefeed"), "ENTER"),
        **dict.fromkeys(("esc", "escape"), "ESC"),
        **dict.fromkeys(("tab", "kp_tab"), "TAB"),
        **dict.fromkeys(("space", "spacebar", "kp_space"), "SPACE"),
        **dict.fromkeys(("backspace", "back_space", "bksp"), "BACKSPACE"),
        **dict.fromkeys(("delete", "del", "kp_delete"), "DELETE"),
        **dict.fromkeys(("insert", "ins", "kp_insert"), "INSERT"),
        **dict.fromkeys(("home", "kp_home"), "HOME"),
        **dict.fromkeys(("end", "kp_end"), "END"),
        **dict.fromkeys(("pageup", "page_up", "pgup", "prior", "kp_page_up"), "PGUP"),
        **dict.fromkeys(("pagedown", "page_down", "pgdn", "pgdown", "next", "kp_page_down"), "PGDN"),
        **{f"{lead}{way}": way.upper() for lead in ("", "arrow", "arrow_", "kp_") for way in ("up", "down", "left", "right")},
        **{f"{way}arrow": way.upper() for way in ("up", "down", "left", "right")},
        **dict.fromkeys(("capslock", "caps_lock"), "CAPSLOCK"),
        **dict.fromkeys(("numlock", "num_lock"), "NUMLOCK"),
        **dict.fromkeys(("scrolllock", "scroll_lock"), "SCROLLLOCK"),
        **dict.fromkeys(("print", "printscreen", "print_screen", "prtsc", "sys_req"), "PRTSC"),
        **dict.fromkeys(("pause", "break"), "PAUSE"),
        **dict.fromkeys(("menu", "contextmenu", "apps"), "APPS"),
        "help": "HELP",
        **{f"f{number}": f"F{number}" for number in range(1, 25)},
    }
)  # fmt: skip
_SIGNS = MappingProxyType(
    {
        "minus": "-", "plus": "+", "equal": "=", "equals": "=", "comma": ",", "period": ".", "dot": ".", "slash": "/",
        "backslash": "\\", "semicolon": ";", "colon": ":", "apostrophe": "'", "quote": "'", "quotedbl": '"', "grave": "`",
        "backquote": "`", "bracketleft": "[", "bracketright": "]", "parenleft": "(", "parenright": ")", "underscore": "_",
        "asterisk": "*", "ampersand": "&", "at": "@", "numbersign": "#", "dollar": "$", "percent": "%", "exclam": "!",
        "question": "?", "less": "<", "greater": ">", "bar": "|", "asciitilde": "~", "asciicircum": "^",
        "kp_add": "+", "kp_subtract": "-", "kp_multiply": "*", "kp_divide": "/", "kp_decimal": ".", "kp_equal": "=",
        **{f"kp_{digit}": str(digit) for digit in range(10)}, **{f"numpad{digit}": str(digit) for digit in range(10)},
        "numpadadd": "+", "numpadsubtract": "-", "numpadmultiply": "*", "numpaddivide": "/",
    }
)  # fmt: skip
_UNWRITABLE = "{}"


def chords(keys: Sequence[str]) -> str:
    """Return keys that are pressed together in the notation of `keyboard_input`: modifiers are held while each other key is
    pressed in turn. Raises Objection for a key that nobody knows.
    """
    held: list[str] = []
    others: list[str] = []
    for key in keys:
        modifier = _MODIFIERS.get(key.strip().lower())
        if modifier is None:
            others.append(_written(key))
        elif modifier not in held:
            held.append(modifier)
    if not held and not others:
        raise Objection("no key is named; give at least one")
    if not others:
        return "{" + "+".join(held) + "}"
    return "".join("{" + "+".join([*held, other]) + "}" for other in others)


def split_chord(written: str) -> tuple[str, ...]:
    """Return the keys of a chord that is written with plus signs, as xdotool has them: "ctrl+shift+s", "ctrl++"."""
    if written.strip() == "+":
        return ("+",)
    parts = [one for one in written.strip().split("+") if one]
    return (*parts, "+") if written.strip().endswith("++") else tuple(parts)


def held(keys: Sequence[str]) -> str | None:
    """Return the one key that is held during a click or a drag, None for none. Raises Objection."""
    if not keys:
        return None
    names = [_MODIFIERS.get(key.strip().lower()) for key in keys]
    wrong = next((key for key, name in zip(keys, names, strict=True) if name is None), None)
    if wrong is not None:
        raise Objection(f"{wrong!r} cannot be held while the pointer acts; hold ctrl, shift, alt or super")
    if len(set(names)) > 1:
        raise Objection("only one key can be held while the pointer acts; hold one of them")
    return str(names[0]).lower()


def _written(key: str) -> str:
    word = key if len(key) == 1 else key.strip()
    sign = " " if word == " " else _SIGNS.get(word.lower(), word)
    if sign == " ":
        return "SPACE"
    if len(sign) == 1 and sign not in _UNWRITABLE and sign.isprintable():
        return sign
    name = _NAMED.get(word.lower())
    if name is None:
        raise Objection(
            f"there is no key {key!r}; use names such as Return, Escape, Tab, BackSpace, Page_Down, Left, F5, ctrl, shift, alt, "
            "or type a text"
        )
    return name
