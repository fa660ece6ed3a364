"""What lets this program point, type and take pictures in KWin: a desktop file of the person's that names it.

KWin gives its restricted interfaces to a program whose file (`/proc/PID/exe`) is the one that a desktop file starts, where that
file lists them. Our program is the Python that runs us, so every script that this Python runs is let as well.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_NAME = "io.github.ufo.kwin.desktop"
_TEXT = """[Desktop Entry]
Type=Application
Name=ufo
Comment=Lets ufo use pointer and keyboard and take pictures in Plasma
NoDisplay=true
Exec={program}
X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input,org_kde_kwin_keystate
X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2
"""


def grant_file(environment: Mapping[str, str]) -> Path:
    """Return where the grant of the person lies, or would lie."""
    home = Path(environment.get("HOME") or Path.home())
    return Path(environment.get("XDG_DATA_HOME") or home / ".local/share") / "applications" / _NAME


def program() -> str:
    """Return the program that a grant names: the Python that runs us, as the kernel knows it."""
    return os.path.realpath(sys.executable)


def is_granted(environment: Mapping[str, str]) -> bool:
    try:
        return grant_file(environment).read_text(encoding="utf-8") == _TEXT.format(program=program())
    except OSError:
        return False


def grant(environment: Mapping[str, str]) -> Path:
    """Write the grant, and return its path. KWin heeds it some seconds later, for connections made then. Raises OSError."""
    file = grant_file(environment)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_TEXT.format(program=program()), encoding="utf-8")
    return file


def take_back(environment: Mapping[str, str]) -> bool:
    """Remove the grant; tell whether there was one. Raises OSError."""
    file = grant_file(environment)
    there = file.exists()
    file.unlink(missing_ok=True)
    return there
