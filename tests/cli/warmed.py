"""A process that has imported all that the command needs, of which each run is a copy: importing takes longer than most runs."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

_PROGRAM = """
import atexit, fcntl, gc, importlib, json, os, pkgutil, signal, socket, struct, sys, termios, threading
import ufo.runs.assembly
from importlib.metadata import entry_points
from ufo.extensions import Group
for room in ("ufo.cli", "ufo.desktop.linux", "ufo.tools.servers"):
    for module in pkgutil.walk_packages(importlib.import_module(room).__path__, room + "."):
        importlib.import_module(module.name)
for group in set(Group) - {Group.OPERATORS}:
    for point in entry_points(group=group):
        point.load()
# Each look for garbage in what was copied, the last one at the end above all, writes to all of it: half a second of copying.
gc.collect()
gc.freeze()
asking = socket.socket(fileno=int(sys.argv[1]))
# Nobody waits for the keepers, of which each waits for one run.
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    asked, files, *_ = socket.recv_fds(asking, 1, 5)
    if not asked:
        sys.exit()
    with open(files.pop(), "rb") as file:
        told = json.load(file)
    if "openai:" in str(told):
        # As long as all the rest: not for those of which no run asks such a model.
        importlib.import_module("ufo.llm.providers.openai_wires")
        gc.freeze()
    if not os.fork():
        break
    for file in files:
        os.close(file)
asking.close()
signal.signal(signal.SIGCHLD, signal.SIG_DFL)
report = socket.socket(fileno=files.pop())
child = os.fork()
if child:
    for file in files:
        os.close(file)
    report.sendall(struct.pack("!i", child))
    report.sendall(struct.pack("!i", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
    os._exit(0)
report.close()
for place, file in enumerate(files):
    os.dup2(file, place)
    os.close(file)
# What these are told is as at a start of Python: whether it is a terminal, and whether it can be gone back in.
sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
sys.stderr = open(2, "w", buffering=1, closefd=False, errors="backslashreplace")
if told["leads"]:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.chdir(told["folder"])
os.environ.clear()
os.environ.update(told["environment"])
sys.argv = ["ufo", *told["arguments"]]
try:
    ufo.cli.main.main()
except SystemExit as ended:
    # The rest of Python's own end takes apart all that was imported, which writes to all of it: most of what a run takes.
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended.code)
"""


class Forked:
    """A run that goes on: what of subprocess.Popen is needed of it."""

    def __init__(self, report: socket.socket, out: IO[bytes] | None, err: IO[bytes] | None) -> None:
        """Without `out` and `err` it writes to a terminal."""
        self.returncode: int | None = None
        self._report = report
        self._out, self._err = out, err
        # It is told when everything is imported.
        self.pid = self._number(120)

    def poll(self) -> int | None:
        with suppress(TimeoutError):
            self.wait(0.0001)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Raises TimeoutError."""
        if self.returncode is None:
            self.returncode = self._number(timeout)
            self._report.close()
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Raises TimeoutError."""
        self.wait(timeout)
        return self._said(self._out), self._said(self._err)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _number(self, within_s: float | None) -> int:
        self._report.settimeout(within_s)
        number: int = struct.unpack("!i", self._report.recv(4, socket.MSG_WAITALL))[0]
        return number

    @staticmethod
    def _said(file: IO[bytes] | None) -> str:
        if file is None:
            return ""
        file.seek(0)
        return file.read().decode()


class Warmed:
    """Ends with the process that made it and with all copies of that one, which may ask it too. `by` is what starts it: a program
    with its arguments that gives up rights.
    """

    def __init__(self, *by: str) -> None:
        self._asking, theirs = socket.socketpair()
        command = [*by, sys.executable, "-c", _PROGRAM, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()

    def start(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        said: str = "",
        into: IO[bytes] | None = None,
    ) -> Forked:
        """`said`: its standard input; `into`: its standard output, which is not read then.

        In /proc its environment is that of the process that it is a copy of; what it starts has `environment`.
        """
        out, err = TemporaryFile(), TemporaryFile()  # noqa: SIM115 they are read once it has ended
        with TemporaryFile() as given:
            given.write(said.encode())
            given.seek(0)
            files = [given.fileno(), (into or out).fileno(), err.fileno()]
            report = self._ask(arguments, folder, environment, files)
        return Forked(report, out, err)

    def start_at(self, terminal: int, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Forked:
        """In front of the terminal, whose session is its own."""
        return Forked(self._ask(arguments, folder, environment, [terminal] * 3, leads=True), None, None)

    def _ask(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        files: Sequence[int],
        leads: bool = False,
    ) -> socket.socket:
        """What the process is told by, and the code that it ends with."""
        asked = {"arguments": list(arguments), "folder": str(folder), "environment": dict(environment), "leads": leads}
        report, theirs = socket.socketpair()
        with theirs, TemporaryFile() as told:
            told.write(json.dumps(asked).encode())
            told.seek(0)
            # One byte: what several processes ask at once does not mix.
            socket.send_fds(self._asking, [b"-"], [*files, theirs.fileno(), told.fileno()])
        return report


def ended(run: Forked, arguments: Sequence[str], within_s: float) -> subprocess.CompletedProcess[str]:
    """Raises TimeoutError, after the run was killed."""
    try:
        code = run.wait(within_s)
    except TimeoutError:
        run.kill()
        run.wait(10)
        raise
    return subprocess.CompletedProcess(["ufo", *arguments], code, *run.communicate())
