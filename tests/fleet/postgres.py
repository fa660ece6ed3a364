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
from typing import Any

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
    """A server; `folder` holds its data and its socket. `certified`: it speaks TLS, with a certificate for this address."""

    folder: Path
    listens: str = ""
    certified: str = ""
    _server: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def make(self) -> None:
        # Connections are believed, except those of roles with a password.
        self._run("initdb", "-D", self._data, "-U", _ROLE, "-A", "trust", "-N", "-E", "UTF8")
        rules = f"local all {_ROLE} trust\nlocal all all scram-sha-256\nhost all {_ROLE} samenet trust\n"
        (Path(self._data) / "pg_hba.conf").write_text(rules, encoding="utf-8")

        if self.certified:
            self._certify()

    @property
    def authority(self) -> Path:
        """The certificate of the authority that has signed the server's."""
        return self.folder / "ca.pem"

    def _certify(self) -> None:
        need("openssl")
        new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
        ca = ["-keyout", "ca.key", "-out", "ca.pem"]
        own = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=critical,CA:FALSE"]
        named = ["-addext", f"subjectAltName=IP:{self.certified}", "-keyout", "server.key", "-out", "server.pem"]
        for command in ([*new, "/CN=tests", *ca], [*new, "/CN=server", *own, *named]):
            subprocess.run(command, cwd=self.folder, capture_output=True, check=True, timeout=_WITHIN_S, **_as_whom())

    def start(self) -> None:
        # Without waiting for the disk: these data last as long as a test.
        quick = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200"]
        command = ["postgres", "-D", self._data, "-k", str(self.folder), "-h", self.listens, *quick]
        for name, value in {"ssl": "on", "ssl_cert_file": "server.pem", "ssl_key_file": "server.key"}.items():
            command += ["-c", f"{name}={value if value == 'on' else self.folder / value}"] if self.certified else []
        self._server = subprocess.Popen(command, env=_environment(), stderr=subprocess.DEVNULL, **_as_whom())
        until = time.monotonic() + _WITHIN_S
        while self._run("pg_isready", "-q", "-h", str(self.folder), check=False).returncode:
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._server is not None
        return self._server.pid

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it at once: all connections break."""
        if self._server is not None:
            self._server.send_signal(number)
            self._server.wait()
            self._server = None

    def order(self, statement: str, database: str = "postgres", within_s: float = _WITHIN_S) -> str:
        """Carry out a statement as the server's owner; return what it prints."""
        words = ("-h", str(self.folder), "-U", _ROLE, "-d", database, "-Atqc", statement)
        whole = self._run("psql", *words, within_s=within_s)
        return whole.stdout.strip()

    def made(self, name: str) -> Database:
        """Return a new database."""
        self.order(f'CREATE DATABASE "{name}"')
        return self.address(name)

    def address(self, name: str, role: str = _ROLE, password: str = "") -> Database:
        who = f"{role}:{password}" if password else role
        return Database.parse(f"postgresql://{who}@/{name}?host={self.folder}")

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(
        self, program: str, *arguments: str, check: bool = True, within_s: float = _WITHIN_S
    ) -> subprocess.CompletedProcess[str]:
        command = [program, *arguments]
        whom = _as_whom()
        return subprocess.run(
            command, env=_environment(), capture_output=True, text=True, timeout=within_s, check=check, **whom
        )


@contextmanager
def postgres(listens: str = "", certified: str = "") -> Iterator[Postgres]:
    """Have a server, started and with nothing in it. `listens`: addresses of this machine besides the socket."""
    need(str(programs() / "initdb"))
    # A socket's path is short, and the folders of tests are long.
    folder = Path(tempfile.mkdtemp(prefix="ufo-pg-"))
    server = Postgres(folder, listens, certified)
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, _ROLE)
        server.make()
        server.start()
        yield server
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _as_whom() -> dict[str, Any]:
    """Return as whom the programs run: the server refuses to run as root."""
    return {"user": _ROLE, "group": _ROLE, "extra_groups": []} if os.geteuid() == 0 else {}


def _environment() -> Mapping[str, str]:
    return {**sessionless_environment(os.environ), "LC_ALL": "C.UTF-8", "PATH": str(programs())}
