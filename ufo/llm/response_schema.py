"""Builds the JSON schema that a model is asked to fill: the response's own, reduced to what this turn allows."""

from __future__ import annotations

import copy
from typing import Any

from ufo.llm.provider import Turn

# Fields that are accepted from a model but not offered to it: older spellings, and those that the framework fills in.
_NOT_OFFERED = {
    "HostAgentResponse": ("control_label", "control_text", "bash"),
    "ActionCommandInfo": ("target", "result", "selectors", "facts"),
}


def response_schema(turn: Turn) -> dict[str, Any]:
    """Return the schema with the statuses of the turn's inputs, and without definitions that nothing refers to any more."""
    schema = copy.deepcopy(turn.schema.model_json_schema())
    definitions: dict[str, Any] = schema.get("$defs", {})
    for name, one in ((turn.schema.__name__, schema), *definitions.items()):
        properties: dict[str, Any] = one.get("properties", {})
        for hidden in _NOT_OFFERED.get(name, ()):
            properties.pop(hidden, None)
        if "status" in properties and turn.inputs.statuses and name in (turn.schema.__name__, "ActionCommandInfo"):
            properties["status"] = {"type": "string", "enum": list(turn.inputs.statuses)}
    if definitions:
        used = _reachable(schema, definitions)
        schema["$defs"] = {name: one for name, one in definitions.items() if name in used}
        if not schema["$defs"]:
            del schema["$defs"]
    return schema


def _reachable(schema: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
    used: set[str] = set()
    waiting: list[Any] = [value for key, value in schema.items() if key != "$defs"]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            name = str(node.get("$ref", "")).rpartition("/")[2]
            if name in definitions and name not in used:
                used.add(name)
                waiting.append(definitions[name])
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return used
