"""Turns a model's gestures at a picture into actions of our tools, with places as shares of what the picture shows, and names of
keys (those of browsers, of xdotool and of Windows) into our notation.

Both wires build their actions here, so that a click is the same tool, policy and effect whoever asked for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.computer_use import OUT_OF_PICTURE
from ufo_computer_use.pictures import Scale

_BUTTONS = {"left": "left", "right": "right", "middle": "middle", "wheel": "middle"}
_LONGEST_WAIT_S = 300.0
_REPEAT_AFTER_S, _REPEATS_PER_S, _LONGEST_HOLD_S = 0.5, 25, 30.0
_MOST_NOTCHES = 100
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


class Gestures:
    """The gestures at one picture. They raise Objection, in words for the model."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale

    def click(self, at: Any, button: Any = "left", count: int = 1, keys: Sequence[str] = ()) -> ActionCommandInfo:
        known = _BUTTONS.get(str(button))
        if known is None:
            raise Objection(
                f"there is no button {button!r}; click left, right or middle, and go back with alt and Left"
            )
        more: dict[str, Any] = {"count": count} if count != 1 else {}
        return _action("click_at", **self._place(at), button=known, **more, **_holding(keys))

    def move(self, at: Any) -> ActionCommandInfo:
        return _action("move_to", **self._place(at))

    def drag(self, way: Any, keys: Sequence[str] = ()) -> ActionCommandInfo:
        if not isinstance(way, list | tuple) or len(way) < 2:
            raise Objection("a drag needs a path of at least two points")
        points = [self._share(point) for point in way]
        (start_x, start_y), *through, (end_x, end_y) = points
        between: dict[str, Any] = {"through": [list(point) for point in through]} if through else {}
        places = {"start_x": start_x, "start_y": start_y, "end_x": end_x, "end_y": end_y}
        return _action("drag_on_coordinates", **places, **between, **_holding(keys))

    def scroll(self, at: Any, right: int, down: int, keys: Sequence[str] = ()) -> ActionCommandInfo:
        """Scroll by notches of the wheel."""
        if keys:
            raise Objection(
                "no key can be held while the wheel turns; press the key's own shortcut, such as ctrl and plus"
            )
        if not right and not down:
            raise Objection("the scroll goes nowhere; give a distance that is not 0")
        if max(abs(right), abs(down)) > _MOST_NOTCHES:
            raise Objection(f"a scroll of more than {_MOST_NOTCHES} notches is too long; scroll in several steps")
        return _action("scroll_at", **self._place(at), right=right, down=down)

    def type(self, text: Any) -> ActionCommandInfo:
        if not isinstance(text, str) or not text:
            raise Objection("there is no text to type; give `text`")
        return _action("keyboard_input", text=text)

    def press(self, keys: Sequence[str]) -> ActionCommandInfo:
        return _action("keyboard_input", keys=chords(keys))

    def hold(self, keys: Sequence[str], seconds: Any) -> ActionCommandInfo:
        """Hold a key as a keyboard shows it to programs: pressed once, and after a while again and again."""
        held_s = number("duration", seconds)
        if not 0 < held_s <= _LONGEST_HOLD_S:
            raise Objection(f"a key can be held for more than 0 and at most {_LONGEST_HOLD_S:g} s")
        times = 1 + max(0, round((held_s - _REPEAT_AFTER_S) * _REPEATS_PER_S))
        written = chords(keys)
        if written.count("{") != 1:
            raise Objection("only one key can be held at a time")
        return _action("keyboard_input", keys=written if times == 1 else f"{written[:-1]} {times}}}")

    def wait(self, seconds: Any) -> ActionCommandInfo:
        waited_s = number("duration", seconds)
        if not 0 <= waited_s <= _LONGEST_WAIT_S:
            raise Objection(f"a wait lasts 0 to {_LONGEST_WAIT_S:g} s")
        return _action("wait", seconds=waited_s)

    def region(self, corners: Any) -> tuple[float, float, float, float]:
        """Return a region of the picture, given as left, top, right and bottom, as shares."""
        if not isinstance(corners, list | tuple) or len(corners) != 4:
            raise Objection("a region is [left, top, right, bottom]")
        left, top, right, bottom = (number("region", corner) for corner in corners)
        scale = self._scale
        inside = 0 <= left < right <= scale.width and 0 <= top < bottom <= scale.height
        if not inside:
            raise Objection(
                f"the region {list(corners)} {OUT_OF_PICTURE}, which has {scale.width} x {scale.height} pixels"
            )
        return (*scale.edge(left, top), *scale.edge(right, bottom))

    def notches(self, pixels: float, per_notch: float) -> int:
        """Return how many notches of the wheel stand for a distance in pixels of the picture."""
        on_screen = pixels * self._scale.screen_height / self._scale.height
        return 0 if not pixels else int(math.copysign(max(1, round(abs(on_screen) / per_notch)), pixels))

    def _place(self, at: Any) -> dict[str, float]:
        x, y = self._share(at)
        return {"x": x, "y": y}

    def _share(self, at: Any) -> tuple[float, float]:
        x, y = _point(at)
        scale = self._scale
        if not scale.contains(x, y):
            raise Objection(
                f"the point {x:g}, {y:g} {OUT_OF_PICTURE}, which has {scale.width} x {scale.height} pixels; point inside of it"
            )
        return scale.share(x, y)


def number(name: str, value: Any) -> float:
    """Return a number of a model's. Raises Objection for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Objection(f"{name} must be a number, not {value!r}")
    return float(value)


def _point(at: Any) -> tuple[float, float]:
    if isinstance(at, Mapping):
        at = (at.get("x"), at.get("y"))
    if not isinstance(at, list | tuple) or len(at) != 2:
        raise Objection(f"a place is two numbers, x and y, not {at!r}")
    return number("x", at[0]), number("y", at[1])


def _holding(keys: Sequence[str]) -> dict[str, str]:
    key = held(keys)
    return {} if key is None else {"key_hold": key}


def _action(function: str, **arguments: Any) -> ActionCommandInfo:
    return ActionCommandInfo(function=function, arguments=arguments)


class Objection(ValueError):
    pass


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
    parts = [part for part in written.strip().split("+") if part]
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
