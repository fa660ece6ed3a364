"""The compositor of a private desktop, as tests get hold of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.waiting import WAITED_S
from ufo.desktop.linux.wayland.sway_ipc import Ask, SwayIpc, socket_of
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


def await_ends(desktop: PrivateDesktop) -> None:
    """Wait until it has noticed of every program that has ended that its windows are gone."""
    until = time.monotonic() + WAITED_S
    with SwayIpc(ipc_of(desktop)) as ipc:
        while any(map(_has_ended, _programs(ipc.ask(Ask.GET_TREE)))) and time.monotonic() < until:
            time.sleep(0.01)


def _programs(node: Any) -> Iterator[int]:
    """Yield the pids of the windows in a part of sway's tree."""
    if pid := node.get("pid"):
        yield int(pid)
    for inner in (*node.get("nodes", ()), *node.get("floating_nodes", ())):
        yield from _programs(inner)


def _has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
