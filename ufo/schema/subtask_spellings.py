"""Reads sub-tasks in the spellings and shapes that models give them: a list, a mapping by id, an object with nodes, or texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_KEYS = {
    "id": ("id", "subtaskid", "taskid", "nodeid", "number", "no", "key"),
    "text": ("text", "subtask", "currentsubtask", "task", "description", "instruction", "words", "goal"),
    "application": ("application", "app", "target", "window", "agent", "applicationid", "applicationname", "targetid"),
    "depends_on": (
        "dependson", "depends", "dependency", "dependencies", "dependencieson", "after", "needs", "requires", "predecessors",
    ),
    "expect": ("expect", "expected", "expects", "conditions", "donewhen"),
}  # fmt: skip
_NAMES = {spelling: name for name, spellings in _KEYS.items() for spelling in spellings}
_LISTS = ("nodes", "subtasks", "tasks")
_EDGES = ("edges", "links", "dependencies")


def squeezed(key: object) -> str:
    """Return a key without what spellings differ in: "Sub-Tasks" and "sub_tasks" are "subtasks"."""
    return re.sub(r"[\s_-]+", "", str(key)).lower()


def as_list(value: Any) -> Any:
    """Return sub-tasks as a list of objects. One without an id gets its number; texts alone are a chain. Raises ValueError."""
    if value in (None, "", {}):
        return []
    if isinstance(value, Mapping):
        value = _of_mapping(value)
    elif isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple):
        return value
    rows: list[Any] = []
    for number, item in enumerate(value, 1):
        if isinstance(item, str):
            rows.append({"id": str(number), "text": item, "depends_on": [str(number - 1)] if number > 1 else []})
        elif isinstance(item, Mapping):
            row = as_node(item)
            rows.append(row if row.get("id") not in (None, "") else row | {"id": str(number)})
        else:
            rows.append(item)
    return rows


def _of_mapping(value: Mapping[Any, Any]) -> Any:
    by_key = {squeezed(key): item for key, item in value.items()}
    listed = next((by_key[name] for name in _LISTS if isinstance(by_key.get(name), list | Mapping)), None)
    if listed is not None:
        if any(by_key.get(name) for name in _EDGES):
            raise ValueError(
                "say in depends_on of each sub-task which others must be done before it, and not beside them"
            )
        return _of_mapping(listed) if isinstance(listed, Mapping) else listed
    if all(isinstance(item, Mapping) for item in value.values()):
        return [{"id": key, **item} for key, item in value.items()]
    if {"text", "id"} & {_NAMES.get(key) for key in by_key}:
        return [value]
    raise ValueError("give a list of sub-tasks, each with id and text")


def as_node(data: Any) -> Any:
    """Return one sub-task under the names of the schema. A number as an id is its text."""
    if not isinstance(data, Mapping):
        return data
    row: dict[str, Any] = {}
    for key, item in data.items():
        name = _NAMES.get(squeezed(key))
        if name is not None and row.get(name) in (None, "", [], ()):
            row[name] = item
    if "id" in row:
        row["id"] = as_id(row["id"])
    return row


def as_id(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def as_ids(value: Any) -> Any:
    """Return ids as a list: one by itself and several in a text are taken as well."""
    if value is None:
        return []
    if isinstance(value, str):
        return [part.strip() for part in re.split(r"[,;]", value) if part.strip()]
    if isinstance(value, int):
        return [as_id(value)]
    return [as_id(item) for item in value] if isinstance(value, list | tuple) else value
