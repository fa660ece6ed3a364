"""What the parts of a day or a time are, as far as the text tells."""

from __future__ import annotations

import pytest

from ufo.tools.verbs.date_sections import sections


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("24.12.2026", {"day": 24, "month": 12, "year": 2026}),
        ("12/24/2026", {"month": 12, "day": 24, "year": 2026}),
        ("Thursday, 5 Dec 2026", {"day": 5, "month": 12, "year": 2026}),
        ("12/2026", {"month": 12, "year": 2026}),
        ("12:35 AM", {"hour": 0, "minute": 35}),
        ("24.12.2026 2:35:09 pm", {"day": 24, "month": 12, "year": 2026, "hour": 14, "minute": 35, "second": 9}),
        ("05.04.2026", {"": 4, "year": 2026}),
    ],
)
def test_parts_are_known_by_their_words_their_length_and_how_large_they_are(text: str, told: dict[str, int]) -> None:
    assert {part.kind: part.number for part in sections(text) or ()} == told


@pytest.mark.parametrize("text", ["", "42", "42 kg", "3.5", "5 Brumaire 2026", "1.2.3.4", "Automatic", None])
def test_what_is_no_day_and_no_time_has_no_parts(text: str | None) -> None:
    assert sections(text) is None
