"""Reads values that earlier steps and sub-tasks left: texts, numbers, tables as {"table": rows, "name": name}; and states what a
window still shows, which proves a step that changes nothing in a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.conditions.kinds.element import ElementPredicate
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs
from ufo.schema.target import TargetInfo
from ufo_planner.intents import RESULT


@dataclass(frozen=True, slots=True)
class FoundTable:
    rows: tuple[tuple[str, ...], ...]
    name: str = ""

    def to_json(self) -> str:
        return json.dumps({"table": [list(row) for row in self.rows], "name": self.name}, ensure_ascii=False)


def table_of(value: Any) -> FoundTable | None:
    """Return the table in the answer of a tool or an earlier sub-task: a dict, its JSON, rows or lines with tabs; or None."""
    if isinstance(value, str):
        value = _from_json(value)
    name = ""
    if isinstance(value, dict):
        name = str(value.get("name") or value.get("caption") or value.get("sheet") or "")
        value = value.get("table", value.get("rows", value.get("values")))
    if not isinstance(value, (list, tuple)) or not value or not all(isinstance(row, (list, tuple)) for row in value):
        return None
    return FoundTable(tuple(tuple(_shown(cell) for cell in row) for row in value), name)


def earlier_tables(inputs: AppInputs, before: tuple[ActionCommandInfo, ...] = ()) -> Iterator[FoundTable]:
    """Yield the tables, newest first: of this sub-task, then of earlier sub-tasks."""
    for value in (*_values_of_actions(before), *_values_of_records(inputs)):
        table = table_of(value)
        if table is not None:
            yield table


def resolved(content: str, inputs: AppInputs) -> str | None:
    """Return the text or, for `RESULT`, the newest earlier result; None where there is none yet."""
    if content != RESULT:
        return content
    values = (_shown(value) for value in (*_values_of_actions(inputs.actions), *_values_of_records(inputs)))
    return next((as_text(value) for value in values if value), None)


def as_text(value: str) -> str:
    """Return a table as lines with tabs, and any other value unchanged."""
    table = table_of(value)
    return value if table is None else "\n".join("\t".join(row) for row in table.rows)


def _values_of_actions(actions: tuple[ActionCommandInfo, ...]) -> Iterator[Any]:
    for action in reversed(actions):
        if action.result.ok and action.function in {
            "summary",
            "texts",
            "read_table",
            "get_range_values",
            "read_cells",
            "read_text",
        }:
            yield action.result.result


def _values_of_records(inputs: AppInputs) -> Iterator[Any]:
    for record in (*reversed(inputs.previous_subtasks), *reversed(inputs.blackboard.results)):
        if record.result:
            yield record.result


def _from_json(text: str) -> Any:
    stripped = text.strip()
    if not stripped.startswith(("{", "[")):
        return [line.split("\t") for line in text.strip("\n").split("\n")] if "\t" in stripped else None
    try:
        return json.loads(stripped)
    except ValueError:
        return None


def _shown(cell: Any) -> str:
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15 else str(cell)


_LONGEST_CHARS = 2000


def still_shown(control: TargetInfo) -> tuple[ElementPredicate, ...]:
    """Return the proof that the control, found by name and role, shows what it shows in this look."""
    value = control.value or ""
    if len(value) > _LONGEST_CHARS or not (value or control.name):
        return ()
    name = control.name or control.label or ""
    return (ElementPredicate(name=name, role=control.type, value=value or None),)


def in_state(control: TargetInfo, state: str, controls: Sequence[TargetInfo]) -> tuple[ElementPredicate, ...]:
    """Return the proof that a control is in a state; none where another control has the same name and role."""
    alone = sum(c.name == control.name and c.type == control.type for c in controls) == 1
    if not control.name or not alone:
        return ()
    return (ElementPredicate(name=control.name, role=control.type, state=state),)
