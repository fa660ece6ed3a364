"""Converts our messages to those of pydantic-ai."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic_ai import BinaryContent
from pydantic_ai import messages as ai

from ufo.llm.form_in_words import form_in_words
from ufo.llm.provider import Turn
from ufo.schema.message import ImagePart, Message, TextPart


def to_messages(turn: Turn, schema_in_words: dict[str, Any] | None, is_visual: bool) -> list[ai.ModelMessage]:
    """Convert the messages of a turn. `schema_in_words` puts the schema into the text, for an endpoint that takes no
    response_format.
    """
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
