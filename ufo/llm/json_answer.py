"""The JSON object in a model's answer: alone, in a code fence, or between sentences."""

from __future__ import annotations

import json
from typing import Any

_DECODER = json.JSONDecoder()


def json_object(text: str) -> dict[str, Any]:
    """The one object that `text` holds. Raises ValueError with words for the model where there is none or several."""
    if not text.strip():
        raise ValueError("the answer is empty; answer with one JSON object")
    found: list[dict[str, Any]] = []
    place = text.find("{")
    while place >= 0:
        try:
            value, end = _DECODER.raw_decode(text, place)
        except json.JSONDecodeError as error:
            if _opens_a_member(text, place):
                raise ValueError(_broken(error)) from error
            end = place + 1
        except RecursionError as error:
            raise ValueError("the JSON object is nested too deeply; answer with a flat one") from error
        else:
            if isinstance(value, dict) and value:
                found.append(value)
        place = text.find("{", end)
    return _only(found)


def _only(found: list[dict[str, Any]]) -> dict[str, Any]:
    if not found:
        raise ValueError("the answer holds no JSON object; answer with one JSON object and nothing else")
    # A model that corrects itself repeats the same object; several different ones would leave the choice to us.
    if any(other != found[0] for other in found[1:]):
        raise ValueError(f"the answer holds {len(found)} different JSON objects; answer with one")
    return found[0]


def _opens_a_member(text: str, place: int) -> bool:
    """A brace in a sentence ("{like this}") is no JSON; one before a quoted name was meant as an object."""
    return text[place + 1 :].lstrip().startswith('"')


def _broken(error: json.JSONDecodeError) -> str:
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
        return "the JSON object is cut off before its end; answer with the whole object, in fewer words"
    return f"the JSON is broken: {error.msg} at line {error.lineno}, column {error.colno}"
