"""Sums and counts of an answer rest on what was read: code reckons them, and tells of which rows."""

from __future__ import annotations

import pytest

from ufo.proof.closure import close
from ufo.proof.facts import Evidence, collect_facts
from ufo.proof.reckoned import MOST_RECKONED, reckoned
from ufo.proof.verdict import verdict
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Reading
from ufo.schema.seen import Seen

_ORDERS = Seen(
    "No\tDate\tSupplier\tAmount\n"
    "1001\t2025-01-05\tNorthgate\t812.5\n"
    "1002\t2025-01-11\tBluebell\t240\n"
    "1003\t2025-02-17\tOrion\t1999\n"
    "1004\t2025-02-23\tNorthgate\t640.25\n"
    "1005\t2025-02-24\tBluebell\t",
    by_tool=True,
    place="orders.xlsx",
)
_RECEIPT = Seen(
    "MARKET\n17.05.2025\nFOOD\nMilk 3,49\nBread A 2,79 B\nDEPOSIT\nBottles 0,50\nTo pay 6,78", place="r.txt"
)


def _lines(answer: str, seen: Seen = _ORDERS, request: str = "") -> list[str]:
    return [fact.line.partition(", ")[2] for fact in reckoned([seen], answer, request)]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("3,691.75 in all", "'Amount': sum 3691.75, rows 4, average 922.9375, lowest 240, highest 1999"),
        ("922.94 on average", "'Amount': sum 3691.75, rows 4, average 922.9375, lowest 240, highest 1999"),
        ("Orion, 1999", "sum of 'Amount' by 'Supplier': Orion 1999; Northgate 1452.75; Bluebell 240"),
        ("Northgate: 1.452,75 €", "sum of 'Amount' by 'Supplier': Orion 1999; Northgate 1452.75; Bluebell 240"),
        ("2639.25 in February", "sum of 'Amount' by 'Date': 2025-02 2639.25; 2025-01 1052.5"),
    ],
)
def test_a_sum_is_told_with_the_rows_that_it_is_of(answer: str, told: str) -> None:
    assert told in _lines(answer)


def test_rows_are_counted_by_group_and_by_the_bound_that_the_request_names() -> None:
    request = "How many orders are above 700?"
    assert "number of rows by size: above 700 2; below 700 2" in _lines("2 orders", request=request)
    assert _lines("Two orders", request=request) == []


def test_a_number_that_does_not_come_of_what_was_read_is_not_told() -> None:
    assert _lines("3,690.75 in all") == []
    assert reckoned([Seen("the price is 5, or 6"), Seen("7", "Sum")], "11", "") == ()


def test_a_list_is_added_up_under_its_headings_and_cells_of_a_sheet_by_their_columns() -> None:
    assert "sum of 'its number' by 'under': DEPOSIT 7.28; FOOD 6.28" in _lines("6,28 €", _RECEIPT)
    cells = [Seen(text, label, place="a.ods") for label, text in (("A1", "n"), ("A2", "20"), ("A3", "22.5"))]
    assert "sum 42.5, rows 2" in reckoned(cells, "42.5", "")[0].line


def test_what_is_reckoned_is_bounded() -> None:
    rows = "\n".join("\t".join(str(row % (column + 2)) for column in range(12)) for row in range(3000))
    facts = reckoned([Seen(rows, by_tool=True)], "1500 and 1000 and 750", "above 1 and 2 and 3")
    assert len(facts) == MOST_RECKONED
    assert all(len(fact.line) <= 300 for fact in facts)


def test_a_right_sum_is_verified_and_a_wrong_one_is_not() -> None:
    request = "Which supplier have we spent the most with, and how much is that?"

    def outcome(answer: str) -> RunOutcome:
        facts = collect_facts(Evidence(request, answer, seen=[_ORDERS]))
        reading = {"parts": [{"quote": request, "verdict": "shown", "shown_by": [fact.id for fact in facts.facts]}]}
        return verdict(close(request, facts, Reading.model_validate(reading), "a reader", answer))[0]

    assert outcome("Orion, 1999.00; Northgate comes to 1452.75.") is RunOutcome.VERIFIED
    assert outcome("Northgate, 1453.75") is RunOutcome.COMPLETED_UNVERIFIED
