"""The local server of the shop and of the table of rivers. It writes each order down, in a file that no list shows."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import SystemRandom
from typing import Any
from urllib.parse import urlsplit

_ORDERS = ".orders.jsonl"
_MOST_BYTES = 1 << 20


class ShopServer:
    """Serves one page at each of `paths`, and takes orders. Ends with `close`."""

    def __init__(self, folder: Path, page: bytes, paths: frozenset[str]) -> None:
        orders, lock = folder / _ORDERS, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if urlsplit(self.path).path in paths:
                    self._say(page, "text/html; charset=utf-8")
                else:
                    self.send_error(404)

            def do_POST(self) -> None:
                length = min(int(self.headers.get("Content-Length") or 0), _MOST_BYTES)
                number = f"PS-{SystemRandom().randrange(10000, 99999)}"
                order = {**json.loads(self.rfile.read(length)), "number": number}
                with lock, orders.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(order) + "\n")
                self._say(number.encode(), "text/plain")

            def _say(self, data: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                return None

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def orders_in(folder: Path) -> list[dict[str, Any]]:
    """Return the orders that were placed, in order."""
    file = folder / _ORDERS
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
