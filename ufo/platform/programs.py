"""The programs that single tools start where they are installed: the Debian package of each, and what it is for.

Neither the desktop nor LibreOffice nor the browser is among them: `ufo doctor` tries these, and does not only look for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ufo.platform.packages import has_packages, install_line


@dataclass(frozen=True, slots=True)
class Program:
    """`is_of_linux`: there is none for another system, nor what it is for."""

    package: str
    purpose: str
    is_of_linux: bool = False


OTHER_PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {
        "gsettings": Program("libglib2.0-bin", "settings of the desktop", is_of_linux=True),
        "gio": Program("libglib2.0-bin", "default applications", is_of_linux=True),
        "sftp": Program("openssh-client", "files on other machines"),
        "gimp": Program("gimp", "pictures with GIMP"),
        "vlc": Program("vlc", "sound and video with VLC"),
        "ffmpeg": Program("ffmpeg", "slides as .mp4"),
        "man": Program("man-db", "manual pages", is_of_linux=True),
        "x11vnc": Program("x11vnc", "to look at a private desktop", is_of_linux=True),
        "wayvnc": Program("wayvnc", "to look at a private Wayland desktop", is_of_linux=True),
    }
)


def other_programs_here() -> Mapping[str, Program]:
    """Return those that this system can have."""
    return {name: program for name, program in OTHER_PROGRAMS.items() if has_packages() or not program.is_of_linux}


def how_to_install(program: str) -> str:
    """Return the command for one of the other programs; "" for any that is not among them."""
    found = OTHER_PROGRAMS.get(program)
    return install_line(found.package) if found is not None else ""
