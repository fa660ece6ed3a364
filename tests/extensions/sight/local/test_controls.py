"""A box to choose from and a spinner, by the areas of the button at their end, as Tk 8.6.16 paints them."""

from __future__ import annotations

import numpy as np
import pytest

from ufo.schema.geometry import Rect
from ufo_sight.local.areas import Box, Grey
from ufo_sight.local.controls import Scene

_GREY, _DARK = 218, 0
_FIELD, _BUTTON = Rect(10, 12, 183, 19), Rect(196, 10, 13, 23)


def _picture(*arrows: tuple[int, int]) -> Grey:
    """Arrows that point down, each 9 pixels wide at its top, by the row of that and how many rows they have."""
    grey = np.full((44, 220), _GREY, np.uint8)
    for top, rows in arrows:
        for row in range(rows):
            grey[top + row, 198 + row : 207 - row] = _DARK
    return grey


@pytest.mark.parametrize(
    ("arrows", "areas", "role"),
    [
        pytest.param([(19, 5)], [Rect(196, 12, 11, 7), Rect(196, 20, 11, 11)], "ComboBox", id="one arrow"),
        pytest.param([(14, 4), (24, 4)], [Rect(196, 12, 11, 9), Rect(196, 22, 11, 9)], "Spinner", id="two arrows"),
    ],
)
def test_an_arrow_that_cuts_its_button_into_two_areas_is_one_arrow(
    arrows: list[tuple[int, int]], areas: list[Rect], role: str
) -> None:
    boxes = [Box(rect, _GREY, _GREY) for rect in (_FIELD, _BUTTON, *areas)]
    seen = Scene(boxes, (), (), (), _picture(*arrows)).controls()
    assert role in [control.role for control in seen if control.rect.covers(_FIELD)]
