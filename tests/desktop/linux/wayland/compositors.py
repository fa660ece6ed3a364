"""The compositor of a private desktop, as tests get hold of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ufo.desktop.linux.wayland.sway_ipc import SwayIpc, socket_of
from ufo.desktop.private.private_desktop import PrivateDesktop


def compositor_of(desktop: PrivateDesktop) -> int:
    """The pid of its sway."""
    children = Path(f"/proc/{desktop.pid}/task/{desktop.pid}/children").read_text().split()
    return next(int(pid) for pid in children if Path(f"/proc/{pid}/comm").read_text() == "sway\n")


def ipc_of(desktop: PrivateDesktop) -> Path:
    path = socket_of(desktop.environment)
    assert path is not None
    return path


def command(desktop: PrivateDesktop, *commands: str) -> None:
    run(ipc_of(desktop), commands)


def run(path: Path, commands: Sequence[str]) -> None:
    with SwayIpc(path) as ipc:
        ipc.run(commands)
