"""Builds the JSON schema that a model is asked to fill: the response's own, reduced to what this turn allows.

What the fields and conditions mean is told once, in the system text; the schema only gives their shape. Words for readers of
the code, defaults and titles are left out of it, since a model would read them at each turn.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from ufo.llm.provider import Turn

# Fields that are accepted from a model but not offered to it: older spellings, those that the framework fills in, and an
# action's own status, since the answer has one.
_NOT_OFFERED = {
    "HostAgentResponse": ("control_label", "control_text", "bash"),
    "ActionCommandInfo": ("status", "target", "result", "selectors", "facts"),
}
# `minimum` and the like are checked when the answer is read, and an answer that breaks them comes back with the reason.
_FOR_READERS = frozenset({"title", "description", "default", "minimum", "maximum"})
_TOLD_IN_TEXT = frozenset({"Subtask", "Note", "HostCall"})
"""Objects whose fields the system text tells, and an answer that misses one comes back with the reason."""
_OPEN = {"type": "object", "additionalProperties": True}
_DEFINITION = "#/$defs/"
_CONDITION = "Condition"


@cache
def whole_schema(response: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of all that is read of an answer, which is more than a model is offered. It must not be changed."""
    return response.model_json_schema()


def offered_fields(response: type[BaseModel]) -> frozenset[str]:
    """Return the names of the fields that a model is offered."""
    return frozenset(response.model_fields) - frozenset(_NOT_OFFERED.get(response.__name__, ()))


def response_schema(turn: Turn) -> dict[str, Any]:
    """Return the schema with the statuses of the turn's inputs. What several fields share is a definition; what only one of them
    is made of stands with that field.
    """
    schema = copy.deepcopy(whole_schema(turn.schema))
    definitions: dict[str, Any] = schema.pop("$defs", {})
    answer = turn.schema.__name__
    for name, part in ((answer, schema), *definitions.items()):
        properties: dict[str, Any] = part.get("properties", {})
        for hidden in _NOT_OFFERED.get(name, ()):
            properties.pop(hidden, None)
    if "status" in schema["properties"] and turn.inputs.statuses:
        schema["properties"]["status"] = {"type": "string", "enum": list(turn.inputs.statuses)}
    shapes = {name: _OPEN if name in _TOLD_IN_TEXT else _reduced(part) for name, part in definitions.items()}
    shapes |= _conditions([schema, *definitions.values()])
    reduced = _reduced(schema)
    named = Counter(_referred_to(reduced, shapes))
    shared = {name: shapes[name] for name in shapes if named[name] > 1}
    whole = _with_shapes(reduced, {name: item for name, item in shapes.items() if name not in shared})
    return {**whole, "$defs": shared} if shared else dict(whole)


def _reduced(node: Any, is_names: bool = False) -> Any:
    """Return a part of a schema without what only readers of the code need. `is_names`: its keys are names of fields."""
    if isinstance(node, list):
        return [_reduced(part) for part in node]
    if not isinstance(node, dict):
        return node
    if not is_names and "discriminator" in node:
        return {"$ref": _DEFINITION + _CONDITION}
    if not is_names and "anyOf" in node:
        options = [option for option in node["anyOf"] if option.get("type") != "null"]
        if len(options) == 1:
            return _reduced(options[0])
    return {
        key: _reduced(value, is_names=not is_names and key in ("properties", "$defs"))
        for key, value in node.items()
        if is_names or key not in _FOR_READERS
    }


def _conditions(nodes: list[Any]) -> dict[str, Any]:
    """Return the definition of an object whose first field says which kind it is of, {} where nothing is of several kinds.

    The other fields differ by kind; the system text tells them, with their meaning. Some endpoints take no key that a schema
    does not name, unless it says that there are more.
    """
    discriminator = next((part["discriminator"] for part in _objects(nodes) if "oneOf" in part), None)
    if discriminator is None:
        return {}
    kind = discriminator["propertyName"]
    return {
        _CONDITION: {
            "type": "object",
            "properties": {kind: {"enum": list(discriminator["mapping"])}},
            "required": [kind],
            "additionalProperties": True,
        }
    }


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    """Yield all objects in a part of a schema, at any depth."""
    if isinstance(node, dict):
        yield node
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _objects(part)


def _referred_to(node: Any, shapes: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of definitions as often as they are referred to, and what those refer to."""
    for part in _objects(node):
        name = str(part.get("$ref", "")).removeprefix(_DEFINITION)
        if name in shapes:
            yield name
            yield from _referred_to(shapes[name], shapes)


def _with_shapes(node: Any, shapes: Mapping[str, Any]) -> Any:
    """Return the part with these definitions in place of the references to them."""
    if isinstance(node, list):
        return [_with_shapes(part, shapes) for part in node]
    if not isinstance(node, dict):
        return node
    name = str(node.get("$ref", "")).removeprefix(_DEFINITION)
    if name in shapes:
        return _with_shapes(shapes[name], shapes)
    return {key: _with_shapes(value, shapes) for key, value in node.items()}
