"""An endpoint that embeds texts, on this machine, over real HTTP."""

from __future__ import annotations

import hashlib
import json
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.local_http import LocalServer, send

KIN = ({"freeze", "rows", "keep", "header", "sight", "scrolling"}, {"print", "paper"})


class Embedding(LocalServer):
    """Answers as OpenAI's endpoint does. Words of one group lie near each other. `answer`: said in the place of that."""

    def __init__(self, answer: Any = None, status: int = 200) -> None:
        super().__init__()
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self._answer = answer
        self._status = status

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.asked.append(json.loads(body))
        self.keys.append(handler.headers.get("Authorization"))
        data = [
            {"object": "embedding", "index": at, "embedding": vector_of(text)}
            for at, text in enumerate(self.asked[-1]["input"])
        ]
        usage = {"prompt_tokens": 3, "total_tokens": 3}
        answer = (
            self._answer if self._answer is not None else {"object": "list", "model": "m", "data": data, "usage": usage}
        )
        send(handler, self._status, {"Content-Type": "application/json"}, json.dumps(answer).encode())


def vector_of(text: str) -> list[float]:
    total = [0.0] * 128
    for word in text.lower().replace(".", " ").split():
        group = next((number for number, words in enumerate(KIN) if word in words), None)
        seed = hashlib.sha512(str(word if group is None else group).encode()).digest() * 2
        total = [
            number + (-1.0 if byte % 2 else 1.0) * (1.0 if group is None else 6.0)
            for number, byte in zip(total, seed, strict=True)
        ]
    return total
