"""What a compositor shows at one moment, for those that tell places: windows in their order, screens, and the active window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.values import Screen as Monitor
from ufo.schema.geometry import Point, Rect


@dataclass(frozen=True, slots=True)
class Lying:
    """A window with all that it takes of the screen: its decoration too. Panels and notifications are such as well."""

    surface: Surface
    frame: Rect
    is_listed: bool = True
    """Whether it is a window that can be worked, or a popup of one."""
    inner_id: str = ""
    """What the compositor itself calls it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """All that is shown at one moment, topmost first. `active` is the id of the active window, "" where there is none; `pointer`
    is None where nobody tells where it is.
    """

    windows: tuple[Lying, ...]
    monitors: tuple[Monitor, ...]
    active: str
    pointer: Point | None = None

    @property
    def surfaces(self) -> list[Surface]:
        listed = [lying.surface for lying in self.windows if lying.is_listed]
        return [it for it in listed if it.shown] + [it for it in listed if not it.shown]

    def at(self, point: Point) -> Surface | None:
        shown = (it.surface for it in self.windows if it.surface.shown and it.frame.contains(point))
        return next(shown, None)


def surprise(before: Layout, after: Layout, point: Point) -> str | None:
    """Say what makes it doubtful that the window which lay at the point got a stroke there: it moved meanwhile, or a window of
    another program came over it. What its own program opened, and what lay below a window that has closed, are no surprise.
    """
    was, now = _lying_at(before.windows, point), _lying_at(after.windows, point)
    if was is None:
        return None
    same = next((it for it in after.windows if _id(it) == _id(was) and it.surface.shown), None)
    if same is not None and same.frame != was.frame and _size(same) == _size(was):
        return f"{_named(was)} moved meanwhile"
    if now is None or _id(now) == _id(was) or _belong_together(was, now):
        return None
    below = [_id(it) for it in before.windows[before.windows.index(was) :] if it.surface.shown]
    if same is None and _id(now) in below:
        return None
    return f"{_named(now)} came over {_named(was)} meanwhile"


def _lying_at(windows: Sequence[Lying], point: Point) -> Lying | None:
    return next((it for it in windows if it.surface.shown and it.frame.contains(point)), None)


def _belong_together(was: Lying, now: Lying) -> bool:
    mine, its = was.surface.window, now.surface.window
    return mine.pid == its.pid or its.parent == mine.id or its.id == mine.parent


def _id(lying: Lying) -> str:
    return lying.surface.window.id


def _size(lying: Lying) -> tuple[int, int]:
    return lying.frame.width, lying.frame.height


def _named(lying: Lying) -> str:
    return repr(lying.surface.window.title or lying.surface.window.app_root)
