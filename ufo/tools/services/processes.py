"""The person's own processes: which there are, and ending one of them. Nothing is run for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from ufo.errors import ToolError
from ufo.platform import proc
from ufo.platform.end_process import ending
from ufo.platform.owners import own_id

_SESSION = frozenset(
    {
        *("systemd", "init", "dbus-daemon", "dbus-broker", "dbus-broker-lau", "login", "sshd", "dconf-service"),
        *("Xorg", "Xvfb", "Xwayland", "Xephyr", "gdm3", "lightdm", "sddm", "at-spi-bus-laun", "at-spi2-registr"),
        *("gnome-shell", "gnome-session-b", "kwin_x11", "kwin_wayland", "plasmashell", "xfce4-session", "xfwm4"),
        *("openbox", "sway", "mutter", "pipewire", "wireplumber", "gnome-keyring-d"),
    }
)
"""Names, as the kernel has them, of what a session ends without."""
_SHOWN = 100
_ENDS_IN_S, _KILLED_IN_S = 5.0, 2.0


@dataclass(frozen=True, slots=True)
class RunningProcess:
    """A process. `memory` is in bytes, `processor` in seconds, `begun` in seconds since the machine started."""

    pid: int
    name: str
    command: str
    memory: int
    processor: float
    begun: float
    parent: int


def own_processes(name: str = "") -> tuple[RunningProcess, ...]:
    """Return the person's own processes whose name or command has these words, those that use most memory first."""
    wanted = name.casefold().split()
    found = [
        running_process
        for running_process in _all()
        if all(word in f"{running_process.name} {running_process.command}".casefold() for word in wanted)
    ]
    return tuple(sorted(found, key=lambda running_process: running_process.memory, reverse=True))


async def end_process(pid: int, name: str, *, force: bool) -> str:
    """Ask the process to end, or with `force` end it, and return how it went. It ends for sure or ToolError is raised.

    `name` must be the process's own: a number may have gone to another one. Raises ToolError too for what the session needs.
    """
    running_process = _named(pid, name)
    _require_endable(running_process)
    try:
        with ending(pid) as process:
            if (_read(pid) or running_process).begun != running_process.begun:
                raise ToolError(f"process {pid} is gone already, and another one has its number; list them again")
            process.end(at_once=force)
            if await process.is_over(_KILLED_IN_S if force else _ENDS_IN_S):
                return f"{running_process.name} ({pid}) has ended"
    except PermissionError as error:
        raise ToolError(f"{running_process.name} ({pid}) is not yours to end") from error
    except ProcessLookupError:
        return f"{running_process.name} ({pid}) has ended"
    raise ToolError(
        f"{running_process.name} ({pid}) still runs: it may ask about unsaved work in its window; look there, "
        "or end it with `force`"
    )


def _named(pid: int, name: str) -> RunningProcess:
    running_process = _read(pid)
    if running_process is None or running_process.name.casefold() != name.casefold():
        there = ", ".join(f"{each.pid} {each.name}" for each in own_processes(name)[:10])
        is_now = (
            f"process {pid} is {running_process.name!r}" if running_process else f"there is no process {pid} of yours"
        )
        raise ToolError(f"{is_now}; of the name {name!r} there are: {there or 'none'}")
    return running_process


def _require_endable(running_process: RunningProcess) -> None:
    ours = {os.getpid(), *_ancestors(os.getpid())}
    if running_process.pid in ours or running_process.pid <= 1:
        raise ToolError(f"{running_process.name} ({running_process.pid}) runs this session; it is not ended")
    if running_process.name in _SESSION:
        raise ToolError(f"the desktop needs {running_process.name} ({running_process.pid}); it is not ended")


def _ancestors(pid: int) -> Iterator[int]:
    while (running_process := _read(pid, own=False)) is not None and running_process.parent > 0:
        yield running_process.parent
        pid = running_process.parent


def _all() -> Iterator[RunningProcess]:
    for pid in proc.pids():
        if (running_process := _read(pid)) is not None:
            yield running_process


def _read(pid: int, *, own: bool = True) -> RunningProcess | None:
    """Return the process; None where it is gone, has ended, or is not the person's own."""
    facts = proc.process_facts(pid)
    if facts is None or (own and facts.owner != own_id()):
        return None
    return RunningProcess(
        pid=pid,
        name=facts.name,
        command=" ".join(facts.arguments).strip()[:_SHOWN],
        memory=facts.memory,
        processor=facts.processor,
        begun=facts.begun,
        parent=facts.parent,
    )
