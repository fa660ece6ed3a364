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
    one = Rect(1, 2, width=3, height=4)
    assert (one.x, one.y, one.width, one.height) == (1, 2, 3, 4)
    assert {one} == {Rect(1, 2, 3, 4)}
    assert replace(one, x=0) == Rect(0, 2, 3, 4)
    assert pickle.loads(pickle.dumps(one)) == copy(one) == one
    with pytest.raises(FrozenInstanceError):
        one.x = 5  # type: ignore[misc]  # that is the point


@given(_RECTS, _RECTS)
def test_two_rectangles_overlap_where_they_have_a_common_part(one: Rect, other: Rect) -> None:
    assert one.overlaps(other) is not one.intersection(other).is_empty


def test_rectangles_that_only_touch_do_not_overlap() -> None:
    assert not Rect(0, 0, 10, 10).overlaps(Rect(10, 0, 10, 10))
    assert Rect(0, 0, 10, 10).overlaps(Rect(9, 9, 1, 1))
