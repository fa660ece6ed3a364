"""Scripted faults as they occur on real desktops: each happens once, at its moment, and is not announced.

`after_look`: between the look and the next act. `on_act`: while the act is delivered. `after_act`: once it was delivered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from ufo.desktop.fake.live import LiveWidget
from ufo.desktop.fake.world import World

Moment = Literal["after_look", "on_act", "after_act"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong at a moment. `change` None swallows the act; `skip`: how many such moments pass before it
    happens.
    """

    moment: Moment
    change: Callable[[World], None] | None = None
    skip: int = 0


def swallow() -> Fault:
    """Make the next click, keys or accessible action reach nothing."""
    return Fault("on_act")


def close_window(title: str) -> Fault:
    return Fault("after_look", lambda world: _close(world, title))


def disable(key: str) -> Fault:
    def change(world: World) -> None:
        _widget(world, key).enabled = False

    return Fault("after_look", change)


def move(key: str, dx: int, dy: int) -> Fault:
    def change(world: World) -> None:
        _widget(world, key).shift = (dx, dy)

    return Fault("after_look", change)


def rename(key: str, name: str) -> Fault:
    """Give the same control another name, as a toggle that turned into its opposite."""

    def change(world: World) -> None:
        _widget(world, key).name = name

    return Fault("after_look", change)


def look_alike(key: str) -> Fault:
    """Replace the control by another one with the same role and name."""

    def change(world: World) -> None:
        widget = _widget(world, key)
        siblings = widget.parent.children if widget.parent else _siblings(world, widget)
        siblings[siblings.index(widget)] = world.builder.widget(replace(widget.spec, name=widget.name), widget.parent)

    return Fault("after_look", change)


def popup(app_root: str, window_key: str) -> Fault:
    """Open a declared window of the application by itself."""

    def change(world: World) -> None:
        for app in world.running.values():
            if app.spec.app_root == app_root:
                app.open(window_key)

    return Fault("after_look", change)


def revert(key: str, value: str) -> Fault:
    """Put a value back after it was changed."""

    def change(world: World) -> None:
        _widget(world, key).value = value

    return Fault("after_act", change)


def hang(app_root: str, moment: Moment = "after_look") -> Fault:
    """Make the application answer nothing any more."""

    def change(world: World) -> None:
        for app in world.running.values():
            if app.spec.app_root == app_root:
                app.hung = True

    return Fault(moment, change)


def _widget(world: World, key: str) -> LiveWidget:
    return next(widget for window in world.windows for widget in window.walk() if widget.key == key)


def _siblings(world: World, widget: LiveWidget) -> list[LiveWidget]:
    return next(window.widgets for window in world.windows if widget in window.widgets)


def _close(world: World, title: str) -> None:
    for window in [window for window in world.windows if window.title == title]:
        world.remove(window)
