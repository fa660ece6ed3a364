"""`ufo wayland` on GNOME: the extension by which its windows can be seen and clicked."""

from __future__ import annotations

import os

from ufo.cli.output import print_answer
from ufo.desktop.linux.wayland.gnome.gnome_pictures import WITHOUT
from ufo.desktop.linux.wayland.gnome.install import Installer, Status

_LOG_OUT = "Log out and in once; GNOME reads extensions only then."


def install(as_json: bool = False) -> int:
    found = Installer(os.environ).install()
    told = f"Installed GNOME's extension in {found.folder}.\n{_next(found)}"
    print_answer(as_json, _row(found), told)
    return 0


def status(as_json: bool = False) -> int:
    """Tell how it stands. Return 1 where GNOME's windows cannot be worked now."""
    found = Installer(os.environ).status()
    lines = [
        f"GNOME Shell {found.shell}",
        f"extension: {_state(found)}",
        f"pictures: {'ok' if found.pictures else WITHOUT}",
    ]
    print_answer(as_json, _row(found), "\n".join(lines))
    return 1 if found.fault else 0


def remove(as_json: bool = False) -> int:
    installer = Installer(os.environ)
    was_there = installer.remove()
    told = (
        f"Removed {installer.folder}. What runs of it ends with the session." if was_there else "It is not installed."
    )
    print_answer(as_json, {"removed": was_there, "folder": str(installer.folder)}, told)
    return 0


def _state(found: Status) -> str:
    if not found.fault:
        return "runs"
    if not found.installed:
        return "not installed; install it with: ufo wayland install"
    if not found.is_current:
        return "of another ufo; install this one's with: ufo wayland install"
    if not found.enabled:
        return "installed, but switched off; switch it on with: ufo wayland install"
    return f"installed. {_LOG_OUT}"


def _next(found: Status) -> str:
    return _LOG_OUT if found.fault else "It runs already."


def _row(found: Status) -> dict[str, object]:
    return {
        "shell": found.shell,
        "folder": str(found.folder),
        "installed": found.installed,
        "current": found.is_current,
        "enabled": found.enabled,
        "usable": not found.fault and bool(found.shell),
        "fault": found.fault,
        "pictures": found.pictures,
    }
