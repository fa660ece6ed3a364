from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.matching.other_tiles import other_tiles

_LINES = 5


@st.composite
def _pictures(draw: st.DrawFn) -> tuple[bytes, bytes, int, int]:
    wide, stride = draw(st.integers(1, 6)), draw(st.integers(1, 40))
    item = bytearray(draw(st.binary(min_size=stride * _LINES, max_size=stride * _LINES)))
    other = bytearray(item)
    for at in draw(st.lists(st.integers(0, len(item) - 1), max_size=12)):
        other[at] ^= 1
    return bytes(item), bytes(other), stride, wide


@given(_pictures())
def test_a_tile_is_other_exactly_where_one_of_its_bytes_is(pictures: tuple[bytes, bytes, int, int]) -> None:
    data, other, stride, wide = pictures
    differing = {at % stride // wide for at, (here, there) in enumerate(zip(data, other, strict=True)) if here != there}
    assert other_tiles(data, other, stride, wide) == sorted(differing)


def test_a_last_tile_that_the_line_cuts_off_is_compared_too() -> None:
    assert other_tiles(b"aaab" * 2, b"aaac" * 2, stride=4, wide=3) == [1]
