"""An agent's memory of its own steps, one item for each step (facts/described_system.md §1.9)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


class MemoryItem:
    """Named values of one step. Values are copied when they go in and when they come out, so no two items share one."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values: dict[str, Any] = {}
        self.add_values_from_dict(values or {})

    @property
    def attributes(self) -> list[str]:
        return list(self._values)

    def set_value(self, key: str, value: Any) -> None:
        self._values[key] = copy.deepcopy(value)

    def add_values_from_dict(self, values: Mapping[str, Any]) -> None:
        for key, value in values.items():
            self.set_value(key, value)

    def get_value(self, key: str) -> Any:
        """Return the value, or None where the item has none of that name."""
        return copy.deepcopy(self._values.get(key))

    def get_values(self, keys: Iterable[str]) -> list[Any]:
        return [self.get_value(key) for key in keys]

    def filter(self, keys: Sequence[str] = ()) -> dict[str, Any]:
        """Return the values under those of `keys` that the item has."""
        return {key: self.get_value(key) for key in keys if key in self._values}

    def to_dict(self) -> dict[str, Any]:
        return copy.deepcopy(self._values)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MemoryItem:
        return cls(values)

    def to_json(self) -> str:
        return json.dumps(self._values, ensure_ascii=False, default=str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MemoryItem) and self._values == other._values

    # Items change, so they have no place in a set.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"MemoryItem({self._values!r})"


class Memory:
    """Items in the order of their steps. With `max_items` a new one replaces the oldest, which counts as `dropped`."""

    def __init__(self, items: Iterable[MemoryItem] = (), max_items: int | None = None) -> None:
        if max_items is not None and max_items < 1:
            raise ValueError(f"max_items must be at least 1, not {max_items}")
        self._items: list[MemoryItem] = []
        self._max_items = max_items
        self.dropped = 0
        for item in items:
            self.add_memory_item(item)

    @property
    def content(self) -> list[MemoryItem]:
        return list(self._items)

    @property
    def list_content(self) -> list[dict[str, Any]]:
        return self.to_list_of_dicts()

    @property
    def length(self) -> int:
        return len(self._items)

    def is_empty(self) -> bool:
        return not self._items

    def load(self, items: Iterable[MemoryItem]) -> None:
        """Replace the content with `items`."""
        self.clear()
        for item in items:
            self.add_memory_item(item)

    def add_memory_item(self, item: MemoryItem) -> None:
        self._items.append(item)
        if self._max_items is not None and len(self._items) > self._max_items:
            del self._items[0]
            self.dropped += 1

    def delete_memory_item(self, index: int) -> None:
        """Delete the item at `index`. Raises IndexError where there is none."""
        del self._items[index]

    def get_latest_item(self) -> MemoryItem | None:
        return self._items[-1] if self._items else None

    def filter_memory_from_steps(self, steps: Sequence[int]) -> list[dict[str, Any]]:
        """Return the items whose `step` (or `session_step`, where they have no `step`) is in `steps`."""
        wanted = set(steps)
        return [item.to_dict() for item in self._items if _step_of(item) in wanted]

    def filter_memory_from_keys(self, keys: Sequence[str]) -> list[dict[str, Any]]:
        return [item.filter(keys) for item in self._items]

    def clear(self) -> None:
        self._items.clear()
        self.dropped = 0

    def to_list_of_dicts(self) -> list[dict[str, Any]]:
        return [item.to_dict() for item in self._items]

    @classmethod
    def from_list_of_dicts(cls, rows: Iterable[Mapping[str, Any]], max_items: int | None = None) -> Memory:
        return cls((MemoryItem.from_dict(row) for row in rows), max_items)

    def to_json(self) -> str:
        return json.dumps(self.to_list_of_dicts(), ensure_ascii=False, default=str)


def _step_of(item: MemoryItem) -> Any:
    step = item.get_value("step")
    return item.get_value("session_step") if step is None else step
