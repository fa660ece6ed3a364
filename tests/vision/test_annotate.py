"""Which controls get a label. How labels lie is in test_placement and test_photographer."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageChops

from ufo.schema.geometry import Point
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.annotate import LabelStyle, annotate

BOX = (60, 20, 110, 50)


@pytest.mark.parametrize(
    ("more", "labelled"),
    [
        ({}, False),
        ({"value": "7"}, True),
        ({"states": ("focused",)}, True),
        ({"states": ("selected",)}, True),
        ({"type": "Button"}, True),
    ],
)
def test_an_empty_cell_gets_no_label_but_one_with_a_value_or_the_cursor_does(
    more: dict[str, Any], labelled: bool
) -> None:
    blank = Image.new("RGB", (300, 100), (255, 255, 255))
    cell = TargetInfo.model_validate(
        {"kind": TargetKind.CONTROL, "id": "1", "name": "A1", "type": "Cell", "rect": BOX} | more
    )
    drawn = annotate(blank, Point(0, 0), [cell], LabelStyle())
    assert (ImageChops.difference(blank, drawn).getbbox() is not None) is labelled
