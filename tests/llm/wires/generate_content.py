"""generateContent, as the reference of Google's Gemini API has it."""

from __future__ import annotations

from typing import Any

from tests.llm.model_server import ModelServer, Reply, Request
from tests.llm.wires.demands import demand, object_schema, only, picture

KEY = "AIza-right-0123456789"
MODEL = "gemini-2.5-flash"
_STATUSES = {
    400: "INVALID_ARGUMENT",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
_STOPS = {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY"}


class GenerateContentServer(ModelServer):
    @property
    def base_url(self) -> str:
        return self.address

    def check(self, request: Request) -> None:
        demand(request.headers.get("x-goog-api-key") == KEY, "API key not valid. Please pass a valid API key.")
        model = request.path.removeprefix("/v1beta/models/").removesuffix(":generateContent")
        demand(model == MODEL, f"models/{model} is not found for API version v1beta", 404)
        body = request.body
        only(body, ("contents", "systemInstruction", "generationConfig", "safetySettings"), "Invalid JSON payload")
        for content in (*body["contents"], *([body["systemInstruction"]] if "systemInstruction" in body else [])):
            demand(content.get("role") in ("user", "model"), "Please use a valid role: user, model.")
            demand(content.get("parts"), "contents.parts must not be empty.")
            for part in content["parts"]:
                self._check_part(part)
        config = body.get("generationConfig", {})
        demand(0 <= config.get("temperature", 1) <= 2, "temperature must be in the range [0.0, 2.0]")
        if "responseJsonSchema" in config:
            demand(config.get("responseMimeType") == "application/json", "responseMimeType must be application/json")
            object_schema(config["responseJsonSchema"])

    def _check_part(self, part: dict[str, Any]) -> None:
        only(part, ("text", "inlineData"), "Unknown part")
        if "inlineData" in part:
            told = part["inlineData"]
            # The service reads fields in both spellings, and base64 in both alphabets.
            picture(told["data"].replace("-", "+").replace("_", "/"), told.get("mimeType") or told.get("mime_type"))

    def answer(self, reply: Reply, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {"modelVersion": MODEL, "responseId": "r1"}
        if reply.finish_reason == "refusal":
            body["promptFeedback"] = {"blockReason": "PROHIBITED_CONTENT"}
        else:
            content: dict[str, Any] = {"role": "model"}
            if reply.content:
                content["parts"] = [{"text": reply.content}]
            body["candidates"] = [{"content": content, "finishReason": _STOPS[reply.finish_reason], "index": 0}]
        if reply.usage is not None:
            read, written, *cached = reply.usage
            body["usageMetadata"] = {
                "promptTokenCount": read,
                "candidatesTokenCount": written,
                "totalTokenCount": read + written,
            }
            if cached:
                body["usageMetadata"]["cachedContentTokenCount"] = cached[0]
        return body

    def failure(self, status: int, message: str) -> tuple[dict[str, str], dict[str, Any]]:
        error: dict[str, Any] = {"code": status, "message": message, "status": _STATUSES.get(status, "UNKNOWN")}
        if message.startswith("API key not valid"):
            kind = "type.googleapis.com/google.rpc.ErrorInfo"
            error["details"] = [{"@type": kind, "reason": "API_KEY_INVALID", "domain": "googleapis.com"}]
        return {}, {"error": error}
