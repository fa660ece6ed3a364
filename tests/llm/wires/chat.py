"""Chat Completions, as OpenAI's reference has it, and what other services refuse of it (their own documents)."""

from __future__ import annotations

import re
from typing import Any

from tests.llm.model_server import ModelServer, Reply, Request
from tests.llm.openai_server import completion
from tests.llm.wires.demands import TOOL_NAME, demand, object_schema, only, picture

KEY = "sk-right-0123456789"
_FIELDS = (
    "model", "messages", "max_tokens", "max_completion_tokens", "temperature", "response_format", "stream", "top_p",
    "seed", "stop",
)  # fmt: skip
DATA_URL = re.compile(r"data:(image/[a-z]+);base64,(.*)", re.DOTALL)
_TYPES = {
    400: "invalid_request_error",
    401: "invalid_request_error",
    404: "invalid_request_error",
    429: "requests",
    500: "server_error",
}


class ChatServer(ModelServer):
    """OpenAI's own."""

    formats: tuple[str, ...] = ("text", "json_object", "json_schema")
    path = "/v1/chat/completions"
    further_fields: tuple[str, ...] = ()
    model = "gpt-4o"

    @property
    def base_url(self) -> str:
        return f"{self.address}{self.path.removesuffix('/chat/completions')}"

    def check(self, request: Request) -> None:
        demand(request.path == self.path, f"Invalid URL (POST {request.path})", 404)
        self.check_key(request)
        body = request.body
        only(body, (*_FIELDS, *self.further_fields), "Unrecognized request argument supplied")
        demand(body.get("model") == self.model, f"The model `{body.get('model')}` does not exist", 404)
        demand(0 <= body.get("temperature", 1) <= 2, "temperature must be between 0 and 2")
        demand(body.get("messages"), "messages must not be empty")
        for message in body["messages"]:
            self._check_message(message)
        self._check_format(body)

    def check_key(self, request: Request) -> None:
        demand(request.headers.get("authorization") == f"Bearer {KEY}", "Incorrect API key provided", 401)

    def _check_message(self, message: dict[str, Any]) -> None:
        demand(message.get("role") in ("system", "developer", "user", "assistant"), "Invalid role")
        content = message.get("content")
        demand(isinstance(content, (str, list)) and content, "Invalid content")
        for part in content if isinstance(content, list) else []:
            demand(part["type"] in ("text", "image_url"), f"Invalid type {part['type']}")
            if part["type"] == "image_url":
                demand(message["role"] == "user", "pictures come from users only")
                found = DATA_URL.fullmatch(part["image_url"]["url"])
                demand(found, "Invalid image URL")
                assert found is not None
                picture(found[2], found[1])

    def _check_format(self, body: dict[str, Any]) -> None:
        kind = body.get("response_format", {"type": "text"})["type"]
        demand(kind in self.formats, "This response_format type is unavailable now")
        if kind == "json_object":
            demand("json" in str(body["messages"]).lower(), "Prompt must contain the word 'json'")
        if kind == "json_schema":
            told = body["response_format"]["json_schema"]
            demand(TOOL_NAME.fullmatch(told.get("name", "")), "Invalid response_format.json_schema.name")
            object_schema(told.get("schema"))

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        return completion(reply, str(request.body.get("model")))

    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        code = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}.get(status)
        return {}, {
            "error": {"message": message, "type": _TYPES.get(status, "server_error"), "param": None, "code": code}
        }


class AzureServer(ChatServer):
    """Azure's v1 API: a key in a header of its own, or a token."""

    path = "/openai/v1/chat/completions"
    model = "my-deployment"
    token = "entra-token-1"  # noqa: S105 no real one

    @property
    def base_url(self) -> str:
        return self.address

    def check_key(self, request: Request) -> None:
        by_key = request.headers.get("api-key") == KEY and "authorization" not in request.headers
        by_token = request.headers.get("authorization") == f"Bearer {self.token}" and "api-key" not in request.headers
        demand(by_key or by_token, "Access denied due to invalid subscription key or wrong API endpoint.", 401)


class DashScopeServer(ChatServer):
    path = "/compatible-mode/v1/chat/completions"
    model = "qwen-plus"


class DeepSeekServer(ChatServer):
    path = "/chat/completions"
    formats = ("text", "json_object")
    model = "deepseek-chat"

    def check(self, request: Request) -> None:
        super().check(request)
        demand("max_completion_tokens" not in request.body, "max_completion_tokens is not known here")
        demand("image_url" not in str(request.body), "unknown variant `image_url`, expected `text`")


class OpenRouterServer(ChatServer):
    path = "/api/v1/chat/completions"
    model = "anthropic/claude-sonnet-4.5"
    further_fields = ("usage", "reasoning", "provider", "transforms", "models", "cache_control")

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        return {**super().answer(reply, request), "provider": "Anthropic"}


class LocalModelServer(ChatServer):
    """A server on the person's own machine: no key, and only the old name of the limit of tokens."""

    model = "qwen3:8b"

    def check_key(self, request: Request) -> None:
        """Take everyone."""

    def check(self, request: Request) -> None:
        demand("max_completion_tokens" not in request.body, "max_completion_tokens is not known here")
        super().check(request)


class OllamaServer(LocalModelServer):
    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        if status == 404:
            message = f"{message}, try pulling it first"
        return {}, {"error": {"message": message, "type": "not_found_error", "param": None, "code": None}}
