"""Parses keys as a model writes them, in the notation of pywinauto, into input events.

"{VK_CONTROL}c" and "^c" are Ctrl+C, "%{F4}" Alt+F4, "+a" Shift+A, "{TAB 2}" Tab twice, "{ENTER}" Enter, "~" Enter as well,
"{VK_SHIFT down}abc{VK_SHIFT up}" holds a key, "^(ac)" holds Ctrl for both. Everything else is literal text; "{{}", "{}}",
"{+}", "{^}", "{%}", "{~}", "{(}" and "{)}" are the signs themselves, and so is a brace that opens nothing known.
"{{secret:NAME}}" is text too: its value is put in right before it is typed. A modifier in braces ("{VK_CONTROL}{VK_SHIFT}s")
holds for the next key; "{CTRL+SHIFT+S}" is that chord too.

Signs are keys only where they can be meant so: before a key, and after a text only where a chord is plain ("done^s",
"word+{HOME}"). In "2450*19%{ENTER}", "date +%F", "C++", "x^2", "+49 30" and "cd ~/in" they are text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ufo.desktop.values import Keys, TypeText
from ufo.errors import ToolError
from ufo.schema.patterns import any_case, regex
from ufo.schema.secret import PLACEHOLDER, SecretRef

MODIFIERS = MappingProxyType(
    {
        "VK_CONTROL": "ctrl", "VK_LCONTROL": "ctrl", "VK_RCONTROL": "ctrl", "CTRL": "ctrl", "CONTROL": "ctrl",
        "VK_SHIFT": "shift", "VK_LSHIFT": "shift", "VK_RSHIFT": "shift", "SHIFT": "shift",
        "VK_MENU": "alt", "VK_LMENU": "alt", "VK_RMENU": "alt", "LMENU": "alt", "RMENU": "alt", "ALT": "alt",
        "VK_LWIN": "super", "VK_RWIN": "super", "LWIN": "super", "RWIN": "super", "WIN": "super", "SUPER": "super",
    }
)  # fmt: skip
NAMED = MappingProxyType(
    {
        "ENTER": "enter", "RETURN": "enter", "TAB": "tab", "ESC": "escape", "ESCAPE": "escape", "SPACE": "space",
        "BACKSPACE": "backspace", "BKSP": "backspace", "BS": "backspace", "BACK": "backspace",
        "DELETE": "delete", "DEL": "delete", "INSERT": "insert", "INS": "insert", "HOME": "home", "END": "end",
        "PGUP": "pageup", "PRIOR": "pageup", "PAGEUP": "pageup", "PGDN": "pagedown", "NEXT": "pagedown",
        "PAGEDOWN": "pagedown", "PAGE_UP": "pageup", "PAGE_DOWN": "pagedown",
        "UP": "up", "DOWN": "down", "LEFT": "left", "RIGHT": "right",
        **{f"{way}ARROW": way.lower() for way in ("UP", "DOWN", "LEFT", "RIGHT")},
        **{f"ARROW{way}": way.lower() for way in ("UP", "DOWN", "LEFT", "RIGHT")},
        "CAPSLOCK": "capslock", "CAPS_LOCK": "capslock", "CAPITAL": "capslock", "CAP": "capslock", "NUMLOCK": "numlock",
        "SCROLLLOCK": "scrolllock", "SCROLL": "scrolllock",
        "PRTSC": "printscreen", "PRINT": "printscreen", "SNAPSHOT": "printscreen", "PAUSE": "pause", "BREAK": "pause",
        "APPS": "menu", "HELP": "help",
        **{f"F{number}": f"f{number}" for number in range(1, 25)},
    }
)  # fmt: skip
_PAD = MappingProxyType(
    {"ADD": "+", "SUBTRACT": "-", "MULTIPLY": "*", "DIVIDE": "/", **{f"NUMPAD{digit}": digit for digit in "0123456789"}}
)
_SIGNS = {"^": "ctrl", "+": "shift", "%": "alt"}
_BRACED = any_case(r"\{(\{|\}|[^{}\s]+)(?:\s+(\d+|down|up))?\}")
_CHORD = regex(r"(?<=.)\+(?=.)")
_BEFORE_KEY = regex(r"[\^+%]+[^\s^+%]|\^\+(?:$|\{)")
_SHIFTED_TEXT = regex(r"\+(?:[^\w\s({~+^%]|\d|\w[^{~+^%)])")
_CHORD_IN_TEXT = any_case(
    r"\^[+%]?[a-z](?=$|[\^{~)])|\^[+%]*\{[a-z_]{2}|[+%]+\{(?:VK_)?(?:F\d|LEFT|RIGHT|UP|DOWN|HOME|END|PG)"
)
_RELEASE = any_case(r"[\^+%]+\{[^{}\s]+\s+up\}")
_MOST_REPEATS, _MOST_DIGITS = 1000, 4

KeyEvent = Keys | TypeText


@dataclass
class _Script:
    """What was parsed so far. Keys in `held` are down until they are released; keys in `next` are down for one key only.
    `in_text`: the last sign was text and no key.
    """

    events: list[KeyEvent] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    next: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    in_text: bool = False

    def sign(self, character: str, times: int = 1) -> None:
        if self.held or self.next:
            self.key("space" if character == " " else "enter" if character == "\n" else character.lower(), times)
        else:
            self.text.append(character * times)
            self.in_text = True

    def key(self, name: str, times: int = 1) -> None:
        self.flush()
        self.events += [Keys((*dict.fromkeys((*self.held, *self.next)), name))] * times
        self.next.clear()

    def flush(self) -> None:
        if self.text:
            self.events.append(TypeText("".join(self.text)))
            self.text.clear()
        self.in_text = False

    def finish(self) -> tuple[KeyEvent, ...]:
        """Return all events. A modifier with no key after it is pressed by itself."""
        if self.next:
            alone, self.next = self.next, []
            self.flush()
            self.events.append(Keys(tuple(alone)))
        self.flush()
        return tuple(self.events)


def events_in(arguments: Mapping[str, Any]) -> tuple[KeyEvent, ...]:
    """Return the events of a call that types: its `text` as it stands, then its `keys`. Raises ToolError as `parse_keys`."""
    text = PLACEHOLDER.sub(lambda secret: str(SecretRef(secret[1])), str(arguments.get("text") or ""))
    return (*([TypeText(text)] if text else ()), *parse_keys(str(arguments.get("keys") or "")))


def parse_keys(keys: str) -> tuple[KeyEvent, ...]:
    """Parse keys into events. Raises ToolError for too many repeats and for a "{VK_…}" that is no key; all else is valid."""
    script = _Script()
    groups: list[list[str]] = []
    at = 0
    while at < len(keys):
        secret = PLACEHOLDER.match(keys, at)
        if secret is not None:
            script.sign(str(SecretRef(secret[1])))
            at = secret.end()
            continue
        match = _BRACED.match(keys, at) if keys[at] == "{" else None
        if match and _braced(script, match.group(1), (match.group(2) or "").lower()):
            at = match.end()
            continue
        _plain(script, groups, keys, at)
        at += 1
    return script.finish()


def _plain(script: _Script, groups: list[list[str]], keys: str, at: int) -> None:
    character = keys[at]
    if character in _SIGNS and _modifies(script, keys, at):
        script.next.append(_SIGNS[character])
    elif character == "~" and _is_enter(script, keys, at):
        script.key("enter")
    elif character == "(" and script.next:
        groups.append(list(script.next))
        script.held += script.next
        script.next = []
    elif character == ")" and groups:
        for key in groups.pop():
            script.held.remove(key)
    else:
        script.sign(character)


def _modifies(script: _Script, keys: str, at: int) -> bool:
    """Tell whether the sign at this place holds a modifier for a key that follows, and is not part of a text."""
    if _BEFORE_KEY.match(keys, at) is None or _RELEASE.match(keys, at):
        return False
    if script.in_text:
        return _CHORD_IN_TEXT.match(keys, at) is not None
    if _SIGNS[keys[at]] in script.next:
        return False
    # Nobody writes "+49" for Shift+4 and a 9, and a word typed with Shift is written with its capital letter.
    return bool(script.next or script.held) or _SHIFTED_TEXT.match(keys, at) is None


def _is_enter(script: _Script, keys: str, at: int) -> bool:
    """Tell whether "~" presses Enter: by itself between keys, or where it ends a text that it does not stand apart from."""
    following = keys[at + 1 : at + 2]
    alone = following in ("", "{", "~", ")", *_SIGNS)
    return alone and not (script.in_text and script.text[-1][-1:].isspace())


def _braced(script: _Script, word: str, suffix: str) -> bool:
    """Add what the braces name to the script. Return False where they name nothing known; then they are literal text."""
    *chord, last = _CHORD.split(word)
    modifiers = [MODIFIERS.get(text.upper(), "") for text in chord]
    name, plain = last.upper(), last.upper().removeprefix("VK_")
    if not all(modifiers) or not (name in MODIFIERS or plain in NAMED or plain in _PAD or len(last) == 1):
        if word.upper().startswith("VK_"):
            raise ToolError(f"there is no key {word!r}; use names such as VK_CONTROL, TAB, ENTER, F5, or text as it is")
        return False
    times = _times(word, suffix)
    for modifier in modifiers:
        _modifier(script, modifier, "")
    if name in MODIFIERS:
        _modifier(script, MODIFIERS[name], suffix)
    elif plain in NAMED:
        script.key(NAMED[plain], 1 if suffix in ("down", "up") else times)
    else:
        script.sign(_PAD.get(plain, last), times)
        script.in_text = script.in_text and plain not in _PAD
    return True


def _modifier(script: _Script, key: str, suffix: str) -> None:
    if suffix == "down":
        script.flush()
        script.held.append(key)
    elif suffix == "up":
        if key in script.held:
            script.held.remove(key)
    else:
        script.flush()
        script.next.append(key)


def _times(word: str, suffix: str) -> int:
    times = int(suffix[-_MOST_DIGITS:]) if suffix.isdecimal() else 1
    if times > _MOST_REPEATS or (suffix.isdecimal() and len(suffix.lstrip("0")) > _MOST_DIGITS):
        raise ToolError(f"{{{word} {suffix[:20]}}} repeats more than {_MOST_REPEATS} times; say fewer")
    return times


def typed_words(events: Sequence[KeyEvent]) -> str:
    """Return the texts among the events, joined with a space: a field may show the keys pressed between them as one."""
    return " ".join(event.text for event in events if isinstance(event, TypeText))


def typed_text(events: Sequence[KeyEvent]) -> str:
    """Return the text among the events, without chords."""
    return "".join(event.text for event in events if isinstance(event, TypeText))
