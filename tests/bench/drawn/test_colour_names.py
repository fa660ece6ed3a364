"""Colours are called as people call them, and nothing is told where opinions differ."""

from __future__ import annotations

import pytest

from bench.drawn.colour_names import named


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
