"""Programs in the sandbox of a private desktop, with the real bubblewrap."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.waiting import WAITED_S
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import sandbox
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import is_marked, on_desktop
from ufo.desktop.values import Keys, Launch, TypeText
from ufo.errors import DesktopUnavailable

pytestmark = pytest.mark.skipif(bool(sandbox.problem()), reason=f"no sandbox here: {sandbox.problem()}")


@pytest.fixture
def job(tmp_path: Path) -> Path:
    folder = tmp_path / "job"
    folder.mkdir()
    return folder


@pytest.fixture
def environment(private_desktop: PrivateDesktop, job: Path) -> Iterator[Mapping[str, str]]:
    yield {**private_desktop.environment, **sandbox.marked([job])}


def run(environment: Mapping[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    wrapped = sandbox.wrapped(command, environment)
    return subprocess.run(wrapped, env=dict(environment), capture_output=True, text=True, timeout=WAITED_S, check=False)


def test_without_a_sandbox_a_command_stays_as_it_is() -> None:
    assert sandbox.wrapped(["xterm", "-e", "top"], {"DISPLAY": ":1"}) == ("xterm", "-e", "top")


def test_a_folder_with_the_separator_in_its_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be made writable"):
        sandbox.marked([tmp_path / "a:b"])


def test_the_jobs_folder_and_the_desktops_home_are_writable_and_nothing_else_is(
    environment: Mapping[str, str], job: Path, tmp_path: Path
) -> None:
    assert run(environment, "touch", str(job / "made")).returncode == 0
    assert run(environment, "touch", f"{environment['HOME']}/made").returncode == 0
    assert run(environment, "touch", "/etc/made").returncode != 0
    # A place of the sandbox's own lies over /tmp, where it may write what nobody outside sees.
    run(environment, "touch", str(tmp_path / "beside"))
    assert (job / "made").exists() and (Path(environment["HOME"]) / "made").exists()
    assert not (tmp_path / "beside").exists()


def test_the_files_of_the_persons_home_and_of_other_programs_are_not_there(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("mine", encoding="utf-8")
    assert run(environment, "cat", str(secret)).returncode != 0
    home = run(environment, "sh", "-c", "ls -A ~root /home | head -50").stdout
    assert ".ssh" not in home and ".config" not in home
    assert run(environment, "ls", "-A", "/run").stdout == ""


def test_what_our_extensions_run_inside_an_application_is_there(environment: Mapping[str, str]) -> None:
    found = find_spec("ufo_libreoffice")
    assert found is not None and found.origin is not None
    run_by_the_office = Path(found.origin).with_name("office") / "loaded_by_office.py"
    assert run(environment, "cat", str(run_by_the_office)).stdout == run_by_the_office.read_text(encoding="utf-8")
    assert run(environment, "touch", str(run_by_the_office)).returncode != 0


def test_a_server_of_this_machine_is_not_reached(environment: Mapping[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        asked = f"import socket; socket.create_connection(('127.0.0.1', {port}), 3)"
        assert "ConnectionRefusedError" in run(environment, "/usr/bin/python3", "-c", asked).stderr


def test_the_desktops_own_screen_and_bus_are_reached(environment: Mapping[str, str]) -> None:
    assert run(environment, "xdpyinfo").returncode == 0
    asked = [
        "dbus-send",
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.DBus",
        "/",
        "org.freedesktop.DBus.GetId",
    ]
    assert run(environment, *asked).returncode == 0


def test_our_own_environment_cannot_be_read_from_inside(environment: Mapping[str, str]) -> None:
    assert run(environment, "cat", f"/proc/{os.getpid()}/environ").stdout == ""


_MEMORY = "import ctypes; print(ctypes.CDLL(None).shmget(0, 4096, 0o1600))"
_READ = "import ctypes; c = ctypes.CDLL(None); c.shmat.restype = ctypes.c_void_p; print(c.shmat({}, None, 0o10000))"


def test_shared_memory_of_other_programs_is_not_read(environment: Mapping[str, str]) -> None:
    number = subprocess.check_output(["/usr/bin/python3", "-c", _MEMORY], text=True).strip()
    try:
        read = _READ.format(number)
        outside = subprocess.check_output(["/usr/bin/python3", "-c", read], text=True)
        inside = run(environment, "/usr/bin/python3", "-c", read)
        listed = run(environment, "cat", "/proc/sysvipc/shm").stdout
    finally:
        ctypes.CDLL(None).shmctl(int(number), 0, None)
    nowhere = str(2**64 - 1)
    assert outside.strip() != nowhere and inside.stdout.strip() == nowhere
    assert number not in listed.split()


async def test_the_x_server_of_a_sandboxed_desktop_shares_no_memory_with_anybody(job: Path) -> None:
    async with await PrivateDesktop.start(1280, 800, [job]) as private:
        marked = [pid for pid in on_desktop(private.folder) if is_marked(pid, private.folder)]
        servers = [pid for pid in marked if _program(pid) == "Xvfb"]
        own = Path("/proc/self/ns/ipc").readlink()
        assert servers and all(Path(f"/proc/{pid}/ns/ipc").readlink() != own for pid in servers)


async def test_all_that_runs_on_a_sandboxed_desktop_has_no_network_but_the_x_server(job: Path) -> None:
    async with await PrivateDesktop.start(1280, 800, [job]) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        try:
            await desktop.launch(Launch("mousepad", (str(job / "note.txt"),)))
            programs = {pid: _program(pid) for pid in on_desktop(private.folder) if is_marked(pid, private.folder)}
            outside = {_program(pid) for pid in programs if _network(pid) == _network(os.getpid())}
        finally:
            await desktop.shutdown()
    assert {"mousepad", "openbox", "dbus-daemon", "at-spi-bus-launcher"} <= set(programs.values())
    # What makes a sandbox stands outside of it itself.
    assert outside - {"bwrap"} <= {"Xvfb", Path(sys.executable).resolve().name}


async def test_an_application_in_the_sandbox_saves_into_the_jobs_folder_and_nowhere_else(
    job: Path, tmp_path: Path
) -> None:
    async with await PrivateDesktop.start(1280, 800, [job]) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        try:
            for place in (job / "note.txt", tmp_path / "note.txt"):
                window = await desktop.launch(Launch("mousepad", (str(place),)))
                await desktop.focus(window.id)
                await desktop.send(None, [TypeText("hello"), Keys(("ctrl", "s"))])
                await desktop.settle(window.id)
        finally:
            await desktop.shutdown()
    assert (job / "note.txt").read_text(encoding="utf-8").strip() == "hello"
    assert not (tmp_path / "note.txt").exists()


def test_a_sandbox_for_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DesktopUnavailable, match="is not a folder"):
        PrivateDesktop.open(1280, 800, writable=[tmp_path / "nowhere"])


def _program(pid: int) -> str:
    return Path(f"/proc/{pid}/exe").resolve().name


def _network(pid: int) -> str:
    return str(Path(f"/proc/{pid}/ns/net").readlink())
