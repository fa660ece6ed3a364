"""What a reader left out goes back to the reader, and not to those who worked."""

from __future__ import annotations

import pytest

from ufo.proof.lapses import lapses
from ufo.schema.fact import Fact, FactKind
from ufo.schema.reading import Reading

_REQUEST = "ضع 42 في B2 واحفظ الملف"
_FACTS = tuple(
    Fact(kind=FactKind.CHANGE, id=str(number), line=f"prices.xlsx, Sheet1!B{number}: 42", place="prices.xlsx")
    for number in (1, 2, 3)
)
_WHOLE = {"quote": _REQUEST, "verdict": "shown", "shown_by": [1, 2, 3]}
_ENTRIES = [{"fact": "1-3", "asked_by": "ضع 42 في B2"}]


@pytest.mark.parametrize(
    ("parts", "changes", "told"),
    [
        ([_WHOLE], _ENTRIES, ""),
        ([_WHOLE], _ENTRIES[:0], "changes has no entry for these facts with a *: 1, 2, 3"),
        ([_WHOLE], [{"fact": 2, "asked_by": ""}], "changes has no entry for these facts with a *: 1, 3"),
        ([_WHOLE | {"quote": "ضع 42 في B2"}], _ENTRIES, "no part has these words of the request: 'واحفظ الملف'"),
        (
            [_WHOLE, _WHOLE | {"quote": "and save it"}],
            _ENTRIES,
            "the request does not say, letter for letter: 'and save it'",
        ),
    ],
)
def test_what_a_reading_leaves_out_is_told(parts: list[object], changes: list[object], told: str) -> None:
    reading = Reading.model_validate({"parts": parts, "changes": changes})
    assert lapses(_REQUEST, _FACTS, reading) == told
