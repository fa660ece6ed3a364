"""System packages: what package managers call them, and the command that installs them.

A package is named here as Debian names it. The names of the others are as public instructions have them; only apt
was tried.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Manager:
    """A package manager. `install` and `refresh` are argument vectors, to be run as root; `asking` leaves the questions to it."""

    program: str
    asking: tuple[str, ...]
    install: tuple[str, ...]
    refresh: tuple[str, ...] = ()
    is_tried: bool = False

    def name_of(self, package: str) -> str:
        """Return what it calls a package of Debian's."""
        return _NAMES.get(package, {}).get(self.program, package)


# apt waits itself for the lock of dpkg.
_APT = ("env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=900")
MANAGERS = (
    Manager(
        "apt-get",
        ("apt-get", "install", "-y"),
        (*_APT, "install", "--no-install-recommends"),
        (*_APT, "update"),
        is_tried=True,
    ),
    Manager("dnf", ("dnf", "install", "-y"), ("dnf", "install", "-y")),
    Manager("pacman", ("pacman", "-S", "--needed"), ("pacman", "-S", "--needed", "--noconfirm")),
    Manager("zypper", ("zypper", "install", "-y"), ("zypper", "--non-interactive", "install")),
)


def _row(dnf: str = "", pacman: str = "", zypper: str = "") -> Mapping[str, str]:
    named = {"dnf": dnf, "pacman": pacman, "zypper": zypper}
    return MappingProxyType({program: name for program, name in named.items() if name})


_NAMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "dbus": _row("dbus-daemon", zypper="dbus-1-daemon"),
        "dconf-gsettings-backend": _row("dconf", "dconf", "dconf"),
        "ffmpeg": _row("ffmpeg-free"),
        "fonts-dejavu-core": _row("dejavu-sans-fonts", "ttf-dejavu", "dejavu-fonts"),
        "fonts-liberation": _row("liberation-fonts", "ttf-liberation", "liberation-fonts"),
        "libgl1-mesa-dri": _row("mesa-dri-drivers", "mesa", "Mesa-dri"),
        "libglib2.0-bin": _row("glib2", "glib2", "glib2-tools"),
        "libreoffice-calc": _row(pacman="libreoffice-fresh"),
        "libreoffice-gtk3": _row(pacman="libreoffice-fresh"),
        "libreoffice-writer": _row(pacman="libreoffice-fresh"),
        "man-db": _row(zypper="man"),
        "python3-uno": _row("libreoffice-pyuno", "libreoffice-fresh", "libreoffice-pyuno"),
        "tesseract-ocr-eng": _row("tesseract-langpack-eng", "tesseract-data-eng", "tesseract-ocr-traineddata-eng"),
        "xvfb": _row("xorg-x11-server-Xvfb", "xorg-server-xvfb", "xorg-x11-server-Xvfb"),
    }
)
"""By Debian's name: what others call it, where they differ."""


def manager() -> Manager | None:
    """Return the package manager of this system; None where it has none of those that are known."""
    return next((known for known in MANAGERS if shutil.which(known.program)), None)


def names_here(packages: tuple[str, ...]) -> tuple[str, ...]:
    """Return what this system calls these packages of Debian's, each once."""
    here = manager()
    return packages if here is None else tuple(dict.fromkeys(map(here.name_of, packages)))


def has_packages(system: str = sys.platform) -> bool:
    """Tell whether this system is made of packages, as Debian is. Elsewhere programs bring installers of their own."""
    return system == "linux"


def install_line(*packages: str) -> str:
    """Return the command with which a person installs these packages of Debian's on this system."""
    here = manager()
    if not has_packages():
        return "its own installer"
    if here is None:
        return f"your package manager (Debian's names: {' '.join(packages)})"
    return " ".join(["sudo", *here.asking, *names_here(packages)])
