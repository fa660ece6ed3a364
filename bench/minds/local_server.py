"""A small HTTP server on a free port of this machine, with a log of what it was told: what a task's page did for real."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

LOG = ".server.jsonl"
"""The log in the task's folder: hidden, so that no list of files shows it to who does the task."""
Answer = tuple[str, bytes]
"""A content type and the bytes."""


class LocalServer:
    """Serves `answer(path)`; None is "not found". What is posted to a path is a line of the log. Ends with `close`."""

    def __init__(self, folder: Path, answer: Callable[[str], Answer | None]) -> None:
        log, lock = folder / LOG, threading.Lock()
        log.write_text("", encoding="utf-8")

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                found = answer(urlsplit(self.path).path)
                self._send(200, *found) if found else self._send(404, "text/plain", b"not found")

            def do_POST(self) -> None:
                told = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
                line = json.dumps({"path": urlsplit(self.path).path, "told": told})
                with lock, log.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
                self._send(200, "application/json", b"{}")

            def _send(self, status: int, kind: str, body: bytes) -> None:
                self.send_response(status)
                for name, value in (
                    ("Content-Type", kind),
                    ("Content-Length", str(len(body))),
                    ("Cache-Control", "no-store"),
                ):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                return None

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.port = int(self._http.server_address[1])
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def told(folder: Path, path: str) -> list[Mapping[str, object]]:
    """Return the objects that were posted to a path, in order."""
    log = folder / LOG
    lines = log.read_text(encoding="utf-8").splitlines() if log.is_file() else []
    entries = [json.loads(line) for line in lines]
    return [json.loads(entry["told"]) for entry in entries if entry["path"] == path]
