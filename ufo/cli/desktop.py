"""`ufo desktop`: private desktops that stay, and one for a single command."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from pydantic import BaseModel, ConfigDict, ValidationError
from rich.console import Console

from ufo.desktop.private import PrivateDesktop
from ufo.desktop.private_supervisor import release_display
from ufo.errors import ConfigError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_STOP_S = 15.0
_NOT_FOUND, _CANNOT_RUN = 127, 126
_ENDING = (signal.SIGTERM, signal.SIGHUP)


class _State(BaseModel):
    """What a desktop's supervisor writes down of it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    display: str
    width: int
    height: int
    pid: int
    started: float
    folder: str
    environment: dict[str, str]


def start(name: str = "default", width: int = 1920, height: int = 1080, as_json: bool = False) -> int:
    """Leaves a desktop running in the background."""
    state_file = _state_file(name)
    if any(state.name == name for state in _living()):
        raise ConfigError(f"a desktop named {name!r} runs already; stop it with: ufo desktop stop {name}")
    PrivateDesktop.open(width, height, name, state_file)
    state = next(state for state in _living() if state.name == name)
    if as_json:
        _print_json(_row(state))
    else:
        _out().print(f"Desktop {name!r} runs on {state.display} ({width}x{height}).", highlight=False)
        _out().print(
            f"Use it:  DISPLAY={state.display} with the variables of: ufo desktop list --json", highlight=False
        )
        _out().print(f"View it: {_how_to_view(state)}\nStop it: ufo desktop stop {name}", highlight=False)
    return 0


def stop(name: str, as_json: bool = False) -> int:
    _state_file(name)
    state = next((one for one in _living() if one.name == name), None)
    if state is None:
        names = ", ".join(one.name for one in _living()) or "none"
        raise ConfigError(f"no desktop named {name!r} runs; running: {names}")
    with contextlib.suppress(ProcessLookupError):
        os.kill(state.pid, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_S
    while _is_supervisor(state):
        if time.monotonic() > deadline:
            raise ConfigError(
                f"{name!r} (process {state.pid}) did not end within {_STOP_S:g} s; end it with: kill -9 {state.pid}"
            )
        time.sleep(0.02)
    if as_json:
        _print_json({"stopped": name})
    else:
        _out().print(f"Stopped {name!r}.", highlight=False)
    return 0


def list_(as_json: bool = False) -> int:
    states = _living()
    if as_json:
        _print_json([_row(state) for state in states])
    elif not states:
        _out().print("No private desktop runs. Start one with: ufo desktop start", highlight=False)
    for state in states if not as_json else ():
        age = time.time() - state.started
        _out().print(
            f"{state.name}  {state.display}  {state.width}x{state.height}  process {state.pid}  {_age(age)}\n"
            f"  view: {_how_to_view(state)}",
            highlight=False,
        )
    return 0


def run(command: list[str], width: int = 1920, height: int = 1080) -> int:
    """Gives the command a desktop of its own. Returns its exit code, 128 + N where signal N ended it."""
    if not command:
        raise ConfigError("nothing to run; give a command: ufo desktop run -- COMMAND")
    desktop = PrivateDesktop.open(width, height)
    try:
        return _run_on(desktop, command)
    finally:
        desktop.close()


def _run_on(desktop: PrivateDesktop, command: list[str]) -> int:
    """Ctrl-C reaches the command from the terminal itself; other signals are passed on."""
    try:
        process = subprocess.Popen(command, env=dict(desktop.environment))
    except OSError as error:
        _err().print(f"{command[0]!r} could not be started: {error.strerror}", highlight=False)
        return _NOT_FOUND if isinstance(error, FileNotFoundError) else _CANNOT_RUN

    def pass_on(number: int, _frame: FrameType | None) -> None:
        process.send_signal(number)

    before = {number: signal.signal(number, pass_on) for number in _ENDING}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        status = process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return status if status >= 0 else 128 - status


def _folder() -> Path:
    """Of this user only. Raises ConfigError where somebody else made it."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    base = (
        Path(runtime) / "ufo"
        if runtime and os.access(runtime, os.W_OK)
        else Path(tempfile.gettempdir()) / f"ufo-{os.getuid()}"
    )
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = base.lstat().st_uid
        (base / "desktops").mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"{str(base)!r} cannot be used: {error.strerror}; set XDG_RUNTIME_DIR to a folder of yours"
        ) from error
    if owner != os.getuid() or base.is_symlink():
        raise ConfigError(f"{str(base)!r} belongs to somebody else; set XDG_RUNTIME_DIR to a folder of yours")
    return base / "desktops"


def _state_file(name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{name!r} cannot name a desktop; use letters, digits, '.', '_' and '-', at most 64")
    return _folder() / f"{name}.json"


def _living() -> list[_State]:
    """Desktops that run, by name. What is left of others is removed."""
    states = []
    for file in sorted(_folder().glob("*.json")):
        try:
            state = _State.model_validate_json(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue
        except (ValidationError, OSError, UnicodeDecodeError):
            file.unlink(missing_ok=True)
            continue
        if _is_supervisor(state):
            states.append(state)
        else:
            _remove_rests(file, state)
    return states


def _is_supervisor(state: _State) -> bool:
    """The number alone may be another process's by now."""
    with contextlib.suppress(OSError):
        if Path(f"/proc/{state.pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
            return False
        return b"private_supervisor" in Path(f"/proc/{state.pid}/cmdline").read_bytes()
    return False


def _remove_rests(file: Path, state: _State) -> None:
    release_display(state.display, state.pid)
    folder = Path(state.folder)
    if folder.name.startswith("ufo-") and (folder / "run").is_dir():
        shutil.rmtree(folder, ignore_errors=True)
    file.unlink(missing_ok=True)


def _row(state: _State) -> dict[str, object]:
    """With the variables that put a program on this desktop, and none of ours."""
    environment = {name: value for name, value in state.environment.items() if os.environ.get(name) != value}
    row = {**state.model_dump(), "environment": environment}
    return {**row, "age_s": round(time.time() - state.started, 1), "view": _how_to_view(state)}


def _how_to_view(state: _State) -> str:
    if shutil.which("x11vnc"):
        return f"x11vnc -display {state.display} -localhost -viewonly, then a VNC viewer at localhost"
    return f"sudo apt-get install -y x11vnc; x11vnc -display {state.display} -localhost -viewonly, then a VNC viewer at localhost"


def _age(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _out() -> Console:
    return Console(soft_wrap=True)


def _err() -> Console:
    return Console(stderr=True, soft_wrap=True)


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
