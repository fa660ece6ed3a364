"""Finds the JSON object in a model's answer: alone, in a code fence, or between sentences."""

from __future__ import annotations

import json
import re
from typing import Any

THOUGHTS_END = "</think>"
_DECODER = json.JSONDecoder()

# A brace in a sentence ("{like this}") is no JSON; one before a quoted name was meant as an object.
_OPENING = re.compile(r'\{\s*+"')
_THOUGHTS = "<think>"


def json_object(text: str) -> dict[str, Any]:
    """Return the one object in `text`. Raises ValueError, in words for the model, where there is none or where there are
    several. Objects among the thoughts that a model tells before its answer do not count.
    """
    text = _without_thoughts(text)
    if not text.strip():
        raise ValueError("the answer is empty; answer with one JSON object")
    found: list[dict[str, Any]] = []
    end = 0
    opening = _OPENING.search(text)
    while opening is not None:
        if THOUGHTS_END in text[end : opening.start()]:
            found.clear()
        try:
            value, end = _DECODER.raw_decode(text, opening.start())
        except json.JSONDecodeError as error:
            raise ValueError(broken(error)) from error
        except RecursionError as error:
            raise ValueError("the JSON object is nested too deeply; answer with a flat one") from error
        found.append(value)
        opening = _OPENING.search(text, end)
    if THOUGHTS_END in text[end:]:
        found.clear()
    return _only(found)


def writable(value: dict[str, Any]) -> dict[str, Any]:
    """Return the object. Raises ValueError for half a character in it, which no file and no application can take."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(
            "a text in the answer holds half a character (a lone \\ud8xx escape); write it whole"
        ) from error
    return value


def broken(error: json.JSONDecodeError) -> str:
    """Return what is wrong with a JSON object, in words for the model that wrote it."""
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
        return "the JSON object is cut off before its end; answer with the whole object, in fewer words"
    return f"the JSON is broken: {error.msg} at line {error.lineno}, column {error.colno}"


def _without_thoughts(text: str) -> str:
    if not text.lstrip().startswith(_THOUGHTS):
        return text
    _, ended, rest = text.partition(THOUGHTS_END)
    if not ended:
        raise ValueError("the answer ends within its thoughts; think in fewer words and answer with one JSON object")
    return rest


def _only(found: list[dict[str, Any]]) -> dict[str, Any]:
    if not found:
        raise ValueError("the answer holds no JSON object; answer with one JSON object and nothing else")
    # A model that repeats itself gives the same object; of several different ones it is unclear which is meant.
    if any(other != found[0] for other in found[1:]):
        raise ValueError(f"the answer holds {len(found)} different JSON objects; answer with one")
    return writable(found[0])
