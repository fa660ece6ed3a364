"""Fits the calls of tools in an answer: the shapes that models know from other programs, and names in another case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.llm.mend.shapes import alike, chosen, fitted, renamed
from ufo.schema.subtask_spellings import squeezed
from ufo.schema.tool import ToolInfo, tool_named

_OPEN: Mapping[str, Any] = {"type": "object"}
_FUNCTION = ("function", "tool", "toolname", "functionname")
_ARGUMENTS = ("arguments", "args", "parameters", "params")
Fields = Mapping[str, Any]


def with_fitted_calls(answer: Fields, tools: Sequence[ToolInfo]) -> dict[str, Any]:
    """Return the answer with the names of tools, of their arguments and of choices among these as the tools have them.

    A name that is alike to none, or to several, stays, for the check of the answer to refuse.
    """
    offered = [tool for tool in tools if tool.is_for_models]
    fields = dict(answer)
    at = next((key for key in fields if squeezed(key) == "action"), None)
    if at is not None:
        action = fitted(fields[at], {"anyOf": [_OPEN, {"type": "array", "items": _OPEN}]})
        actions = [action] if isinstance(action, dict) else action
        if isinstance(actions, list):
            fields[at] = [_call(one, offered) if isinstance(one, dict) else one for one in actions]
        return fields
    return _named(fields, offered)


def _call(fields: Fields, tools: Sequence[ToolInfo]) -> dict[str, Any]:
    """Return one call as {"function": NAME, "arguments": {…}}, from any of the shapes that say the same."""
    keys = {squeezed(key): key for key in fields}
    inner = fields.get(keys.get("function", ""))
    if isinstance(inner, dict):
        return _call(inner, tools)
    function = next((keys[one] for one in (*_FUNCTION, "name") if one in keys), None)
    if function is None and len(fields) == 1:
        name, arguments = next(iter(fields.items()))
        if isinstance(arguments, dict) and tool_named(tools, _known(name, tools)) is not None:
            return _named({"function": name, "arguments": arguments}, tools)
    given = next((keys[one] for one in _ARGUMENTS if one in keys), None)
    names = {function: "function", given: "arguments"}
    return _named({names.get(key, key): one for key, one in fields.items()}, tools)


def _named(fields: dict[str, Any], tools: Sequence[ToolInfo]) -> dict[str, Any]:
    keys = {squeezed(key): key for key in fields}
    function = next((keys[one] for one in _FUNCTION if one in keys), "")
    given = next((keys[one] for one in _ARGUMENTS if one in keys), "")
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
    return {key: chosen(one, known.get(key, {})) for key, one in renamed(given, known).items()}


def _known(name: str, tools: Sequence[ToolInfo]) -> str:
    return alike(name.strip().removesuffix("()"), [tool.tool_name for tool in tools])
