"""Finds the programs of this desktop in the kernel's list of processes; the programs themselves are not asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath

from ufo.desktop.linux.app_id import process_name
from ufo.desktop.linux.launch.devtools_pipe import socket_of
from ufo.desktop.values import SEPARATE_PROFILE

_PROC = Path("/proc")
_TRUNCATED = 15
_ATTACHED = "ufo-attached-"


def running_programs(environment: Mapping[str, str], shown: Iterable[int]) -> frozenset[str]:
    """Return the names of the programs that run on this desktop's display: their own names, those they were started by, and those
    of their files, by which windows are told.

    Blocks. `shown` are the processes that have windows here. Browsers wipe their environment, so only this shows where they
    run; programs of other users, whose environment cannot be read, are not included.
    """
    folders = {*_on_display(environment), *(_PROC / str(pid) for pid in shown if pid > 0)}
    return frozenset(name for folder in folders for name in _names(folder) if name)


def browser_profile(environment: Mapping[str, str]) -> Path:
    """Return the profile folder of the browsers that we start on a desktop of our own."""
    return Path(environment.get("HOME", "/")) / ".config" / SEPARATE_PROFILE


def page_sockets(environment: Mapping[str, str]) -> Mapping[int, Path]:
    """Return the sockets on which browsers answer DevTools questions, by the browser's pid: the one that we started, and those of
    the person that they let us work. Blocks.
    """
    return {**attached_sockets(environment), **started_sockets(environment)}


def attached_socket(folder: Path, pid: int) -> Path:
    """Return the path of the socket for a browser of the person's own that was attached to."""
    return folder / f"{_ATTACHED}{pid}"


def attached_sockets(environment: Mapping[str, str]) -> Mapping[int, Path]:
    """Return the sockets of the person's own browsers that were attached to, by the browser's pid."""
    folder = Path(environment.get("XDG_RUNTIME_DIR") or "/nowhere")
    found = {path.name.removeprefix(_ATTACHED): path for path in folder.glob(f"{_ATTACHED}*") if path.is_socket()}
    return {int(pid): path for pid, path in found.items() if pid.isdecimal() and (_PROC / pid).exists()}


def started_sockets(environment: Mapping[str, str]) -> Mapping[int, Path]:
    """Return the socket of the browser that runs on our profile; empty where none runs. Later starts hand over to the first
    browser. Blocks.
    """
    try:
        pid = (browser_profile(environment) / "SingletonLock").readlink().name.rpartition("-")[2]
    except OSError:
        return {}
    place = socket_of(Path(environment.get("XDG_RUNTIME_DIR", "")), int(pid)) if pid.isdecimal() else None
    return {int(pid): place} if place is not None and place.is_socket() else {}


def _on_display(environment: Mapping[str, str]) -> Iterator[Path]:
    name = "WAYLAND_DISPLAY" if "WAYLAND_DISPLAY" in environment else "DISPLAY"
    wanted = f"{name}={environment.get(name, '')}".encode()
    for folder in _PROC.iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if wanted in variables:
            yield folder


def _names(folder: Path) -> tuple[str, ...]:
    """Return the program's own name, the name it was started by and the name of its file. The kernel cuts the first one off at
    15 characters; then the second one is returned twice.
    """
    return (*_called(folder), process_name(int(folder.name)))


def _called(folder: Path) -> tuple[str, str]:
    try:
        own = (folder / "comm").read_text("utf-8", errors="replace").strip()
    except OSError:
        return "", ""
    arguments = _arguments(folder)
    started = PurePath(arguments[0]).name if arguments else ""
    return (started, started) if len(own) >= _TRUNCATED and started.startswith(own) else (own, started)


def _arguments(folder: Path) -> list[str]:
    try:
        line = (folder / "cmdline").read_bytes().rstrip(b"\0").decode("utf-8", errors="replace")
    except OSError:
        return []
    parts = line.split("\0")
    # A program may overwrite its command line, with spaces instead of zero bytes between the arguments.
    return parts if len(parts) > 1 else line.split(" ")
