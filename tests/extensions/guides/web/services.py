"""Local servers that speak the formats of search services and serve pages, as a test wants them to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.local_http import LocalServer, send

Answer = Callable[[BaseHTTPRequestHandler, bytes], None]


@dataclass(frozen=True, slots=True)
class Asked:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class Answering(LocalServer):
    """Answers each path as `answers` says, else with 404. `asked`: every request."""

    def __init__(self, answers: Mapping[str, Answer] | None = None) -> None:
        super().__init__()
        self.answers = dict(answers or {})
        self.asked: list[Asked] = []

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.asked.append(Asked(handler.command, handler.path, headers, body))
        path = handler.path.partition("?")[0]
        self.answers.get(path, status(404))(handler, body)

    @property
    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]


def html(text: str, content_type: str = "text/html; charset=utf-8", headers: Mapping[str, str] | None = None) -> Answer:
    return raw(text.encode(), content_type, headers)


def raw(data: bytes, content_type: str, headers: Mapping[str, str] | None = None) -> Answer:
    return lambda handler, _: send(handler, 200, {"Content-Type": content_type, **(headers or {})}, data)


def as_json(value: Any) -> Answer:
    return raw(json.dumps(value).encode(), "application/json")


def status(code: int, headers: Mapping[str, str] | None = None) -> Answer:
    return lambda handler, _: send(handler, code, dict(headers or {}), b"")


def redirect(target: str) -> Answer:
    return status(302, {"Location": target})


def saying_length(length: int, data: bytes) -> Answer:
    """Tell a length that is not the body's, and hang up."""

    def answer(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(length))
        handler.end_headers()
        handler.wfile.write(data)
        handler.close_connection = True

    return answer


def hanging(server: LocalServer) -> Answer:
    return lambda handler, _: void(server.closing.wait())


def void(_: object) -> None:
    return None


@dataclass
class Told:
    texts: list[str] = field(default_factory=list)

    def __call__(self, text: str) -> None:
        self.texts.append(text)
