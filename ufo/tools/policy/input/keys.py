"""Judges keys and text by where they go. Enter in a terminal runs a program, Delete among files deletes.

Where one command has several keys, the first may open something or move the focus to what no look has shown yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys, TypeText
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.roles import BUTTONS_AND_LINKS, PRESSED, TEXT_FIELDS, TEXT_FIELDS_AND_CELLS
from ufo.tools.act.key_notation import KeyEvent, events_in, parse_keys
from ufo.tools.policy.files.save_dialogs import destination, fields
from ufo.tools.policy.input.controls import pressing
from ufo.tools.policy.input.default_button import submitting
from ufo.tools.policy.input.entered_text import PASTES, committing, entering, struck
from ufo.tools.policy.programs.consoles import by_chord
from ufo.tools.policy.programs.indirect_execution import is_terminal, opening_selected
from ufo.tools.policy.programs.made_pages import shown_again
from ufo.tools.policy.scene.scene import Judged, Scene, gravest, is_unsaved
from ufo.tools.policy.words.action_words import worst

_DELETES = frozenset({("delete",), ("shift", "delete"), ("ctrl", "d"), ("ctrl", "delete"), ("ctrl", "shift", "delete")})
_CLOSES = frozenset(
    {("alt", "f4"), ("ctrl", "q"), ("ctrl", "w"), ("ctrl", "f4"), ("ctrl", "shift", "w"), ("ctrl", "shift", "q")}
)
_SYSTEM = frozenset({("ctrl", "alt", "delete"), ("ctrl", "alt", "backspace"), ("super", "l"), ("ctrl", "alt", "l")})
_RUNS = frozenset({("alt", "f2"), ("super", "r")})
_SHOWS_AGAIN = frozenset({
    ("f5",), ("ctrl", "f5"), ("ctrl", "r"), ("ctrl", "shift", "r"), ("ctrl", "shift", "t"), ("alt", "left"),
    ("alt", "right"),
})  # fmt: skip
_PRESSES = frozenset({("enter",), ("space",)})
_TEXT_ROLES = TEXT_FIELDS - {"Paragraph"}
# Line editors also run a line by other keys than Enter (Ctrl+J, Ctrl+M, Ctrl+O), or paste one. These keys do neither.
_HARMLESS_IN_TERMINAL = frozenset(
    {("ctrl", letter) for letter in "abcefklpnuwyz"} | {("ctrl", "shift", "c"), ("ctrl", "left"), ("ctrl", "right")}
)


def by_text(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge writing `text` into the control with that `id`."""
    given = scene.element(arguments) if _goes_into_control(arguments) else None
    return _writing(scene, given or scene.focused, str(arguments.get("text", "")))


def by_keys(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge pressing `keys`, in the control with that `id` or where the focus is."""
    given = scene.element(arguments) if _goes_into_control(arguments) else None
    target = given or scene.focused
    try:
        events = events_in(arguments)
    except ToolError:
        return Judged(ActionClass.EDIT)
    chords = [chord for event in events for chord in _chords(target, event)]
    text = struck([event for event in events if isinstance(event, TypeText) or event.chord[-1] not in ("enter", "tab")])
    enters = "\n" in text or "\r" in text or any(chord[-1] == "enter" for chord in chords)
    runs = next((chord for chord in chords if _runs_a_line(chord)), ())
    if (enters or runs) and is_terminal(scene, target):
        said = f"Run {text.strip()!r}" if text.strip() else f"Press {'+'.join(runs) or 'Enter'}"
        return Judged(ActionClass.RUN_PROGRAM, f"{said} in the terminal {scene.title!r}")
    is_written = given is not None and given.role in _TEXT_ROLES and ("tab",) not in chords
    judged = [_of_chord(scene, target, chord, is_written) for chord in chords]
    judged += [by_chord(scene, chord) for chord in chords]
    judged.append(entering(scene, target, struck(events, scene.copied), chords))
    judged.append(unseen(scene, target, events))
    judged.append(destination(scene, [text, *(fields(scene) if enters else [])], commits=enters))
    if enters:
        judged += [opening_selected(scene), _entered(scene, target, text, chords)]
    return gravest(judged)


def _chords(target: Element | None, event: KeyEvent) -> Sequence[tuple[str, ...]]:
    """Return the chords of an event. A typed space counts as Space, which presses the focused control unless that takes text."""
    if isinstance(event, Keys):
        return (event.chord,)
    takes_text = target is not None and target.role not in PRESSED
    presses = " " in event.text and not takes_text and (target is not None or not event.text.strip())
    return (("space",),) if presses else ()


def _writing(scene: Scene, target: Element | None, text: str) -> Judged:
    """Judge writing text. A line break in a one-line field may be typed as Enter."""
    enters = "\n" in text or "\r" in text
    if is_terminal(scene, target) and enters:
        return Judged(ActionClass.RUN_PROGRAM, f"Run {text!r} in the terminal {scene.title!r}")
    judged = [destination(scene, [text]), entering(scene, target, text)]
    if enters and target is not None and target.role == "Edit" and "multiline" not in target.states:
        judged.append(submitting(scene, target))
    return gravest(judged)


def _entered(scene: Scene, target: Element | None, text: str, chords: Sequence[tuple[str, ...]]) -> Judged:
    """Judge what Enter commits, sends or presses."""
    judged = [submitting(scene, target)]
    if not text.strip():
        judged.append(committing(scene, target))
    if scene.is_for("InstantMessaging", "Chat", "IRCClient"):
        judged.append(Judged(ActionClass.SEND, f"Send {text.strip()!r} in {scene.title!r}"))
    if not any(chord in _PRESSES for chord in chords):
        judged.append(_of_press(scene, target, ("enter",)))
    return gravest(judged)


def puts_in_copied(keys: str) -> bool:
    """Return whether these keys paste the clipboard's text."""
    try:
        return any(isinstance(event, Keys) and event.chord in PASTES for event in parse_keys(keys))
    except ToolError:
        return False


def _goes_into_control(arguments: Mapping[str, Any]) -> bool:
    """Return whether keys go to the named control. Without `control_focus` they go wherever the focus is."""
    return str(arguments.get("control_focus", True)).casefold() not in ("false", "0", "0.0", "no", "off", "f", "n")


def _runs_a_line(chord: tuple[str, ...]) -> bool:
    if chord[-1] == "insert":
        return True
    return bool({"ctrl", "alt", "super"}.intersection(chord[:-1])) and chord not in _HARMLESS_IN_TERMINAL


def _of_chord(scene: Scene, target: Element | None, chord: tuple[str, ...], is_written: bool) -> Judged:
    """Judge one chord. `is_written`: the keys surely go into text, where Delete removes a character. It has to be sure, because
    a look may be older than the focus.
    """
    pressed = "+".join(chord)
    if chord in _SYSTEM:
        return Judged(ActionClass.SYSTEM, f"Press {pressed}")
    if chord in _RUNS:
        return Judged(ActionClass.RUN_PROGRAM, f"Press {pressed}, which asks for a program to run")
    if chord in _DELETES and not is_written and _is_among_files(scene):
        named = f" (selected: {_selected(scene)})" if _selected(scene) else ""
        return Judged(ActionClass.DELETE, f"Press {pressed} in {scene.title!r}{named}, which deletes what is selected")
    if chord in _CLOSES:
        unsaved = is_unsaved(scene.title)
        what = f"Close {scene.title!r} with {pressed}" + (", which has unsaved changes" if unsaved else "")
        return Judged(ActionClass.CLOSE_UNSAVED if unsaved else ActionClass.CLOSE, what)
    if chord[-1] == "enter" and "ctrl" in chord and scene.is_for("Email", "InstantMessaging", "Chat"):
        return Judged(ActionClass.SEND, f"Send the message in {scene.title!r} with {pressed}")
    if chord in _SHOWS_AGAIN:
        return shown_again(scene)
    if chord in _PRESSES or (len(chord) == 2 and chord[0] == "alt" and len(chord[1]) == 1):
        return _of_press(scene, target, chord)
    return Judged(ActionClass.EDIT)


def _of_press(scene: Scene, target: Element | None, chord: tuple[str, ...]) -> Judged:
    """Judge the buttons that a chord may press. Enter and Space press the focused one, Enter the default button too, Alt and a
    letter any button of a dialog.
    """
    elements = scene.elements
    reached = [target] if target is not None else []
    if chord == ("enter",) and not _default_is_reported(scene, target):
        reached += [element for element in elements if "default" in element.states]
    if chord in _PRESSES:
        # A picture does not show which button has the focus or is the default one.
        reached += [element for element in elements if element.by_sight and element.role == "Button"]
    if chord[0] == "alt":
        reached = [element for element in elements if element.role == "Button" and chord[1] in element.name.casefold()]
        reached = [element for element in reached if scene.dialog_text(element)]
    judged = [pressing(scene, element) for element in reached]
    action_class = worst([ActionClass.EDIT, *(judgement.action_class for judgement in judged)])
    return next((judgement for judgement in judged if judgement.action_class is action_class), Judged(action_class))


def _default_is_reported(scene: Scene, target: Element | None) -> bool:
    """Return whether the page itself reported which button Enter presses in that field; the default buttons of other forms do
    not count then.
    """
    told = scene.told.get(target.handle.key) if target is not None and target.role == "Edit" else None
    return told is not None and told.by_page


def _is_among_files(scene: Scene) -> bool:
    return scene.is_for("FileManager", "FileTools", "Email", "ContactManagement")


def _selected(scene: Scene) -> str:
    return ", ".join(repr(element.name) for element in scene.elements if "selected" in element.states and element.name)[
        :200
    ]


_MOVES = frozenset({"tab", "f6", "up", "down", "left", "right", "home", "end"})
_CURSOR = frozenset(
    {"home", "end", "up", "down", "left", "right", "pageup", "pagedown", "tab", "insert", "backspace", "delete"}
)
_HARMLESS_LETTERS = frozenset("abcefgiklnortuvxyz0123456789+-=")
_HARMLESS_KEYS = frozenset({"f2", "f3", "f5", "f6", "f9", "f11"})
_MENU_KEYS = frozenset({("f10",), ("shift", "f10"), ("menu",)})
_TYPED_INTO = TEXT_FIELDS_AND_CELLS - {"Edit"}


def unseen(scene: Scene, target: Element | None, events: Sequence[KeyEvent]) -> Judged:
    """Judge keys that are pressed blindly after one that may have opened a dialog or a menu, or moved the focus."""
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
    """Return whether the text presses keys: a line end is Enter, and spaces alone are Space."""
    return "\n" in text or (" " in text and not text.strip())


def _opens(chord: tuple[str, ...]) -> bool:
    """Return whether the chord may open something that asks. Only chords known to open nothing are excluded."""
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
    """Return whether Enter or Space answers a dialog or presses a button, so that another question may follow."""
    if target is not None and target.role in BUTTONS_AND_LINKS | {"MenuItem"}:
        return True
    return not _is_typed_into(target) and (scene.is_dialog or (target is not None and bool(scene.dialog_text(target))))


def _is_menu(chord: tuple[str, ...]) -> bool:
    return chord in _MENU_KEYS or chord == ("alt",) or _is_mnemonic(chord)


def _is_mnemonic(chord: tuple[str, ...]) -> bool:
    return len(chord) == 2 and chord[0] == "alt" and len(chord[1]) == 1


def _is_typed_into(target: Element | None) -> bool:
    """Return whether Tab and Enter are part of the text there."""
    return target is not None and target.role in _TYPED_INTO


def _gravest_button(scene: Scene) -> Judged:
    buttons = [
        element
        for element in scene.elements
        if element.role in BUTTONS_AND_LINKS - {"ToggleButton"} and "offscreen" not in element.states
    ]
    return gravest(pressing(scene, element) for element in buttons)


def _text(event: KeyEvent) -> str:
    return "" if isinstance(event, Keys) else event.text
