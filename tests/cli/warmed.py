"""A process that has imported all that the command needs, of which each run is a copy: importing takes longer than most runs."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile

_PROGRAM = """
import importlib, json, os, pkgutil, socket, struct, sys
import ufo.assembly, ufo.cli
for module in pkgutil.walk_packages(ufo.cli.__path__, "ufo.cli."):
    importlib.import_module(module.name)
asking = socket.socket(fileno=int(sys.argv[1]))
while True:
    head, files, *_ = socket.recv_fds(asking, 4, 3)
    if not head:
        sys.exit()
    told = json.loads(asking.recv(struct.unpack("!I", head)[0], socket.MSG_WAITALL))
    child = os.fork()
    if not child:
        break
    for file in files:
        os.close(file)
    asking.sendall(struct.pack("!i", child))
    asking.sendall(struct.pack("!i", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
for place, file in enumerate(files):
    os.dup2(file, place)
    os.close(file)
asking.close()
os.chdir(told["folder"])
os.environ.clear()
os.environ.update(told["environment"])
sys.argv = ["ufo", *told["arguments"]]
ufo.cli.main.main()
"""


class Warmed:
    """Ends with the process that made it."""

    def __init__(self) -> None:
        self._asking, theirs = socket.socketpair()
        command = [sys.executable, "-c", _PROGRAM, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()

    def run(
        self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str], within_s: float
    ) -> subprocess.CompletedProcess[str]:
        """Raises TimeoutError, after the run was killed."""
        told = json.dumps(
            {"arguments": list(arguments), "folder": str(folder), "environment": dict(environment)}
        ).encode()
        with Path(os.devnull).open("rb") as nothing, TemporaryFile() as out, TemporaryFile() as err:
            files = [nothing.fileno(), out.fileno(), err.fileno()]
            socket.send_fds(self._asking, [struct.pack("!I", len(told))], files)
            self._asking.sendall(told)
            # The first one is there when everything is imported.
            pid = self._number(120)
            try:
                code = self._number(within_s)
            except TimeoutError:
                os.kill(pid, 9)
                self._number(10)
                raise
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(["ufo", *arguments], code, out.read().decode(), err.read().decode())

    def _number(self, within_s: float) -> int:
        self._asking.settimeout(within_s)
        number: int = struct.unpack("!i", self._asking.recv(4, socket.MSG_WAITALL))[0]
        return number
