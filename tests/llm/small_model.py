"""A local server that behaves as a small model behind Ollama does: it reads little, sees nothing and writes with slips."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.llm.model_server import Reply
from tests.llm.openai_server import completion
from tests.local_http import LocalServer, send

Decide = Callable[[str], dict[str, Any]]
_BYTES_A_TOKEN = 3.6


class SmallModel(LocalServer):
    """`decide` returns the answer to a prompt, which is then written with other slips at each turn. `prompts` are those of
    runs, with how many tokens each is worth. `claims` overrides what /api/show tells.
    """

    def __init__(self, decide: Decide, context: int = 4096, **claims: Any) -> None:
        super().__init__()
        self._decide = decide
        self._context = context
        self._claims = claims
        self.prompts: list[str] = []
        self.cut_off = 0
        self.with_pictures = 0
        self.with_schema = 0

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        if handler.path == "/api/show":
            info = {"llama.context_length": 131_072, "general.architecture": "llama"}
            told = {"model_info": info, "capabilities": ["completion", "tools"], "parameters": "stop  <|x|>"}
            return self._send(handler, told | self._claims)
        if handler.path == "/api/ps":
            return self._send(handler, {"models": [{"name": "small:latest", "context_length": self._context}]})
        if handler.path == "/v1/models":
            return self._send(handler, {"object": "list", "data": [{"id": "small:latest", "object": "model"}]})
        if handler.path == "/v1/chat/completions":
            return self._send(handler, self._answer(json.loads(body)))
        return self._send(handler, {"error": "404 page not found"}, 404)

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        parts = [part for message in asked["messages"] for part in _parts(message["content"])]
        prompt = "\n".join(part["text"] for part in parts if part["type"] == "text")
        self.with_pictures += any(part["type"] == "image_url" for part in parts)
        # A schema is taken, and does nothing.
        self.with_schema += "response_format" in asked
        if len(prompt.encode()) / _BYTES_A_TOKEN + asked.get("max_tokens", 0) > self._context:
            self.cut_off += 1
        if "desktop agent" not in prompt:
            return completion(Reply("Sure! {'Reply': 'I think it is red',}"), asked["model"])
        self.prompts.append(prompt)
        slip = SLIPS[len(self.prompts) % len(SLIPS)]
        return completion(Reply(slip(self._decide(prompt))), asked["model"])

    def _send(self, handler: BaseHTTPRequestHandler, told: dict[str, Any], status: int = 200) -> None:
        send(handler, status, {"Content-Type": "application/json"}, json.dumps(told).encode())


def _parts(content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _in_another_case(answer: dict[str, Any]) -> str:
    titled = {name.replace("_", " ").title(): value for name, value in answer.items()}
    return json.dumps(titled | {"Status": answer["status"].lower()}, indent=1)


def _fenced(answer: dict[str, Any]) -> str:
    return f"Okay, let me do that.\n\n```json\n{json.dumps(answer)[:-1]},  // done\n}}\n```\nLet me know if it worked!"


def _as_python(answer: dict[str, Any]) -> str:
    return f"<think>The user wants {{something}}. I should answer in JSON.</think>\n{answer}"


def _json_in_json(answer: dict[str, Any]) -> str:
    calls = [
        {"name": item["function"].upper(), "arguments": json.dumps(item["arguments"])}
        for item in answer.get("action", ())
    ]
    return json.dumps([answer | ({"action": calls} if calls else {}) | {"plan": None}])


def _without_its_end(answer: dict[str, Any]) -> str:
    return json.dumps(answer, indent=2).removesuffix("\n}")


SLIPS = (_in_another_case, _fenced, _as_python, _json_in_json, _without_its_end)
