from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux.reuse.tile_diff import between
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_AREA = Rect(10, 20, 150, 70)
_PLAIN = bytes(4 * _AREA.width * _AREA.height)


def _changed(x: int, y: int) -> Frame:
    pixels = bytearray(_PLAIN)
    pixels[4 * (_AREA.width * (y - _AREA.y) + x - _AREA.x)] = 1
    return Frame(_AREA, bytes(pixels))


_RECTS = st.builds(Rect.from_ltrb, st.integers(10, 90), st.integers(20, 50), st.integers(91, 160), st.integers(51, 90))


@given(st.integers(10, 159), st.integers(20, 89), _RECTS)
def test_a_changed_pixel_is_never_missed_and_far_away_none_is_seen(x: int, y: int, rect: Rect) -> None:
    dirty = between(Frame(_AREA, _PLAIN), _changed(x, y))
    assert dirty is not None
    near = Rect(rect.x - 64, rect.y - 16, rect.width + 128, rect.height + 32)
    if rect.x <= x < rect.right and rect.y <= y < rect.bottom:
        assert dirty.touches(rect)
    elif not (near.x <= x < near.right and near.y <= y < near.bottom):
        assert not dirty.touches(rect)


@given(_RECTS)
def test_equal_pictures_differ_nowhere(rect: Rect) -> None:
    dirty = between(Frame(_AREA, _PLAIN), Frame(_AREA, _PLAIN))
    assert dirty is not None
    assert not dirty.touches(rect)


def test_what_the_pictures_do_not_show_counts_as_changed() -> None:
    dirty = between(Frame(_AREA, _PLAIN), Frame(_AREA, _PLAIN))
    assert dirty is not None
    assert dirty.touches(Rect(0, 0, 20, 30))
    assert dirty.touches(Rect(100, 50, 500, 10))


def test_pictures_of_different_places_tell_nothing() -> None:
    assert between(Frame(_AREA, _PLAIN), Frame(_AREA.moved(1, 0), _PLAIN)) is None
