"""Turns our messages into those of the library, with the form of the answer in words for endpoints that take no schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_ai import BinaryContent
from pydantic_ai import messages as ai

from ufo.llm.provider import Turn
from ufo.schema.message import ImagePart, Message, TextPart

_KINDS = {"string": "text", "integer": "number", "number": "number", "boolean": "true or false", "object": "{…}"}


def to_messages(turn: Turn, schema_in_words: dict[str, Any] | None, is_visual: bool) -> list[ai.ModelMessage]:
    """Convert a turn's messages. `schema_in_words` puts the schema into the text, where an endpoint takes none."""
    converted: list[ai.ModelMessage] = []
    for message in turn.messages:
        _append(converted, _converted(message, is_visual))
    if schema_in_words is not None:
        words = f"Answer with one JSON object of this form and nothing else:\n{form_in_words(schema_in_words)}"
        _append(converted, ai.ModelRequest(parts=[ai.UserPromptPart(words)]))
    for answer, error in turn.repairs:
        _append(converted, ai.ModelResponse(parts=[ai.TextPart(answer.strip() or "(nothing)")]))
        words = f"That answer cannot be used: {error}. Answer again, with one JSON object."
        _append(converted, ai.ModelRequest(parts=[ai.UserPromptPart(words)]))
    return converted


def _append(converted: list[ai.ModelMessage], message: ai.ModelMessage) -> None:
    last = converted[-1] if converted else None
    if isinstance(last, ai.ModelRequest) and isinstance(message, ai.ModelRequest):
        converted[-1] = ai.ModelRequest(parts=[*last.parts, *message.parts])
    else:
        converted.append(message)


def _converted(message: Message, is_visual: bool) -> ai.ModelMessage:
    if message.role == "assistant":
        return ai.ModelResponse(parts=[ai.TextPart(message.text)])
    if message.role == "system":
        return ai.ModelRequest(parts=[ai.SystemPromptPart(message.text)])
    return ai.ModelRequest(parts=[ai.UserPromptPart(list(_contents(message.parts, is_visual)))])


def _contents(parts: Iterable[TextPart | ImagePart], is_visual: bool) -> Iterable[str | BinaryContent]:
    for part in parts:
        if isinstance(part, TextPart):
            yield part.text
        elif is_visual:
            if part.caption:
                yield part.caption
            yield BinaryContent(data=part.picture.data, media_type=part.picture.mime)


def form_in_words(schema: Mapping[str, Any]) -> str:
    """Return the form, such as `{"thought": text, "status": "CONTINUE" or "FINISH", "plan"?: [text]}`."""
    said = _form(schema, schema.get("$defs", {}))
    return f"{said}\n(a field with ? may be left out)" if "?: " in said else said


def _form(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
    schema = shared.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    if "enum" in schema:
        return " or ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_form(option, shared) for option in schema["anyOf"]))
    if "properties" in schema:
        required = schema.get("required", ())
        fields = [
            f"{json.dumps(name)}{'' if name in required else '?'}: {_form(field, shared)}"
            for name, field in schema["properties"].items()
        ]
        return "{" + ", ".join([*fields, *(["…"] if schema.get("additionalProperties") is True else [])]) + "}"
    if schema.get("type") == "array":
        return f"[{_form(schema.get('items', {}), shared)}, …]"
    return _KINDS.get(str(schema.get("type")), "anything")
