"""Profiles in a private desktop's own home, so that applications start ready to work: no tips, no first-run questions."""

from __future__ import annotations

from pathlib import Path

from ufo.platform.office_profile import write_office_profile

# Path, property and value, each with its reason.
_OFFICE = (
    # The tip of the day and the first-run bars cover the document and take the focus.
    ("/org.openoffice.Office.Common/Misc", "ShowTipOfTheDay", "false"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
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
    write_office_profile(home / ".config/libreoffice/4", _OFFICE)
    for version in ("3.0", "4.0"):
        _write(home / f".config/gtk-{version}/settings.ini", _GTK)
    _write(home / ".config/glib-2.0/settings/keyfile", _GNOME)
    _write(home / ".config/user-dirs.dirs", "".join(f'XDG_{name}_DIR="$HOME/{place}"\n' for name, place in _USER_DIRS))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
