"""The facts of a tool travel with it; of what a server does not state the cautious is assumed."""

from __future__ import annotations

from ufo.schema.tool_facts import META, ActionKind, Keeps, ToolFacts, stated_in, unstated


def test_facts_come_back_from_a_tools_metadata_as_they_were_stated() -> None:
    facts = ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL, ends=("text",))
    assert stated_in({META: facts.model_dump(mode="json", exclude_defaults=True)}) == facts


def test_metadata_without_facts_or_with_others_than_ours_state_none() -> None:
    assert [stated_in(item) for item in (None, {}, {META: 1}, {META: {"kind": "magic"}})] == [None] * 4


def test_a_tool_that_states_nothing_keeps_nothing_and_every_argument_but_its_control_names_an_end() -> None:
    facts = unstated(["id", "name", "amount"]).annotated(reads=False, destroys=True)
    assert (facts.keeps, facts.ends, facts.into_cells, facts.destroys) == (Keeps.NOTHING, ("amount",), True, True)
    assert facts.kind is ActionKind.OTHER and not (facts.reads or facts.navigates or facts.types_text)
