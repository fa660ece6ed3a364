"""The names of colours are the same for a look and in a rule."""

from __future__ import annotations

import pytest

from ufo.errors import ToolError
from ufo.schema.colours import COLOURS
from ufo.schema.graded_rules import graded_spelled
from ufo.schema.looks import look_value


def test_each_name_has_one_value_everywhere_and_another_word_has_none() -> None:
    for name, value in COLOURS.items():
        assert look_value("colour", name.title()) == value
    assert graded_spelled("colour scale min Fuchsia, max gold") == "colour scale min #ff00ff, max #ffd700"
    assert graded_spelled("colour scale max chartreusish") == "colour scale max chartreusish"
    with pytest.raises(ToolError, match="no colour that is known"):
        look_value("colour", "chartreusish")
