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
    found = [one for one in _all() if all(word in f"{one.name} {one.command}".casefold() for word in wanted)]
    return tuple(sorted(found, key=lambda one: one.memory, reverse=True))


async def end_process(pid: int, name: str, *, force: bool) -> str:
    """Ask the process to end, or with `force` end it, and return how it went. It ends for sure or ToolError is raised.

    `name` must be the process's own: a number may have gone to another one. Raises ToolError too for what the session needs.
    """
    one = _named(pid, name)
    _require_endable(one)
    try:
        with ending(pid) as process:
            if (_read(pid) or one).begun != one.begun:
                raise ToolError(f"process {pid} is gone already, and another one has its number; list them again")
            process.end(at_once=force)
            if await process.is_over(_KILLED_IN_S if force else _ENDS_IN_S):
                return f"{one.name} ({pid}) has ended"
    except PermissionError as error:
        raise ToolError(f"{one.name} ({pid}) is not yours to end") from error
    except ProcessLookupError:
        return f"{one.name} ({pid}) has ended"
    raise ToolError(
        f"{one.name} ({pid}) still runs: it may ask about unsaved work in its window; look there, or end it with `force`"
    )


def _named(pid: int, name: str) -> RunningProcess:
    one = _read(pid)
    if one is None or one.name.casefold() != name.casefold():
        there = ", ".join(f"{each.pid} {each.name}" for each in own_processes(name)[:10])
        is_now = f"process {pid} is {one.name!r}" if one else f"there is no process {pid} of yours"
        raise ToolError(f"{is_now}; of the name {name!r} there are: {there or 'none'}")
    return one


def _require_endable(one: RunningProcess) -> None:
    ours = {os.getpid(), *_ancestors(os.getpid())}
    if one.pid in ours or one.pid <= 1:
        raise ToolError(f"{one.name} ({one.pid}) runs this session; it is not ended")
    if one.name in _SESSION:
        raise ToolError(f"the desktop needs {one.name} ({one.pid}); it is not ended")


def _ancestors(pid: int) -> Iterator[int]:
    while (one := _read(pid, own=False)) is not None and one.parent > 0:
        yield one.parent
        pid = one.parent


def _all() -> Iterator[RunningProcess]:
    for pid in proc.pids():
        if (one := _read(pid)) is not None:
            yield one


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
