"""`ufo wayland`: what a Wayland session of the person's own needs before it can be worked."""

from __future__ import annotations

import os

from ufo.cli.commands import gnome, plasma
from ufo.desktop.linux.wayland.choose import Gnome, KWin, Unknown, choose
from ufo.errors import DesktopUnavailable


def install(as_json: bool = False) -> int:
    session = _session()
    return gnome.install(as_json) if isinstance(session, Gnome) else plasma.install(session, as_json)


def status(as_json: bool = False) -> int:
    session = _session()
    return gnome.status(as_json) if isinstance(session, Gnome) else plasma.status(session, as_json)


def remove(as_json: bool = False) -> int:
    return gnome.remove(as_json) if isinstance(_session(), Gnome) else plasma.remove(as_json)


def _session() -> KWin | Gnome:
    """Return the session that we are in. Raises DesktopUnavailable where it is none that needs anything."""
    found = choose(os.environ)
    if isinstance(found, KWin | Gnome):
        return found
    told = found if isinstance(found, str) else found.why if isinstance(found, Unknown) else "sway needs nothing"
    raise DesktopUnavailable(f"this session is neither one of Plasma nor of GNOME: {told}")
