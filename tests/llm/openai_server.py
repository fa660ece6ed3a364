"""A server that speaks OpenAI's chat completions and takes whatever it is sent."""

from __future__ import annotations

import json
from typing import Any

from tests.llm.model_server import ModelServer, Reply, Request, Step, says

__all__ = ["OpenAIServer", "Reply", "Request", "Step", "completion", "fails", "says"]


def fails(status: int, message: str = "it went wrong", **more: Any) -> Reply:
    return Reply(status=status, raw=json.dumps(_error(message)), **more)


class OpenAIServer(ModelServer):
    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def check(self, request: Request) -> None:
        """Take everything."""

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        return completion(reply, str(request.body.get("model", "")))

    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        return {}, _error(message)


def completion(reply: Reply, model: str) -> dict[str, Any]:
    """Return the body of an answer in the format of chat completions."""
    is_refusal = reply.finish_reason == "refusal"
    message = {"role": "assistant", "content": None if is_refusal else reply.content}
    if is_refusal:
        message["refusal"] = reply.content
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "stop" if is_refusal else reply.finish_reason,
            }
        ],
    }
    if reply.usage is not None:
        read, written, *cached = reply.usage
        body["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        if cached:
            body["usage"]["prompt_tokens_details"] = {"cached_tokens": cached[0]}
    return body


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "error"}}
