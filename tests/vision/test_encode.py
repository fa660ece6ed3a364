from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame, Picture
from ufo.vision.encode import decode, image_of, jpeg_of, png, scaled


@given(
    st.integers(1, 9),
    st.integers(1, 9) | st.integers(60, 200),
    st.integers(-3000, 3000),
    st.randoms(use_true_random=False),
)
def test_a_png_holds_every_pixel_and_tells_its_place_by_itself(width: int, height: int, x: int, random) -> None:  # type: ignore[no-untyped-def]  # hypothesis hands out its own Random
    frame = Frame(Rect(x, -7, width, height), random.randbytes(width * height * 4))
    picture = png(frame)
    pixels = decode(picture).tobytes()
    assert (
        pixels[0::3] == frame.pixels[2::4] and pixels[1::3] == frame.pixels[1::4] and pixels[2::3] == frame.pixels[0::4]
    )
    assert Picture.from_data_url(picture.data_url).rect == frame.rect


def test_a_frame_whose_pixels_do_not_fit_its_size_is_refused() -> None:
    with pytest.raises(ValueError, match="capture it again"):
        png(Frame(Rect(0, 0, 2, 2), b"\0" * 15))
    with pytest.raises(ValueError, match="capture it again"):
        png(Frame(Rect(0, 0, 0, 2), b""))


def test_a_scaled_picture_keeps_its_shape_and_the_region_it_shows() -> None:
    picture = scaled(Image.new("RGB", (400, 200)), Rect(5, 6, 400, 200), 100)
    assert decode(picture).size == (100, 50)
    assert picture.mime == "image/jpeg"
    assert picture.rect == Rect(5, 6, 400, 200)


@pytest.mark.parametrize("size", [(400, 200), (600, 300), (200, 2), (2, 200)])
def test_a_picture_that_is_scaled_in_two_halves_is_what_it_would_be_in_one(size: tuple[int, int]) -> None:
    image = Image.frombytes("RGB", size, Random(size[0]).randbytes(3 * size[0] * size[1]))
    place = Rect(0, 0, *size)
    whole = image.resize((max(1, size[0] // 2), max(1, size[1] // 2)), Image.Resampling.HAMMING)
    assert scaled(image, place, max(size) // 2, halved=True).data == jpeg_of(whole, place).data


def test_a_picture_is_never_scaled_up() -> None:
    assert decode(scaled(Image.new("RGB", (4, 2)), Rect(0, 0, 4, 2), 100)).size == (4, 2)


def test_a_frame_keeps_its_colours_as_jpeg() -> None:
    frame = Frame(Rect(0, 0, 8, 8), bytes([0, 0, 255, 0]) * 64)
    red, green, _ = decode(jpeg_of(image_of(frame), frame.rect)).getpixel((4, 4))  # type: ignore[misc]  # an RGB pixel
    assert red > 240 and green < 15


@pytest.mark.parametrize("data", [b"", b"garbage", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture_is_refused_clearly(data: bytes) -> None:
    with pytest.raises(ValueError, match="no readable picture"):
        decode(Picture(data, "image/png", Rect(0, 0, 1, 1)))


def test_a_cut_off_png_is_refused_clearly() -> None:
    whole = png(Frame(Rect(0, 0, 64, 64), Image.effect_noise((64, 64), 90).convert("RGBA").tobytes()))
    with pytest.raises(ValueError, match="no readable picture"):
        decode(Picture(whole.data[: len(whole.data) // 2], "image/png", whole.rect))
