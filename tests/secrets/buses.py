"""Session buses of a test's own, with a keyring on them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

KEYRING = shutil.which("gnome-keyring-daemon")
_ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def bus(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of programs on a new session bus."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address=unix:path={folder}/bus"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert daemon.stdout is not None
    try:
        address = daemon.stdout.readline().strip()
        home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_DATA_HOME": str(folder / "data")}
        yield {"PATH": os.environ["PATH"], "DBUS_SESSION_BUS_ADDRESS": address, **home}
    finally:
        daemon.kill()
        daemon.wait()
        daemon.stdout.close()


@contextmanager
def stub(environment: dict[str, str], how: str) -> Iterator[None]:
    """Our own server of the protocol."""
    command = [sys.executable, "-m", "tests.secrets.secret_service_stub", how]
    with subprocess.Popen(command, env=environment, cwd=_ROOT, stdout=subprocess.PIPE) as service:
        assert service.stdout is not None and service.stdout.readline() == b"ready\n"
        try:
            yield
        finally:
            service.kill()


@contextmanager
def gnome_keyring(environment: dict[str, str]) -> Iterator[None]:
    assert KEYRING is not None
    command = [KEYRING, "--foreground", "--unlock", "--components=secrets"]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as service:
        assert service.stdin is not None
        service.stdin.write(b"password of the keyring")
        service.stdin.close()
        service.stdin = None
        try:
            waited = ["gdbus", "wait", "--session", "--timeout", "20", "org.freedesktop.secrets"]
            subprocess.run(waited, env=environment, check=True)
            yield
        finally:
            service.kill()
