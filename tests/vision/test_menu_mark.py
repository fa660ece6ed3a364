"""Marks of menu entries: told in the styles of several toolkits, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.vision.menu_mark import is_marked

_WIDE, _HIGH = 200, 25
_WHITE, _BLUE, _DARK, _GREY = (255, 255, 255), (53, 132, 228), (46, 52, 54), (190, 190, 190)
_BOX = (6, 4, 21, 19)


def _told(draw: ImageDraw.ImageDraw, image: Image.Image) -> bool | None:
    draw.text((28, 6), "Line Numbers", fill=_DARK)
    return is_marked(Frame(Rect(460, 243, _WIDE, _HIGH), image.convert("RGBX").tobytes("raw", "BGRX")))


def _entry(ground: tuple[int, int, int] = _WHITE) -> tuple[ImageDraw.ImageDraw, Image.Image]:
    image = Image.new("RGB", (_WIDE, _HIGH), ground)
    return ImageDraw.Draw(image), image


@pytest.mark.parametrize(("ground", "line"), [(_WHITE, _DARK), (_WHITE, _GREY), (_BLUE, _WHITE)])
@pytest.mark.parametrize("is_set", [True, False])
@pytest.mark.parametrize("is_round", [True, False])
def test_a_box_with_a_tick_and_a_circle_with_a_dot_are_set_and_empty_ones_are_not(
    ground: tuple[int, int, int], line: tuple[int, int, int], is_set: bool, is_round: bool
) -> None:
    draw, image = _entry(ground)
    draw.line((0, 0, 0, _HIGH), fill=_GREY)
    if is_round:
        draw.ellipse(_BOX, outline=line)
        if is_set:
            draw.ellipse((10, 8, 17, 15), fill=line)
    else:
        draw.rectangle(_BOX, outline=line)
        if is_set:
            draw.line((10, 12, 13, 15, 18, 8), fill=line, width=2)
    assert _told(draw, image) is is_set


def test_an_entry_without_a_mark_tells_nothing() -> None:
    assert _told(*_entry()) is None


def test_a_dash_and_a_coloured_picture_tell_nothing() -> None:
    draw, image = _entry()
    draw.rectangle(_BOX, outline=_DARK)
    draw.line((9, 12, 18, 12), fill=_DARK, width=2)
    assert _told(draw, image) is None
    draw, image = _entry()
    draw.rectangle(_BOX, fill=_BLUE)
    draw.rectangle((6, 4, 21, 10), fill=(200, 40, 40))
    draw.rectangle((9, 12, 18, 19), fill=_DARK)
    assert _told(draw, image) is None


def test_letters_and_words_are_no_marks() -> None:
    draw, image = _entry()
    draw.text((6, 2), "O", fill=_DARK, font_size=18)
    draw.text((19, 2), "pen", fill=_DARK, font_size=18)
    assert is_marked(Frame(Rect(0, 0, _WIDE, _HIGH), image.convert("RGBX").tobytes("raw", "BGRX"))) is None
    small = Rect(0, 0, 12, _HIGH)
    assert is_marked(Frame(small, bytes(12 * _HIGH * 4))) is None
