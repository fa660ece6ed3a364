"""Starts programs and what the Start menu has, and waits for their windows."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from ctypes import byref, create_unicode_buffer, sizeof
from pathlib import Path

from ufo.desktop.values import Application, Launch, Window
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import kernel32, shell32
from ufo.desktop.windows.api.structures import ShellExecuteInfo
from ufo.desktop.windows.launch.activation import activated, is_packaged
from ufo.desktop.windows.launch.process_list import processes, started_by
from ufo.errors import LaunchFailed

_START_MENUS = (0x02, 0x17)
"""The person's own programs, and those of all users (CSIDL)."""
_KEEP_PROCESS, _NO_DIALOG = 0x40, 0x400
_SHOW = 1
_TICK_S = 0.05


def installed() -> tuple[Application, ...]:
    """Return what the Start menu has, and the programs that lie in Windows' own folder, each once, by name."""
    found: dict[str, Application] = {}
    for place in _START_MENUS:
        buffer = create_unicode_buffer(1024)
        if shell32.SHGetFolderPathW(None, place, None, 0, buffer) == 0 and buffer.value:
            for link in sorted(Path(buffer.value).rglob("*.lnk")):
                found.setdefault(link.stem.casefold(), Application(link.stem, link.stem, (str(link),)))
    for program in sorted(Path(os.environ["SYSTEMROOT"]).glob("*.exe")):
        found.setdefault(program.stem.casefold(), Application(program.stem, program.stem, (str(program),)))
    return tuple(found.values())


def launch(what: Launch, environment: Mapping[str, str], timeout_s: float) -> Window:
    """Start it and wait for its window, which comes to the front. Blocking. Raises LaunchFailed."""
    before = set(top_windows.listed())
    pid = _started(what, {**environment, **what.environment})
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        family = started_by(pid)
        for window in top_windows.listed():
            if window not in before and handles.thread_and_process(window)[1] in family:
                top_windows.focus(str(window))
                return top_windows.described(window)
        time.sleep(_TICK_S)
    raise LaunchFailed(f"{what.program!r} showed no window within {timeout_s:g} s")


def _started(what: Launch, environment: Mapping[str, str]) -> int:
    """Return the process."""
    if is_packaged(what.program):
        return activated(what.program, subprocess.list2cmdline(what.arguments))
    named = {application.id.casefold(): application.command[0] for application in installed()}
    found = named.get(what.program.casefold(), what.program)
    if found.endswith(".lnk"):
        return _opened(found, what)
    program = shutil.which(found, path=environment.get("PATH"))
    if program is None:
        raise LaunchFailed(f"there is no program {what.program!r} here; name one of the Start menu, or its path")
    try:
        # No handle of ours is handed on, and nothing that a program writes is read.
        process = subprocess.Popen(
            [program, *what.arguments],
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise LaunchFailed(f"{what.program!r} could not be started: {error.strerror or error}") from error
    return process.pid


def _opened(link: str, what: Launch) -> int:
    """Open a link of the Start menu by the shell, which knows where it leads."""
    asked = ShellExecuteInfo(
        size=sizeof(ShellExecuteInfo),
        mask=_KEEP_PROCESS | _NO_DIALOG,
        file=link,
        parameters=subprocess.list2cmdline(what.arguments) or None,
        folder=os.getcwd(),  # noqa: PTH109 a text for the shell
        show=_SHOW,
    )
    if not shell32.ShellExecuteExW(byref(asked)) or not asked.process:
        raise LaunchFailed(f"Windows could not open {Path(link).stem!r} of the Start menu")
    pid = int(kernel32.GetProcessId(asked.process))
    kernel32.CloseHandle(asked.process)
    return pid


def is_running(pid: int) -> bool:
    """Tell whether a process, or what it started, still runs. Raises DesktopError where processes cannot be listed."""
    # Who holds a handle of one that ended, as we do, could still ask for its program.
    return bool(started_by(pid) & {process.pid for process in processes()})
