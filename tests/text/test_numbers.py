"""Numerals are numbers by what Unicode says of their signs, in any script that has them."""

from __future__ import annotations

import pytest

from ufo.proof.closure import close
from ufo.schema.fact import Fact, FactKind, Facts
from ufo.schema.reading import PartVerdict, ReadChange, Reading, ReadPart
from ufo.text.numbers import numerals


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("りんごを三つ", {"3"}),
        ("二十五個と十個", {"25", "10"}),
        ("千二百三十四", {"1234"}),
        ("二〇二五年", {"2025"}),
        ("三百万円", set()),
        ("Kapitel Ⅲ, ½ Liter, ③", {"3", "0.5"}),
        ("three apples, 3 of them", set()),
    ],
)
def test_a_numeral_is_the_number_that_its_signs_are_worth(text: str, numbers: set[str]) -> None:
    assert numerals(text) == numbers


@pytest.mark.parametrize(("words", "is_said"), [("三つ", True), ("２つ", False), ("３つ", True)])
def test_a_number_that_the_request_says_in_numerals_came_from_somewhere(words: str, is_said: bool) -> None:
    request = f"在庫.ods のりんごを{words}にしてください"
    fact = Fact(
        kind=FactKind.CHANGE, line="在庫.ods, Sheet1!B2: new value 3", place="在庫.ods, Sheet1!B2", texts=("3",), id="1"
    )
    reading = Reading(
        parts=[ReadPart(quote=request, verdict=PartVerdict.SHOWN, shown_by=["1"])],
        changes=[ReadChange(fact="1", asked_by=request)],
    )
    account = close(request, Facts(facts=(fact,)), reading, "a mind")
    doubted = [said for said in account.open if "nobody said '3'" in said]
    assert bool(doubted) is not is_said
