"""Colours are called as people call them, and nothing is told where opinions differ."""

from __future__ import annotations

import pytest

from ufo.schema.colours import known, named, of_colour, of_shade


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("#ff00ff", "magenta"), ("#fe0102", "red"), ("#00ffff", "cyan"), ("#7f7f7f", "grey"), ("#ffffff", "white"),
        ("#a52a2a", "brown"), ("#a7eca7", "light green"),
        ("#8c8cd9", "light blue"), ("#ffc0cb", "pink"), ("#000080", "navy"), ("pattern", ""), ("", ""), ("#12345g", ""),
    ],
)  # fmt: skip
def test_a_colour_has_the_name_of_the_nearest_one(value: str, name: str) -> None:
    assert named(value) == name


def test_a_word_means_exactly_that_colour_where_it_is_there() -> None:
    assert of_colour("green", ("#008000", "#00ff00", "#ff0000")) == (True, False, False)
    assert of_colour("Aqua", ("#00ffff", "#0000ff")) == (True, False)
    assert known("fuchsia") == known("Magenta") == "magenta"


def test_a_word_tells_nothing_among_several_of_its_shades_or_where_it_is_no_colour() -> None:
    assert of_colour("green", ("#1f8a2c", "#00ff00")) is None
    assert of_colour("green", ("#00ff00", "#ff0000")) is None
    assert of_colour("green", ("#1f8a2c", "#ff0000")) == (True, False)
    assert of_colour("chartreusish", ("#00ff00",)) is None


def test_shades_of_a_colour_are_told_by_their_hue_unless_one_of_them_lies_between_two() -> None:
    assert of_shade("green", ("#1a5c1a", "#c9f2c9", "#2e2e9e")) == (True, True, False)
    assert of_shade("green", ("#1a5c1a", "#80807f")) is None
    assert of_shade("green", ("#1a5c1a", "#00a080")) is None
