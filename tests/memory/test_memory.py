from __future__ import annotations

import json

import pytest

from ufo.memory.memory import Memory, MemoryItem


def steps(*numbers: int) -> Memory:
    return Memory(MemoryItem({"step": number, "status": f"s{number}"}) for number in numbers)


def test_every_item_has_its_own_attributes() -> None:
    first, second = MemoryItem(), MemoryItem()
    first.set_value("only_here", 1)
    assert second.attributes == []
    assert first.attributes == ["only_here"]


def test_an_item_keeps_what_it_was_given_not_what_becomes_of_it() -> None:
    plan = ["a"]
    item = MemoryItem({"plan": plan})
    plan.append("b")
    item.get_value("plan").append("c")
    item.to_dict()["plan"].append("d")
    assert item.get_value("plan") == ["a"]


def test_values_are_set_read_and_filtered_by_name() -> None:
    item = MemoryItem()
    item.add_values_from_dict({"a": 1, "b": None})
    assert item.get_values(["a", "b", "c"]) == [1, None, None]
    assert item.filter(["a", "b", "c"]) == {"a": 1, "b": None}


def test_an_item_survives_its_plain_form() -> None:
    item = MemoryItem({"a": [1, {"b": "ü"}]})
    assert MemoryItem.from_dict(json.loads(item.to_json())) == item


def test_items_come_in_order_and_the_latest_is_the_last() -> None:
    memory = steps(1, 2, 3)
    assert memory.length == 3
    latest = memory.get_latest_item()
    assert latest is not None
    assert latest.get_value("step") == 3
    assert Memory().get_latest_item() is None


def test_filters_by_step_and_by_keys() -> None:
    memory = steps(1, 2, 3)
    memory.add_memory_item(MemoryItem({"session_step": 2, "status": "by session"}))
    assert [row["status"] for row in memory.filter_memory_from_steps([2])] == ["s2", "by session"]
    assert memory.filter_memory_from_keys(["status"])[0] == {"status": "s1"}


def test_delete_load_and_clear() -> None:
    memory = steps(1, 2)
    memory.delete_memory_item(0)
    assert [row["step"] for row in memory.list_content] == [2]
    memory.load(steps(7, 8).content)
    assert [row["step"] for row in memory.list_content] == [7, 8]
    memory.clear()
    assert memory.is_empty()
    with pytest.raises(IndexError):
        memory.delete_memory_item(0)


def test_a_full_memory_drops_the_oldest_and_counts_them() -> None:
    memory = Memory(max_items=2)
    for number in range(5):
        memory.add_memory_item(MemoryItem({"step": number}))
    assert [row["step"] for row in memory.to_list_of_dicts()] == [3, 4]
    assert memory.dropped == 3
    with pytest.raises(ValueError, match="max_items"):
        Memory(max_items=0)


def test_a_memory_survives_its_json() -> None:
    memory = steps(1, 2)
    assert Memory.from_list_of_dicts(json.loads(memory.to_json())).content == memory.content


def test_content_is_a_copy_of_the_list() -> None:
    memory = steps(1)
    memory.content.clear()
    assert memory.length == 1
