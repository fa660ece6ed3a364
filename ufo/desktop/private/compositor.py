"""The compositor of a private Wayland desktop: sway, which draws in memory. Standard library only, as the supervisor.

Debian 12's sway refuses to run as root. So for root it runs as a user number that nobody has, and only it does: the programs
on the desktop and its buses stay root's. Its folder is that user's until its sockets are there, and root's from then on.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

PLACE = "wayland"
"""The folder of its sockets, in the desktop's folder."""
_NOBODY_HAS, _OF_THEM = 60578, 600
"""User numbers that systemd's list of numbers leaves unused (systemd, "Users, Groups, UIDs and GIDs")."""
_SYNC = struct.pack("=IHHI", 1, 0, 12, 2)
_WAIT_S, _TICK_S, _ANSWER_S = 10.0, 0.005, 5.0
# Sway lets float by itself what another window opened. What it does not is a main window, and is marked by what does nothing on
# a screen that is never idle: no tiling, no other mark is kept by more than one window and told with it (sway-ipc(7)).
# A picture is taken when the screen is painted, so it is painted as often as wlroots can: its clock counts whole milliseconds.
_CONFIG = """output HEADLESS-1 resolution {width}x{height}@1000Hz
xwayland disable
default_border none
default_floating_border none
for_window [tiling] floating enable, inhibit_idle visible
focus_follows_mouse no
mouse_warping none
focus_on_window_activation focus
seat * hide_cursor 0
bindsym Mod1+F4 kill
bindsym Mod1+Tab focus next
"""


class NoCompositor(Exception):
    """It did not start. The message says what it said."""


def prepared(folder: Path, width: int, height: int) -> Path:
    """Make the folder of a compositor and write its settings there."""
    place = folder / PLACE
    place.mkdir(mode=0o700)
    (place / "config").write_text(_CONFIG.format(width=width, height=height), encoding="utf-8")
    if os.getuid() == 0:
        _pass_to(place, _NOBODY_HAS + os.getpid() % _OF_THEM)
        folder.chmod(0o711)
    return place


def started_by(place: Path, environment: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return the command line and the variables that start it."""
    command = ["sway", "-c", str(place / "config")]
    if os.getuid() == 0:
        user = str(place.stat().st_uid)
        # A process that changes its user no longer ends with its parent, unless it asks for that anew.
        command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--pdeathsig", "TERM", *command]
    backend = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
    return command, {**environment, **backend, "XDG_RUNTIME_DIR": str(place), "HOME": str(place)}


def await_ready(place: Path, process: subprocess.Popen[bytes]) -> Path:
    """Wait until it answers, and return the path of its socket. Raises NoCompositor."""
    deadline = time.monotonic() + _WAIT_S
    while time.monotonic() < deadline and process.poll() is None:
        sockets = sorted(path for path in place.glob("wayland-*") if path.suffix != ".lock")
        if sockets and any(place.glob("sway-ipc.*")) and _answers(sockets[0]):
            _take_back(place)
            return sockets[0]
        time.sleep(_TICK_S)
    raise NoCompositor(f"within {_WAIT_S:g} s" if process.poll() is None else f"and ended with {process.returncode}")


def _answers(path: Path) -> bool:
    """Return whether the compositor has handled a request, which it does when its screen is there."""
    with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
        client.settimeout(_ANSWER_S)
        client.connect(os.fspath(path))
        client.sendall(_SYNC)
        return bool(client.recv(1))
    return False


def _take_back(place: Path) -> None:
    if os.getuid() == 0:
        place.parent.chmod(0o700)
        _pass_to(place, 0)


def _pass_to(place: Path, user: int) -> None:
    for path in (*place.iterdir(), place):
        os.chown(path, user, user, follow_symlinks=False)
