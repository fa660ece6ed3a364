"""A text is split into words, in any script."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from ufo.text.words import searched, words, words_and_pairs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Save_as: the FILE's 2nd ﬁle", ["save", "as", "the", "file", "s", "2nd", "file"]),
        ("Über Österreich", ["über", "österreich"]),
        ("हिन्दी में लिखो", ["हिन्दी", "में", "लिखो"]),
        ("สวัสดีครับ ที่นี่", ["สวัสดีครับ", "ที่นี่"]),
        ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
        ("❤️ ok", ["ok"]),
    ],
)
def test_a_word_keeps_the_marks_on_its_letters(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@requirement("knowledge:index-scripts")
def test_a_script_without_spaces_is_compared_in_pairs() -> None:
    assert words_and_pairs("電気代 Café é") == {"電気", "気代", "café", "é"}
    assert words_and_pairs("A列") == {"a", "列"}


def test_accents_do_not_count_where_one_searches() -> None:
    assert searched("Crème 電気代") == ["creme", "電気", "気代"]
