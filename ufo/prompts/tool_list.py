"""Writes the tools that a model may call as a short list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.schema.fence import compact_json
from ufo.schema.tool import ToolInfo


def describe_tools(tools: Sequence[ToolInfo]) -> str:
    """Return one line for each tool: `- name(id: string, button: "left"|"right" = "left"): what it does`."""
    lines = [_described(tool) for tool in tools if tool.is_for_models]
    return "\n".join(lines) or "(none)"


def _described(tool: ToolInfo) -> str:
    schema = tool.input_schema
    required = set(schema.get("required", ()))
    parameters = ", ".join(
        _parameter(name, one, name in required, schema) for name, one in schema.get("properties", {}).items()
    )
    about = " ".join(tool.description.split())
    mark = " (destructive)" if tool.destructive else ""
    return f"- {tool.tool_name}({parameters}){mark}" + (f": {about}" if about else "")


def _parameter(name: str, schema: Mapping[str, Any], is_required: bool, whole: Mapping[str, Any]) -> str:
    kind = _kind(schema, whole)
    about = f" {{{' '.join(schema['description'].split())}}}" if schema.get("description") else ""
    if is_required:
        return f"{name}: {kind}{about}"
    default = f" = {compact_json(schema['default'])}" if schema.get("default") is not None else ""
    return f"{name}?: {kind}{default}{about}"


def _kind(schema: Mapping[str, Any], whole: Mapping[str, Any], depth: int = 0) -> str:
    schema = _resolved(schema, whole)
    if "enum" in schema or "const" in schema:
        return "|".join(compact_json(one) for one in schema.get("enum", [schema.get("const")]))
    options = schema.get("anyOf") or schema.get("oneOf")
    if options and depth < 4:
        kinds = [_kind(one, whole, depth + 1) for one in options if one.get("type") != "null"]
        return "|".join(dict.fromkeys(kinds)) or "null"
    if schema.get("type") == "array" and depth < 4:
        return f"[{_kind(schema.get('items', {}), whole, depth + 1)}]"
    if schema.get("type") == "object" and schema.get("properties") and depth < 4:
        fields = schema["properties"].items()
        return "{" + ", ".join(f"{key}: {_kind(one, whole, depth + 1)}" for key, one in fields) + "}"
    kind = schema.get("type", "any")
    return "|".join(kind) if isinstance(kind, list) else str(kind)


def _resolved(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    found = whole.get("$defs", {}).get(name)
    return found if isinstance(found, Mapping) else schema
