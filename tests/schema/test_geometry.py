from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.geometry import Rect

_RECTS = st.builds(Rect, *[st.integers(-20, 20)] * 4)


@given(_RECTS, _RECTS)
def test_two_rectangles_overlap_where_they_have_a_common_part(one: Rect, other: Rect) -> None:
    assert one.overlaps(other) is not one.intersection(other).is_empty


def test_rectangles_that_only_touch_do_not_overlap() -> None:
    assert not Rect(0, 0, 10, 10).overlaps(Rect(10, 0, 10, 10))
    assert Rect(0, 0, 10, 10).overlaps(Rect(9, 9, 1, 1))
