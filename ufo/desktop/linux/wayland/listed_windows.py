"""Windows of a compositor that tells no places, from two lists: the accessibility trees (titles, processes, sizes) and the
compositor's list for task bars (which one is active, and that it may be activated and closed).

A window that fills its whole output, and is the active one, has a known place all the same: the output's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ufo.desktop.linux.app_id import app_root
from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.layout import Layout, Lying
from ufo.desktop.linux.wayland.layout_windows import WindowsWithoutOwners
from ufo.desktop.linux.wayland.outputs import Outputs
from ufo.desktop.linux.wayland.task_list import Toplevel, Toplevels
from ufo.desktop.linux.wayland.tree_windows import TreeWindows
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect


class ListedWindows(WindowsWithoutOwners):
    """A window's id is that of its tree. `toplevels` is None where the compositor has no such list."""

    def __init__(
        self,
        trees: TreeWindows,
        toplevels: Toplevels | None,
        outputs: Outputs,
        programs: Callable[[], Mapping[str, str]],
    ) -> None:
        super().__init__()
        self._trees = trees
        self._toplevels = toplevels
        self._outputs = outputs
        self._programs = programs
        self._same: dict[str, Toplevel] = {}
        """Which window of the compositor's list was found to be which of ours."""

    def listed(self) -> Layout:
        surfaces = self._trees.surfaces()
        of = self._matched([surface.window for surface in surfaces])
        lying = [self._lying(surface, of.get(surface.window.id)) for surface in surfaces]
        # The active window first: the order of the others is not known.
        lying.sort(key=lambda it: not it.surface.window.active)
        active = next((it.surface.window.id for it in lying if it.surface.window.active), "")
        return Layout(tuple(lying), self._outputs.monitors(), active)

    def activate(self, window_id: str) -> None:
        toplevel = self._toplevel_of(window_id)
        if toplevel is None or self._toplevels is None:
            self._trees.focus(window_id)
        else:
            self._toplevels.activate(toplevel)

    def shut(self, window_id: str) -> None:
        toplevel = self._toplevel_of(window_id)
        if toplevel is None or self._toplevels is None:
            self._trees.close(window_id)
        else:
            self._toplevels.close(toplevel)

    def _lying(self, surface: Surface, toplevel: Toplevel | None) -> Lying:
        window = surface.window
        if toplevel is not None:
            window = replace(window, active=toplevel.active, minimized=toplevel.minimized, maximized=toplevel.fills)
        place = self._whole_output(window, toplevel)
        if place is None:
            return Lying(replace(surface, window=window, shown=not window.minimized), surface.client)
        window = replace(window, rect=place)
        screens = tuple(monitor.rect for monitor in self._outputs.monitors())
        return Lying(replace(surface, window=window, client=place, placeless=False, screens=screens), place)

    def _whole_output(self, window: Window, toplevel: Toplevel | None) -> Rect | None:
        """Return the place of a window that is active and as large as the output that shows it; None for any other."""
        if toplevel is None or not (toplevel.active and toplevel.fills):
            return None
        # Some tell no output of a window.
        told = [monitor for number in toplevel.outputs if (monitor := self._outputs.of(number)) is not None]
        screens = [monitor.rect for monitor in told or self._outputs.monitors()]
        size = (window.rect.width, window.rect.height)
        return screens[0] if len(screens) == 1 and (screens[0].width, screens[0].height) == size else None

    def _toplevel_of(self, window_id: str) -> Toplevel | None:
        windows = [surface.window for surface in self._trees.surfaces()]
        window = related.find(window_id, self.surfaces()).window
        found = self._matched(windows).get(window_id)
        if found is None and any(_is_called(it, window.title) for it in self._listed()):
            raise NotActionable(
                f"several windows are called {window.title!r}, and which of them this is cannot be told; close the others"
            )
        return found

    def _listed(self) -> Sequence[Toplevel]:
        return () if self._toplevels is None else self._toplevels.listed()

    def _matched(self, windows: Sequence[Window]) -> Mapping[str, Toplevel]:
        """Return which window of the compositor's list each of these is: the one that it was before, whatever it is called now;
        else by title, and then by program. Where either is that of several, none of them is taken for one.
        """
        listed, there = self._listed(), {window.id for window in windows}
        self._same = {name: it for name, it in self._same.items() if name in there and it in listed}
        new = [window for window in windows if window.id not in self._same]
        free = [toplevel for toplevel in listed if toplevel not in self._same.values()]
        for window in new:
            rivals = [other for other in new if other.title == window.title]
            same = [toplevel for toplevel in free if _is_called(toplevel, window.title)]
            if len(rivals) > 1 or len(same) > 1:
                rivals = [other for other in rivals if other.app_root == window.app_root]
                same = [toplevel for toplevel in same if self._root(toplevel, window) == window.app_root]
            if len(rivals) == 1 and len(same) == 1:
                self._same[window.id] = same[0]
        return self._same

    def _root(self, toplevel: Toplevel, window: Window) -> str:
        return app_root((toplevel.app_id, toplevel.app_id), window.process, None, self._programs())


def _is_called(toplevel: Toplevel, title: str) -> bool:
    return clean_name(toplevel.title) == title


def without(missing: Iterable[str]) -> str:
    """Return the words for what is missing, in the order given: "a, b and c"."""
    *first, last = missing
    return f"{', '.join(first)} and {last}" if first else last
