"""The accessibility side of the Linux desktop, as one collaborator (AT-SPI2 over D-Bus)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.desktop.backend import Delivery, ElementVerb
from ufo.desktop.linux.surface import Surface
from ufo.desktop.snapshot import Element, Handle, Snapshot


class Accessibility:
    """Reads and works applications through their accessibility trees. Safe to call from several tasks at once."""

    @classmethod
    async def connect(cls, environment: Mapping[str, str], deadline_s: float = 2.0) -> Accessibility:
        """`environment` names the session (DBUS_SESSION_BUS_ADDRESS, DISPLAY, XDG_RUNTIME_DIR), `deadline_s` bounds one
        look at a window. Raises DesktopUnavailable."""
        raise NotImplementedError

    async def snapshot(self, surface: Surface, related: Sequence[Surface] = ()) -> Snapshot:
        """What the window shows. `related`: the other windows of the same process (dialogs, menus, popups).
        Raises ApplicationHung where nothing at all could be read, DesktopUnavailable where the bus is gone."""
        raise NotImplementedError

    async def reidentify(self, handle: Handle, surfaces: Sequence[Surface] = ()) -> Element:
        """`surfaces`: the windows of the application as they are now (the one looked at and its related ones)."""
        raise NotImplementedError

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        raise NotImplementedError

    async def settle(self, pid: int | None = None, timeout_s: float = 2.0) -> bool:
        """`pid` None: any application."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError
