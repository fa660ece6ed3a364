"""The Messages API, as Anthropic's reference has its version 2026-10-21, which takes no temperature."""

from __future__ import annotations

import json
from typing import Any

from tests.llm.model_server import ModelServer, Reply, Request
from tests.llm.wires.demands import TOOL_NAME, demand, object_schema, only, picture

KEY = "sk-ant-right-0123456789"
MODEL = "claude-sonnet-4-6"
_FIELDS = (
    "model", "messages", "max_tokens", "system", "tools", "tool_choice", "stop_sequences", "stream", "metadata",
    "cache_control", "thinking", "betas", "output_config",
)  # fmt: skip
_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
_STOPS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "refusal": "refusal"}


class MessagesServer(ModelServer):
    @property
    def base_url(self) -> str:
        return self.address

    def check(self, request: Request) -> None:
        demand(request.path.partition("?")[0] == "/v1/messages", "Not Found", 404)
        demand(request.headers.get("x-api-key") == KEY, "invalid x-api-key", 401)
        demand("authorization" not in request.headers, "two kinds of credentials", 401)
        demand(request.headers.get("anthropic-version") == "2026-10-21", "anthropic-version: header is required")
        body = request.body
        only(body, _FIELDS, "Extra inputs are not permitted")
        demand(body.get("model") == MODEL, f"model: {body.get('model')}", 404)
        demand(isinstance(body.get("max_tokens"), int), "max_tokens: Field required")
        demand(body.get("messages") and body["messages"][0]["role"] == "user", "messages: first must be the user's")
        for message in body["messages"]:
            demand(message["role"] in ("user", "assistant"), f"messages: Unexpected role {message['role']}")
            for block in message["content"] if isinstance(message["content"], list) else []:
                self._check_block(block)
        demand(str(body).count("'cache_control'") <= 4, "A maximum of 4 blocks with cache_control may be provided")
        names = [tool["name"] for tool in body.get("tools", ())]
        for tool in body.get("tools", ()):
            demand(TOOL_NAME.fullmatch(tool["name"]), "tools.0.name: String should match pattern")
            object_schema(tool["input_schema"])
        choice = body.get("tool_choice", {"type": "auto"})
        demand(choice["type"] != "tool" or choice["name"] in names, f"Tool {choice.get('name')!r} not found")

    def _check_block(self, block: dict[str, Any]) -> None:
        demand(block["type"] in ("text", "image", "tool_use", "tool_result"), f"Unexpected type {block['type']}")
        if block["type"] == "text":
            demand(block["text"].strip(), "text content blocks must contain non-whitespace text")
        if block["type"] == "image":
            picture(block["source"]["data"], block["source"]["media_type"])

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        stop = _STOPS[reply.finish_reason]
        block: dict[str, Any] = {"type": "text", "text": reply.content}
        if request.body.get("tools") and _is_object(reply.content):
            name = request.body["tools"][0]["name"]
            block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": json.loads(reply.content)}
            stop = "tool_use" if stop == "end_turn" else stop
        body: dict[str, Any] = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request.body["model"],
            "content": [block] if reply.content else [],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": None,
        }
        if reply.usage is not None:
            read, written, *cached = reply.usage
            from_cache = cached[0] if cached else 0
            body["usage"] = {
                "input_tokens": read - from_cache,
                "cache_read_input_tokens": from_cache,
                "cache_creation_input_tokens": 0,
                "output_tokens": written,
            }
        return body

    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        kind = _TYPES.get(status, "api_error")
        return {"request-id": "req_1"}, {"type": "error", "error": {"type": kind, "message": message}}


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
