"""The facts of a request leave out what programs write for themselves, which shows no work."""

from __future__ import annotations

from ufo.proof.difference.by_products import LEFT_OPEN
from ufo.proof.facts import Evidence, collect_facts
from ufo.schema.fact import Channel, Fact, FactKind, Facts


def _by_product(line: str, why: str, channel: Channel = Channel.FILE) -> Fact:
    return Fact(kind=FactKind.CHANGE, line=line, by_product=why, channel=channel)


def test_by_products_of_programs_alone_are_no_facts_and_those_that_may_be_meant_are() -> None:
    kept = (
        _by_product("B2: its result recalculated", "recalculated from =B1*2"),
        _by_product("recently-used.xbel: 3 entries gone", "list of recently used documents"),
        Fact(kind=FactKind.CHANGE, line="B1: changed value: 4 → 5"),
    )
    left_out = (
        _by_product(".~lock.a.ods#: new file", "lock of a document that an office has open"),
        _by_product("Preferences: 18 keys", "what the browser notes for itself", Channel.SETTINGS),
        _by_product("A1: now font Cambria", LEFT_OPEN),
    )
    facts = collect_facts(Evidence("", "", changes=Facts(facts=(*kept, *left_out))))
    assert [fact.line for fact in facts.facts] == [fact.line for fact in kept]
