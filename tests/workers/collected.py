"""A process that has collected the tests, of which each worker is a copy: importing and rewriting a thousand modules takes four
fifths of what collecting takes. A worker collects once more, from what is imported by then.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import io
import json
import os
import pkgutil
import selectors
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from execnet import XSpec
from execnet.gateway_base import get_execmodel, init_popen_io, serve

_WIRES, _COMMAND = "ufo.llm.providers", "tests.cli.command"
_FILES = 3
_PR_SET_PDEATHSIG = 1


def start_copies(specs: Sequence[XSpec], arguments: Sequence[str]) -> None:
    """Let these workers be copies of one process, which collects what pytest is told by these arguments."""
    address = f"collected-{uuid4().hex}"
    with socket.socket(socket.AF_UNIX) as listening:
        # Workers that ask before all is collected wait; where that fails they are told by its end.
        listening.bind("\0" + address)
        listening.listen()
        process = [sys.executable, "-m", __name__, str(listening.fileno()), json.dumps(list(arguments))]
        subprocess.Popen(process, pass_fds=[listening.fileno()], stdin=subprocess.DEVNULL)
    ask = Path(__file__).with_name("ask.py")
    for spec in specs:
        spec.python = shlex.join([sys.executable, "-I", "-S", str(ask), address])


def main(listening: socket.socket, arguments: Sequence[str]) -> None:
    """Return where collecting fails: a file that failed counts as imported here, and a worker of its own says what is wrong."""
    _end_with_parent()
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*arguments, "-n", "0", "--collect-only", "-q"])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return
    _share()
    gc.collect()
    gc.freeze()
    # Ctrl-C is the workers' and of who asks for them: this process ends with its parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with selectors.DefaultSelector() as waiting:
        waiting.register(listening, selectors.EVENT_READ)
        while True:
            for ready, _ in waiting.select():
                if isinstance(ready.data, _Copy):
                    if ready.fileobj in waiting.get_map():
                        ready.data.end(waiting)
                elif _accept(listening, waiting):
                    return


@dataclass(frozen=True, slots=True)
class _Copy:
    """A worker, and the connection to who asked for it: each of the two ends with the other."""

    pid: int
    pid_file: int
    asking: socket.socket

    def end(self, waiting: selectors.BaseSelector) -> None:
        signal.pidfd_send_signal(self.pid_file, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        for file in (self.pid_file, self.asking):
            waiting.unregister(file)
        os.close(self.pid_file)
        # Later workers have it too.
        self.asking.shutdown(socket.SHUT_RDWR)
        self.asking.close()


def _accept(listening: socket.socket, waiting: selectors.BaseSelector) -> bool:
    """Become a worker, and return True once it has done its work; or return False in the process that it is a copy of."""
    asking, _ = listening.accept()
    _, files, *_ = socket.recv_fds(asking, 1, _FILES)
    pid = os.fork() if len(files) == _FILES else None
    if pid == 0:
        waiting.close()
        listening.close()
        asking.sendall(b"+")
        asking.close()
        _become_worker(files)
        return True
    for file in files:
        os.close(file)
    if pid is None:
        asking.close()
    else:
        copy = _Copy(pid, os.pidfd_open(pid), asking)
        for end in (copy.pid_file, asking):
            waiting.register(end, selectors.EVENT_READ, copy)
    return False


def _end_with_parent() -> None:
    """However the parent ends. Workers are told by their connections."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _share() -> None:
    """Make once what tests that are collected come to later, in every worker, and what takes seconds."""
    if room := sys.modules.get(_WIRES):
        for module in pkgutil.iter_modules(room.__path__, f"{_WIRES}."):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    if command := sys.modules.get(_COMMAND):
        command.warmed()


def _become_worker(files: Sequence[int]) -> None:
    """Do on these files what the program does that execnet tells Python to run first."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False, errors="backslashreplace")
    with os.fdopen(0, closefd=False) as told:
        told.readline()
    connection = init_popen_io(get_execmodel("main_thread_only"))
    connection.write(b"1")
    serve(connection, id="copy")  # type: ignore[arg-type] # As the program of execnet does; a worker kills nobody.


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), json.loads(sys.argv[2]))
