"""A session of a compositor of wlroots' kin without a screen: labwc, phoc, cage."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable

_NOBODY, _WAIT_S, _TICK_S = 65534, 10.0, 0.02
_HEADLESS = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}


@contextlib.contextmanager
def wlroots_session(private: PrivateDesktop, command: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Return the variables of a session of that compositor, with the buses of the private desktop. As root it runs as a user that
    is nobody, because some refuse to run as root.
    """
    folder = Path(tempfile.mkdtemp(prefix="ufo-wlroots-", dir="/tmp"))
    process = None
    try:
        folder.chmod(0o711)
        place = folder / "run"
        place.mkdir(mode=0o700)
        environment = {
            **sessionless_environment(os.environ),
            **_HEADLESS,
            "XDG_RUNTIME_DIR": str(place),
            "HOME": str(place),
        }
        if os.getuid() == 0:
            os.chown(place, _NOBODY, _NOBODY)
            command = ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", *command]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        display = _awaited(place, process)
        session = {name: value for name, value in private.environment.items() if name != "SWAYSOCK"}
        yield {**session, "WAYLAND_DISPLAY": str(display), "XDG_CURRENT_DESKTOP": Path(command[-1]).name}
    finally:
        if process is not None:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _awaited(place: Path, process: subprocess.Popen[bytes]) -> Path:
    deadline = time.monotonic() + _WAIT_S
    while time.monotonic() < deadline and process.poll() is None:
        for socket in place.glob("wayland-?"):
            with contextlib.suppress(DesktopUnavailable), WaylandClient(socket):
                return socket
        time.sleep(_TICK_S)
    raise AssertionError(f"the compositor did not come; it said: {(place.parent / 'log').read_text()[-500:]}")
