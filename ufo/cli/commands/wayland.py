"""`ufo wayland`: what a Wayland session of the person's own needs before it can be worked."""

from __future__ import annotations

import os

from ufo.cli.commands import gnome, plasma
from ufo.desktop.linux.wayland.choose import GNOME, KWIN, Session, session_of
from ufo.errors import DesktopUnavailable


def install(as_json: bool = False) -> int:
    session = _session()
    return gnome.install(as_json) if session.mark == GNOME else plasma.install(session.wayland, as_json)


def status(as_json: bool = False) -> int:
    session = _session()
    return gnome.status(as_json) if session.mark == GNOME else plasma.status(session.wayland, as_json)


def remove(as_json: bool = False) -> int:
    return gnome.remove(as_json) if _session().mark == GNOME else plasma.remove(as_json)


def _session() -> Session:
    """Return the session, of GNOME or of Plasma. Raises DesktopUnavailable where it is none that needs anything."""
    found = session_of(os.environ)
    if isinstance(found, Session) and found.mark in (GNOME, KWIN):
        return found
    told = found if isinstance(found, str) else "other compositors that can be worked need nothing"
    raise DesktopUnavailable(f"this session is neither GNOME's nor Plasma's: {told}")
