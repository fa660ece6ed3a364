"""The programs that single tools start where they are installed: the Debian package of each, and what it is for.

Neither the desktop nor LibreOffice nor the browser is among them: `ufo doctor` tries these, and does not only look for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ufo.platform.packages import install_line


@dataclass(frozen=True, slots=True)
class Program:
    package: str
    purpose: str


OTHER_PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {
        "gsettings": Program("libglib2.0-bin", "settings of the desktop"),
        "gio": Program("libglib2.0-bin", "default applications"),
        "sftp": Program("openssh-client", "files on other machines"),
        "gimp": Program("gimp", "pictures with GIMP"),
        "vlc": Program("vlc", "sound and video with VLC"),
        "ffmpeg": Program("ffmpeg", "slides as .mp4"),
        "man": Program("man-db", "manual pages"),
        "x11vnc": Program("x11vnc", "to look at a private desktop"),
        "wayvnc": Program("wayvnc", "to look at a private Wayland desktop"),
    }
)


def how_to_install(program: str) -> str:
    """Return the command for one of the other programs; "" for any that is not among them."""
    found = OTHER_PROGRAMS.get(program)
    return install_line(found.package) if found is not None else ""
