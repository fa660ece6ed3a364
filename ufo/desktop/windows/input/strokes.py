"""Single strokes of pointer and keyboard by SendInput, in places of the whole desktop. Blocking, and as quick as a call."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, sizeof
from ctypes.wintypes import POINT

from ufo.desktop.values import MouseButton
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.api.structures import Input
from ufo.desktop.windows.input.key_codes import code_of, is_extended
from ufo.desktop.windows.top_windows import whole_screen
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_MOVE, _ABSOLUTE, _WHOLE_DESKTOP = 0x0001, 0x8000, 0x4000
_WHEEL, _WIDE_WHEEL, _NOTCH = 0x0800, 0x1000, 120
_BUTTONS: dict[MouseButton, tuple[int, int, int]] = {
    "left": (0x0002, 0x0004, 0),
    "right": (0x0008, 0x0010, 0),
    "middle": (0x0020, 0x0040, 0),
    "x": (0x0080, 0x0100, 1),
}
"""The flags of pressing and letting go, and the number of the button."""
_UP, _UNICODE, _EXTENDED = 0x2, 0x4, 0x1
_KEY = 1
_NAMED = {"\n": "enter", "\t": "tab", "\r": "enter"}


def send(strokes: Sequence[Input]) -> None:
    """Send them without anything in between. Raises NotActionable where Windows lets nothing through."""
    if not strokes:
        return
    given = (Input * len(strokes))(*strokes)
    if user32.SendInput(len(strokes), given, sizeof(Input)) != len(strokes):
        raise NotActionable("Windows took no input: a window with higher rights, or a locked screen, has it")


def moved(point: Point) -> Input:
    return _mouse(_MOVE | _ABSOLUTE | _WHOLE_DESKTOP, point)


def button(point: Point, which: MouseButton, *, down: bool) -> Input:
    pressing, letting_go, number = _BUTTONS[which]
    flags = pressing if down else letting_go
    return _mouse(flags | _MOVE | _ABSOLUTE | _WHOLE_DESKTOP, point, number)


def wheel(point: Point, dy: int, dx: int) -> list[Input]:
    """`dy` is positive up, `dx` positive right."""
    turned = [_mouse(_WHEEL, point, (dy * _NOTCH) & 0xFFFFFFFF)] if dy else []
    return turned + ([_mouse(_WIDE_WHEEL, point, (dx * _NOTCH) & 0xFFFFFFFF)] if dx else [])


def chord(names: Sequence[str]) -> list[Input]:
    codes = [code_of(name) for name in names]
    return [key(code, down=True) for code in codes] + [key(code, down=False) for code in reversed(codes)]


def key(code: int, *, down: bool) -> Input:
    stroke = Input(kind=_KEY)
    stroke.of.key.key = code
    stroke.of.key.flags = (0 if down else _UP) | (_EXTENDED if is_extended(code) else 0)
    return stroke


def typed(text: str) -> list[Input]:
    """Characters of any script, as UTF-16; line breaks and tabs by their keys."""
    strokes: list[Input] = []
    for character in text:
        if character in _NAMED:
            strokes += chord((_NAMED[character],))
            continue
        units = character.encode("utf-16-le")
        for at in range(0, len(units), 2):
            unit = int.from_bytes(units[at : at + 2], "little")
            strokes += [_character(unit, _UNICODE), _character(unit, _UNICODE | _UP)]
    return strokes


def pointer_place() -> Point:
    told = POINT()
    user32.GetCursorPos(byref(told))
    return Point(told.x, told.y)


def _character(unit: int, flags: int) -> Input:
    stroke = Input(kind=_KEY)
    stroke.of.key.scan, stroke.of.key.flags = unit, flags
    return stroke


def _mouse(flags: int, point: Point, data: int = 0) -> Input:
    """Places count from 0 to 65535 over all monitors; the middle of a pixel is meant."""
    whole = whole_screen()
    stroke = Input(kind=0)
    stroke.of.mouse.x = ((point.x - whole.x) * 65536 + 32768) // max(1, whole.width)
    stroke.of.mouse.y = ((point.y - whole.y) * 65536 + 32768) // max(1, whole.height)
    stroke.of.mouse.data, stroke.of.mouse.flags = data, flags
    return stroke
