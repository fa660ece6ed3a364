"""A box is shown to be on or off by any condition about it that holds, in whatever words it says so."""

from __future__ import annotations

import pytest

from tests.proof.account.test_named_acts import ticked
from ufo.proof.account.verdict import Case, weigh
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.schema.predicate import Finding, PagePredicate, Truth

_REQUEST = "In Chromium, turn on 'Ask where to save each file'."


def _found(value: str) -> Finding:
    stated = PagePredicate(
        page="settings/downloads", field="Ask where to save each file before downloading", value=value
    )
    return Finding(predicate=stated, truth=Truth.SATISFIED, evidence=f"its field shows {value}", channel="devtools")


@pytest.mark.parametrize(("value", "is_gap"), [("on", False), ("checked", False), ("true", False), ("off", True)])
def test_a_condition_on_the_field_shows_the_state_that_the_request_asks_for(value: str, is_gap: bool) -> None:
    contract = Contract(request=_REQUEST, literals=literals_of(_REQUEST))
    opened = ticked("Something else")
    case = Case(contract, (_found(value),), deeds_of([opened]), (), (), by_model=True)
    assert any("Ask where to save" in one for one in weigh(case).gaps) is is_gap
