"""Several keys in one command: what the first of them opens or moves to was on no look when the rest were judged."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.judging.controls import pressing
from ufo.commands.judging.scene import Judged, Scene
from ufo.commands.keys import KeyEvent
from ufo.desktop.backend import Keys
from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass

_MOVES = frozenset({"tab", "f6", "up", "down", "left", "right", "home", "end"})
_CURSOR = frozenset(
    {"home", "end", "up", "down", "left", "right", "pageup", "pagedown", "tab", "insert", "backspace", "delete"}
)
_HARMLESS_LETTERS = frozenset("abcefgiklnortuvxyz0123456789+-=")
_HARMLESS_KEYS = frozenset({"f2", "f3", "f5", "f6", "f9", "f11"})
_MENU_KEYS = frozenset({("f10",), ("shift", "f10"), ("menu",)})
_TYPED_INTO = frozenset({"Document", "Cell", "Paragraph", "Terminal"})


def unseen(scene: Scene, target: Element | None, events: Sequence[KeyEvent]) -> Judged:
    """What is pressed blindly after a key that may have opened a dialog or a menu, or moved the focus."""
    opened: tuple[str, ...] = ()
    moved = False
    for event in events:
        chord = event.chord if isinstance(event, Keys) else ()
        enters = chord[-1:] in (("enter",), ("space",)) or (not chord and _strikes(_text(event)))
        if opened and (enters or _is_mnemonic(chord) or (not chord and _is_menu(opened))):
            pressed = "+".join(chord) if chord else repr(_text(event))
            what = f"Press {pressed} in what {'+'.join(opened)} opens in {scene.title!r}, before it was looked at"
            return Judged(ActionClass.UNKNOWN, what)
        if moved and enters and not _is_typed_into(target):
            reached = _gravest_button(scene)
            if reached.action_class.severity > ActionClass.EDIT.severity:
                return reached
        moved = moved or bool(_MOVES.intersection(chord[-1:]))
        opened = opened or (chord if _opens(chord) or (enters and _consents(scene, target)) else ())
    return Judged(ActionClass.EDIT)


def _strikes(text: str) -> bool:
    """A line end is Enter, and a space that nothing is written with is Space."""
    return "\n" in text or (" " in text and not text.strip())


def _opens(chord: tuple[str, ...]) -> bool:
    """Not known to open nothing that asks."""
    if not chord:
        return False
    *held, key = chord
    if _is_menu(chord):
        return True
    if not set(held) & {"ctrl", "alt", "super"}:
        is_function_key = key[:1] == "f" and key[1:].isdecimal()
        return is_function_key and key not in _HARMLESS_KEYS
    if "alt" in held or "super" in held:
        return key not in _CURSOR
    return key not in _CURSOR and (key not in _HARMLESS_LETTERS or "shift" in held)


def _consents(scene: Scene, target: Element | None) -> bool:
    """Whether Enter or Space answers a dialog or presses a button, so that the next thing may be another question."""
    if target is not None and target.role in ("Button", "Hyperlink", "MenuItem", "ToggleButton"):
        return True
    window = scene.window
    in_dialog = window is not None and (window.modal or window.parent is not None)
    return not _is_typed_into(target) and (in_dialog or (target is not None and bool(scene.dialog_text(target))))


def _is_menu(chord: tuple[str, ...]) -> bool:
    return chord in _MENU_KEYS or chord == ("alt",) or _is_mnemonic(chord)


def _is_mnemonic(chord: tuple[str, ...]) -> bool:
    return len(chord) == 2 and chord[0] == "alt" and len(chord[1]) == 1


def _is_typed_into(target: Element | None) -> bool:
    """A place where Tab and Enter are part of what is written."""
    return target is not None and target.role in _TYPED_INTO


def _gravest_button(scene: Scene) -> Judged:
    snapshot = scene.selection.snapshot
    buttons = [one for one in snapshot or () if one.role in ("Button", "Hyperlink") and "offscreen" not in one.states]
    judged = [pressing(scene, one) for one in buttons]
    return max(judged, key=lambda one: one.action_class.severity, default=Judged(ActionClass.EDIT))


def _text(event: KeyEvent) -> str:
    return "" if isinstance(event, Keys) else event.text
