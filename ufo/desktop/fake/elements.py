"""Turns widgets in memory into the elements of a snapshot, in the vocabulary of `ufo.schema.target`."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.world import World
from ufo.desktop.snapshot import Element, Handle
from ufo.schema.roles import (
    CHOICES,
    EDITS_AND_DOCUMENTS,
    EDITS_DOCUMENTS_AND_CELLS,
    INDEPENDENT_TOGGLES,
    RADIOS,
    RANGES,
    STATIC,
)


def of_window(world: World, window: LiveWindow, snapshot_id: int) -> tuple[Element, ...]:
    """Return the window's own elements, then those of its dialogs, each dialog under an element of its own."""
    world.place()
    return tuple(_of_window(world, window, snapshot_id, ()))


def _of_window(world: World, window: LiveWindow, snapshot_id: int, path: tuple[str, ...]) -> Iterator[Element]:
    for widget in window.widgets:
        yield from _of_widget(world, window, widget, snapshot_id, path)
    for dialog in reversed(world.windows):
        if dialog.parent is window:
            states = {"enabled"} | ({"modal"} if dialog.spec.modal else set())
            states |= {"active"} if world.active is dialog else set()
            handle = Handle(snapshot_id, dialog.id, "Dialog", dialog.title)
            yield Element(
                handle,
                "Dialog",
                dialog.title,
                dialog.rect,
                frozenset(states),
                depth=len(path),
                path=path,
                window=dialog.id,
            )
            yield from _of_window(world, dialog, snapshot_id, (*path, dialog.title))


def _of_widget(
    world: World, window: LiveWindow, widget: LiveWidget, snapshot_id: int, path: tuple[str, ...]
) -> Iterator[Element]:
    if not widget.visible:
        return
    yield element(world, window, widget, snapshot_id, path)
    if widget.is_popup and not widget.expanded:
        return
    for child in widget.children:
        yield from _of_widget(world, window, child, snapshot_id, (*path, widget.name))


def element(world: World, window: LiveWindow, widget: LiveWidget, snapshot_id: int, path: tuple[str, ...]) -> Element:
    value = "•" * len(widget.value or "") if widget.spec.password else widget.value
    return Element(
        handle=Handle(snapshot_id, str(widget.serial), widget.role, widget.name),
        role=widget.role,
        name=widget.name,
        rect=widget.rect,
        states=frozenset(_states(world, window, widget)),
        value=value,
        label=widget.spec.label,
        description=widget.spec.description,
        actions=actions(widget),
        depth=len(path),
        path=path,
        row=widget.row,
        column=widget.column,
        window=window.id,
    )


def actions(widget: LiveWidget) -> tuple[str, ...]:
    if not widget.spec.has_actions:
        return ()
    verbs = []
    if widget.role not in STATIC and widget.role not in EDITS_DOCUMENTS_AND_CELLS:
        verbs.append("press")
    if widget.spec.editable:
        verbs.append("set_text")
    if widget.role in RANGES:
        verbs.append("set_value")
    if widget.role in CHOICES or widget.role == "Cell":
        verbs.append("select")
    if widget.is_popup:
        verbs += ["expand", "collapse"]
    return tuple(verbs)


def _states(world: World, window: LiveWindow, widget: LiveWidget) -> Iterator[str]:
    yield "enabled" if widget.enabled else "disabled"
    if widget.role not in STATIC:
        yield "focusable"
    if world.focused is widget and world.active is window:
        yield "focused"
    if widget.role in INDEPENDENT_TOGGLES or widget.role in RADIOS:
        yield "checked" if widget.checked else "unchecked"
    if widget.role in CHOICES or widget.role == "Cell":
        yield "selectable"
        if widget.selected:
            yield "selected"
    if widget.is_popup:
        yield "expanded" if widget.expanded else "collapsed"
    yield from _text_states(widget)
    if widget.offscreen:
        yield "offscreen"
    if widget.spec.default:
        yield "default"


def _text_states(widget: LiveWidget) -> Iterator[str]:
    if widget.spec.editable:
        yield "editable"
    elif widget.role in EDITS_AND_DOCUMENTS:
        yield "readonly"
    if widget.spec.multiline:
        yield "multiline"
    if widget.spec.password:
        yield "password"
