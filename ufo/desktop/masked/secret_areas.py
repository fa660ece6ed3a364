"""Where windows show secrets: password fields, whose dots reveal its length, and controls that show one in clear."""

from __future__ import annotations

import logging
from collections.abc import Callable

from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.faults import Part
from ufo.schema.geometry import Rect

_log = logging.getLogger(__name__)


class SecretAreas:
    """Reads them by the trees of `desktop` alone; `holds` says whether a text contains a secret. `known` has what was read last,
    in screen pixels, by the ids of windows.
    """

    def __init__(self, desktop: Desktop, holds: Callable[[str | None], bool] = lambda _text: False) -> None:
        self._desktop = desktop
        self._holds = holds
        self.known: dict[str, tuple[Rect, ...]] = {}

    async def look(self, window: Window) -> bool:
        """Read where a window shows secrets, and tell whether it answered. One that does not is taken to show what it showed
        before.
        """
        look: Snapshot | None = None
        try:
            with Part(_log, f"finding where {window.title!r} shows passwords", []):
                look = await self._desktop.snapshot(window.id)
        except UfoError as error:
            _log.debug("Where %r shows passwords is not known: %s", window.title, error)
        if look is None:
            return False
        # A poor look, as at a program that hangs, does not show that a field is gone.
        before = self.known.get(window.id, ()) if look.degraded else ()
        seen = (element.rect for element in look if self._is_secret(element))
        self.known[window.id] = tuple(dict.fromkeys((*before, *seen)))
        return True

    def _is_secret(self, element: Element) -> bool:
        if "offscreen" in element.states or element.rect.is_empty:
            return False
        return "password" in element.states or self._holds(element.value) or self._holds(element.name)
