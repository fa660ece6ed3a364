"""The process that holds a private desktop together. It uses the standard library only, so that it starts fast.

It reads its order, one line of JSON, from standard input, and answers with one line on standard output. It is the parent of
everything on the desktop (a child subreaper), and ends all of it when its owner is gone, however the owner ended: the
owner's end of the pipe on standard input closes then.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from ufo.desktop.private import compositor, sandbox
from ufo.desktop.private.processes import MARK, alive, document_locks, end_all, held_by, on_desktop, reap, sockets

PREFIX, HOME = "ufo-", "home"
"""How the folder of a private desktop begins, and what its home in it is called."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_START_S, _POLITE_S, _KILL_S = 10.0, 0.4, 5.0
_SERVER_TRIES, _FIRST_NUMBER = 3, 100
_STOPPING = {getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)}
_CLICKS_IN_WINDOWS, _ITS_END = '<context name="Client">', "</context>"


@dataclass(frozen=True, slots=True)
class Order:
    """What the owner asks for. `environment` is the one to start from; `state_file` exists while the desktop lives. `config` is
    the window manager's; on a `wayland` desktop the compositor manages windows itself.
    """

    width: int
    height: int
    base: str
    launcher: str
    config: str
    environment: dict[str, str]
    owned: bool = True
    name: str = ""
    state_file: str = ""
    wayland: bool = False


@dataclass
class _Desktop:
    order: Order
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    server: subprocess.Popen[bytes] | None = None
    display: str = ""


class _StartFailed(Exception):
    pass


def main() -> int:
    order = Order(**json.loads(_first_line()))
    signal.pthread_sigmask(signal.SIG_BLOCK, {*_STOPPING, signal.SIGCHLD})
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    desktop = _Desktop(order, Path(tempfile.mkdtemp(prefix=PREFIX, dir=order.base)))
    spared: set[int] = set()
    try:
        _bring_up(desktop)
        _answer(desktop)
        spared = _watch(desktop)
    except (_StartFailed, OSError) as error:
        _write_answer({"error": str(error)})
        return 1
    finally:
        _tear_down(desktop, spared)
    return 0


def _first_line() -> bytes:
    """Read the first line of standard input, unbuffered: `_await_owner_end` waits for the end of the same input."""
    read = b""
    while not read.endswith(b"\n") and (part := os.read(0, 65536)):
        read += part
    return read


def _bring_up(desktop: _Desktop) -> None:
    """Start the desktop's programs. The server comes first, since services that the bus starts need the display in their
    environment.
    """
    _make_folders(desktop)
    if desktop.order.wayland:
        _start_compositor(desktop)
    else:
        _start_server(desktop)
    _start_bus(desktop)
    if not desktop.order.wayland:
        _spawn(desktop, ["openbox", "--config-file", _manager_config(desktop)])
    _spawn(desktop, [desktop.order.launcher, "--launch-immediately", "--a11y=1"])


def _manager_config(desktop: _Desktop) -> str:
    """Return the path of openbox's configuration.

    To focus a clicked window, openbox takes each click before the application does, and passes it on to whatever lies there
    a moment later. On a desktop without a name only we work, and we focus windows ourselves, so its openbox lets clicks
    pass.
    """
    if desktop.order.name:
        return desktop.order.config
    before, _, rest = Path(desktop.order.config).read_text(encoding="utf-8").partition(_CLICKS_IN_WINDOWS)
    own = desktop.folder / "openbox.xml"
    own.write_text(before + rest.partition(_ITS_END)[2], encoding="utf-8")
    return str(own)


def _make_folders(desktop: _Desktop) -> None:
    home, run = desktop.folder / HOME, desktop.folder / "run"
    run.mkdir(mode=0o700)
    places = {
        "HOME": home,
        "TMPDIR": desktop.folder / "tmp",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local/share",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_STATE_HOME": home / ".local/state",
        "XDG_DESKTOP_DIR": home / "Desktop",
        "XDG_DOCUMENTS_DIR": home / "Documents",
        "XDG_DOWNLOAD_DIR": home / "Downloads",
    }
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    desktop.environment = {
        **desktop.order.environment,
        **{name: str(place) for name, place in places.items()},
        "XDG_RUNTIME_DIR": str(run),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/bus",
        MARK: str(desktop.folder),
    }


def _start_bus(desktop: _Desktop) -> None:
    reading, writing = os.pipe()
    address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    command = [
        "dbus-daemon",
        "--session",
        "--nofork",
        "--nopidfile",
        f"--address={address}",
        f"--print-address={writing}",
    ]
    _spawn(desktop, command, (writing,))
    os.close(writing)
    _await_line(reading, "dbus-daemon", desktop)


def _start_server(desktop: _Desktop) -> None:
    """Start the X server. With `-displayfd` it reports when it is ready but takes no lock, so the number is locked here in its
    place.
    """
    size = f"{desktop.order.width}x{desktop.order.height}x24"
    for last in (False,) * (_SERVER_TRIES - 1) + (True,):
        number = _lock_number(int(desktop.display.lstrip(":") or _FIRST_NUMBER - 1) + 1)
        desktop.display = f":{number}"
        reading, writing = os.pipe()
        command = [
            "Xvfb",
            desktop.display,
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            size,
            *("-nolisten", "tcp", "-noreset"),
        ]
        try:
            desktop.server = _spawn(desktop, command, (writing,))
            os.close(writing)
            _await_line(reading, "Xvfb", desktop)
            break
        except _StartFailed:
            release_display(desktop.display, os.getpid())
            if last:
                raise
    desktop.environment["DISPLAY"] = desktop.display


def _start_compositor(desktop: _Desktop) -> None:
    place = compositor.prepared(desktop.folder, desktop.order.width, desktop.order.height)
    command, environment = compositor.started_by(place, desktop.environment)
    desktop.server = _start(desktop, command, environment)
    try:
        desktop.display = str(compositor.await_ready(place, desktop.server))
    except compositor.NoCompositor as error:
        raise _StartFailed(f"sway did not start {error}: {_log_tail(desktop) or 'it said nothing'}") from error
    desktop.environment["WAYLAND_DISPLAY"] = desktop.display


def _lock_number(first: int) -> int:
    """Return a display number that no server uses, and lock it for us."""
    for number in range(first, first + 5000):
        if _answers(number):
            continue
        with contextlib.suppress(FileExistsError), Path(f"/tmp/.X{number}-lock").open("x") as lock:
            lock.write(f"{os.getpid():>10}\n")
            return number
    raise _StartFailed("no X display number is free; remove stale /tmp/.X*-lock files")


def _answers(number: int) -> bool:
    """Return whether a server listens there: by file, or by the abstract name, which clients try first and which containers
    that share a network share too.
    """
    path = f"/tmp/.X11-unix/X{number}"
    with socket.socket(socket.AF_UNIX) as by_file, socket.socket(socket.AF_UNIX) as by_name:
        return by_file.connect_ex(path) == 0 or by_name.connect_ex("\0" + path) == 0


def release_display(display: str, pid: int) -> None:
    """Remove the lock and the socket of an X server that has ended, where `pid` holds the lock."""
    if not display.startswith(":"):
        return
    number = display.lstrip(":")
    lock = Path(f"/tmp/.X{number}-lock")
    with contextlib.suppress(OSError, ValueError):
        if int(lock.read_text()) == pid:
            Path(f"/tmp/.X11-unix/X{number}").unlink(missing_ok=True)
            lock.unlink()


def _spawn(desktop: _Desktop, command: list[str], descriptors: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    """Start a program in the desktop's sandbox. The X server runs outside, since its socket is for clients outside as well."""
    environment = desktop.environment
    is_server = command[0] == "Xvfb"
    try:
        wrapped = (
            sandbox.server(command, environment)
            if is_server
            else sandbox.wrapped(command, environment, dies_with_parent=True)
        )
    except OSError as error:
        raise _StartFailed(f"{command[0]!r} could not be started: {error}") from error
    return _start(desktop, wrapped, environment, descriptors)


def _start(
    desktop: _Desktop, command: Sequence[str], environment: Mapping[str, str], descriptors: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    with (desktop.folder / "log").open("ab") as sink:
        try:
            return subprocess.Popen(
                command,
                env=environment,
                cwd=desktop.environment["HOME"],
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                pass_fds=descriptors,
                process_group=0,
                preexec_fn=_die_with_parent,
            )
        except OSError as error:
            raise _StartFailed(f"{command[0]!r} could not be started: {error}") from error


def _die_with_parent() -> None:
    """Make the child end with this supervisor, even where the supervisor is killed with -9."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _await_line(descriptor: int, program: str, desktop: _Desktop) -> str:
    deadline, read = time.monotonic() + _START_S, b""
    try:
        while not read.endswith(b"\n"):
            ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(descriptor, 4096) if ready else b""
            if not part:
                raise _StartFailed(f"{program} did not start: {_log_tail(desktop) or 'it said nothing'}")
            read += part
    finally:
        os.close(descriptor)
    return read.decode(errors="replace").strip()


def _log_tail(desktop: _Desktop) -> str:
    with contextlib.suppress(OSError):
        return (desktop.folder / "log").read_text(errors="replace").strip()[-500:]
    return ""


def _answer(desktop: _Desktop) -> None:
    order = asdict(desktop.order)
    state = {
        "name": order["name"],
        "display": desktop.display,
        "width": order["width"],
        "height": order["height"],
        "pid": os.getpid(),
        "started": time.time(),
        "folder": str(desktop.folder),
        "environment": desktop.environment,
    }
    if desktop.order.state_file:
        draft = Path(f"{desktop.order.state_file}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(state))
        try:
            # A link fails where the name is taken, so of two starts with one name only one succeeds.
            os.link(draft, desktop.order.state_file)
        except FileExistsError as error:
            raise _StartFailed(f"a desktop named {desktop.order.name!r} runs already") from error
        finally:
            draft.unlink()
    _write_answer(state)


def _write_answer(state: dict[str, object]) -> None:
    with contextlib.suppress(OSError):
        os.write(1, json.dumps(state).encode() + b"\n")
        # The owner reads to the end of the pipe, so no other process may hold it open.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _watch(desktop: _Desktop) -> set[int]:
    """Wait until a signal asks to stop, the owner is gone or the X server has ended. Return the process that sent the signal,
    which is to be spared.
    """
    if desktop.order.owned:
        threading.Thread(target=_await_owner_end, daemon=True).start()
    assert desktop.server is not None
    while True:
        said = signal.sigwaitinfo({*_STOPPING, signal.SIGCHLD})
        if said.si_signo != signal.SIGCHLD:
            return {said.si_pid} - {os.getpid()}
        reap()
        if not alive(desktop.server.pid):
            return set()


def _prctl(option: int, value: int) -> None:
    _libc().prctl(option, value, 0, 0, 0)


@cache
def _libc() -> ctypes.CDLL:
    """Opened by the supervisor's own first call, before it forks."""
    return ctypes.CDLL(None, use_errno=True)


def _await_owner_end() -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 4096):
            pass
    os.kill(os.getpid(), signal.SIGTERM)


def _tear_down(desktop: _Desktop, spared: set[int]) -> None:
    """End the desktop: with SIGTERM first, so that programs remove their own files, and the X server last, so that they can
    still talk to it.
    """
    server = desktop.server.pid if desktop.server else 0
    held = held_by(on_desktop(desktop.folder) - spared - {server})
    listened = sockets(held)
    end_all(desktop.folder, spared | {server}, _POLITE_S, signal.SIGTERM)
    end_all(desktop.folder, spared | {server}, _KILL_S, signal.SIGKILL)
    end_all(desktop.folder, spared, _KILL_S, signal.SIGTERM)
    end_all(desktop.folder, spared, _KILL_S, signal.SIGKILL)
    release_display(desktop.display, os.getpid())
    for path in (*listened, *document_locks(held, desktop.folder)):
        path.unlink(missing_ok=True)
    if desktop.order.state_file:
        _remove_state_file(desktop)
    shutil.rmtree(desktop.folder, ignore_errors=True)


def _remove_state_file(desktop: _Desktop) -> None:
    state = Path(desktop.order.state_file)
    with contextlib.suppress(OSError, ValueError):
        if json.loads(state.read_text())["pid"] == os.getpid():
            state.unlink()
