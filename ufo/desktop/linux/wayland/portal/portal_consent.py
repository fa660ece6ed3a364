"""When the person is asked for what only the portal gives: at the first act that needs it, once a run, and never at a look."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ufo.desktop.linux.screen.screen import Need, Tell
from ufo.desktop.linux.wayland.gnome.gnome_pictures import capture_of
from ufo.desktop.linux.wayland.portal.portal_requests import is_there
from ufo.desktop.linux.wayland.portal.portal_session import ASKED_S, KEYBOARD, PortalSession
from ufo.desktop.linux.wayland.portal.restore_token import RestoreToken
from ufo.desktop.linux.wayland.session_bus import SessionBus
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable, PicturesRefused

Use = Literal["auto", "ask", "never"]
"""Whether the dialog may be opened: `auto` where the run has a terminal to which a person can be told of it."""
_PICTURES = frozenset({"screens", "windows"})
_COMES = (
    'your desktop asks you now, in a dialog of its own ("Remote desktop"), whether your screen, keyboard and pointer are shared '
    'with the program that asks, which is ufo: choose the screens, switch on "Allow remote interaction" where it is offered, and '
    f"press Share. It is waited for {ASKED_S:g} s, and asked once; if it remembers your yes, no dialog comes"
)
_NOBODY = (
    "the desktop's dialog, which would ask you to share keyboard and screen, is not opened, since nobody sits at this run's "
    "terminal; start the run from a terminal, or set desktop.portal to ask"
)


def _has_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


@dataclass
class PortalConsent:
    """Asks by the session's dialog. `without`: what the session's screen never gives, and why; nobody is asked for that."""

    session: PortalSession
    use: Use
    without: Mapping[Need, str] = field(default_factory=dict)
    has_terminal: Callable[[], bool] = _has_terminal
    _why: str = ""
    _asked: bool = False
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def lend(self, need: Need, tell: Tell) -> None:
        """Have the person asked, where they were not yet. Raises NotActionable (PicturesRefused for pictures) where the need
        cannot be met, and DesktopUnavailable where the sharing has ended.
        """
        refused = PicturesRefused if need in _PICTURES else NotActionable
        if need in self.without:
            raise refused(self.without[need])
        if need in _PICTURES:
            capture_of()
        async with self._turn:
            if not self._asked:
                self._asked = True
                self._why = "the run was stopped while the desktop's dialog was open"
                self._why = await self._answer(tell)
        if self._why:
            raise refused(self._why)
        if need in ("keys", "pointer"):
            self.session.require_device(KEYBOARD)

    async def _answer(self, tell: Tell) -> str:
        """Ask; return why there is nothing, "" where the person shares something."""
        if self.use == "auto" and not self.has_terminal():
            return _NOBODY
        tell(_COMES)
        stop = threading.Event()
        try:
            await asyncio.to_thread(self.session.begin, stop)
        except DesktopError as error:
            return f"{error}; it is not asked again in this run"
        finally:
            stop.set()
        return ""


def open_portal(address: str, use: Use) -> SessionBus | None:
    """Return a connection to the bus for a session of the portal; None where there is none, or it is not to be used. Nothing is
    started. Blocks.
    """
    if use == "never" or not address:
        return None
    try:
        bus = SessionBus(address)
    except DesktopUnavailable:
        return None
    try:
        if is_there(bus):
            return bus
    except DesktopError:
        pass
    bus.close()
    return None


def session_on(bus: SessionBus, others: tuple[str, ...] = ()) -> PortalSession:
    return PortalSession(bus, RestoreToken(), others)
