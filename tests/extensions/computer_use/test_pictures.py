"""The way from a window to the model's picture and back: exact to the pixel, at every scale and wherever the window stands."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.extensions.computer_use.asking import CLAUDE, NEWER, PREVIEW
from ufo.llm.computer_pictures import MOST_BYTES, limit_of, shown_size
from ufo.schema.geometry import Rect
from ufo.tools.observe.in_view import at_fraction
from ufo.vision.encode import decode, png_of
from ufo.vision.photographer import PhotographerFacade
from ufo_computer_use.pictures import Scale

_SIDE = st.integers(1, 8000)
_OFFSET = st.integers(-4000, 8000)
_MODEL = st.sampled_from((PREVIEW, NEWER, CLAUDE, "hand:turns"))


@given(model=_MODEL, width=_SIDE, height=_SIDE, edge=st.integers(1, 8000))
def test_a_picture_is_never_larger_than_its_provider_leaves_it_and_never_larger_than_the_window(
    model: str, width: int, height: int, edge: int
) -> None:
    shown = shown_size(model, width, height, edge)
    limit = limit_of(model)
    assert 1 <= shown[0] <= width and 1 <= shown[1] <= height
    assert max(shown) <= max(1, min(limit.longest, edge)) and min(shown) <= limit.shortest
    assert shown[0] * shown[1] <= limit.area
    fits = width * height <= limit.area and max(width, height) <= min(limit.longest, edge)
    if fits and min(width, height) <= limit.shortest:
        assert shown == (width, height)


@given(model=_MODEL, frame=st.builds(Rect, _OFFSET, _OFFSET, _SIDE, _SIDE), data=st.data())
def test_a_pixel_of_the_picture_is_the_pixel_of_the_screen_under_its_middle_within_one(
    model: str, frame: Rect, data: st.DataObject
) -> None:
    width, height = shown_size(model, frame.width, frame.height, 1568)
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    point = at_fraction(frame, *Scale(width, height, frame.width, frame.height).share(x, y))
    assert frame.contains(point)
    assert abs(point.x - (frame.x + (x + 0.5) * frame.width / width - 0.5)) <= 1
    assert abs(point.y - (frame.y + (y + 0.5) * frame.height / height - 0.5)) <= 1


@given(model=_MODEL, frame=st.builds(Rect, _OFFSET, _OFFSET, _SIDE, _SIDE), data=st.data())
def test_what_a_model_points_at_is_where_it_would_see_the_point_again_within_a_pixel(
    model: str, frame: Rect, data: st.DataObject
) -> None:
    width, height = shown_size(model, frame.width, frame.height, 1568)
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    point = at_fraction(frame, *Scale(width, height, frame.width, frame.height).share(x, y))
    again = (point.x - frame.x + 0.5) * width / frame.width, (point.y - frame.y + 0.5) * height / frame.height
    assert abs(again[0] - (x + 0.5)) <= 1 and abs(again[1] - (y + 0.5)) <= 1


@pytest.mark.parametrize(
    ("model", "size", "shown"),
    [
        (PREVIEW, (1920, 1080), (1365, 768)),
        (PREVIEW, (1280, 720), (1280, 720)),
        (NEWER, (1920, 1080), (1568, 882)),
        (CLAUDE, (1920, 1080), (1429, 804)),
        (CLAUDE, (1024, 768), (1024, 768)),
    ],
)
def test_the_sizes_of_usual_windows(model: str, size: tuple[int, int], shown: tuple[int, int]) -> None:
    assert shown_size(model, *size, 1568) == shown


def test_a_picture_of_a_photograph_is_sent_smaller_in_the_same_size() -> None:
    noise = Image.frombytes("RGB", (1365, 768), Random(7).randbytes(1365 * 768 * 3))
    picture = png_of(noise, Rect(0, 0, 1365, 768))
    assert len(picture.data) > MOST_BYTES
    shown = PhotographerFacade().resized(picture, (1365, 768), None, MOST_BYTES)
    assert shown.mime == "image/jpeg" and len(shown.data) <= MOST_BYTES
    assert decode(shown).size == (1365, 768)
    plain = png_of(Image.new("RGB", (800, 600), "white"), Rect(0, 0, 800, 600))
    assert PhotographerFacade().resized(plain, (400, 300), None, MOST_BYTES).mime == "image/png"
