"""What lets this program point, type and take pictures in KWin: a desktop file of the person's that names it.

KWin gives its restricted interfaces to a program whose file (`/proc/PID/exe`) is the one that a desktop file starts, where that
file lists them. Our program is the Python that runs us, so every script that this Python runs is let as well.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_NAME = "io.github.ufo.kwin.desktop"
_EXEC = re.compile(r'^Exec="?([^"\s]+)', re.MULTILINE)
_HEAD = "[Desktop Entry]"
_KEYS = """X-ufo-grant=true
X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input,org_kde_kwin_keystate
X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2
"""
_TEXT = """[Desktop Entry]
Type=Application
Name=ufo
Comment=Lets ufo use pointer and keyboard and take pictures in Plasma
NoDisplay=true
Exec={program}
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
        return grant_file(environment).read_text(encoding="utf-8") == _granting(_TEXT.format(program=program()))
    except OSError:
        return False


def grant(environment: Mapping[str, str]) -> Path:
    """Write the grant, and return its path. KWin heeds it some seconds later, for connections made then. Raises OSError.

    KWin asks the first desktop file that it finds for our program, in no order. So those of the system that start it as well,
    as Debian's own one for Python does, get a copy with the same lines, which goes before them.
    """
    file = grant_file(environment)
    file.parent.mkdir(parents=True, exist_ok=True)
    texts = {file.name: _TEXT.format(program=program())}
    for other in _others(environment):
        if not (file.parent / other.name).exists():
            texts.setdefault(other.name, other.read_text(encoding="utf-8", errors="replace"))
    for name, text in texts.items():
        (file.parent / name).write_text(_granting(text), encoding="utf-8")
    return file


def take_back(environment: Mapping[str, str]) -> bool:
    """Remove the grant and the copies made for it; tell whether there was one. Raises OSError."""
    file = grant_file(environment)
    ours = [path for path in file.parent.glob("*.desktop") if _KEYS in path.read_text("utf-8", "replace")]
    for path in ours:
        path.unlink()
    return file in ours


def _granting(text: str) -> str:
    return text.replace(_HEAD + "\n", f"{_HEAD}\n{_KEYS}", 1)


def _others(environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield the desktop files of the system that start our program."""
    for folder in (environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":"):
        for path in sorted(Path(folder, "applications").glob("*.desktop")):
            started = _EXEC.search(path.read_text("utf-8", "replace"))
            if started and os.path.realpath(shutil.which(started[1]) or started[1]) == program():
                yield path
