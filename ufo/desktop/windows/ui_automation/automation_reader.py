"""A look at a window by UI Automation: its dialogs, menus and popups, each of them a window of its own, included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.tree.reader import Reader
from ufo.desktop.windows.ui_automation.automation_tree import AutomationTree
from ufo.desktop.windows.ui_automation.elements import Place
from ufo.errors import ElementGone


@dataclass(kw_only=True)
class AutomationReader(Reader):
    """Finds the windows as `Reader` does, and asks UI Automation what is in each."""

    tree: AutomationTree
    cut: str | None = None

    def snapshot(self) -> Snapshot:
        return replace(super().snapshot(), cut=self.cut)

    def inside(self, window: int, depth: int, path: tuple[str, ...], top: int) -> Iterator[Element]:
        place = Place(self.look, depth, path, str(top))
        try:
            found = self.tree.inside(window, place, frozenset(self.shown) - {window})
        except ElementGone:
            if window == self.window:
                raise
            # A menu or a dialog that was closed meanwhile.
            return
        self.more += found.more
        self.cut = self.cut or found.cut
        yield from found.elements

    def loose(self, family: frozenset[int], read: frozenset[int]) -> Iterator[Element]:
        for window in reversed(self.shown):
            if window in family - read:
                yield from self.inside(window, 1, (top_windows.title_of(self.window),), window)
