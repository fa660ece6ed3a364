"""The Converse operation, as the API reference of Amazon Bedrock Runtime has it."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

from tests.llm.model_server import ModelServer, Reply, Request
from tests.llm.wires.demands import TOOL_NAME, demand, object_schema, only, picture

KEY = "ABSK-right-0123456789"
MODEL = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
_SIGNED = re.compile(r"AWS4-HMAC-SHA256 Credential=AKIARIGHT/\d{8}/[a-z0-9-]+/bedrock/aws4_request, SignedHeaders=.*")
_KINDS = {
    400: "ValidationException",
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    408: "ModelTimeoutException",
    429: "ThrottlingException",
    500: "InternalServerException",
    503: "ServiceUnavailableException",
}
_STOPS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "content_filter": "content_filtered",
    "refusal": "guardrail_intervened",
}


class ConverseServer(ModelServer):
    @property
    def base_url(self) -> str:
        return self.address

    def check(self, request: Request) -> None:
        told = request.headers.get("authorization", "")
        demand(told == f"Bearer {KEY}" or _SIGNED.fullmatch(told), "The security token is invalid", 403)
        model = unquote(request.path.removeprefix("/model/").removesuffix("/converse"))
        demand(model == MODEL, "The provided model identifier is not found", 404)
        body = request.body
        only(
            body,
            ("messages", "system", "inferenceConfig", "toolConfig", "additionalModelRequestFields"),
            "unknown members",
        )
        demand(body.get("messages") and body["messages"][0]["role"] == "user", "A conversation must start with a user")
        for block in [item for message in body["messages"] for item in message["content"]]:
            self._check_block(block)
        for block in body.get("system", ()):
            only(block, ("text", "cachePoint"), "system")
        for tool in body.get("toolConfig", {}).get("tools", ()):
            only(tool, ("toolSpec", "cachePoint"), "tools")
            if "toolSpec" in tool:
                demand(TOOL_NAME.fullmatch(tool["toolSpec"]["name"]), "toolSpec.name")
                object_schema(tool["toolSpec"]["inputSchema"]["json"])

    def _check_block(self, block: dict[str, Any]) -> None:
        only(block, ("text", "image", "cachePoint"), "content")
        if "text" in block:
            demand(block["text"].strip(), "The text field in the ContentBlock object is blank")
        if "image" in block:
            picture(block["image"]["source"]["bytes"], f"image/{block['image']['format']}")

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        stop = _STOPS[reply.finish_reason]
        block: dict[str, Any] = {"text": reply.content}
        tools = request.body.get("toolConfig", {}).get("tools")
        if tools and reply.content.startswith("{") and reply.finish_reason == "stop":
            name = tools[0]["toolSpec"]["name"]
            block = {"toolUse": {"toolUseId": "t1", "name": name, "input": json.loads(reply.content)}}
            stop = "tool_use"
        read, written, *cached = reply.usage or (0, 0)
        return {
            "output": {"message": {"role": "assistant", "content": [block] if reply.content else []}},
            "stopReason": stop,
            "usage": {
                "inputTokens": read - (cached[0] if cached else 0),
                "outputTokens": written,
                "totalTokens": read + written,
                "cacheReadInputTokens": cached[0] if cached else 0,
            },
            "metrics": {"latencyMs": 12},
        }

    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        return {"x-amzn-ErrorType": _KINDS.get(status, "InternalServerException")}, {"message": message}
