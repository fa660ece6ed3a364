"""Fits an answer to its schema where only the writing differs: names and choices in another case, JSON inside a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ufo.schema.subtask_spellings import squeezed
from ufo.schema.tool import ToolInfo, tool_named

_OPEN: Mapping[str, Any] = {"type": "object"}
_FUNCTION = ("function", "tool", "toolname", "functionname")
_ARGUMENTS = ("arguments", "args", "parameters", "params")
Fields = Mapping[str, Any]
_DEEPEST = 30
Schema = Mapping[str, Any]


def with_fitted_calls(answer: Fields, tools: Sequence[ToolInfo]) -> dict[str, Any]:
    """Return the answer with the names of tools, of their arguments and of choices among these as the tools have them.

    A name that is alike to none, or to several, stays, for the check of the answer to refuse.
    """
    offered = [tool for tool in tools if tool.is_for_models]
    fields = dict(answer)
    at = next((key for key in fields if squeezed(key) in ("action", "functions")), None)
    if at is not None:
        action = fitted(fields[at], {"anyOf": [_OPEN, {"type": "array", "items": _OPEN}]})
        actions = [action] if isinstance(action, dict) else action
        if isinstance(actions, list):
            fields[at] = [_call(action, offered) if isinstance(action, dict) else action for action in actions]
        return fields
    return _named(fields, offered)


def _call(fields: Fields, tools: Sequence[ToolInfo]) -> dict[str, Any]:
    """Return one call as {"function": NAME, "arguments": {…}}, from any of the shapes that say the same."""
    keys = {squeezed(key): key for key in fields}
    inner = fields.get(keys.get("function", ""))
    if isinstance(inner, dict):
        return _call(inner, tools)
    function = next((keys[name] for name in (*_FUNCTION, "name") if name in keys), None)
    if function is None and len(fields) == 1:
        name, arguments = next(iter(fields.items()))
        if isinstance(arguments, dict) and tool_named(tools, _known(name, tools)) is not None:
            return _named({"function": name, "arguments": arguments}, tools)
    given = next((keys[key] for key in _ARGUMENTS if key in keys), None)
    names = {function: "function", given: "arguments"}
    return _named({names.get(key, key): item for key, item in fields.items()}, tools)


def _named(fields: dict[str, Any], tools: Sequence[ToolInfo]) -> dict[str, Any]:
    keys = {squeezed(key): key for key in fields}
    function = next((keys[key] for key in _FUNCTION if key in keys), "")
    given = next((keys[key] for key in _ARGUMENTS if key in keys), "")
    name = fields.get(function)
    if not isinstance(name, str) or not name:
        return fields
    name = _known(name, tools)
    tool = tool_named(tools, name)
    if tool is None:
        return fields
    fields[function] = name
    arguments = fitted(fields.get(given), _OPEN)
    if isinstance(arguments, dict):
        fields[given] = _arguments(arguments, tool)
    return fields


def _arguments(given: Fields, tool: ToolInfo) -> dict[str, Any]:
    known = tool.input_schema.get("properties", {})
    return {key: chosen(value, known.get(key, {})) for key, value in renamed(given, known).items()}


def _known(name: str, tools: Sequence[ToolInfo]) -> str:
    return alike(name.strip().removesuffix("()"), [tool.tool_name for tool in tools])


def fitted(value: Any, schema: Schema) -> Any:
    """Return the value as the schema writes it. What the schema leaves open, and what could mean two things, stays as it is."""
    return _fitted(value, schema, schema.get("$defs", {}), 0)


def alike(word: str, known: Iterable[str]) -> str:
    """Return the one known word that differs from this one in case, spaces, dashes and underscores alone; else this one."""
    names = list(known)
    if word in names:
        return word
    found = [name for name in names if squeezed(name) == squeezed(word)]
    return found[0] if len(found) == 1 else word


def renamed(fields: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Return the fields under the known names that they are alike to. Of two that would get one name, both keep their own."""
    names = list(known)
    likely = {key: alike(key, names) for key in fields}
    taken = list(likely.values())
    return {(new if taken.count(new) == 1 else key): fields[key] for key, new in likely.items()}


def chosen(value: Any, schema: Schema) -> Any:
    """Return the choice of an enumeration that a text is alike to."""
    options = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return alike(value, [option for option in options if isinstance(option, str)]) if isinstance(value, str) else value


def _fitted(value: Any, schema: Schema, whole: Schema, depth: int) -> Any:
    if depth > _DEEPEST or value is None:
        return value
    options = [_resolved(option, whole) for option in _options(_resolved(schema, whole), value)]
    options = [option for option in options if option.get("type") != "null"]
    kinds = {option.get("type"): option for option in options}
    if len(kinds) < len(options):
        return value
    if isinstance(value, str):
        value = _of_text(value, kinds)
    elif isinstance(value, int) and not isinstance(value, bool) and set(kinds) == {"string"}:
        value = str(value)
    if isinstance(value, dict):
        return _of_fields(value, kinds, whole, depth)
    if isinstance(value, list) and "array" in kinds:
        items = kinds["array"].get("items", {})
        return [_fitted(part, items, whole, depth + 1) for part in value]
    return chosen(value, options[0]) if len(options) == 1 else value


def _options(schema: Schema, value: Any) -> list[Schema]:
    """Return the schemas that a value may fit; of several kinds of object the one that the value names."""
    options = schema.get("anyOf") or schema.get("oneOf") or [schema]
    found = schema.get("discriminator")
    if found is None or not isinstance(value, dict):
        return list(options)
    kind = next((given for key, given in value.items() if squeezed(key) == squeezed(found["propertyName"])), None)
    named = alike(kind, found["mapping"]) if isinstance(kind, str) else ""
    return [{"$ref": found["mapping"][named]}] if named in found["mapping"] else list(options)


def _of_text(value: str, kinds: Mapping[Any, Schema]) -> Any:
    """Return what a text holds that was to be a list or an object, and was written as JSON within JSON."""
    if "string" in kinds or not kinds.keys() & {"array", "object"}:
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return value
    fits = (isinstance(found, dict) and "object" in kinds) or (isinstance(found, list) and "array" in kinds)
    return found if fits else value


def _of_fields(value: dict[str, Any], kinds: Mapping[Any, Schema], whole: Schema, depth: int) -> Any:
    if "object" in kinds:
        known = kinds["object"].get("properties", {})
        named = renamed(value, known)
        return {
            key: _fitted(field, known.get(key, {}), whole, depth + 1)
            for key, field in named.items()
            if field is not None or _takes_null(key, kinds["object"], whole)
        }
    if "array" in kinds:
        # A mapping by id is a list as well, but one whose reader knows how; this is one of its items alone.
        item = _resolved(kinds["array"].get("items", {}), whole)
        alone = _fitted(value, item, whole, depth + 1)
        known = item.get("properties", {}) if "oneOf" not in item else {item["discriminator"]["propertyName"]: {}}
        return [alone] if known.keys() & alone.keys() else value
    return value


def _takes_null(key: str, schema: Schema, whole: Schema) -> bool:
    """Tell whether null may stand there. Where it may not, a field that may be left out is one that was left out."""
    if key in schema.get("required", ()) or key not in schema.get("properties", {}):
        return True
    field = _resolved(schema["properties"][key], whole)
    return any(option.get("type") in ("null", None) for option in field.get("anyOf", [field]))


def _resolved(schema: Schema, whole: Schema) -> Schema:
    found = whole.get(str(schema.get("$ref", "")).rpartition("/")[2])
    return found if isinstance(found, Mapping) else schema
