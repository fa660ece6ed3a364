"""A real HTTP server on a free port that speaks a model's wire format, told beforehand what to do with each request."""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, Literal

from tests.local_http import LocalServer, send


@dataclass(frozen=True, slots=True)
class Request:
    """`headers` by lower-case name."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


Cut = Literal["sized", "chunked", "unsized"]


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply. `finish_reason` in the words of Chat Completions, which each format tells in its own. `usage`: tokens read and
    written, and those of the first that came from the cache. `error`: what went wrong, told as the format tells it. `raw`: a body
    in place of the format's own. `reset` breaks the connection instead, `cut` in the middle of a word of the body, whose length
    was told, which comes in chunks, or which ends with the connection. `hang` answers nothing until the server closes.
    """

    content: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: str | None = None
    finish_reason: str = "stop"
    usage: tuple[Any, ...] | None = (100, 20)
    error: str | None = None
    reset: bool = False
    cut: Cut | None = None
    hang: bool = False


Step = Reply | Callable[[Request], Reply]


class BadRequest(Exception):
    """The request is one that the real service refuses, with this status and these words."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def says(answer: Mapping[str, Any] | str, **more: Any) -> Reply:
    return Reply(answer if isinstance(answer, str) else json.dumps(answer), **more)


def errs(status: int, message: str = "it went wrong", **more: Any) -> Reply:
    return Reply(status=status, error=message, **more)


class ModelServer(LocalServer):
    """Plays `steps` in order and then the last one again and again; `requests` are those that came."""

    def __init__(self, steps: Iterable[Step]) -> None:
        super().__init__()
        self._steps = list(steps)
        self._lock = threading.Lock()
        self.requests: list[Request] = []

    @property
    @abstractmethod
    def base_url(self) -> str: ...

    def check(self, request: Request) -> None:
        """Raise BadRequest for what the real service refuses."""
        raise NotImplementedError

    @abstractmethod
    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        """Return the body of an answer."""

    @abstractmethod
    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        """Return the headers and the body of an error."""

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        request = Request(handler.path, headers, json.loads(body or b"{}"))
        with self._lock:
            step = self._steps[min(len(self.requests), len(self._steps) - 1)]
            self.requests.append(request)
        try:
            self.check(request)
            reply = step(request) if callable(step) else step
        except BadRequest as error:
            reply = errs(error.status, str(error))
        if reply.hang:
            self.closing.wait()
        if reply.hang or reply.reset:
            _reset(handler)
            return
        told, said = (
            ({}, self.answer(reply, request)) if reply.error is None else self.failure(reply.status, reply.error)
        )
        data = (reply.raw if reply.raw is not None else json.dumps(said)).encode("utf-8", "surrogateescape")
        headers = {"Content-Type": "application/json", **told, **reply.headers}
        if reply.cut:
            _send_half(handler, reply.status, headers, data, reply.cut)
            return
        send(handler, reply.status, headers, data)


def _reset(handler: BaseHTTPRequestHandler) -> None:
    # Linger 0 sends RST, which a client sees as a broken connection.
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def _send_half(handler: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str], data: bytes, cut: Cut) -> None:
    words = list(re.finditer(rb"[a-z]{6,}", data))
    part = data[: words[len(words) // 2].start() + 3]
    length = {
        "sized": {"Content-Length": str(len(data))},
        "chunked": {"Transfer-Encoding": "chunked"},
        "unsized": {"Connection": "close"},
    }[cut]
    handler.send_response(status)
    for name, value in {**headers, **length}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part) if cut == "chunked" else part)
    handler.close_connection = True
