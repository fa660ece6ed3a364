"""A PostgreSQL server of the tests' own: in a folder of theirs, on a socket in it, with no port."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.needs import need
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.fleet.engine.address import Database

_WITHIN_S = 60.0
_ROLE = "postgres"


def programs() -> Path:
    """Return the folder of the newest server's programs, which no PATH has."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return found[-1] if found else Path("/usr/lib/postgresql/bin")


@dataclass
class Postgres:
    """A server; `folder` holds its data and its socket."""

    folder: Path
    _server: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        command = [str(programs() / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), "-h", ""]
        # Without waiting for the disk: these data last as long as a test.
        command += ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200"]
        self._server = subprocess.Popen(_as_nobody(command), env=_environment(), stderr=subprocess.DEVNULL)
        self._await()

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it at once: all connections break."""
        if self._server is not None:
            pid = int((self.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
            os.kill(pid, number)
            self._server.wait()
            self._server = None

    def run(self, statement: str, database: str = "postgres") -> str:
        command = [str(programs() / "psql"), "-h", str(self.folder), "-U", _ROLE, "-d", database, "-Atqc", statement]
        done = subprocess.run(
            command, env=_environment(), capture_output=True, text=True, timeout=_WITHIN_S, check=True
        )
        return done.stdout.strip()

    def made(self, name: str) -> Database:
        """Return a new database."""
        self.run(f'CREATE DATABASE "{name}"')
        return self.address(name)

    def address(self, name: str, role: str = _ROLE, password: str = "") -> Database:
        who = f"{role}:{password}" if password else role
        return Database.parse(f"postgresql://{who}@/{name}?host={self.folder}")

    def _await(self) -> None:
        until = time.monotonic() + _WITHIN_S
        ready = [str(programs() / "pg_isready"), "-q", "-h", str(self.folder)]
        while subprocess.run(ready, env=_environment(), check=False).returncode:
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.05)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Have a server, started and with nothing in it."""
    need(str(programs() / "initdb"))
    # A socket's path is short, and the folders of tests are long.
    folder = Path(tempfile.mkdtemp(prefix="ufo-pg-"))
    server = Postgres(folder)
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, _ROLE)
        # Connections are believed, except those of a role that was made with a password (pg_hba.conf).
        made = [str(programs() / "initdb"), "-D", str(folder / "data"), "-U", _ROLE, "-A", "trust", "-N", "-E", "UTF8"]
        subprocess.run(_as_nobody(made), env=_environment(), stdout=subprocess.DEVNULL, check=True, timeout=_WITHIN_S)
        rules = folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {_ROLE} trust\nlocal all all scram-sha-256\n", encoding="utf-8")
        server.start()
        yield server
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _as_nobody(command: list[str]) -> list[str]:
    """Return the command as it is started by root, as whom the server refuses to run."""
    return (
        ["setpriv", f"--reuid={_ROLE}", f"--regid={_ROLE}", "--clear-groups", *command]
        if os.geteuid() == 0
        else command
    )


def _environment() -> Mapping[str, str]:
    return {**sessionless_environment(os.environ), "LC_ALL": "C.UTF-8"}
