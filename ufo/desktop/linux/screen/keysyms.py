"""Maps characters and the names of keys to keysyms (`keysymdef.h`), which X11 and Wayland share."""

from __future__ import annotations

from types import MappingProxyType

from Xlib import XK

from ufo.errors import NotActionable

# Of these names python-xlib knows ISO_Level3_Shift and ISO_Left_Tab only when told to.
XK.load_keysym_group("xkb")

MODIFIERS = MappingProxyType(
    {
        "ctrl": "Control_L", "control": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "super": "Super_L",
        "win": "Super_L", "meta": "Super_L", "cmd": "Super_L", "altgr": "ISO_Level3_Shift",
    }
)  # fmt: skip
_NAMED = MappingProxyType(
    {
        "enter": "Return", "return": "Return", "esc": "Escape", "escape": "Escape", "tab": "Tab", "space": "space",
        "backspace": "BackSpace", "delete": "Delete", "del": "Delete", "insert": "Insert", "ins": "Insert",
        "home": "Home", "end": "End", "pageup": "Page_Up", "pgup": "Page_Up", "pagedown": "Page_Down",
        "pgdn": "Page_Down", "up": "Up", "down": "Down", "left": "Left", "right": "Right", "menu": "Menu", "apps": "Menu",
        "capslock": "Caps_Lock", "numlock": "Num_Lock", "scrolllock": "Scroll_Lock", "printscreen": "Print",
        "print": "Print", "pause": "Pause", "break": "Break", "help": "Help", "plus": "plus", "minus": "minus",
        "comma": "comma", "period": "period", "slash": "slash",
        **{f"f{number}": f"F{number}" for number in range(1, 25)},
    }
)  # fmt: skip
_TYPED = MappingProxyType({"\n": XK.XK_Return, "\t": XK.XK_Tab})
_PLAIN = frozenset((*range(0x20, 0x7F), *range(0xA0, 0x100)))
_EURO_SIGN = 0x20AC
_KEYPAD = MappingProxyType(
    {0xFFB0 + digit: str(digit) for digit in range(10)}
    | {0xFFAA: "*", 0xFFAB: "+", 0xFFAC: ",", 0xFFAD: "-", 0xFFAE: ".", 0xFFAF: "/", 0xFFBD: "="}
)
_ALSO = MappingProxyType(
    {
        "Control_R": "ctrl", "Alt_R": "alt", "Shift_R": "shift", "Super_R": "super", "KP_Enter": "enter", "KP_Home": "home",
        "KP_End": "end", "KP_Page_Up": "pageup", "KP_Page_Down": "pagedown", "KP_Up": "up", "KP_Down": "down",
        "KP_Left": "left", "KP_Right": "right", "KP_Delete": "delete", "KP_Insert": "insert", "ISO_Left_Tab": "tab",
        "Meta_L": "alt", "Meta_R": "alt",
    }
)  # fmt: skip


def _names() -> dict[int, str]:
    """Return the names of keysyms, the first name of each that is given."""
    found: dict[int, str] = {}
    for name, known in (*_NAMED.items(), *MODIFIERS.items(), *((name, known) for known, name in _ALSO.items())):
        if len(known) > 1 and name not in ("space", "plus", "minus", "comma", "period", "slash"):
            found.setdefault(XK.string_to_keysym(known), name)
    return {keysym: name for keysym, name in found.items() if keysym}


_NAMES = MappingProxyType(_names())


def keysym_of(character: str) -> int:
    """Return the X11 keysym of a character: its code for Latin-1, and 0x01000000 plus its code for the rest of Unicode. Raises
    NotActionable for a character that cannot be typed.
    """
    code = ord(character)
    if character in _TYPED:
        return _TYPED[character]
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000:
        raise NotActionable(f"the character {character!r} cannot be typed; press a key by its name instead")
    return code if code < 0x100 else 0x01000000 | code


def name_of(keysym: int) -> str:
    """Return the name of a keysym as in a chord, the reverse of `keysym_named`: "enter", "ctrl", "f5", "a"; "" for a key that
    has no name there.
    """
    if keysym in _NAMES:
        return _NAMES[keysym]
    return text_of(keysym).lower() if keysym in _PLAIN else ""


def text_of(keysym: int) -> str:
    """Return the character that a keysym types (Latin-1, the keypad, the euro sign, Unicode keysyms); "" where it types none or
    it is not known which.
    """
    if keysym in _KEYPAD:
        return _KEYPAD[keysym]
    if keysym in _PLAIN or keysym == _EURO_SIGN:
        return chr(keysym)
    return chr(keysym & 0x00FFFFFF) if keysym & 0xFF000000 == 0x01000000 else ""


def keysym_named(name: str, alone: bool) -> int:
    """Return the keysym of a name as in a chord: "ctrl", "page_up", "F5", "a", "+". A letter in a chord means the key, not the
    capital; `alone` keeps the capital. Raises NotActionable for an unknown name.
    """
    plain = name.lower().replace("_", "").replace("-", "").replace(" ", "") if len(name) > 1 else name
    known = MODIFIERS.get(plain) or _NAMED.get(plain)
    if known:
        return XK.string_to_keysym(known)
    if len(name) == 1:
        return keysym_of(name if alone else name.lower())
    keysym = XK.string_to_keysym(name)
    if not keysym:
        raise NotActionable(
            f"there is no key named {name!r}; use names such as 'ctrl', 'enter', 'page_up', 'f5' or one character"
        )
    return keysym
