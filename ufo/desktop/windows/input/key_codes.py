"""Virtual key codes of the names of keys. Source: "Virtual-Key Codes" in Microsoft's reference."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ufo.errors import NotActionable

CODES: Mapping[str, int] = MappingProxyType(
    {
        "ctrl": 0x11, "control": 0x11, "alt": 0x12, "shift": 0x10, "super": 0x5B, "win": 0x5B, "meta": 0x5B, "cmd": 0x5B,
        "altgr": 0xA5, "enter": 0x0D, "return": 0x0D, "esc": 0x1B, "escape": 0x1B, "tab": 0x09, "space": 0x20,
        "backspace": 0x08, "delete": 0x2E, "del": 0x2E, "insert": 0x2D, "ins": 0x2D, "home": 0x24, "end": 0x23,
        "pageup": 0x21, "pgup": 0x21, "pagedown": 0x22, "pgdn": 0x22, "up": 0x26, "down": 0x28, "left": 0x25, "right": 0x27,
        "menu": 0x5D, "apps": 0x5D, "capslock": 0x14, "numlock": 0x90, "scrolllock": 0x91, "printscreen": 0x2C,
        "print": 0x2C, "pause": 0x13, "break": 0x13, "help": 0x2F, "plus": 0xBB, "minus": 0xBD, "comma": 0xBC,
        "period": 0xBE, "slash": 0xBF, "+": 0xBB, "-": 0xBD, ",": 0xBC, ".": 0xBE, "/": 0xBF,
        **{f"f{number}": 0x6F + number for number in range(1, 25)},
        **{chr(0x61 + letter): 0x41 + letter for letter in range(26)},
        **{str(digit): 0x30 + digit for digit in range(10)},
    }
)  # fmt: skip
MODIFIERS: Mapping[int, str] = MappingProxyType({0x11: "ctrl", 0x12: "alt", 0x10: "shift", 0x5B: "super"})
_EXTENDED = frozenset({0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x2D, 0x2E, 0x5B, 0x5D, 0x90, 0xA5})


def code_of(name: str) -> int:
    """Raises NotActionable for a name that no key has."""
    code = CODES.get(name.casefold())
    if code is None:
        raise NotActionable(f"there is no key named {name!r}; name keys as in: ctrl, enter, f5, a")
    return code


def is_extended(code: int) -> bool:
    """Whether the key needs the flag that tells it from the one of the number pad."""
    return code in _EXTENDED
