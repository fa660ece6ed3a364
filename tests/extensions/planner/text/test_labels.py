"""The texts on controls as a request says them."""

from __future__ import annotations

import pytest

from ufo_planner.text.labels import without_shortcut


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Open (Ctrl+O)", "open"), ("Find Ctrl+F", "find"), ("my_file", "my_file"), ("_Öffnen", "öffnen")],
)
def test_a_shortcut_is_no_part_of_what_is_asked_for(text: str, expected: str) -> None:
    assert without_shortcut(text) == expected
