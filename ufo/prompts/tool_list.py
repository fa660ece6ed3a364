"""Writes the tools that a model may call as a short list.

A parameter is a text unless its kind stands with it, `?` marks one that may be left out, and what many parameters have in
common is told once, above the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ufo.schema.fence import compact_json
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind

_TEXT_OR_NUMBER = frozenset({"string|integer", "integer|string"})
_APART = 5
"""The characters that a line above the list takes beside its words."""


def describe_tools(tools: Sequence[ToolInfo], more: Sequence[str] = (), *, in_words: bool = True) -> str:
    """Return one line for each tool: `- name(id, button?: left|right = left): what it does`. `more`: what the tools are for
    that a search finds. Without `in_words` a line tells the call alone.
    """
    offered = [tool for tool in tools if tool.is_for_models]
    if not in_words:
        return "\n".join(_described(_wordless(tool), {}, more) for tool in offered) or "(none)"
    shared = _told_often(offered)
    above = [f"({', '.join(names)}: {about})" for about, names in shared.items()]
    return "\n".join([*above, *(_described(tool, shared, more) for tool in offered)]) or "(none)"


def _wordless(tool: ToolInfo) -> ToolInfo:
    """Return the tool without what it does and without what its parameters mean. What finds other tools keeps its words."""
    if tool.facts.kind is ActionKind.FIND_TOOLS:
        return tool
    properties = {
        name: {key: value for key, value in item.items() if key != "description"}
        for name, item in tool.input_schema.get("properties", {}).items()
    }
    return tool.model_copy(update={"description": "", "input_schema": tool.input_schema | {"properties": properties}})


def _told_often(tools: Sequence[ToolInfo]) -> dict[str, list[str]]:
    """Return the descriptions that are shorter told once for all parameters that have them, with the names of these."""
    names: dict[str, list[str]] = {}
    for tool in tools:
        for name, item in tool.input_schema.get("properties", {}).items():
            if about := _about(item):
                names.setdefault(about, []).append(name)
    return {about: list(dict.fromkeys(of)) for about, of in names.items() if _is_shorter_once(about, of)}


def _is_shorter_once(about: str, names: Sequence[str]) -> bool:
    above = len(about) + sum(len(name) + 2 for name in set(names)) + _APART
    return len(names) > 1 and above < len(names) * (len(about) + 3)


def _about(parameter: Mapping[str, Any]) -> str:
    return " ".join(parameter.get("description", "").split())


def _described(tool: ToolInfo, shared: Mapping[str, Sequence[str]], more: Sequence[str]) -> str:
    schema = tool.input_schema
    required = set(schema.get("required", ()))
    parameters = ", ".join(
        "".join(_parameter(name, item, schema, is_required=name in required, shared=shared))
        for name, item in schema.get("properties", {}).items()
    )
    about = " ".join(tool.description.split())
    if more and tool.facts.kind is ActionKind.FIND_TOOLS:
        about += f" Some are for: {', '.join(more)}."
    mark = " (destructive)" if tool.destructive else ""
    return f"- {tool.tool_name}({parameters}){mark}" + (f": {about}" if about else "")


def _parameter(
    name: str, schema: Mapping[str, Any], whole: Mapping[str, Any], *, is_required: bool, shared: Mapping[str, object]
) -> Iterator[str]:
    yield name if is_required else f"{name}?"
    kind, default = _kind(schema, whole), schema.get("default")
    has_default = default not in (None, "", [])
    # A default that is a number or yes and no tells the kind as well, and what may be a number is also taken as a text.
    is_text = kind == "string" or (kind in _TEXT_OR_NUMBER and bool(_about(schema)))
    if not is_text and (not has_default or isinstance(default, str)):
        yield f": {kind}"
    if has_default:
        yield f" = {default if isinstance(default, str) else compact_json(default)}"
    if (about := _about(schema)) and about not in shared:
        yield f" {{{about}}}"


def _kind(schema: Mapping[str, Any], whole: Mapping[str, Any], depth: int = 0) -> str:
    schema = _resolved(schema, whole)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return "|".join(value if isinstance(value, str) else compact_json(value) for value in values if value != "")
    options = schema.get("anyOf") or schema.get("oneOf")
    if options and depth < 4:
        kinds = [_kind(option, whole, depth + 1) for option in options if option.get("type") != "null"]
        return "|".join(kind for kind in dict.fromkeys(kinds) if kind != "integer" or "number" not in kinds) or "null"
    if schema.get("type") == "array" and depth < 4:
        return f"[{_kind(schema.get('items', {}), whole, depth + 1)}]"
    if schema.get("type") == "object" and schema.get("properties") and depth < 4:
        required = schema.get("required", ())
        fields = (
            _field(key if key in required else f"{key}?", _kind(item, whole, depth + 1))
            for key, item in schema["properties"].items()
        )
        return "{" + ", ".join(fields) + "}"
    kind = schema.get("type", "any")
    return "|".join(kind) if isinstance(kind, list) else str(kind)


def _field(name: str, kind: str) -> str:
    return name if kind == "string" else f"{name}: {kind}"


def _resolved(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    found = whole.get("$defs", {}).get(name)
    return found if isinstance(found, Mapping) else schema
