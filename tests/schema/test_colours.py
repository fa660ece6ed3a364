"""The names of basic colours."""

from __future__ import annotations

from ufo.schema.colours import known


def test_a_word_of_a_colour_has_one_spelling_and_another_word_has_none() -> None:
    assert known("fuchsia") == known("Magenta") == "magenta"
    assert known("chartreusish") == ""
