"""Days that a field shows in an order of its own."""

from __future__ import annotations

from datetime import date

import pytest

from ufo.tools.verbs.typed_values import means, order_of

_CHRISTMAS_EVE, _EARLY = date(2026, 12, 24), date(2026, 1, 2)


@pytest.mark.parametrize(
    ("shown", "order"),
    [("12/24/26", "mdy"), ("24.12.2026", "dmy"), ("2026-01-02", "ymd"), ("01/02/2026", ""), ("", ""), ("24 kg", "")],
)
def test_the_order_is_known_where_only_one_gives_a_day(shown: str, order: str) -> None:
    assert order_of(shown) == order


def test_a_day_that_may_be_another_one_is_not_taken_for_the_one_that_is_wanted() -> None:
    assert means("12/24/26", _CHRISTMAS_EVE) and not means("12/25/26", _CHRISTMAS_EVE)
    assert not means("01/02/2026", _EARLY) and means("01/02/2026", _EARLY, "mdy")
    assert not means("01/02/2026", _EARLY, "dmy") and not means("", _EARLY)
