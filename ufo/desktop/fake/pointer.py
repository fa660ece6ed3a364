"""Presses, selects and scrolls widgets in memory."""

from __future__ import annotations

from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.world import World
from ufo.desktop.values import Click, Drag, Scroll
from ufo.schema.roles import CHOICES, EDITS_DOCUMENTS_AND_CELLS, INDEPENDENT_TOGGLES, LISTS_AND_COMBO_BOXES, RADIOS


def click(world: World, event: Click) -> None:
    hit = world.hit(event.point)
    if hit is None:
        world.close_popups()
        return
    window, widget = hit
    if world.modal_above(window) is not None:
        return
    world.activate(window)
    if widget is None or not widget.enabled:
        world.close_popups()
        return
    if event.button != "left":
        focus(world, window, widget)
        return
    if event.hold_key == "ctrl" and widget.role in CHOICES and widget.parent is not None:
        widget.selected = not widget.selected
        return
    press(world, window, widget)
    if event.count > 1:
        if widget.spec.editable:
            widget.all_selected = True
        world.app_of(window).call(widget.spec.on_double_press, widget.key)


def drag(world: World, event: Drag) -> None:
    """Select by dragging. Within one text, select all of it; from one list item to another, select both and what lies between."""
    start, end = world.hit(event.start), world.hit(event.end)
    if start is None or end is None:
        return
    window, first = start
    last = end[1]
    if first is None or last is None:
        return
    if first is last and first.spec.editable:
        focus(world, window, first)
        first.all_selected = True
    elif first.parent is not None and first.parent is last.parent:
        siblings = first.parent.children
        low, high = sorted((siblings.index(first), siblings.index(last)))
        for index, item in enumerate(siblings):
            item.selected = low <= index <= high


def scroll(world: World, event: Scroll) -> None:
    hit = world.hit(event.point)
    widget = hit[1] if hit else None
    while widget is not None and widget.role != "List":
        widget = widget.parent
    if widget is not None:
        last = max(0, len(widget.children) - widget.spec.shown_rows)
        widget.scroll = min(last, max(0, widget.scroll - event.dy))


def focus(world: World, window: LiveWindow, widget: LiveWidget) -> None:
    world.activate(window)
    if world.active is window:
        world.focused = widget


def press(world: World, window: LiveWindow, widget: LiveWidget) -> None:
    """Do what a click or the accessible action of a widget does; nothing on a disabled one."""
    if not widget.enabled:
        return
    app = world.app_of(window)
    if widget.is_popup:
        opened = not widget.expanded
        world.close_popups(widget.parent)
        widget.expanded = opened
    elif widget.role in INDEPENDENT_TOGGLES:
        widget.checked = not widget.checked
        world.close_popups()
        app.call(widget.spec.on_change, widget.key)
    elif widget.role in CHOICES:
        choose(world, window, widget)
    elif widget.role in EDITS_DOCUMENTS_AND_CELLS:
        world.close_popups()
        focus(world, window, widget)
        widget.all_selected = False
        if widget.role == "Cell":
            _mark_only(widget)
    else:
        world.close_popups()
        focus(world, window, widget)
    app.call(widget.spec.on_press, widget.key)


def choose(world: World, window: LiveWindow, widget: LiveWidget) -> None:
    """Select one among its siblings; the list or combo box that owns it takes its name as value."""
    _mark_only(widget)
    if widget.role in RADIOS:
        for child in widget.parent.children if widget.parent else ():
            child.checked = child is widget
    owner = widget.parent
    if owner is not None and owner.role in LISTS_AND_COMBO_BOXES:
        owner.value = widget.name
        world.close_popups()
        world.app_of(window).call(owner.spec.on_change, owner.key)
    world.app_of(window).call(widget.spec.on_change, widget.key)


def _mark_only(widget: LiveWidget) -> None:
    for child in widget.parent.children if widget.parent else ():
        child.selected = child is widget


def scroll_into_view(widget: LiveWidget) -> bool:
    """Scroll the list until the widget is in sight. False where no list contains it."""
    owner = widget.parent
    if owner is None or owner.role != "List":
        return False
    index = owner.children.index(widget)
    last = max(0, len(owner.children) - owner.spec.shown_rows)
    owner.scroll = min(last, index)
    return True
