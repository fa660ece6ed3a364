"""Estimates, before a call, how many tokens its prompt has. It rather says too many, since a limit must hold."""

from __future__ import annotations

import json
import math

from ufo.config.settings import ModelSettings
from ufo.llm.provider import Turn
from ufo.llm.response_schema import response_schema
from ufo.schema.message import ImagePart, TextPart
from ufo.schema.picture import Picture

_BYTES_A_TOKEN = 3
"""English has four or more, JSON and code about three, and Chinese one character of three bytes."""
_PIXELS_A_TOKEN = 600
"""Anthropic counts 750, OpenAI's and Google's tiles come to as many or more."""
_LEAST_A_PICTURE = 300
_A_MESSAGE = 10


def prompt_tokens(turn: Turn, max_edge: int) -> int:
    """Return about how many tokens the turn's prompt has. `max_edge`: the longest edge of its pictures, in pixels."""
    said = [part.text for message in turn.messages for part in message.parts if isinstance(part, TextPart)]
    shown = [part for message in turn.messages for part in message.parts if isinstance(part, ImagePart)]
    said += [part.caption for part in shown]
    said += [text for repair in turn.repairs for text in repair]
    said.append(json.dumps(response_schema(turn)))
    letters = sum(len(text.encode("utf-8", "replace")) for text in said)
    messages = len(turn.messages) + 2 * len(turn.repairs)
    pictures = sum(_picture_tokens(part.picture, max_edge) for part in shown)
    return math.ceil(letters / _BYTES_A_TOKEN) + messages * _A_MESSAGE + pictures


def prompt_room(turn: Turn, model: ModelSettings) -> int | None:
    """Return how many tokens are left for the messages of a turn, beside its schema and the answer. None without a limit."""
    if model.context_tokens is None:
        return None
    return model.context_tokens - model.max_tokens - len(json.dumps(response_schema(turn))) // _BYTES_A_TOKEN


def _picture_tokens(picture: Picture, max_edge: int) -> int:
    width, height = picture.rect.width, picture.rect.height
    scale = min(1.0, max_edge / max(width, height, 1))
    return max(_LEAST_A_PICTURE, math.ceil(width * height * scale * scale / _PIXELS_A_TOKEN))
