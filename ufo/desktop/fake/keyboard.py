"""Delivers keys and typed text to the widget that has the focus, to menus and dialogs, to windows."""

from __future__ import annotations

from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.pointer import choose, press
from ufo.desktop.fake.world import World
from ufo.schema.roles import (
    BUTTONS_AND_LINKS,
    CHOICES,
    EDITS_DOCUMENTS_AND_CELLS,
    INDEPENDENT_TOGGLES,
    LISTS_AND_COMBO_BOXES,
)

_FOCUSABLE = EDITS_DOCUMENTS_AND_CELLS | LISTS_AND_COMBO_BOXES | BUTTONS_AND_LINKS | INDEPENDENT_TOGGLES | CHOICES


def type_text(world: World, text: str) -> None:
    """Type characters; a line break is Enter and a tab is Tab, as on a real keyboard."""
    for character in text:
        if character == "\n":
            chord(world, ("enter",))
        elif character == "\t":
            chord(world, ("tab",))
        elif character == " " and not _editing(world):
            chord(world, ("space",))
        else:
            _insert(world, character)


def chord(world: World, keys: tuple[str, ...]) -> None:
    """Press one chord of key names. A shortcut of the active window comes first."""
    window = world.active
    if window is None:
        return
    shortcut = window.spec.shortcuts.get(keys)
    if shortcut is not None:
        world.app_of(window).call(shortcut)
    elif keys == ("alt", "f4"):
        close(world, window)
    elif not _edit_key(world, keys):
        _move_key(world, window, keys)


def close(world: World, window: LiveWindow) -> None:
    """Ask a window to close: it asks its own question, or closes. A modal dialog above keeps it open."""
    if world.modal_above(window) is not None:
        return
    if window.spec.on_close is not None:
        world.app_of(window).call(window.spec.on_close)
    else:
        world.remove(window)


def _editing(world: World) -> LiveWidget | None:
    widget = world.focused
    return widget if widget is not None and widget.spec.editable and widget.enabled else None


def _insert(world: World, text: str) -> None:
    widget = _editing(world)
    if widget is None:
        return
    value = widget.value or ""
    if widget.all_selected:
        value, widget.caret = "", 0
    widget.value = value[: widget.caret] + text + value[widget.caret :]
    widget.caret += len(text)
    widget.all_selected = False
    _changed(world, widget)


def _replace_all(world: World, widget: LiveWidget, value: str) -> None:
    widget.value, widget.caret, widget.all_selected = value, len(value), False
    _changed(world, widget)


def _changed(world: World, widget: LiveWidget) -> None:
    if world.active is not None:
        app = world.app_of(world.active)
        app.call(widget.spec.on_change, widget.key)
        if widget.role == "Cell" and widget.parent is not None:
            app.call(widget.parent.spec.on_change, widget.key)


def _edit_key(world: World, keys: tuple[str, ...]) -> bool:
    """Return whether the keys were for the text that has the focus, and edit it if so."""
    widget = _editing(world)
    if widget is None:
        return False
    value = widget.value or ""
    if keys == ("ctrl", "a"):
        widget.all_selected = True
    elif keys == ("ctrl", "c") and widget.all_selected:
        world.clipboard = value
    elif keys == ("ctrl", "x") and widget.all_selected:
        world.clipboard = value
        _replace_all(world, widget, "")
    elif keys == ("ctrl", "v"):
        _insert(world, world.clipboard)
    elif keys in (("backspace",), ("delete",)):
        _erase(world, widget, backwards=keys == ("backspace",))
    elif keys in (("home",), ("end",), ("left",), ("right",)):
        _move_caret(widget, keys[0])
    elif keys == ("enter",) and widget.spec.multiline:
        _insert(world, "\n")
    else:
        return False
    return True


def _erase(world: World, widget: LiveWidget, *, backwards: bool) -> None:
    value = widget.value or ""
    if widget.all_selected:
        _replace_all(world, widget, "")
        return
    start = widget.caret - 1 if backwards else widget.caret
    if 0 <= start < len(value):
        widget.value = value[:start] + value[start + 1 :]
        widget.caret = start
        _changed(world, widget)


def _move_caret(widget: LiveWidget, key: str) -> None:
    last = len(widget.value or "")
    places = {"home": 0, "end": last, "left": max(0, widget.caret - 1), "right": min(last, widget.caret + 1)}
    widget.caret, widget.all_selected = places[key], False


def _move_key(world: World, window: LiveWindow, keys: tuple[str, ...]) -> None:
    if keys in (("tab",), ("shift", "tab")):
        _tab(world, window, -1 if len(keys) > 1 else 1)
    elif keys == ("escape",):
        _escape(world, window)
    elif keys in (("down",), ("up",)):
        _arrow(world, window, 1 if keys == ("down",) else -1)
    elif keys in (("enter",), ("space",)):
        _confirm(world, window, keys[0])


def _tab(world: World, window: LiveWindow, step: int) -> None:
    stops = [live_widget for live_widget in window.shown() if live_widget.role in _FOCUSABLE and live_widget.enabled]
    if not stops:
        return
    here = stops.index(world.focused) if world.focused in stops else -1 if step > 0 else 0
    world.focused = stops[(here + step) % len(stops)]
    world.focused.all_selected = world.focused.role == "Edit"


def _escape(world: World, window: LiveWindow) -> None:
    if any(widget.is_popup and widget.expanded for widget in window.walk()):
        world.close_popups()
    elif window.parent is not None:
        close(world, window)


def _arrow(world: World, window: LiveWindow, step: int) -> None:
    owner = world.focused
    if owner is None or owner.role not in LISTS_AND_COMBO_BOXES or not owner.children:
        return
    here = next((index for index, item in enumerate(owner.children) if item.selected), -1 if step > 0 else 0)
    choose(world, window, owner.children[min(len(owner.children) - 1, max(0, here + step))])


def _confirm(world: World, window: LiveWindow, key: str) -> None:
    widget = world.focused
    if widget is not None and widget.role not in EDITS_DOCUMENTS_AND_CELLS | {"List"}:
        press(world, window, widget)
    elif key == "enter":
        default = next(
            (live_widget for live_widget in window.shown() if live_widget.spec.default and live_widget.enabled), None
        )
        if default is not None:
            press(world, window, default)
