from __future__ import annotations

import pickle
from copy import copy
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.geometry import Rect

_RECTS = st.builds(Rect, *[st.integers(-20, 20)] * 4)


def test_a_rectangle_is_a_frozen_value() -> None:
    rect = Rect(1, 2, width=3, height=4)
    assert (rect.x, rect.y, rect.width, rect.height) == (1, 2, 3, 4)
    assert {rect} == {Rect(1, 2, 3, 4)}
    assert replace(rect, x=0) == Rect(0, 2, 3, 4)
    assert pickle.loads(pickle.dumps(rect)) == copy(rect) == rect
    with pytest.raises(FrozenInstanceError):
        rect.x = 5  # type: ignore[misc]  # that is the point


@given(_RECTS, _RECTS)
def test_two_rectangles_overlap_where_they_have_a_common_part(rect: Rect, other: Rect) -> None:
    assert rect.overlaps(other) is not rect.intersection(other).is_empty


def test_rectangles_that_only_touch_do_not_overlap() -> None:
    assert not Rect(0, 0, 10, 10).overlaps(Rect(10, 0, 10, 10))
    assert Rect(0, 0, 10, 10).overlaps(Rect(9, 9, 1, 1))
