"""Real HTTP servers that speak computer use as OpenAI's and Anthropic's documentation say, and refuse what these refuse.

They play prepared answers. What they check before: headers, fields, that each call has its output and each safety check its
acknowledgement, that no picture is so large that the provider would scale it, and that its size is the one that was told.
"""

from __future__ import annotations

import base64
import io
import json
import socket
import struct
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from PIL import Image

from tests.local_http import LocalServer, send

KEY = "sk-very-secret-0123456789"


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that was fit to be answered: its body, and the width and height of its newest picture."""

    body: Mapping[str, Any]
    size: tuple[int, int]

    def at(self, across: float, down: float) -> tuple[int, int]:
        """Return a pixel of the newest picture by shares of its width and height."""
        return int(across * self.size[0]), int(down * self.size[1])


@dataclass(frozen=True, slots=True)
class Raw:
    """A reply that is no answer. `cut`: the connection breaks after that many bytes, which come in a chunk where it `is_chunked`;
    `hang`: nothing comes.
    """

    data: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    is_chunked: bool = False
    hang: bool = False


def fails(status: int, message: str = "it went wrong", **more: Any) -> Raw:
    body = {"type": "error", "error": {"type": "an_error", "message": message, **more}}
    return Raw(json.dumps(body).encode(), status)


Answer = list[dict[str, Any]] | dict[str, Any] | Raw
Step = Answer | Callable[[Seen], Answer]


class Wrong(Exception):
    """What the provider would refuse."""


class OperatorServer(LocalServer):
    """Plays `steps` in order, then the last one again. `seen` are the requests that were fit, `refused` what was wrong with the
    others.
    """

    path: str

    def __init__(self, steps: Iterable[Step]) -> None:
        super().__init__()
        self._steps = list(steps)
        self._lock = threading.Lock()
        self.seen: list[Seen] = []
        self.refused: list[str] = []
        self.asked = threading.Event()

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        try:
            if handler.path != f"/v1{self.path}":
                raise Wrong(f"there is no {handler.path}")
            read = json.loads(body)
            seen = Seen(read, self.check(headers, read))
        except (Wrong, KeyError, TypeError, IndexError, ValueError) as wrong:
            self.refused.append(repr(wrong))
            self._send(handler, fails(400, f"refused: {wrong!r}"))
            return
        with self._lock:
            step = self._steps[min(len(self.seen), len(self._steps) - 1)]
            self.seen.append(seen)
        self.asked.set()
        said = step(seen) if callable(step) else step
        answer = said if isinstance(said, Raw) else Raw(json.dumps(self.answer(said, read)).encode())
        self._send(handler, answer)

    def _send(self, handler: BaseHTTPRequestHandler, raw: Raw) -> None:
        if raw.hang:
            self.closing.wait()
        if raw.hang or raw.cut is not None:
            if raw.cut is not None:
                part = raw.data[: raw.cut]
                if raw.is_chunked:
                    handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                else:
                    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(raw.data), part))
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.close_connection = True
            handler.connection.close()
            return
        send(handler, raw.status, {"Content-Type": "application/json", **raw.headers}, raw.data)

    @abstractmethod
    def check(self, headers: Mapping[str, str], body: dict[str, Any]) -> tuple[int, int]:
        """Return the size of the newest picture. Raises Wrong."""

    @abstractmethod
    def answer(self, said: Any, body: Mapping[str, Any]) -> dict[str, Any]: ...


class ResponsesServer(OperatorServer):
    """OpenAI's Responses API with the tools `computer_use_preview` and `computer`."""

    path = "/responses"
    _FIELDS = {
        "model", "instructions", "input", "tools", "truncation", "max_output_tokens", "store", "include",
    }  # fmt: skip

    def check(self, headers: Mapping[str, str], body: dict[str, Any]) -> tuple[int, int]:
        _require(headers.get("authorization") == f"Bearer {KEY}", "no bearer token")
        _require(set(body) <= self._FIELDS, f"Unknown parameter: {set(body) - self._FIELDS}")
        computer = next(entry for entry in body["tools"] if entry["type"] != "function")
        preview = body["model"].startswith("computer-use-preview")
        if preview:
            _require(computer["type"] == "computer_use_preview", "the model has another tool")
            _require(body.get("truncation") == "auto", "truncation must be auto")
        else:
            _require(computer == {"type": "computer"}, "the model has another tool")
        for item in body["tools"]:
            if item["type"] == "function":
                _require(set(item) == {"type", "name", "description", "parameters", "strict"}, "function")
                _require(item["parameters"]["additionalProperties"] is False, "strict needs additionalProperties false")
        kept = body.get("store", True)
        sizes = self._check_items(body["input"], kept, preview)
        size = sizes[-1]
        if preview:
            _require((computer["display_width"], computer["display_height"]) == size, "the display has another size")
            _require(max(size) <= 2048 and min(size) <= 768, "the picture would be scaled")
        _require(max(size) <= 6000 and size[0] * size[1] <= 10_240_000, "the picture would be scaled")
        return size

    def _check_items(self, items: list[dict[str, Any]], kept: bool, preview: bool) -> list[tuple[int, int]]:
        sizes: list[tuple[int, int]] = []
        waiting: dict[str, dict[str, Any]] = {}
        for item in items:
            kind = item.get("type", "message")
            if kind == "computer_call_output":
                call = waiting.pop(item["call_id"])
                asked = {item["id"] for item in call.get("pending_safety_checks", [])}
                agreed = {entry["id"] for entry in item.get("acknowledged_safety_checks", [])}
                _require(asked == agreed, "the safety checks were not acknowledged")
                _require(item["output"]["type"] == "computer_screenshot", "the output is no screenshot")
                _require(preview or item["output"].get("detail") == "original", "the picture would be scaled")
                sizes.append(_size(item["output"]["image_url"]))
            elif kind == "function_call_output":
                waiting.pop(item["call_id"])
                _require(isinstance(item["output"], str) and bool(item["output"]), "the output is empty")
            elif kind in ("computer_call", "function_call"):
                waiting[item["call_id"]] = item
            elif kind == "reasoning":
                _require(kept or bool(item.get("encrypted_content")), f"Item {item['id']!r} not found")
            else:
                _require(item["role"] in ("user", "assistant"), "the role is unknown")
                for part in item["content"]:
                    _require(
                        part["type"] in ("input_text", "input_image", "output_text", "refusal"), "the part is unknown"
                    )
                    if part["type"] == "input_image":
                        sizes.append(_size(part["image_url"]))
                _require(item["role"] != "user" or not waiting, f"No tool output found for {list(waiting)}")
        _require(not waiting, f"No tool output found for {list(waiting)}")
        return sizes

    def answer(self, said: Any, body: Mapping[str, Any]) -> dict[str, Any]:
        whole = said if isinstance(said, dict) else {"output": said}
        return {
            "id": "resp_1",
            "object": "response",
            "status": "completed",
            "model": body["model"],
            "usage": {"input_tokens": 1000, "input_tokens_details": {"cached_tokens": 600}, "output_tokens": 50},
            **whole,
        }


class MessagesServer(OperatorServer):
    """Anthropic's Messages API with the tools `computer_20250124` and `computer_20251124`."""

    path = "/messages"
    _FIELDS = {"model", "max_tokens", "system", "tools", "messages"}

    def check(self, headers: Mapping[str, str], body: dict[str, Any]) -> tuple[int, int]:
        _require(headers.get("x-api-key") == KEY, "no x-api-key")
        _require(headers.get("anthropic-version") == "2023-06-01", "no anthropic-version")
        _require(set(body) <= self._FIELDS, f"Extra inputs are not permitted: {set(body) - self._FIELDS}")
        computer = body["tools"][0]
        date = computer["type"].removeprefix("computer_")
        _require(computer["name"] == "computer" and date in ("20250124", "20251124"), "the tool is unknown")
        beta = f"computer-use-{date[:4]}-{date[4:6]}-{date[6:]}"
        _require(beta in headers.get("anthropic-beta", "").split(","), f"the tool needs the beta header {beta}")
        _require("enable_zoom" not in computer or date == "20251124", "enable_zoom is unknown")
        _require(json.dumps(body).count('"cache_control"') <= 4, "more than 4 breakpoints")
        sizes = self._check_messages(body["messages"])
        told = computer["display_width_px"], computer["display_height_px"]
        _require(told in sizes[-2:], "the display has another size than its picture")
        return told

    def _check_messages(self, messages: list[dict[str, Any]]) -> list[tuple[int, int]]:
        sizes: list[tuple[int, int]] = []
        calls: list[str] = []
        for place, message in enumerate(messages):
            _require(message["role"] == ("assistant" if place % 2 else "user"), "the roles do not alternate")
            results = [item["tool_use_id"] for item in message["content"] if item["type"] == "tool_result"]
            _require(sorted(results) == sorted(calls), f"tool_use ids without tool_result: {calls}, {results}")
            first = message["content"][: len(results)]
            _require(all(item["type"] == "tool_result" for item in first), "tool results come first")
            calls = [item["id"] for item in message["content"] if item["type"] == "tool_use"]
            for block in message["content"]:
                inner = block["content"] if block["type"] == "tool_result" else [block]
                wrong = block.get("is_error") and any(item["type"] != "text" for item in inner)
                _require(not wrong, "all content must be text if is_error is true")
                for part in inner:
                    _require(
                        part["type"] != "text" or bool(part["text"].strip()), "text content blocks must be non-empty"
                    )
                    if part["type"] == "image":
                        sizes.append(_size_of(part["source"]["media_type"], part["source"]["data"]))
        _require(not calls, "the conversation ends with a call")
        for width, height in sizes:
            _require(max(width, height) <= 1568 and width * height <= 1_150_000, "the picture would be scaled")
        return sizes

    def answer(self, said: Any, body: Mapping[str, Any]) -> dict[str, Any]:
        whole = said if isinstance(said, dict) else {"content": said}
        calls = any(item.get("type") == "tool_use" for item in whole.get("content", ()))
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "stop_reason": "tool_use" if calls else "end_turn",
            "usage": {
                "input_tokens": 400,
                "cache_creation_input_tokens": 100,
                "cache_read_input_tokens": 500,
                "output_tokens": 50,
            },
            **whole,
        }


def openai_call(
    *actions: dict[str, Any], checks: Iterable[dict[str, str]] = (), call: str = "call_1"
) -> dict[str, Any]:
    """A call of `computer-use-preview` with one action, or of `computer` with several."""
    done = {"action": actions[0]} if len(actions) == 1 else {"actions": list(actions)}
    return {
        "type": "computer_call",
        "id": f"cu_{call}",
        "call_id": call,
        "status": "completed",
        "pending_safety_checks": list(checks),
        **done,
    }


def reasoning(text: str = "thinking") -> dict[str, Any]:
    return {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": text}],
        "encrypted_content": "gAAA",
    }


def openai_says(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}


def openai_function(name: str, arguments: str, call: str = "fn_1") -> dict[str, Any]:
    return {"type": "function_call", "id": f"fc_{call}", "call_id": call, "name": name, "arguments": arguments}


def claude_call(action: str, call: str = "toolu_1", **arguments: Any) -> dict[str, Any]:
    return claude_tool("computer", {"action": action, **arguments}, call)


def claude_tool(name: str, arguments: dict[str, Any], call: str = "toolu_1") -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": name, "input": arguments}


def claude_says(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Wrong(otherwise)


def _size(url: str) -> tuple[int, int]:
    scheme, _, data = url.partition(";base64,")
    return _size_of(scheme.removeprefix("data:"), data)


def _size_of(mime: str, data: str) -> tuple[int, int]:
    _require(mime in ("image/png", "image/jpeg"), f"the picture is {mime!r}")
    return Image.open(io.BytesIO(base64.b64decode(data, validate=True))).size
