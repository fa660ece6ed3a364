"""Finds out which application a window belongs to.

The rules for `app_root`, which is in lower case with dashes for spaces:
  1. A dialog with a generic class takes the name of the window it belongs to.
  2. Otherwise the class part of WM_CLASS counts ("libreoffice-calc", "mousepad", "chromium").
  3. A class in reverse-domain form ("org.gnome.Calculator") becomes the program that the desktop file of that name starts
     ("gnome-calculator"), or else its own last part.
  4. A window without WM_CLASS takes the name of its process.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePath

from ufo.desktop.linux.text import clean_name

# LibreOffice's start centre and shared dialogs carry a class that names no module.
_GENERIC = frozenset({"soffice", "soffice.bin", "libreoffice-startcenter", "vcl", ""})
_REVERSE_DOMAIN = re.compile(r"(?:[a-z0-9_-]+\.){2,}([A-Za-z0-9_-]+)", re.IGNORECASE)


def app_root(wm_class: tuple[str, str], process: str, parent: str | None, programs: Mapping[str, str]) -> str:
    """Return the application's name by the rules above. `programs` maps desktop file ids in lower case to program names."""
    own = _slug(wm_class[1] or wm_class[0])
    if parent and own in _GENERIC:
        return parent
    reverse = _REVERSE_DOMAIN.fullmatch(own)
    if reverse:
        return programs.get(own) or _slug(reverse.group(1))
    return own or _slug(process)


def process_name(pid: int) -> str:
    """Return the base name of the program, or `comm` where the program cannot be read, or "" for an unknown process."""
    if pid <= 0:
        return ""
    try:
        return clean_name(PurePath(Path(f"/proc/{pid}/exe").readlink()).name.removesuffix(" (deleted)"))
    except OSError:
        pass
    try:
        return clean_name(Path(f"/proc/{pid}/comm").read_text(errors="replace"))
    except OSError:
        return ""


def _slug(name: str) -> str:
    return re.sub(r"\s+", "-", clean_name(name)).lower()
