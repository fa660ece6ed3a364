"""Brings arguments into the shape that a tool's schema names, before anything judges them: what is judged is what runs.

Models write 3 for "3", one text where a list is wanted, and lists as JSON text. The server would read some of these its own
way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ufo.schema.command import Command
from ufo.schema.tool import ToolInfo

_DEEPEST = 8


def fitted(command: Command, tool: ToolInfo | None) -> Command:
    """Return the command with arguments that fit the tool's schema. An argument that fits no kind in the schema stays as it is,
    for the server to refuse.
    """
    if tool is None:
        return command
    schema = tool.input_schema
    parameters = _fields(command.parameters, schema, schema, 0)
    return command if parameters == command.parameters else command.model_copy(update={"parameters": parameters})


def _fields(
    values: Mapping[str, Any], schema: Mapping[str, Any], whole: Mapping[str, Any], depth: int
) -> dict[str, Any]:
    known = schema.get("properties", {})
    return {key: _value(item, known.get(key, {}), whole, depth + 1) for key, item in values.items()}


def _value(value: Any, schema: Mapping[str, Any], whole: Mapping[str, Any], depth: int) -> Any:
    kinds = _kinds(schema, whole)
    if not kinds or value is None or depth > _DEEPEST:
        return value
    if isinstance(value, str) and "string" not in kinds:
        value = _decoded(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and not kinds.keys() & {"integer", "number"}:
        value = str(value) if "string" in kinds else value
    if "array" in kinds and kinds.keys() <= {"array", "null"} and not isinstance(value, list):
        value = [value]
    if isinstance(value, list) and "array" in kinds:
        return [_value(item, kinds["array"].get("items", {}), whole, depth + 1) for item in value]
    if isinstance(value, dict) and "object" in kinds:
        return _fields(value, kinds["object"], whole, depth)
    return value


def _kinds(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the schema of each kind of value that fits; none where the schema does not say."""
    schema = _resolved(schema, whole)
    options = [_resolved(item, whole) for item in schema.get("anyOf") or schema.get("oneOf") or [schema]]
    found: dict[str, Mapping[str, Any]] = {}
    for option in options:
        if "type" in option:
            # The server decides which of several shapes an object has.
            found[option["type"]] = {} if option["type"] in found else option
    return found


def _resolved(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> Mapping[str, Any]:
    found = whole.get("$defs", {}).get(str(schema.get("$ref", "")).rpartition("/")[2])
    return found if isinstance(found, Mapping) else schema


def _decoded(text: str) -> Any:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return text if isinstance(found, str) else found
