"""Profiles in a private desktop's own home, so that applications start ready to work: no tips, no first-run questions."""

from __future__ import annotations

import configparser
import shutil
from pathlib import Path
from xml.sax.saxutils import quoteattr

# Path, property and value, each with its reason.
_OFFICE = (
    # The tip of the day and the first-run bars cover the document and take the focus.
    ("/org.openoffice.Office.Common/Misc", "ShowTipOfTheDay", "false"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
    ("/org.openoffice.Setup/Product", "ooSetupLastVersion", "99.9"),
    ("/org.openoffice.Setup/Product", "WhatsNew", "false"),
    ("/org.openoffice.Setup/Product", "WhatsNewDialog", "false"),
    ("/org.openoffice.Setup/Office", "ooSetupInstCompleted", "true"),
    ("/org.openoffice.Office.Common/Misc", "CrashReport", "false"),
    # After a crash, the next start must not open with a recovery dialog.
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"),
    # A request that names a foreign format wants to keep it, and the question about it stalls Ctrl+S.
    ("/org.openoffice.Office.Common/Save/Document", "WarnAlienFormat", "false"),
    # The toolkit's file dialog has a tree that can be read; LibreOffice's own lacks most names.
    ("/org.openoffice.Office.Common/Misc", "UseSystemFileDialog", "true"),
    # A new presentation would begin with a modal choice of templates.
    ("/org.openoffice.Office.Impress/Misc/NewDoc", "AutoPilot", "false"),
    # Words must stay as typed.
    ("/org.openoffice.Office.Common/AutoCorrect", "TwoCapitalsAtStart", "false"),
    ("/org.openoffice.Office.Common/AutoCorrect", "CapitalAtStartSentence", "false"),
)

# No person watches, and animations do harm: an application paints a fade a dozen times and does not answer meanwhile, and
# blinking makes an unchanged window look like another one.
_GTK = "[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n"
# On Wayland GTK goes by GNOME's settings instead, where these are installed.
_GNOME = "[org/gnome/desktop/interface]\nenable-animations=false\ncursor-blink=false\n"

_USER_DIRS = ("DESKTOP", "Desktop"), ("DOCUMENTS", "Documents"), ("DOWNLOAD", "Downloads")


def write_profile(home: Path) -> None:
    """Fill a new home folder. Raises OSError."""
    office = home / ".config/libreoffice/4/user"
    _write(office / "registrymodifications.xcu", _office_registry())
    if build := _office_build():
        # A LibreOffice that does not find its own build here clears its extensions and starts once more: a second and a half.
        _write(office / "extensions/buildid", build)
    for version in ("3.0", "4.0"):
        _write(home / f".config/gtk-{version}/settings.ini", _GTK)
    _write(home / ".config/glib-2.0/settings/keyfile", _GNOME)
    _write(home / ".config/user-dirs.dirs", "".join(f'XDG_{name}_DIR="$HOME/{place}"\n' for name, place in _USER_DIRS))


def _office_build() -> str:
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


def _office_registry() -> str:
    rows = "".join(
        f'<item oor:path={quoteattr(path)}><prop oor:name={quoteattr(name)} oor:op="fuse"><value>{value}</value></prop></item>\n'
        for path, name, value in _OFFICE
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n{rows}</oor:items>\n'
    )


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
