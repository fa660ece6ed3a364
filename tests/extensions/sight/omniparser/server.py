"""A real HTTP server on a free port that speaks as OmniParser's Gradio page (4 or 5) and its own server do."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.local_http import LocalServer, send

ITEMS = (
    {"type": "text", "bbox": [0.1, 0.1, 0.3, 0.15], "interactivity": False, "content": "Invoice 12"},
    {"type": "icon", "bbox": [0.5, 0.5, 0.6, 0.6], "interactivity": True, "content": "Save the file "},
)
LINES = "\n".join(f"icon {number}: {item}" for number, item in enumerate(ITEMS))


@dataclass
class Behaviour:
    """`prefix` is where the page has its paths, None: it is no Gradio page. `said` is its output; `inputs` it takes.

    `broken` maps a path's last word ("config", "upload", "process", "event", "parse") to (status, body); "hang" as body
    answers nothing.
    """

    prefix: str | None = "/gradio_api"
    said: str = LINES
    inputs: int = 5
    parse: bool = False
    broken: Mapping[str, tuple[int, bytes | str]] = field(default_factory=dict)


class OmniParserServer(LocalServer):
    def __init__(self, behaviour: Behaviour | None = None) -> None:
        super().__init__()
        self.behaviour = behaviour or Behaviour()
        self.elsewhere = "http://127.0.0.1:1/elsewhere"
        self.pictures: list[bytes] = []
        self.calls: list[list[Any]] = []
        self.paths: list[str] = []

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.paths.append(handler.path)
        word = "event" if "/call/process/" in handler.path else handler.path.rstrip("/").rsplit("/", 1)[-1]
        status, answer = self.behaviour.broken.get(word) or self._answer(word, handler.path, body)
        if answer == "hang":
            self.closing.wait()
            handler.close_connection = True
            return
        headers = {"Content-Type": "text/event-stream" if word == "event" else "application/json"}
        if 300 <= status < 400:
            headers["Location"] = self.elsewhere
        send(handler, status, headers, answer.encode() if isinstance(answer, str) else answer)

    def _answer(self, word: str, path: str, body: bytes) -> tuple[int, str]:
        if word == "parse" and self.behaviour.parse:
            self.pictures.append(base64.b64decode(json.loads(body)["base64_image"]))
            return 200, json.dumps({"som_image_base64": "aGk=", "parsed_content_list": list(ITEMS), "latency": 0.2})
        if self.behaviour.prefix is None or path not in self._paths():
            return 404, '{"detail":"Not Found"}'
        if word == "config":
            return 200, json.dumps(self._config())
        if word == "upload":
            start = body.index(b"\r\n\r\n") + 4
            self.pictures.append(body[start : body.rindex(b"\r\n--")])
            return 200, '["/tmp/gradio/abc/window.png"]'
        if word == "process":
            self.calls.append(json.loads(body)["data"])
            return 200, '{"event_id": "e1f2"}'
        outputs = [{"path": "/tmp/gradio/out.webp", "url": f"{self.address}/file=out.webp"}, self.behaviour.said]
        return 200, f"event: heartbeat\ndata: null\n\nevent: complete\ndata: {json.dumps(outputs)}\n\n"

    def _paths(self) -> set[str]:
        at = self.behaviour.prefix
        return {"/config", f"{at}/upload", f"{at}/call/process", f"{at}/call/process/e1f2"}

    def _config(self) -> dict[str, Any]:
        defaults = [None, 0.05, 0.1, True, 640, 64][: self.behaviour.inputs]
        components = [{"id": 10 + place, "props": {"value": value}} for place, value in enumerate(defaults)]
        process = {"api_name": "process", "inputs": [component["id"] for component in components], "outputs": [1, 2]}
        config: dict[str, Any] = {"version": "5.0", "components": components, "dependencies": [process]}
        return config | ({"api_prefix": self.behaviour.prefix} if self.behaviour.prefix else {})
