"""A page that is served as a person serves it, and a client that says exactly what it is told to say."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cli.command import Command, until, warmed
from tests.waiting import WAITED_S


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


class Served:
    """`ufo serve` in a folder of its own. `runs`: where its runs lie; `environment`: what is set for it besides."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.command = Command(folder)
        self.command.environment.update(environment)
        self.command.environment["XDG_STATE_HOME"] = str(folder / "state")
        self.runs = folder / "state/ufo/runs"
        self._start()

    def _start(self, *options: str) -> None:
        said = self.command.folder / "served.json"
        with said.open("wb") as into:
            arguments = ["serve", "--no-open", "--json", *options]
            self.process = warmed().start(arguments, self.command.folder, self.command.environment, into=into)
        assert until(lambda: said.read_text().endswith("\n") or self.process.poll() is not None)
        told = json.loads(said.read_text())
        self.link: str = told["link"]
        self.port: int = told["port"]
        self.address = f"http://127.0.0.1:{self.port}"

    def start_again(self, *options: str) -> None:
        """On the same port, as browsers that are still open expect it."""
        self._start("--port", str(self.port), *options)

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(
        self, path: str, body: bytes | None = None, method: str = "", cookie: str = "", **headers: str | None
    ) -> Answer:
        """Ask as a page of the server does. A header that is None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAITED_S)
        method = method or ("GET" if body is None else "POST")
        told = {"host": f"127.0.0.1:{self.port}", "cookie": cookie}
        told |= {"origin": self.address, "content-type": "application/json"} if method == "POST" else {}
        given = told | {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None and "content-length" not in given and "transfer-encoding" not in given:
                connection.putheader("content-length", str(len(body)))
            connection.endheaders()
            if body:
                connection.send(body)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read().decode())
        finally:
            connection.close()

    def come_in(self, link: str = "") -> str:
        """Use a link and return the cookie as it is sent back."""
        token = (link or self.new_link()).partition("#")[2]
        answer = self.ask("/enter", json.dumps({"token": token}).encode())
        assert answer.status == 200, answer
        return answer.headers["set-cookie"].partition(";")[0]

    def new_link(self) -> str:
        """As `ufo serve --link` does, without a process for it."""
        kept = json.loads((self.command.folder / "state/ufo/page.json").read_text(encoding="utf-8"))
        answer = self.ask("/link", json.dumps({"token": kept["page"]["key"]}).encode())
        assert answer.status == 200, answer
        return str(json.loads(answer.text)["link"])

    def raw(self, sent: bytes, within_s: float = WAITED_S) -> bytes:
        """Send bytes, and return all that comes until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=within_s) as connection:
            connection.sendall(sent)
            heard = b""
            while chunk := connection.recv(65536):
                heard += chunk
            return heard


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[Served]:
    served = Served(folder, environment)
    try:
        yield served
    finally:
        served.stop()
