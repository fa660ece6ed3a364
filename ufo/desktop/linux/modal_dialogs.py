"""Finds out from their trees which dialogs are modal, where the window system does not tell it, as no Wayland compositor does."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.values import Window
from ufo.errors import DesktopError


class ModalDialogs:
    """Asks once for each dialog that a program has answered for."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], bool] = {}

    async def of(self, surfaces: Sequence[Surface], accessibility: Accessibility | None) -> tuple[Window, ...]:
        """Return the windows of the surfaces, popups left out."""
        listed = [surface for surface in surfaces if not surface.popup]
        asked = {_key(surface): surface for surface in listed if surface.local and surface.window.parent}
        self._known = {key: modal for key, modal in self._known.items() if key in asked}
        for key, surface in asked.items():
            if accessibility is not None and key not in self._known:
                with contextlib.suppress(DesktopError):
                    modal = await accessibility.is_modal(surface)
                    self._known.update({} if modal is None else {key: modal})
        return tuple(
            replace(surface.window, modal=surface.window.modal or self._known.get(_key(surface), False))
            for surface in listed
        )


def _key(surface: Surface) -> tuple[str, int]:
    return surface.window.id, surface.window.pid
