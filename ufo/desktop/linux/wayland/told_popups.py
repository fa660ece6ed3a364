"""Popups that a compositor does not list, known by the entries that a tree shows: all of sway's, and those that a program draws
into a part of its window, as Firefox draws its lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ufo.desktop.linux.screen.surface import Surface
from ufo.schema.geometry import Rect


class ToldPopups:
    def __init__(self) -> None:
        self._window = ""
        self._places: Mapping[str, Rect] = {}

    def tell(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        """Keep what a look at a window found. Return whether that is something else than before."""
        is_other = dict(places) != dict(self._places) if window_id == self._window else bool(places)
        if is_other:
            self._window, self._places = window_id, dict(places)
        return is_other

    def forget(self) -> None:
        """A click or a key may have shut them. The next look tells them anew."""
        self._window, self._places = "", {}

    def beside(self, windows: Sequence[Surface]) -> list[Surface]:
        """Return those that are not among the windows. A popup goes when its program's windows lose the focus."""
        owner = next((surface for surface in windows if surface.window.id == self._window), None)
        if owner is None or not any(it.window.active and it.window.pid == owner.window.pid for it in windows):
            return []
        listed = [it.visible for it in windows if it.popup and it.window.pid == owner.window.pid]
        return [
            _popup(owner, f"{owner.window.id}:{number}", place)
            for number, place in enumerate(self._places.values())
            if not any(place.overlaps(popup) for popup in listed)
        ]


def _popup(owner: Surface, popup_id: str, place: Rect) -> Surface:
    told = replace(owner.window, id=popup_id, title="", rect=place, active=False, parent=owner.window.id)
    return replace(owner, window=told, client=place, shadow=(0, 0, 0, 0), popup=True)
