"""The facts of a request leave out what programs write for themselves, which shows no work."""

from __future__ import annotations

from ufo.conditions.kinds.file import FilePredicate
from ufo.proof.difference.by_products import LEFT_OPEN
from ufo.proof.facts import Evidence, collect_facts
from ufo.schema.fact import Channel, Fact, FactKind, Facts
from ufo.schema.predicate import Finding, Truth


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


def test_that_a_renamed_file_is_there_and_the_old_one_is_not_is_told_by_the_renaming_alone() -> None:
    renamed = Fact(
        kind=FactKind.CHANGE,
        line='a.pdf: renamed to "b.pdf"',
        texts=("b.pdf", "/work/b.pdf"),
        gone=("a.pdf", "/work/a.pdf"),
    )
    stated = (
        FilePredicate(path="/work/b.pdf"),
        FilePredicate(path="/work/a.pdf", exists=False),
        FilePredicate(path="/work/b.pdf", mode="600"),
        FilePredicate(path="/work/c.pdf"),
    )
    findings = [
        Finding(predicate=each, truth=Truth.SATISFIED, evidence=f"condition {number}", channel="file")
        for number, each in enumerate(stated)
    ]
    facts = collect_facts(Evidence("", "", changes=Facts(facts=(renamed,)), findings=findings))
    assert [fact.line for fact in facts.facts] == [renamed.line, "condition 2", "condition 3"]
