"""Builds the memory item of a turn and picks those of its keys that go to the blackboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.memory.memory import MemoryItem


def memory_item(response: Mapping[str, Any], additional: Mapping[str, Any]) -> MemoryItem:
    """Return the model's answer and what the framework knows of the turn, as one item."""
    item = MemoryItem()
    item.add_values_from_dict(dict(response))
    item.add_values_from_dict(dict(additional))
    return item


def memorized(item: MemoryItem, history_keys: Sequence[str]) -> dict[str, Any]:
    """Return the part of an item that every agent may see (spec: selective memory by `history_keys`)."""
    values = item.to_dict()
    return {key: values[key] for key in history_keys if key in values}
