"""`ufo wayland`: what a Wayland session of the person's own needs before it can be worked."""

from __future__ import annotations

import os

from ufo.cli.commands import plasma
from ufo.desktop.linux.wayland.choose import KWin, Sway, choose
from ufo.errors import DesktopUnavailable


def install(as_json: bool = False) -> int:
    return plasma.install(_session(), as_json)


def status(as_json: bool = False) -> int:
    return plasma.status(_session(), as_json)


def remove(as_json: bool = False) -> int:
    return plasma.remove(as_json)


def _session() -> KWin:
    """Return the session that we are in. Raises DesktopUnavailable where it is none that needs anything."""
    found = choose(os.environ)
    if isinstance(found, KWin):
        return found
    told = "sway needs nothing" if isinstance(found, Sway) else found.why
    raise DesktopUnavailable(f"this session is not one of Plasma: {told}")
