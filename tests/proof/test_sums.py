"""Sums that a reading gives: code works them out, and they rest on numbers that were told."""

from __future__ import annotations

import pytest

from ufo.proof.case import worked_out
from ufo.proof.closure import close
from ufo.proof.occurs import Literals
from ufo.proof.verdict import verdict
from ufo.schema.fact import Fact, FactKind, Facts
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Account, Reading

_TOLD = frozenset({"200", "6", "4", "120", "15", "18", "75", "3.5", "2"})


@pytest.mark.parametrize(
    ("written", "results"),
    [
        ("200 * 6 / 4 = 300", {"300"}),
        ("200 × 6 ÷ 4 = 300 g", set()),
        ("120 - 15 % * 120 = 102", {"102"}),
        ("120 − 15% × 120 = 102.00", {"102"}),
        ("١٢٠ + ٢ = ١٢٢", {"122"}),
        ("18 * 75% = 13,5", {"13.5"}),
        ("(18 + 75) / 2 = 46.5", {"46.5"}),
        ("200 / 6 = 33.33", {"33.33"}),
        ("(3.5 + 18 + 4) / 3 = 8.5", {"8.5"}),
        ("120 / 60 = 2", {"2"}),
    ],
)
def test_a_right_sum_gives_its_result(written: str, results: set[str]) -> None:
    (total,) = worked_out([written], _TOLD)
    assert total.results == results
    assert bool(total.fault) is not bool(results)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("200 * 6 / 4 = 350", "'200 * 6 / 4 = 350' is wrong: it comes to 300"),
        ("200 * 7.5 = 1500", "'200 * 7.5 = 1500' reckons with 7.5, which no fact that is named has"),
        ("300", "'300' is no sum that could be checked"),
        ("= 300", "'= 300' is no sum that could be checked"),
        ("300 = 300", "'300 = 300' is no sum that could be checked"),
        ("18 ** 999999999 = 1", "is no sum that could be checked"),
        ("__import__('os').getpid() * 1 = 1", "is no sum that could be checked"),
        ("6 / (4 - 4) = 0", "is no sum that could be checked"),
        ("(" * 5000 + "6+4" + ")" * 5000 + " = 10", "is no sum that could be checked"),
    ],
)
def test_a_sum_that_is_wrong_or_rests_on_nothing_says_so(written: str, fault: str) -> None:
    (total,) = worked_out([written], _TOLD)
    assert not total.results
    assert fault in total.fault


def test_a_sum_may_rest_on_the_result_of_another_one_of_any_part() -> None:
    request = "How much do 6 soups at 7.50 cost? And how much is left of 60?"
    fact = Fact(kind=FactKind.READ, line="read: soup 7.50", place="menu.txt", texts=("soup 7.50",), news=False)
    first, second = request.partition("? ")[0] + "?", request.partition("? ")[2]
    parts = [
        {"quote": first, "verdict": "shown", "shown_by": [1], "sums": ["6 * 7.5 = 45"]},
        {"quote": second, "verdict": "shown", "shown_by": [1], "sums": ["60 - 45 = 15"]},
    ]
    reading = Reading.model_validate({"parts": parts, "changes": []})
    account = close(request, Facts(facts=(fact,)).numbered(), reading, "a reader", "45; 15 are left.")
    assert verdict(account)[0] is RunOutcome.VERIFIED, account.open


_RECIPE = "Change soup.txt from 4 to 6 persons."


def _amount(id: str, was: str, now: str, what: str) -> Fact:
    line = f"soup.txt, line {id}: '{was} {what}' became '{now} {what}'"
    return Fact(
        kind=FactKind.CHANGE,
        line=line,
        place=f"soup.txt, line {id}",
        texts=("soup.txt", f"{now} {what}"),
        gone=(f"{was} {what}",),
        numbers=(now,),
        loss=True,
    )


def _closed(millilitres: str, sums: list[str], sure: str = "") -> Account:
    amounts = [("4", "6", "persons"), ("200", "300", "g flour"), ("500", millilitres, "ml milk")]
    facts = Facts(facts=tuple(_amount(str(line), *amount) for line, amount in enumerate(amounts, 1)))
    reading = Reading.model_validate(
        {
            "parts": [{"quote": _RECIPE, "verdict": "shown", "shown_by": ["1-3"], "sums": sums}],
            "changes": [{"fact": "1-3", "asked_by": _RECIPE, "sure": sure}],
        }
    )
    return close(_RECIPE, facts.numbered(), reading, "a reader")


def test_amounts_that_the_request_names_by_a_ratio_are_asked_for_where_their_sums_are_given() -> None:
    assert verdict(_closed("750", []))[0] is RunOutcome.COMPLETED_UNVERIFIED
    right = _closed("750", ["200 * 6 / 4 = 300", "500 * 6 / 4 = 750"])
    assert verdict(right)[0] is RunOutcome.VERIFIED, right.open


def test_a_reader_who_is_asked_again_may_say_why_a_doubted_change_is_asked_for() -> None:
    doubted = _closed("750", [])
    assert any("500 ml milk" in doubt for doubt in doubted.doubts)
    sure = _closed("750", [], sure="one and a half of 500")
    assert verdict(sure)[0] is RunOutcome.VERIFIED, sure.open
    assert {change.sure for change in sure.changes if change.doubt} == {"one and a half of 500"}
    right = _closed("750", ["200 * 6 / 4 = 300", "500 * 6 / 4 = 750"], sure="one and a half of 500")
    assert not any(change.doubt or change.sure for change in right.changes)


def test_a_wrong_amount_is_not_covered_by_the_sum_of_another_one() -> None:
    wrong = _closed("700", ["200 * 6 / 4 = 300", "500 * 6 / 4 = 750"])
    assert verdict(wrong)[0] is RunOutcome.COMPLETED_UNVERIFIED
    made_up = _closed("700", ["200 * 6 / 4 = 300", "500 * 6 / 4 = 700"])
    assert "'500 * 6 / 4 = 700' is wrong: it comes to 750" in "; ".join(made_up.doubts)


_QUESTION = "How much is left of the 120 euros in cash.txt after the shoes?"
_CASH = Fact(
    kind=FactKind.READ, line="read in cash.txt: shoes 74.50", place="cash.txt", texts=("shoes 74.50",), news=False
)


@pytest.mark.parametrize(
    ("answer", "sums", "expected"),
    [
        ("45.50 euros are left.", ["120 - 74.5 = 45.5"], RunOutcome.VERIFIED),
        ("45.50 euros are left.", [], RunOutcome.COMPLETED_UNVERIFIED),
        ("46.50 euros are left.", ["120 - 74.5 = 45.5"], RunOutcome.COMPLETED_UNVERIFIED),
        ("46.50 euros are left.", ["121 - 74.5 = 46.5"], RunOutcome.COMPLETED_UNVERIFIED),
    ],
)
def test_an_answer_may_be_the_result_of_a_sum_of_what_was_read(
    answer: str, sums: list[str], expected: RunOutcome
) -> None:
    reading = Reading.model_validate(
        {"parts": [{"quote": _QUESTION, "verdict": "shown", "shown_by": [1], "sums": sums}], "changes": []}
    )
    account = close(_QUESTION, Facts(facts=(_CASH,)).numbered(), reading, "a reader", answer)
    assert verdict(account)[0] is expected, account.open


def test_a_sum_may_reckon_with_times_as_hours_or_minutes() -> None:
    fact = Literals(Fact(kind=FactKind.READ, line="read in a.xlsx: 16:30 | 30", texts=("16:30",), numbers=("30",)))
    (hours, minutes) = worked_out(["16.5 - 30 / 60 = 16", "16 * 60 + 30 = 990"], fact.reckoned | {"16"})
    assert not hours.fault and not minutes.fault
    assert {"16.5", "990"} <= fact.reckoned and "16.5" not in fact.numbers


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("18:12 + 0:15 = 18:27", ""),
        ("18:12 + 0:15 = 18:37", "is wrong: it comes to 18:27"),
        ("19:12 + 0:15 = 19:27", "reckons with 19:12"),
        ("18:12 + 0:20 = 18:32", "reckons with 0:20"),
        ("22:00 - 18:12 = 3:48", "reckons with 22:00"),
    ],
)
def test_times_of_day_are_worked_out_in_hours_and_minutes(written: str, fault: str) -> None:
    fact = Literals(Fact(kind=FactKind.READ, line="read: 18:12, 15 minutes late", texts=("18:12", "15 minutes late")))
    (total,) = worked_out([written], fact.reckoned)
    assert fault in total.fault and bool(total.fault) is bool(fault)
    assert total.results == (frozenset() if fault else {"18:27"})


def test_a_time_of_the_answer_may_come_of_a_sum() -> None:
    request = "When does the delayed train leave?"
    fact = Fact(kind=FactKind.READ, line="read in a.pdf: 18:12, 15 minutes late", texts=("18:12, 15 minutes late",))
    part = {"quote": request, "verdict": "shown", "shown_by": ["1"]}
    facts = Facts(facts=(fact,)).numbered()
    without = close(request, facts, Reading.model_validate({"parts": [part]}), "", "At 18:27.")
    assert without.open == ("the answer says 18:27, which no fact shows",)
    summed = part | {"sums": ["18:12 + 0:15 = 18:27"]}
    assert not close(request, facts, Reading.model_validate({"parts": [summed]}), "", "At 18:27.").open
