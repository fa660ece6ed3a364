"""What a model is told of a server from outside: its tools and answers, in bounds, as plain text and never as facts of ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mcp_types import CallToolResult, EmbeddedResource, TextContent, TextResourceContents, Tool

from ufo.schema.fence import compact_json, quoted
from ufo.schema.patterns import regex

SEPARATOR = "__"
MOST_TOOLS = 64
MOST_ANSWER = 20_000
_MOST_ABOUT, _MOST_WORDS = 400, 160
_MOST_PARAMETERS, _MOST_CHOICES, _DEEPEST = 40, 40, 6
_NAME = regex(r"[A-Za-z0-9_.-]{1,64}")
_KINDS = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})
_SPLIT = regex(r"[_.\-]+|(?<=[a-z])(?=[A-Z])")
_UNSEEN = regex(r"[\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]+")
_AS_LETTERS = str.maketrans({"<": "‹", ">": "›", "{": "(", "}": ")", '"': "'", "`": "'"})


def usable(tools: Iterable[Tool]) -> tuple[list[Tool], list[str]]:
    """Return the tools that can be offered, and the reasons for those that cannot: a name that is no word, one that is there
    twice, a schema that is none, and too many.
    """
    kept: dict[str, Tool] = {}
    reasons = []
    for tool in tools:
        if not _NAME.fullmatch(tool.name):
            reasons.append(f"a tool is named {quoted(tool.name, 40)}")
        elif tool.name in kept:
            reasons.append(f"two tools are named {tool.name!r}")
        elif tool.input_schema.get("type", "object") != "object":
            reasons.append(f"{tool.name!r} takes no named arguments")
        elif len(kept) >= MOST_TOOLS:
            reasons.append(f"it has more than {MOST_TOOLS} tools")
            break
        else:
            kept[tool.name] = tool
    return list(kept.values()), reasons


def about(server: str, tool: Tool) -> str:
    """Return what a tool is for, as the words of its server."""
    said = quoted(_line(tool.description or tool.title or "", _MOST_ABOUT), _MOST_ABOUT)
    return f"(MCP server {server}, in its words) {said}"


def words(server: str, tool: Tool) -> tuple[str, ...]:
    """Return the words of tasks for which a model is told of the tool: its server's name, and all words of its own name."""
    return (" ".join(_SPLIT.split(server)), " ".join(_SPLIT.split(tool.name)))


def plain_schema(schema: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return what a caller needs of a schema: names, kinds, choices and short words. References are left open, and whatever is
    deeper or more than a call can need is left out; the server itself still checks what it gets.
    """
    kind = schema.get("type")
    kinds = [item for item in (kind if isinstance(kind, list) else [kind]) if item in _KINDS]
    found: dict[str, Any] = {"type": kinds if len(kinds) > 1 else kinds[0]} if kinds else {}
    if text := _line(schema.get("description", ""), _MOST_WORDS):
        found["description"] = text
    choices = schema.get("enum")
    if isinstance(choices, list):
        found["enum"] = [_choice(choice) for choice in choices[:_MOST_CHOICES] if isinstance(choice, str | int | float)]
    properties = schema.get("properties")
    if isinstance(properties, Mapping) and depth < _DEEPEST:
        named = [
            (name, item) for name, item in properties.items() if _NAME.fullmatch(name) and isinstance(item, Mapping)
        ]
        found["properties"] = {name: plain_schema(record, depth + 1) for name, record in named[:_MOST_PARAMETERS]}
        needed = schema.get("required")
        found["required"] = [item for item in needed if item in found["properties"]] if isinstance(needed, list) else []
    items = schema.get("items")
    if isinstance(items, Mapping) and depth < _DEEPEST:
        found["items"] = plain_schema(items, depth + 1)
    return found


def answer_text(answer: CallToolResult) -> str:
    """Return an answer as text. Structured content of whatever shape stays text: it can pass for no report of our own tools."""
    value = answer.structured_content
    if isinstance(value, dict) and set(value) == {"result"}:
        value = value["result"]
    if value is not None:
        return bounded_text(value if isinstance(value, str) else compact_json(value))
    return bounded_text("\n".join(_part(item) for item in answer.content))


def bounded_text(text: str) -> str:
    left = len(text) - MOST_ANSWER
    return f"{text[:MOST_ANSWER]}… ({left} more characters)" if left > 0 else text


def _part(part: Any) -> str:
    if isinstance(part, TextContent):
        return part.text
    if isinstance(part, EmbeddedResource) and isinstance(part.resource, TextResourceContents):
        return part.resource.text
    return f"[{part.type}, not shown]"


def _line(text: Any, most: int) -> str:
    """Return a text of the server's as one short line that can end no quotation and no list of ours."""
    line = " ".join(_UNSEEN.sub(" ", str(text)[: 4 * most]).split()).translate(_AS_LETTERS)
    return line if len(line) <= most else f"{line[:most]}…"


def _choice(value: str | int | float) -> str | int | float:
    return value if not isinstance(value, str) else value[:_MOST_WORDS]
