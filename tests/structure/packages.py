"""Which Debian package brings each program that the code or its tests start, and how that package gets here."""

from __future__ import annotations

from collections.abc import Mapping

# What each package brings of what we start.
_PROGRAMS_OF: Mapping[str, str] = {
    "apt": "apt-cache",
    "bash": "bash",
    "bubblewrap": "bwrap",
    "cage": "cage",
    "chromium": "chromium",
    "claws-mail": "claws-mail",
    "cron": "crontab",
    "coreutils": "cat env ls sleep stat touch",
    "dash": "sh",
    "dbus": "dbus-daemon dbus-run-session dbus-send",
    "desktop-file-utils": "desktop-file-validate",
    "dovecot-imapd": "imap",
    "dpkg": "dpkg-query",
    "featherpad": "featherpad",
    "ffmpeg": "ffmpeg",
    "firefox-esr": "firefox-esr",
    "gedit": "gedit",
    "gimp": "gimp gimp-console",
    "git": "git",
    "gjs": "gjs",
    "make": "make",
    "gnome-calculator": "gnome-calculator",
    "gnome-keyring": "gnome-keyring-daemon",
    "gnome-shell": "gnome-extensions gnome-shell",
    "gnumeric": "gnumeric ssconvert",
    "kwin-wayland": "kwin_wayland",
    "libglib2.0-bin": "gdbus gio gsettings",
    "libkf5screen-bin": "kscreen-doctor",
    "libreoffice-calc": "libreoffice-calc",
    "libreoffice-writer": "libreoffice libreoffice-writer soffice",
    "labwc": "labwc",
    "man-db": "man",
    "mount": "mount umount",
    "mousepad": "mousepad",
    "openbox": "openbox",
    "phoc": "phoc",
    "pipewire": "pipewire",
    "openssl": "openssl",
    "pcmanfm": "pcmanfm",
    "pipx": "pipx",
    "python3": "python3",
    "qalculate-gtk": "qalculate-gtk",
    "qpdf": "qpdf",
    "scrot": "scrot",
    "speedcrunch": "speedcrunch",
    "sudo": "sudo",
    "sway": "sway swaymsg",
    "sylpheed": "sylpheed",
    "swaylock": "swaylock",
    "systemd": "systemctl systemd-analyze",
    "tar": "tar",
    "thunderbird": "thunderbird",
    "unzip": "unzip",
    "util-linux": "setpriv",
    "vlc": "vlc",
    "wireplumber": "wireplumber",
    "wayvnc": "wayvnc",
    "x11-utils": "xdpyinfo xwininfo",
    "x11-xkb-utils": "setxkbmap",
    "x11-xserver-utils": "xhost xrandr",
    "x11vnc": "x11vnc",
    "xclip": "xclip",
    "xdg-dbus-proxy": "xdg-dbus-proxy",
    "xdg-desktop-portal": "xdg-desktop-portal",
    "xdotool": "xdotool",
    "xterm": "xterm",
    "xvfb": "Xvfb",
    "xwayland": "Xwayland",
    "zip": "zip",
}
PACKAGES: Mapping[str, str] = {
    program: package for package, programs in _PROGRAMS_OF.items() for program in programs.split()
}

# On every Debian, or asked for by the README before the first command.
THERE = frozenset({"apt", "bash", "coreutils", "dash", "dpkg", "git", "make", "mount", "python3", "tar", "util-linux"})

# Packages that no list of `scripts/setup.sh` names, with the reason.
OPTIONAL: Mapping[str, str] = {
    "labwc": "Debian 12 has none; its tests, of make test-apps, name the package where it is not installed",
    "cron": "`ufo every` names it where neither it nor a systemd user manager is there",
    "dovecot-imapd": "a set-up installs no server that then runs for good; its one test, of make test-apps, names the package",
    "openssl": "ca-certificates needs it, without which nothing can be fetched",
    "pipx": "`ufo setup` uses it where it installed ufo",
    "speedcrunch": "Debian 13 has none; its one test, of make test-apps, names the package where it is not installed",
    "systemd": "on every Debian with a person at it; without it `ufo every` uses the crontab",
    "sudo": "without it `ufo setup` tells the line for an administrator",
    "x11-xkb-utils": "xvfb needs it",
    "xdg-desktop-portal": "its tests name the package; no set-up installs one, since every session bus would start it",
    "xdg-dbus-proxy": "for the tests of portals, which a set-up never installs: every session bus would start them",
    "wayvnc": "to look at a private Wayland desktop; `ufo desktop start` and `ufo doctor` tell the command that installs it",
    "x11vnc": "to look at a private desktop; `ufo desktop start` and `ufo doctor` tell the command that installs it",
}

# Names that are started and that no package of Debian brings, with the reason.
NO_PACKAGE: Mapping[str, str] = {
    "emacs": "an application that the desktop in memory does not have",
    "form": "an application of the desktop in memory",
    "mousepadd": "a slip of the pen",
    "no-such-program": "not there on purpose",
    "no-such-program-anywhere": "not there on purpose",
    "no-such-thing-at-all": "not there on purpose",
    "rpm": "asked where the system is no Debian",
    "sheet": "an application of the desktop in memory",
    "taskkill": "of Windows",
    "uv": "of PyPI",
    "www-browser": "a name for whatever browser of a terminal is there; a test takes all of them away",
}
