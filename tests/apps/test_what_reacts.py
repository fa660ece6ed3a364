"""What counts as the reaction of a control: pictures before and after, as the matrix of real applications judges them."""

from __future__ import annotations

import numpy as np
import pytest

from bench.pointer import Pixels, judged
from ufo.schema.geometry import Rect

_BUTTON = Rect(100, 100, 60, 24)


def _screen(*lit: Rect) -> Pixels:
    picture = np.zeros((300, 400, 3), dtype=np.uint8)
    for box in lit:
        picture[box.y : box.bottom, box.x : box.right] = 200
    return picture


@pytest.mark.parametrize(
    ("lit", "found"),
    [
        ([_BUTTON], "reacts"),
        ([_BUTTON, Rect(200, 10, 40, 20)], "reacts"),
        ([Rect(104, 104, 2, 14)], "reacts"),
        ([Rect(60, 90, 200, 60)], "elsewhere"),
        ([Rect(300, 250, 50, 20)], "silent"),
        ([], "silent"),
    ],
    ids=["it lights up", "a hint comes as well", "a cursor", "all around it", "something far away", "nothing"],
)
def test_a_control_reacts_where_most_of_it_or_of_what_changed_lies_in_it_and_no_more_around_it(
    lit: list[Rect], found: str
) -> None:
    assert judged(_screen(), _screen(*lit), _BUTTON) == found
