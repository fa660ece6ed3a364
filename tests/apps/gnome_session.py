"""A GNOME session without a screen of its own: its shell, its buses and PipeWire, in a folder that is thrown away.

The shell draws into virtual monitors. Its "system bus" is an empty one, so that it talks to nothing of the machine.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.apps.session_parts import end_all, end_programs, opened_keyring, wait_for
from tests.needs import needs
from ufo.desktop.linux.wayland.gnome import extension_files

NEEDED = ("gnome-shell", "pipewire", "wireplumber", "mousepad", "gnome-calculator", "gsettings", "dbus-daemon")
needs_gnome = needs(*NEEDED)
_SETTINGS = """[org/gnome/shell]
enabled-extensions={extensions}
welcome-dialog-last-shown-version='99'
[org/gnome/desktop/interface]
enable-animations=false
toolkit-accessibility=true
[org/gnome/desktop/notifications]
show-banners=false
"""


@dataclass
class GnomeSession:
    environment: Mapping[str, str]
    shell: subprocess.Popen[bytes]
    folder: Path
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command, env=dict(self.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder
        )
        self.started.append(process)
        return process


def shell_version() -> int:
    told = subprocess.run(["gnome-shell", "--version"], capture_output=True, text=True, check=True).stdout
    return int(told.split()[2].split(".")[0])


@contextlib.contextmanager
def gnome_session(
    folder: Path,
    monitors: Sequence[str] = ("1920x1080",),
    extension: Mapping[str, str] | None = None,
    more: Sequence[str] = ("--no-x11",),
) -> Iterator[GnomeSession]:
    """Run a session in the folder. `extension`: the files of ours, None for those of this ufo, nothing in it for none. `more`:
    further arguments of the shell.
    """
    run, home = folder / "run", folder / "home"
    run.mkdir(mode=0o700, parents=True)
    files = extension_files.files(shell_version()) if extension is None else extension
    place = home / ".local/share/gnome-shell/extensions" / extension_files.UUID
    settings = home / ".config/glib-2.0/settings"
    place.mkdir(parents=True)
    settings.mkdir(parents=True)
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    enabled = [extension_files.UUID] if files else "@as []"
    (settings / "keyfile").write_text(_SETTINGS.format(extensions=enabled), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL")}
    environment = {
        "LANG": "C.UTF-8",
        **kept,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(run),
        "XDG_CURRENT_DESKTOP": "GNOME",
        "XDG_SESSION_TYPE": "wayland",
        "GSETTINGS_BACKEND": "keyfile",
        "GTK_A11Y": "atspi",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_QPA_PLATFORM": "wayland",
        "GTK_USE_PORTAL": "0",
        "GDK_DEBUG": "no-portals",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    with contextlib.ExitStack() as ends:
        for variable, kind in (("DBUS_SYSTEM_BUS_ADDRESS", "system"), ("DBUS_SESSION_BUS_ADDRESS", "session")):
            address = f"unix:path={run / kind}"
            _run(ends, ["dbus-daemon", "--session", "--nofork", f"--address={address}"], environment)
            wait_for((run / kind).exists, f"the {kind} bus")
            environment[variable] = address
        _run(ends, ["pipewire"], environment)
        wait_for((run / "pipewire-0").exists, "PipeWire")
        _run(ends, ["wireplumber"], environment)
        shown = [word for size in monitors for word in ("--virtual-monitor", size)]
        command = [
            "gnome-shell",
            "--wayland",
            "--headless",
            "--no-x11",
            *shown,
            "--wayland-display",
            "wayland-gnome",
            *more,
        ]
        log = ends.enter_context((folder / "shell.log").open("wb"))
        shell = _run(ends, command, environment, log.fileno())
        environment["WAYLAND_DISPLAY"] = "wayland-gnome"
        wait_for(lambda: b"GNOME Shell started" in (folder / "shell.log").read_bytes(), "GNOME Shell")
        ends.enter_context(opened_keyring(environment))
        session = GnomeSession(environment, shell, folder)
        ends.callback(end_programs, folder)
        ends.callback(end_all, session.started)
        yield session


def _run(
    ends: contextlib.ExitStack, command: list[str], environment: Mapping[str, str], log: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(command, env=dict(environment), stdout=log, stderr=log)
    ends.callback(end_all, [process])
    return process
