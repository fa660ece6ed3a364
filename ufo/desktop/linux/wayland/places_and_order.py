"""Tells which window gets a click or a key, from the places and the order of windows that a compositor tells."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from ufo.desktop.linux.screen.call import Aim, Pointing
from ufo.desktop.linux.screen.screen import Windows
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.target import Target
from ufo.errors import DesktopError, NotActionable, WindowGone
from ufo.schema.geometry import Point


class PlacesAndOrder:
    """Implements `Pointing`; for the thread of the screen. The number of a window is its id, which has hexadecimal digits. A
    popup of a program counts as the program's window that it belongs to: it is over everything, and goes when another takes
    the focus.
    """

    def __init__(self, windows: Windows) -> None:
        self._windows = windows

    def aim(self, to: Target | str, alone: bool = False) -> Aim:
        """Return the aim for a window. Raises WindowGone."""
        target = to if isinstance(to, Target) else Target(to)
        window, *others = self._windows.related(target.window_id)
        tops = [window] if alone else [window, *others]
        return Aim(target.window_id, window.window.title, frozenset(map(number_of, tops)), alone, target=target)

    def obstacle(self, window_id: str) -> str | None:
        return None

    def hit_test(self, target: Target, point: Point) -> Target:
        aim = self.aim(target.window_id)
        return replace(target, point=point, over=self._other_at(aim.tops, point), allowed=aim.tops)

    def come_over(self, target: Target, point: Point) -> str | None:
        allowed = target.allowed_at(point)
        return self._other_at(self.aim(target.window_id).tops if allowed is None else allowed, point)

    def focused_top(self) -> int:
        active = self._windows.active()
        return 0 if active is None else int(active.id, 16)

    def require_at(self, aim: Aim | None, point: Point) -> int:
        """Return the window at the point, 0 for none. Raises NotActionable where it does not belong to the aim. A point that was
        hit tested allows only the windows of that moment, because a dialog that opened since is not meant.
        """
        top = self._at(point)
        at_point = 0 if top is None else number_of(top)
        if aim is None:
            return at_point
        allowed = aim.allowed_at(point)
        tops = aim.tops if allowed is None else aim.tops & allowed
        if at_point not in tops and allowed is None and not aim.settled:
            tops = self._renewed(aim).tops
        if at_point not in tops:
            raise NotActionable(
                f"{_named(top)} lies over {aim.title!r} at the point {point.x}, {point.y}; "
                "nothing was clicked. Deal with what is in front first, then look again"
            )
        return at_point

    def require_focus(self, aim: Aim | None) -> None:
        """Raises NotActionable where the aim has not the keyboard focus."""
        if aim is None:
            return
        top = self.focused_top()
        if top not in aim.tops and top not in self._renewed(aim).tops:
            named = next((_named(it) for it in self._windows.surfaces() if number_of(it) == top), "no window")
            raise NotActionable(
                f"the keyboard focus is with {named} and not with {aim.title!r}; look again at what took it"
            )

    def popup_open(self) -> bool:
        return any(surface.popup for surface in self._windows.surfaces())

    def _renewed(self, aim: Aim) -> Aim:
        with contextlib.suppress(WindowGone):
            return self.aim(aim.target or aim.window_id, aim.alone)
        return aim

    def _other_at(self, tops: frozenset[int], point: Point) -> str | None:
        top = self._at(point)
        return None if top is not None and number_of(top) in tops else _named(top)

    def _at(self, point: Point) -> Surface | None:
        shown = (it for it in self._windows.surfaces() if it.shown and it.visible.contains(point))
        return next(shown, None)


def require_typed(text: str, before: int, pointing: Pointing) -> None:
    """Raises DesktopError where another window than `before` has the keyboard, though nothing in the text moves the focus."""
    if "\n" not in text and "\t" not in text and pointing.focused_top() != before:
        raise DesktopError("another window took the keyboard while the text was typed; look at where it went")


def number_of(surface: Surface) -> int:
    """Return the number of a window. A popup has that of the window whose it is."""
    return int((surface.window.parent if surface.popup else None) or surface.window.id, 16)


def _named(surface: Surface | None) -> str:
    return "nothing of it" if surface is None else repr(surface.window.title or surface.window.app_root)
