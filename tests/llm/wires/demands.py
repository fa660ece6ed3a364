"""What services demand of a request, in the words of a refusal."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from typing import Any

from tests.llm.model_server import BadRequest

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"


def demand(is_met: object, message: str, status: int = 400) -> None:
    if not is_met:
        raise BadRequest(message, status)


def only(body: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """Demand that a part of a request has no other fields than these."""
    unknown = sorted(set(body) - set(known))
    demand(not unknown, f"{where}: Unknown field(s) {unknown}")


def picture(data: object, media_type: object) -> None:
    """Demand a picture in base64, of the type that is stated."""
    demand(isinstance(data, str) and data, "the picture is empty")
    try:
        content = base64.b64decode(str(data), validate=True)
    except binascii.Error as error:
        raise BadRequest(f"the picture is no base64: {error}") from error
    starts = {"image/png": _PNG, "image/jpeg": _JPEG}.get(str(media_type))
    demand(starts, f"{media_type!r} is no type of picture that is taken")
    demand(starts and content.startswith(starts), f"the picture is no {media_type}")


def object_schema(schema: object) -> None:
    """Demand a JSON schema of an object, whose references all lead somewhere within it."""
    demand(isinstance(schema, dict) and schema.get("type") == "object", "schema must be of type 'object'")
    assert isinstance(schema, dict)
    demand(isinstance(schema.get("properties"), dict), "schema: properties are missing")
    for name in _references(schema):
        demand(name.removeprefix("#/$defs/") in schema.get("$defs", {}), f"schema: {name} leads nowhere")


def _references(node: object) -> Iterable[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref":
                yield str(value)
            else:
                yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)
