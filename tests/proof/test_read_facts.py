"""Facts of what was read are the lines that share a literal with the answer or the request, in any script."""

from __future__ import annotations

from ufo.proof.read_facts import MOST_READ, facts_of_reading
from ufo.schema.fact import Channel, FactKind
from ufo.schema.seen import Seen


def test_the_line_that_the_answer_rests_on_is_told_with_its_place() -> None:
    seen = [Seen("Austria", "Country", place="Registration"), Seen("Save"), Seen("42", "Sum", place="Sheet")]
    (fact,) = facts_of_reading(seen, "The country is Austria.", "Where?")[:1]
    assert fact.line == "read in Registration › Country: Austria"
    assert (fact.kind, fact.channel, fact.news) == (FactKind.READ, Channel.ACCESSIBILITY, False)
    assert "Austria" in fact.texts


def test_a_script_without_spaces_is_compared_by_pairs_of_letters() -> None:
    facts = facts_of_reading([Seen("会议在星期三下午开始"), Seen("天气很好")], "星期三", "会议什么时候开始？")
    assert [fact.texts[0] for fact in facts] == ["会议在星期三下午开始"]


def test_a_table_of_a_tool_is_one_fact_with_all_its_cells() -> None:
    table = "Region\tSales\nNorth\t12,400\nSouth\t9,850"
    (fact,) = facts_of_reading([Seen(table, by_tool=True, place="/work/report.odt")], "", "the sales of the North")
    assert fact.line == "read in /work/report.odt: Region | Sales / North | 12,400 / South | 9,850"
    assert {"North", "12,400", "9,850"} <= set(fact.texts)
    assert fact.channel is Channel.DOCUMENT


def test_what_shares_nothing_is_left_out_and_the_rest_is_bounded() -> None:
    seen = [Seen(f"line {number}") for number in range(500)]
    assert facts_of_reading([Seen("weather")], "42", "the price") == ()
    assert len(facts_of_reading(seen, "line 7", "")) == MOST_READ
    assert "line 7" in [fact.texts[0] for fact in facts_of_reading(seen, "line 7", "")]
