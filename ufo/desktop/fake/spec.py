"""Declares an application in memory: frozen specs of widgets, windows and applications, with handlers.

A handler gets the running application and changes it: `lambda app: app.open("save-as")`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ufo.desktop.values import Application
from ufo.schema.geometry import Rect

if TYPE_CHECKING:
    from ufo.desktop.fake.handler_context import RunningApp

Handler = Callable[["RunningApp"], None]


@dataclass(frozen=True, slots=True)
class Widget:
    """One control. `key` names it in handlers and is unique in its application; `role` is one of `ufo.schema.roles.ROLES`.

    `items` fill a List or ComboBox, `rows` a Table, `children` a MenuBar, Menu, ToolBar or Group. `shown_rows` is how many
    items of a List are in sight at once. `has_actions` False leaves the widget to pointer and keyboard alone.
    """

    key: str
    role: str
    name: str = ""
    value: str | None = None
    label: str | None = None
    description: str | None = None
    checked: bool | None = None
    enabled: bool = True
    visible: bool = True
    editable: bool = False
    multiline: bool = False
    password: bool = False
    default: bool = False
    has_actions: bool = True
    shown_rows: int = 6
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    children: tuple[Widget, ...] = ()
    on_press: Handler | None = None
    on_change: Handler | None = None
    on_double_press: Handler | None = None


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """One window. `on_close` runs in place of closing and has to close the window itself; `shortcuts` are chords by key names.
    `is_main`: it stands by itself, as the first window does, and belongs to no other one.
    """

    key: str
    title: str
    widgets: tuple[Widget, ...]
    rect: Rect = Rect(100, 80, 640, 480)
    modal: bool = False
    is_main: bool = False
    on_close: Handler | None = None
    shortcuts: Mapping[tuple[str, ...], Handler] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AppSpec:
    """One application. `windows[0]` opens at launch, the others when a handler opens them. `asleep`: it tells nothing of its
    windows until it is woken, which it can be while it runs only where it `wakes`; else it has to be started again.
    """

    application: Application
    windows: tuple[WindowSpec, ...]
    on_launch: Handler | None = None
    asleep: bool = False
    wakes: bool = True

    @property
    def app_root(self) -> str:
        return self.application.id


def button(key: str, name: str, on_press: Handler | None = None, *, default: bool = False) -> Widget:
    return Widget(key, "Button", name, on_press=on_press, default=default)


def edit(key: str, name: str, value: str = "", on_change: Handler | None = None) -> Widget:
    return Widget(key, "Edit", name, value=value, label=name, editable=True, on_change=on_change)


def checkbox(key: str, name: str, checked: bool = False, on_change: Handler | None = None) -> Widget:
    return Widget(key, "CheckBox", name, checked=checked, on_change=on_change)


def combo(key: str, name: str, items: tuple[str, ...], value: str, on_change: Handler | None = None) -> Widget:
    return Widget(key, "ComboBox", name, value=value, label=name, items=items, on_change=on_change)


def document(key: str, name: str, value: str = "", on_change: Handler | None = None) -> Widget:
    return Widget(key, "Document", name, value=value, editable=True, multiline=True, on_change=on_change)


def text(key: str, words: str) -> Widget:
    return Widget(key, "Text", words)


def menu(key: str, name: str, *items: Widget) -> Widget:
    return Widget(key, "Menu", name, children=items)


def menu_item(key: str, name: str, on_press: Handler | None = None) -> Widget:
    return Widget(key, "MenuItem", name, on_press=on_press)
