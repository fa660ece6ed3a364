"""What the keys of a keyboard type, read from its map (XKB text, as a Wayland seat hands it to every program)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from Xlib import XK

from ufo.desktop.linux.screen.keysyms import keysym_named, keysym_of, text_of
from ufo.errors import NotActionable

_OF_KERNEL = 8
"""What lies between a key's number in the map and the one in the kernel, which goes over the wire."""
_CODE = re.compile(r"<([^>]+)>\s*=\s*(\d+);")
_KEY = re.compile(r"key\s+<([^>]+)>\s*\{(.*?)\};", re.DOTALL)
_TYPE = re.compile(r'type(?:\[\w+\])?\s*=\s*"([^"]+)"')
_GROUP = re.compile(r"(?:symbols\[\w+\]\s*=\s*)?\[([^\]]*)\]")
_UNICODE = re.compile(r"U([0-9A-Fa-f]{4,6})")
_PLAIN_TYPES = frozenset(
    {
        "ONE_LEVEL", "TWO_LEVEL", "ALPHABETIC", "FOUR_LEVEL", "FOUR_LEVEL_ALPHABETIC", "FOUR_LEVEL_SEMIALPHABETIC",
        "FOUR_LEVEL_PLUS_LOCK", "EIGHT_LEVEL", "EIGHT_LEVEL_ALPHABETIC",
    }
)  # fmt: skip
"""Types of keys whose levels are: alone, with Shift, with AltGr, with both."""
_LEVELS = ((), ("Shift_L",), ("ISO_Level3_Shift",), ("Shift_L", "ISO_Level3_Shift"))


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A key by its number in the kernel, and the keys that are held meanwhile."""

    code: int
    held: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyLayout:
    """One group of a map, by keysym. `shift` is the key that makes capitals, 0 where there is none."""

    presses: Mapping[int, KeyPress]
    shift: int

    def carries(self, text: str) -> bool:
        return all(keysym_of(sign) in self.presses for sign in text)

    def press_for(self, sign: str, locked: bool = False) -> KeyPress:
        """Return what types the sign; `locked`: Caps Lock is on. Raises NotActionable where no key does."""
        press = self.presses.get(keysym_of(sign))
        if press is None:
            raise NotActionable(
                f"no key of this keyboard layout types {sign!r}, and KWin lends none; set the text by the control's own "
                "action, or paste it"
            )
        if not (locked and sign.lower() != sign.upper() and self.shift):
            return press
        held = tuple(code for code in press.held if code != self.shift)
        return KeyPress(press.code, held if held != press.held else (self.shift, *held))

    def chord(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Return the keys of a chord, in their order. Raises NotActionable for one that the layout has not."""
        codes: dict[int, None] = {}
        for name in names:
            press = self.presses.get(keysym_named(name, len(names) == 1))
            if press is None:
                raise NotActionable(f"this keyboard layout has no key {name!r}; use the control's own action or a menu")
            codes.update(dict.fromkeys((*press.held, press.code)))
        return tuple(codes)


def read_layout(text: str, group: int) -> KeyLayout:
    """Read one group of a map; keys that have fewer groups count with their first. Of several keys for a keysym the one that
    needs the fewest others counts.
    """
    codes = {name: int(number) - _OF_KERNEL for name, number in _CODE.findall(text)}
    found: dict[int, tuple[int, int]] = {}
    for code, body in ((codes[name], body) for name, body in _KEY.findall(text) if name in codes):
        for level, keysym in _levels(body, group):
            if keysym not in found or level < found[keysym][1]:
                found[keysym] = (code, level)
    presses = {}
    for keysym, (code, level) in found.items():
        held = [found.get(XK.string_to_keysym(name)) for name in _LEVELS[level]]
        if all(key is not None and key[1] == 0 for key in held):
            presses[keysym] = KeyPress(code, tuple(key[0] for key in held if key is not None))
    shift = found.get(XK.string_to_keysym("Shift_L"), (0, 0))[0]
    return KeyLayout(MappingProxyType(presses), shift)


def _levels(body: str, group: int) -> Iterator[tuple[int, int]]:
    """Yield (level, keysym) of a key in the group."""
    kinds = _TYPE.findall(body)
    groups = [names for names in _GROUP.findall(_TYPE.sub("", body)) if "(" not in names]
    if not groups:
        return
    kind = (kinds or [""])[group if group < len(kinds) else -1]
    names = [name.strip() for name in groups[group if group < len(groups) else 0].split(",")]
    usual = not kind or kind in _PLAIN_TYPES
    for level, name in enumerate(names[: len(_LEVELS) if usual else 1]):
        keysym = _keysym(name)
        if keysym:
            yield level, keysym


def _keysym(name: str) -> int:
    unicode = _UNICODE.fullmatch(name)
    if unicode:
        return 0x01000000 | int(unicode.group(1), 16)
    known = keysym_of("€") if name == "EuroSign" else XK.string_to_keysym(name)
    # What types a sign is known by the sign: some have a keysym from before Unicode as well.
    sign = text_of(known) if known < 0xFF00 else ""
    return keysym_of(sign) if len(sign) == 1 else int(known)
