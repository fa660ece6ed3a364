"""Reads what a window shows: its controls by their handles, their items by messages, and its dialogs and open menus."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, sizeof
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.api.messages import ask, signed, text_of
from ufo.desktop.windows.api.structures import ComboBoxInfo
from ufo.desktop.windows.tree.control_kinds import (
    actions_of,
    is_named_by_label,
    role_of,
    states_of,
    tick,
    without_mnemonic,
)
from ufo.desktop.windows.tree.items import READERS, Item
from ufo.errors import ElementGone, NotActionable, StaleElement
from ufo.schema.roles import (
    BOXES,
    CHECK_AND_RADIO_BUTTONS,
    EDITS_AND_COMBO_BOXES,
    EDITS_AND_DOCUMENTS,
    LAID_OUT_IN_A_ROW,
    POPUPS,
    WINDOWS_AND_DIALOGS,
)

_BM_GETCHECK, _CB_GETDROPPEDSTATE = 0xF0, 0x157
_TBM_GETPOS, _TBM_GETRANGEMIN, _TBM_GETRANGEMAX, _PBM_GETPOS = 0x400, 0x401, 0x402, 0x408
_LONGEST_VALUE = 2000
_DEEPEST = 30
_HOLDERS = BOXES | LAID_OUT_IN_A_ROW | POPUPS | WINDOWS_AND_DIALOGS
_SHOWN_AS_VALUE = EDITS_AND_DOCUMENTS | EDITS_AND_COMBO_BOXES
"""Controls whose own text is what was typed or chosen, and no name."""
_ITEM_ACTIONS = {
    "ListItem": ("select", "scroll_into_view"),
    "Cell": ("select", "scroll_into_view"),
    "TreeItem": ("select", "expand", "collapse", "scroll_into_view"),
    "TabItem": ("select",),
}


@dataclass
class Reader:
    """Reads one window for one look."""

    look: int
    window: int
    more: list[str] = field(default_factory=list)
    focused: int = 0
    shown: list[int] = field(default_factory=list)

    def snapshot(self) -> Snapshot:
        """Raises ApplicationHung where the application does not answer, WindowGone."""
        rect = top_windows.frame_of(self.window)
        thread, _ = handles.thread_and_process(self.window)
        self.focused = handles.focus_of(thread)
        self.shown = top_windows.top_levels()
        elements = list(self.inside(self.window, 1, (top_windows.title_of(self.window),), self.window))
        elements += self.dialogs(self.window, 1)
        family = top_windows.family_of(self.window, self.shown)
        read = {self.window, *(int(element.handle.key) for element in elements if element.handle.key == element.window)}
        elements += self.loose(family, frozenset(read))
        popups = tuple(str(popup) for popup in top_windows.popups(self.shown) if popup in family)
        root = top_windows.root_name(self.window)
        return Snapshot(
            self.look, str(self.window), rect, tuple(elements), None, tuple(self.more), app_root=root, popups=popups
        )

    def dialogs(self, window: int, depth: int) -> Iterator[Element]:
        """Yield the dialogs that a window owns, with what is in them."""
        for dialog in top_windows.dialogs_of(window, self.shown):
            title = top_windows.title_of(dialog)
            states = frozenset({"enabled", "modal"} if not user32.IsWindowEnabled(window) else {"enabled"})
            yield Element(
                Handle(self.look, str(dialog), "Dialog", title),
                "Dialog",
                title,
                top_windows.frame_of(dialog),
                states,
                depth=depth,
                window=str(dialog),
                source="uia",
            )
            yield from self.inside(dialog, depth + 1, (title,), dialog)
            yield from self.dialogs(dialog, depth + 1)

    def loose(self, _family: frozenset[int], _read: frozenset[int]) -> Iterator[Element]:
        """Yield what is in the other windows of the family: open menus and lists, which tell nothing by handles."""
        yield from ()

    def inside(self, parent: int, depth: int, path: tuple[str, ...], top: int) -> Iterator[Element]:
        if depth > _DEEPEST:
            return
        controls = [control for control in handles.children(parent) if handles.style_of(control) & handles.VISIBLE]
        roles = [role_of(handles.class_of(control), handles.style_of(control)) for control in controls]
        label: str | None = None
        for control, following in zip(controls, [*roles[1:], ""], strict=False):
            try:
                element = self.control(control, depth, path, top, label)
            except ElementGone:
                continue
            label = as_label(element.name) if element.role == "Text" else None
            if label and is_named_by_label(following):
                # It is told with the control that it names.
                continue
            yield element
            below = (*path, element.name) if element.name else path
            yield from self._items(control, element, depth + 1, below, top)
            if element.role in _HOLDERS:
                yield from self.inside(control, depth + 1, below, top)

    def control(self, control: int, depth: int, path: tuple[str, ...], top: int, before: str | None) -> Element:
        """Read one control. `before`: the text right before it, None for none. Raises ElementGone and ApplicationHung."""
        kind, style = handles.class_of(control), handles.style_of(control)
        if not kind:
            raise ElementGone("the control is gone; look again")
        role = role_of(kind, style)
        states = states_of(
            role,
            kind,
            style,
            is_enabled=not style & handles.DISABLED,
            is_focused=control == self.focused,
        )
        value = self._value(control, role, states)
        label = before if is_named_by_label(role) else None
        name = label or (without_mnemonic(text_of(control)) if role not in _SHOWN_AS_VALUE else "")
        return Element(
            Handle(self.look, str(control), role, name),
            role,
            name,
            handles.rect_of(control),
            frozenset(states),
            value,
            label,
            None,
            actions_of(role, states),
            depth,
            path,
            window=str(top),
            source="uia",
        )

    def _value(self, control: int, role: str, states: set[str]) -> str | None:
        """Return what the control shows, and add the states that are only told when asked."""
        if role in CHECK_AND_RADIO_BUTTONS or role == "ToggleButton":
            states.add(tick(ask(control, _BM_GETCHECK)))
        elif role in EDITS_AND_DOCUMENTS and "password" not in states:
            return text_of(control)[:_LONGEST_VALUE]
        elif role == "ComboBox":
            states.add("expanded" if ask(control, _CB_GETDROPPEDSTATE) else "collapsed")
            return text_of(control)
        elif role == "Slider":
            return str(signed(ask(control, _TBM_GETPOS)))
        elif role == "ProgressBar":
            return str(signed(ask(control, _PBM_GETPOS)))
        return None

    def _items(self, control: int, of: Element, depth: int, path: tuple[str, ...], top: int) -> Iterator[Element]:
        kind = handles.class_of(control).casefold()
        if kind == "combobox":
            yield from self._open_list(control, of, depth, path, top)
            return
        if kind not in READERS:
            return
        try:
            items = READERS[kind](control, None)
        except NotActionable as error:
            self.more.append(f"{of}: {error}")
            return
        rows = len({item.row for item in items.shown if item.row is not None})
        if 0 < rows < items.count:
            self.more.append(f"{of} has {items.count} rows, of which {rows} are in sight")
        for item in items.shown:
            yield as_element(self.look, str(control), item, depth, path, str(top))

    def _open_list(self, control: int, of: Element, depth: int, path: tuple[str, ...], top: int) -> Iterator[Element]:
        """The rows of a combo box's list, which is a window of its own while it is open."""
        if "expanded" not in of.states:
            return
        told = ComboBoxInfo()
        told.size = sizeof(told)
        if user32.GetComboBoxInfo(control, byref(told)) and told.list:
            for item in READERS["listbox"](told.list, None).shown:
                yield as_element(self.look, str(told.list), item, depth, path, str(top))


def as_element(look: int, control: str, item: Item, depth: int, path: tuple[str, ...], top: str) -> Element:
    states = item.states if not item.rect.is_empty else item.states | {"offscreen"}
    return Element(
        Handle(look, control + item.place, item.role, item.name),
        item.role,
        item.name,
        item.rect,
        states,
        actions=_ITEM_ACTIONS.get(item.role, ()),
        depth=depth + item.depth - 1,
        path=path,
        row=item.row,
        column=item.column,
        window=top,
        source="uia",
    )


def label_of(control: int) -> str | None:
    """Return the text right before a control in the order of its dialog, which names it by the rule of Windows' dialogs."""
    before = user32.GetWindow(control, handles.PREVIOUS)
    while before and not handles.style_of(before) & handles.VISIBLE:
        before = user32.GetWindow(before, handles.PREVIOUS)
    if not before or handles.class_of(before).casefold() != "static":
        return None
    return as_label(without_mnemonic(text_of(before)))


def as_label(text: str) -> str | None:
    return text.strip().removesuffix(":") or None


def read_again(known: Element, look: int) -> Element:
    """Return an element of a look as it is now. Raises ElementGone, StaleElement, ApplicationHung."""
    control, place = split_key(known.handle.key)
    if not user32.IsWindow(control):
        raise ElementGone(f"{known} is gone; look again")
    thread, _ = handles.thread_and_process(control)
    reader = Reader(look, handles.root_of(control), focused=handles.focus_of(thread), shown=[control])
    if not place and known.role == "Dialog" and handles.root_of(control) == control:
        now = next(reader.dialogs(handles.owner_of(control), known.depth), None)
    elif not place:
        now = reader.control(control, known.depth, known.path, int(known.window or 0), label_of(control))
    else:
        now = _item_again(known, control, place, look)
    if now is None or (now.role, now.name) != (known.role, known.name):
        raise StaleElement(f"{known} became another one; look again")
    if not place and not user32.IsWindowVisible(control):
        raise ElementGone(f"{known} is not shown any more; look again")
    return now


def _item_again(known: Element, control: int, place: str, look: int) -> Element | None:
    kind = handles.class_of(control).casefold()
    if kind not in READERS:
        return None
    rows = None if place[0] == "@" or place[1] == "h" else range(int(row := place[1:].partition(".")[0]), int(row) + 1)
    items = READERS[kind](control, rows).shown
    item = next((item for item in items if item.place == place), None)
    if item is None:
        return None
    return as_element(look, str(control), item, known.depth - item.depth + 1, known.path, known.window)


def split_key(key: str) -> tuple[int, str]:
    """Return the handle of the control and the place of an item in it, "" for the control itself."""
    digits = len(key) - len(key.lstrip("0123456789"))
    return int(key[:digits] or 0), key[digits:]


def limits_of(control: int, role: str) -> tuple[float, float] | None:
    if role != "Slider":
        return None
    return float(signed(ask(control, _TBM_GETRANGEMIN))), float(signed(ask(control, _TBM_GETRANGEMAX)))
