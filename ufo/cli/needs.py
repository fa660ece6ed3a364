"""What ufo works with beside itself: programs of the system and its own extensions, what each is for, and which are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ufo.desktop.private.environment_filter import desktop_environment
from ufo.dotted import load
from ufo.extensions import Extension, not_installed
from ufo.platform.own_install import wheel_beside
from ufo.platform.packages import has_packages

SYSTEM_PYTHON = "/usr/bin/python3"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_UNO_S = 30
_WORDS = ("share/tesseract-ocr/*/tessdata/eng.traineddata", "share/tessdata/eng.traineddata")


@dataclass(frozen=True, slots=True)
class Need:
    """Something of the system's. `packages` bring it, as Debian names them; `without` says what works without it."""

    name: str
    purpose: str
    without: str
    packages: tuple[str, ...]
    is_there: Callable[[], bool]


def _has(*programs: tuple[str, ...]) -> bool:
    """Tell whether one of each of these programs is on the path."""
    return all(any(shutil.which(name) for name in names) for names in programs)


def has_uno() -> bool:
    """Tell whether the system's Python can talk to LibreOffice."""
    command = [SYSTEM_PYTHON, "-c", "import uno"]
    environment = desktop_environment(os.environ)
    try:
        return (
            subprocess.run(command, env=environment, capture_output=True, timeout=_UNO_S, check=False).returncode == 0
        )
    except (OSError, subprocess.SubprocessError):
        return False


def _has_office() -> bool:
    office = shutil.which("soffice")
    # With another look than GTK's it starts as well, and tells nothing of its windows.
    return office is not None and Path(office).resolve().with_name("libvclplug_gtk3lo.so").exists() and has_uno()


def _has_words() -> bool:
    return any(any(root.glob(pattern)) for root in (Path("/usr"), Path("/usr/local")) for pattern in _WORDS)


NEEDS = (
    Need(
        "private desktop",
        "a desktop of its own for a run, so that your screen stays yours",
        "runs work on your own screen (--desktop here)",
        ("xvfb", "openbox", "dbus", "at-spi2-core", "libgl1-mesa-dri", "fonts-dejavu-core", "fonts-liberation"),
        # It needs what other systems do not have.
        lambda: not load("ufo.desktop.private.private_desktop:missing_packages")(),
    ),
    Need(
        "small applications",
        "an editor, a calculator and a file manager, for the examples and for `ufo doctor`",
        "the applications that you have are worked",
        ("mousepad", "gnome-calculator", "pcmanfm"),
        partial(
            _has,
            ("mousepad", "gedit"),
            ("gnome-calculator", "kcalc", "qalculate-gtk", "mate-calc", "galculator"),
            ("pcmanfm", "pcmanfm-qt", "nautilus", "thunar", "dolphin", "nemo", "caja"),
        ),
    ),
    Need(
        "LibreOffice",
        "texts, sheets and presentations in the office program, and files converted",
        "documents are read and made as files, none is opened",
        ("libreoffice-writer", "libreoffice-calc", "libreoffice-gtk3", "python3-uno"),
        _has_office,
    ),
    Need("browser", "pages", "no pages are opened", ("chromium",), partial(_has, BROWSERS)),
    Need(
        "words in pictures",
        "reading windows that tell nothing of themselves",
        "such windows are not worked",
        ("tesseract-ocr-eng",),
        _has_words,
    ),
    Need(
        "settings of the desktop",
        "reading and changing them",
        "they stay as they are",
        ("libglib2.0-bin", "gsettings-desktop-schemas", "dconf-gsettings-backend"),
        partial(_has, ("gsettings",), ("gio",)),
    ),
    Need(
        "sandbox",
        "runs with --sandbox, and trying what a command would change",
        "runs go without --sandbox",
        ("bubblewrap",),
        partial(_has, ("bwrap",)),
    ),
)


@dataclass(frozen=True, slots=True)
class Missing:
    """What is missing here. Each extension comes with its wheel, where that lies beside the one of ufo."""

    needs: tuple[Need, ...]
    extensions: tuple[tuple[Extension, Path | None], ...]

    def __bool__(self) -> bool:
        return bool(self.needs or self.extensions)


def needs_here() -> tuple[Need, ...]:
    """Return what this system can have: all of it comes in packages."""
    return NEEDS if has_packages() else ()


def missing_here() -> Missing:
    """Look for everything once."""
    return Missing(
        tuple(need for need in needs_here() if not need.is_there()),
        tuple((extension, wheel_beside(f"ufo-{extension.folder}")) for extension in not_installed()),
    )
