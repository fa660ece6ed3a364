"""Writes a schema as the form of an answer, for endpoints that take no schema: an example says it in a third of the words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_KINDS = {"string": "text", "integer": "number", "number": "number", "boolean": "true or false", "object": "{…}"}


def form_in_words(schema: Mapping[str, Any]) -> str:
    """Return the form, such as `{"thought": text, "status": "CONTINUE" or "FINISH", "plan"?: [text]}`."""
    said = _form(schema, schema.get("$defs", {}))
    return f"{said}\n(a field with ? may be left out)" if "?: " in said else said


def _form(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
    schema = shared.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    if "enum" in schema:
        return " or ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_form(one, shared) for one in schema["anyOf"]))
    if "properties" in schema:
        required = schema.get("required", ())
        fields = [
            f"{json.dumps(name)}{'' if name in required else '?'}: {_form(one, shared)}"
            for name, one in schema["properties"].items()
        ]
        return "{" + ", ".join([*fields, *(["…"] if schema.get("additionalProperties") is True else [])]) + "}"
    if schema.get("type") == "array":
        return f"[{_form(schema.get('items', {}), shared)}, …]"
    return _KINDS.get(str(schema.get("type")), "anything")
