"""A real HTTP server on a free port that speaks OpenAI's chat completions, told beforehand what to do with each request."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.local_http import LocalServer, send


@dataclass(frozen=True, slots=True)
class Request:
    """`headers` by lower-case name."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply. `reset` breaks the connection instead, `hang` answers nothing until the server closes."""

    content: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: str | None = None
    finish_reason: str = "stop"
    usage: tuple[int, int] | None = (100, 20)
    reset: bool = False
    hang: bool = False


Step = Reply | Callable[[Request], Reply]


def says(answer: Mapping[str, Any] | str, **more: Any) -> Reply:
    return Reply(answer if isinstance(answer, str) else json.dumps(answer), **more)


def fails(status: int, message: str = "it went wrong", **more: Any) -> Reply:
    return Reply(status=status, raw=json.dumps({"error": {"message": message, "type": "error"}}), **more)


class OpenAIServer(LocalServer):
    """Plays `steps` in order and then the last one again and again; `requests` are those that came."""

    def __init__(self, steps: Iterable[Step]) -> None:
        super().__init__()
        self._steps = list(steps)
        self._lock = threading.Lock()
        self.requests: list[Request] = []

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        request = Request(handler.path, headers, json.loads(body or b"{}"))
        with self._lock:
            step = self._steps[min(len(self.requests), len(self._steps) - 1)]
            self.requests.append(request)
        reply = step(request) if callable(step) else step
        if reply.hang:
            self.closing.wait()
        if reply.hang or reply.reset:
            # Linger 0 sends RST, which a client sees as a broken connection.
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.close_connection = True
            handler.connection.close()
            return
        said = json.dumps(completion(reply, str(request.body.get("model", ""))))
        data = (reply.raw if reply.raw is not None else said).encode()
        send(handler, reply.status, {"Content-Type": "application/json", **reply.headers}, data)


def completion(reply: Reply, model: str) -> dict[str, Any]:
    completion: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": reply.content},
                "finish_reason": reply.finish_reason,
            }
        ],
    }
    if reply.usage is not None:
        read, written = reply.usage
        completion["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return completion
