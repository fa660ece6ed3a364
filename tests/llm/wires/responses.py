"""The Responses API, as OpenAI's reference has it."""

from __future__ import annotations

from typing import Any

from tests.llm.model_server import Reply, Request
from tests.llm.wires.chat import DATA_URL, ChatServer
from tests.llm.wires.demands import TOOL_NAME, demand, object_schema, only, picture

_FIELDS = (
    "model", "input", "instructions", "max_output_tokens", "temperature", "text",
    "store", "stream", "include", "reasoning", "truncation",
)  # fmt: skip


class ResponsesServer(ChatServer):
    path = "/v1/responses"

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def check(self, request: Request) -> None:
        demand(request.path == self.path, f"Invalid URL (POST {request.path})", 404)
        self.check_key(request)
        body = request.body
        only(body, _FIELDS, "Unknown parameter")
        demand(body.get("model") == self.model, f"The requested model '{body.get('model')}' does not exist.", 404)
        demand(body.get("max_output_tokens", 16) >= 16, "max_output_tokens: integer below minimum value")
        demand(body.get("input"), "input must not be empty")
        for item in body["input"]:
            self._check_item(item)
        told = body.get("text", {}).get("format")
        if told is not None and told["type"] == "json_schema":
            demand(TOOL_NAME.fullmatch(told.get("name", "")), "Invalid text.format.name")
            object_schema(told.get("schema"))

    def _check_item(self, item: dict[str, Any]) -> None:
        demand(item.get("role") in ("system", "developer", "user", "assistant"), f"Invalid item {item}")
        content = item["content"]
        written = ("output_text",) if item["role"] == "assistant" else ("input_text", "input_image")
        for part in content if isinstance(content, list) else []:
            demand(part["type"] in written, f"Invalid value: '{part['type']}'")
            if part["type"] == "input_image":
                found = DATA_URL.fullmatch(part["image_url"])
                demand(found, "Invalid image_url")
                assert found is not None
                picture(found[2], found[1])

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        is_cut = reply.finish_reason == "length"
        why = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(reply.finish_reason)
        told = (
            {"type": "refusal", "refusal": reply.content}
            if reply.finish_reason == "refusal"
            else {"type": "output_text", "text": reply.content, "annotations": []}
        )
        body: dict[str, Any] = {
            "id": "resp_1",
            "object": "response",
            "created_at": 1_700_000_000,
            "status": "incomplete" if why else "completed",
            "incomplete_details": {"reason": why} if why else None,
            "error": None,
            "model": request.body["model"],
            "output": [
                {
                    "type": "message",
                    "id": "msg_1",
                    "status": "incomplete" if is_cut else "completed",
                    "role": "assistant",
                    "content": [told],
                }
            ],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }
        if reply.usage is not None:
            read, written, *cached = reply.usage
            body["usage"] = {
                "input_tokens": read,
                "input_tokens_details": {"cached_tokens": cached[0] if cached else 0},
                "output_tokens": written,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": read + written,
            }
        return body
