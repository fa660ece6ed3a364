"""Windows of a compositor that tells where they are, whichever it is: what is the same for all, over its `Layout`."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.layout import Layout, Lying
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect

_CHANGE_S, _TICK_S = 2.0, 0.01


class LayoutWindows(ABC):
    """Implements `Windows`; for the thread of the screen. The id of a window has hexadecimal digits."""

    @abstractmethod
    def layout(self) -> Layout:
        """Return what is shown now. Raises DesktopUnavailable."""

    @abstractmethod
    def activate(self, window_id: str) -> None:
        """Have the compositor make the window active, above all others, and bring it back where it is hidden."""

    @abstractmethod
    def shut(self, window_id: str) -> None:
        """Have the compositor ask the window to close."""

    def surfaces(self) -> list[Surface]:
        return self.layout().surfaces

    def monitors(self) -> tuple[Monitor, ...]:
        return self.layout().monitors

    def related(self, window_id: str) -> tuple[Surface, ...]:
        return related.related(window_id, self.surfaces())

    def active(self) -> Window | None:
        return next((surface.window for surface in self.surfaces() if surface.window.active), None)

    def role(self, window_id: str) -> str:
        """Return what the program calls windows of this kind: only windows of XWayland can say so."""
        related.find(window_id, self.surfaces())
        return ""

    def focus(self, window_id: str) -> None:
        """Make the window active, and wait until it is. Raises NotActionable where it does not become active."""
        title = related.find(window_id, self.surfaces()).window.title
        self.activate(window_id)
        deadline = time.monotonic() + _CHANGE_S
        while (layout := self.layout()).active != window_id:
            related.find(window_id, layout.surfaces)
            if time.monotonic() > deadline:
                has_it = next((it.window.title for it in layout.surfaces if it.window.active), "no window")
                raise NotActionable(
                    f"{title!r} did not become active within {_CHANGE_S:g} s: {has_it!r} is; close what is in front of it"
                )
            time.sleep(_TICK_S)

    def close(self, window_id: str) -> None:
        related.find(window_id, self.surfaces())
        self.shut(window_id)

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        """The compositor lists popups itself."""
        return False

    def forget_popups(self) -> None:  # noqa: B027 nothing to forget where they are listed
        """A click or a key may have shut them."""

    def answers(self, window_id: str, within_s: float) -> bool:
        return False


class WindowsWithoutPopups(LayoutWindows):
    """Windows of a compositor that lists no popups. They are told by `tell_popups`, from the tree of their window, and the next
    look after a click or a key tells them anew.
    """

    def __init__(self) -> None:
        self._told: tuple[str, Mapping[str, Rect]] = ("", {})
        self._parents: dict[str, str | None] = {}
        self._last_active: dict[int, str] = {}

    @abstractmethod
    def listed(self) -> Layout:
        """Return what the compositor tells now: everything but popups. Raises DesktopUnavailable."""

    def layout(self) -> Layout:
        layout = self.listed()
        return replace(layout, windows=(*self._popups_of(layout.windows), *layout.windows))

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        is_other = dict(places) != dict(self._told[1]) if window_id == self._told[0] else bool(places)
        if is_other:
            self._told = (window_id, dict(places))
        return is_other

    def forget_popups(self) -> None:
        self._told = ("", {})

    def _popups_of(self, windows: Sequence[Lying]) -> list[Lying]:
        """A popup goes when its program's windows lose the focus."""
        shown = [lying.surface for lying in windows]
        owner = next((surface for surface in shown if surface.window.id == self._told[0]), None)
        if owner is None or not any(it.window.active and it.window.pid == owner.window.pid for it in shown):
            return []
        return [Lying(_popup(owner, number, place), frame=place) for number, place in enumerate(self._told[1].values())]

    def parents(
        self, windows: Sequence[Window], mains: frozenset[str], known: Mapping[str, str]
    ) -> dict[str, str | None]:
        """Return which window opened each of these, topmost first. `known` is what the compositor tells of it. A window that is
        none of the main ones was opened by another window of its program, and that is the one which was active before.
        """
        there = {window.id: window for window in windows}
        main_of = {window.pid: window.id for window in reversed(windows) if window.id in mains}
        for window_id, window in sorted(there.items(), key=lambda item: int(item[0], 16)):
            if window_id in self._parents:
                continue
            before = self._last_active.get(window.pid, "")
            opener = before if before in there and before != window_id else main_of.get(window.pid)
            is_dialog = window_id not in mains and window.pid in main_of
            self._parents[window_id] = known.get(window_id) or (opener if is_dialog else None)
        self._parents = {window_id: parent for window_id, parent in self._parents.items() if window_id in there}
        self._last_active.update({window.pid: window.id for window in windows if window.active})
        return self._parents


def _popup(owner: Surface, number: int, place: Rect) -> Surface:
    window = replace(
        owner.window, id=f"{owner.window.id}:{number}", title="", rect=place, active=False, parent=owner.window.id
    )
    return replace(owner, window=window, client=place, popup=True)
