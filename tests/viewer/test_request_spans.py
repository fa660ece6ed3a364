"""A request with the marks of its parts is letter for letter the request."""

from __future__ import annotations

from tests.trace.sample_run import ACCOUNT
from ufo.schema.reading import Account, PartAccount, PartVerdict
from ufo.viewer.request_spans import Span, spans_of


def test_the_parts_carry_their_marks_and_the_letters_are_the_requests() -> None:
    spans = spans_of(ACCOUNT.request, ACCOUNT)
    assert "".join(span.text for span in spans) == ACCOUNT.request
    assert [(span.text, span.mark) for span in spans if span.mark] == [
        ("Write a shopping list", "shown"),
        ("and save it", "not shown"),
    ]


def test_a_request_that_was_not_read_yet_has_no_mark() -> None:
    assert spans_of("Do it", None) == (Span("Do it"),)
    assert spans_of("Do something else", ACCOUNT) == (Span("Do something else"),)


def test_parts_that_overlap_or_lie_outside_lose_no_letter() -> None:
    places = [(0, 4), (2, 6), (6, 6), (5, 99), (-3, 2)]
    parts = tuple(PartAccount(quote="", start=start, end=end, verdict=PartVerdict.SHOWN) for start, end in places)
    spans = spans_of("abcdef", Account(request="abcdef", parts=parts))
    assert "".join(span.text for span in spans) == "abcdef"
