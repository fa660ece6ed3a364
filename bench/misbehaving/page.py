"""A web page that misbehaves on command: served from here, it fetches its orders and posts what really happened."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from bench.misbehaving.owned import OWNED

_POLL_S = 5.0
_ANSWER_S = 20.0


class FaultyPage:
    """Serves on a free port of this machine until `close`."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)
        self._orders: queue.Queue[dict[str, Any]] = queue.Queue()
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        handler = type("Handler", (_Handler,), {"orders": self._orders, "answers": self._answers})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    async def tell(self, **order: Any) -> dict[str, Any]:
        """Raises TimeoutError where the page does not answer."""
        self._orders.put({**order, "names": self._names})
        try:
            return await asyncio.to_thread(self._answers.get, timeout=_ANSWER_S)
        except queue.Empty:
            raise TimeoutError("the page does not answer") from None

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    orders: ClassVar[queue.Queue[dict[str, Any]]]
    answers: ClassVar[queue.Queue[dict[str, Any]]]

    def do_GET(self) -> None:
        if self.path == "/next":
            try:
                self._send(json.dumps(self.orders.get(timeout=_POLL_S)).encode(), "application/json")
            except queue.Empty:
                self.send_response(204)
                self.end_headers()
        else:
            self._send((OWNED / "faulty_page.html").read_bytes(), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        told = self.rfile.read(int(self.headers["Content-Length"]))
        self._send(b"{}", "application/json")
        self.answers.put(json.loads(told))

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return None
