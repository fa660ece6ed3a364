"""Windows of a compositor that tells where they are, whichever it is: what is the same for all, over its `Layout`."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.layout import Layout, Lying
from ufo.desktop.linux.wayland.told_popups import ToldPopups
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect

_CHANGE_S, _TICK_S = 2.0, 0.01


class LayoutWindows(ABC):
    """Implements `Windows`; for the thread of the screen. The id of a window has hexadecimal digits."""

    def __init__(self) -> None:
        self._popups = ToldPopups()

    @abstractmethod
    def listed(self) -> Layout:
        """Return what the compositor tells now. Raises DesktopUnavailable."""

    def layout(self) -> Layout:
        """Return what is shown now, with the popups that only a tree tells. Raises DesktopUnavailable."""
        listed = self.listed()
        told = self._popups.beside([lying.surface for lying in listed.windows])
        return replace(listed, windows=(*(Lying(popup, frame=popup.client) for popup in told), *listed.windows))

    def laid_out(self) -> tuple[list[Surface], tuple[Monitor, ...]]:
        """Return all windows and the screens that they lie on, as of the same moment."""
        layout = self.layout()
        return layout.surfaces, layout.monitors

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
        return self._popups.tell(window_id, places)

    def forget_popups(self) -> None:
        self._popups.forget()

    def answers(self, window_id: str, within_s: float) -> bool:
        return False


class WindowsWithoutOwners(LayoutWindows):
    """Windows of a compositor that does not tell which window opened which."""

    def __init__(self) -> None:
        super().__init__()
        self._parents: dict[str, str | None] = {}
        self._last_active: dict[int, str] = {}

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
