"""Profiles with which LibreOffice starts at once: with a new one of its own making it starts twice and takes twice as long."""

from __future__ import annotations

import configparser
import shutil
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import quoteattr

_STARTED_BEFORE = ("/org.openoffice.Setup/Product", "ooSetupLastVersion", "99.9")
"""By an older one, or by none, what is new is looked for: without a window that is four fifths of a conversion."""


def write_office_profile(profile: Path, settings: Iterable[tuple[str, str, str]] = ()) -> None:
    """Fill a new folder, which `-env:UserInstallation` names then. `settings`: path, property and value of each.

    Raises OSError.
    """
    user = profile / "user"
    _write(user / "registrymodifications.xcu", _registry((_STARTED_BEFORE, *settings)))
    if build := _build():
        # A LibreOffice that does not find its own build here clears its extensions and starts once more.
        _write(user / "extensions/buildid", build)


def _build() -> str:
    """Return the build of the LibreOffice that is installed; "" where none is found."""
    program = shutil.which("soffice")
    if program is None:
        return ""
    versions = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        versions.read(Path(program).resolve().with_name("versionrc"), encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return ""
    return versions.get("Version", "buildid", fallback="")


def _registry(settings: Iterable[tuple[str, str, str]]) -> str:
    rows = "".join(
        f'<item oor:path={quoteattr(path)}><prop oor:name={quoteattr(name)} oor:op="fuse"><value>{value}</value></prop></item>\n'
        for path, name, value in settings
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n{rows}</oor:items>\n'
    )


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
