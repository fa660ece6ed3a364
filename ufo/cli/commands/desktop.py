"""`ufo desktop`: private desktops that keep running, and one for a single command."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from ufo.cli.output import print_answer, print_json, print_remark, print_text
from ufo.cli.settings import command_settings
from ufo.desktop.backends import require_private_desktops
from ufo.desktop.private.environment_filter import added_variables
from ufo.desktop.private.named import NamedDesktop, clear_place, find, is_running, make_place, running, state_file
from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.platform.programs import how_to_install
from ufo.platform.signals import ENDING_FROM_OUTSIDE

if TYPE_CHECKING:
    from ufo.desktop.private.private_desktop import PrivateDesktop

_STOP_S = 15.0
_NOT_FOUND, _CANNOT_RUN = 127, 126


def start(
    name: str = "default",
    width: int = 1920,
    height: int = 1080,
    sandbox: bool = False,
    wayland: bool = False,
    as_json: bool = False,
) -> int:
    """Start a desktop and leave it running in the background. With `sandbox` its programs get no network and may write only to
    the working folder and to `desktop.sandbox_folders`. With `wayland` they are on a Wayland compositor.
    """
    require_private_desktops(command_settings().desktop)
    state_file(name)
    if any(state.name == name for state in running()):
        raise ConfigError(f"a desktop named {name!r} runs already; stop it with: ufo desktop stop {name}")
    writable = (Path.cwd(), *command_settings().desktop.sandbox_folders) if sandbox else None
    _private().open(width, height, name, make_place(name), writable, wayland)
    state = next(state for state in running() if state.name == name)
    told = (
        f"Desktop {name!r} runs on {state.display} ({width}x{height}).\n"
        f'Use it:  ufo run "…" --desktop {name}   (other programs: the variables of ufo desktop list --json)\n'
        f"View it: {_how_to_view(state)}\nStop it: ufo desktop stop {name}"
    )
    print_answer(as_json, _row(state), told)
    return 0


def stop(name: str, as_json: bool = False) -> int:
    require_private_desktops(command_settings().desktop)
    state = find(name)
    with contextlib.suppress(ProcessLookupError):
        os.kill(state.pid, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_S
    while is_running(state):
        if time.monotonic() > deadline:
            raise ConfigError(
                f"{name!r} (process {state.pid}) did not end within {_STOP_S:g} s; end it with: kill -9 {state.pid}"
            )
        time.sleep(0.02)
    clear_place()
    print_answer(as_json, {"stopped": name}, f"Stopped {name!r}.")
    return 0


def list_(as_json: bool = False) -> int:
    require_private_desktops(command_settings().desktop)
    states = running()
    if as_json:
        print_json([_row(state) for state in states])
        return 0
    for state in states:
        about = f"{state.width}x{state.height}  process {state.pid}  {_age(time.time() - state.started)}"
        print_text(f"{state.name}  {state.display}  {about}\n  view: {_how_to_view(state)}")
    if not states:
        print_text("No private desktop runs. Start one with: ufo desktop start")
    return 0


def run(command: list[str], given: Collection[str] = (), width: int = 1920, height: int = 1080) -> int:
    """Run a command on a desktop of its own. Return its exit code, or 128 + N where signal N ended it.

    `given` names variables that the command gets besides those that every program gets. The person names them with the
    command, so any variable is allowed. Raises ConfigError for one that is not set.
    """
    if not command:
        raise ConfigError("there is no command to run; give one: ufo desktop run -- COMMAND")
    missing = [name for name in given if name not in os.environ]
    if missing:
        raise ConfigError(f"--env names {', '.join(map(repr, missing))}, which is not set here; set it or leave it out")
    require_private_desktops(command_settings().desktop)
    desktop = _private().open(width, height)
    added = {
        **{name: os.environ[name] for name in given},
        **added_variables(os.environ, command_settings().desktop.environment),
    }
    try:
        return _run_on(desktop, command, added)
    finally:
        desktop.close()


def _private() -> type[PrivateDesktop]:
    """The class, which needs packages that only Linux has."""
    private: type[PrivateDesktop] = load("ufo.desktop.private.private_desktop:PrivateDesktop")
    return private


def _run_on(desktop: PrivateDesktop, command: list[str], added: Mapping[str, str]) -> int:
    """Run the command and wait for it. Ctrl-C reaches it from the terminal directly; SIGTERM and SIGHUP are passed on."""
    try:
        process = subprocess.Popen(command, env={**added, **desktop.environment})
    except OSError as error:
        print_remark(f"{command[0]!r} could not be started: {error.strerror}")
        return _NOT_FOUND if isinstance(error, FileNotFoundError) else _CANNOT_RUN

    def pass_on(number: int, _frame: FrameType | None) -> None:
        process.send_signal(number)

    before = {number: signal.signal(number, pass_on) for number in ENDING_FROM_OUTSIDE}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        status = process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return status if status >= 0 else 128 - status


def _row(state: NamedDesktop) -> dict[str, object]:
    """Return the desktop as JSON values, with the variables that put a program on it and none of this process's own."""
    environment = {name: value for name, value in state.environment.items() if os.environ.get(name) != value}
    row = {**state.model_dump(), "environment": environment}
    return {**row, "age_s": round(time.time() - state.started, 1), "view": _how_to_view(state)}


def _how_to_view(state: NamedDesktop) -> str:
    if not state.display.startswith(":"):
        install = "" if shutil.which("wayvnc") else f"{how_to_install('wayvnc')}; "
        return (
            f"{install}WAYLAND_DISPLAY={state.display} wayvnc --disable-input localhost, then a VNC viewer at localhost"
        )
    install = "" if shutil.which("x11vnc") else f"{how_to_install('x11vnc')}; "
    return f"{install}x11vnc -display {state.display} -localhost -viewonly, then a VNC viewer at localhost"


def _age(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
