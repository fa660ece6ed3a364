"""`ufo wayland`: what a Wayland session of the person's own needs before it can be worked."""

from __future__ import annotations

import os
from pathlib import Path

from ufo.cli.commands import plasma
from ufo.desktop.linux.wayland.choose import KWIN, Session, session_of
from ufo.errors import DesktopUnavailable


def install(as_json: bool = False) -> int:
    return plasma.install(_plasma(), as_json)


def status(as_json: bool = False) -> int:
    return plasma.status(_plasma(), as_json)


def remove(as_json: bool = False) -> int:
    return plasma.remove(as_json)


def _plasma() -> Path:
    """Return the socket of the session's KWin. Raises DesktopUnavailable where it is none that needs anything."""
    found = session_of(os.environ)
    if isinstance(found, Session) and found.mark == KWIN:
        return found.wayland
    told = found if isinstance(found, str) else "other compositors that can be worked need nothing"
    raise DesktopUnavailable(f"this session is not one of Plasma: {told}")
