"""Builds the JSON schema that a model is asked to fill: the response's own, reduced to what this turn allows.

What the fields and conditions mean is told once, in the system text; the schema only gives their shape. Words for readers of
the code, defaults and titles are left out of it, since a model would read them at each turn.
"""

from __future__ import annotations

import copy
from typing import Any

from ufo.llm.provider import Turn

# Fields that are accepted from a model but not offered to it: older spellings, and those that the framework fills in.
_NOT_OFFERED = {
    "HostAgentResponse": ("control_label", "control_text", "bash"),
    "ActionCommandInfo": ("target", "result", "selectors", "facts"),
}
# `minimum` and the like are checked when the answer is read, and an answer that breaks them comes back with the reason.
_FOR_READERS = frozenset({"title", "description", "default", "minimum", "maximum"})
_DEFINITION = "#/$defs/"
_STATUS = "Status"


def response_schema(turn: Turn) -> dict[str, Any]:
    """Return the schema with the statuses of the turn's inputs, and without definitions that nothing refers to any more."""
    schema = copy.deepcopy(turn.schema.model_json_schema())
    definitions: dict[str, Any] = schema.pop("$defs", {})
    answer = turn.schema.__name__
    for name, one in ((answer, schema), *definitions.items()):
        properties: dict[str, Any] = one.get("properties", {})
        for hidden in _NOT_OFFERED.get(name, ()):
            properties.pop(hidden, None)
        if "status" in properties and turn.inputs.statuses and name in (answer, "ActionCommandInfo"):
            properties["status"] = {"$ref": _DEFINITION + _STATUS}
    statuses = {"type": "string", "enum": list(turn.inputs.statuses)}
    reduced = _reduced({**schema, "$defs": {**definitions, _STATUS: statuses}})
    definitions = reduced.pop("$defs")
    used = _reachable(reduced, definitions)
    kept = {name: one for name, one in definitions.items() if name in used}
    return {**reduced, "$defs": kept} if kept else dict(reduced)


def _reduced(node: Any, is_names: bool = False) -> Any:
    """Return a part of a schema without what only readers of the code need. `is_names`: its keys are names of fields."""
    if isinstance(node, list):
        return [_reduced(one) for one in node]
    if not isinstance(node, dict):
        return node
    if not is_names and "discriminator" in node:
        return _one_of_kinds(node["discriminator"])
    if not is_names and "anyOf" in node:
        options = [one for one in node["anyOf"] if one.get("type") != "null"]
        if len(options) == 1:
            return _reduced(options[0])
    return {
        key: _reduced(value, is_names=not is_names and key in ("properties", "$defs"))
        for key, value in node.items()
        if is_names or key not in _FOR_READERS
    }


def _one_of_kinds(discriminator: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object whose first field says which kind it is of.

    The other fields differ by kind; the system text tells them, with their meaning. Some endpoints take no key that a schema
    does not name, unless it says that there are more.
    """
    kinds = list(discriminator["mapping"])
    return {
        "type": "object",
        "properties": {discriminator["propertyName"]: {"enum": kinds}},
        "required": [discriminator["propertyName"]],
        "additionalProperties": True,
    }


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
