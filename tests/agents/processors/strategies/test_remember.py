"""What is kept of a turn."""

from __future__ import annotations

from ufo.agents.processors.strategies.remember import memorized, memory_item


def test_what_the_framework_knows_stands_over_what_the_model_said() -> None:
    item = memory_item({"status": "finish", "thought": "t"}, {"status": "CONTINUE", "cost": 0.1})
    assert item.to_dict() == {"status": "CONTINUE", "thought": "t", "cost": 0.1}


def test_only_the_keys_that_the_item_has_are_memorized() -> None:
    item = memory_item({"status": "FINISH", "thought": "t"}, {})
    assert memorized(item, ["status", "result"]) == {"status": "FINISH"}
    assert memorized(item, []) == {}
