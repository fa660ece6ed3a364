"""What watchers are sent of a screen: only what changed, at its place, in the width that they asked for."""

from __future__ import annotations

import io

from PIL import Image

from ufo.desktop.masked.masked_screen import SeenScreen
from ufo.runs.control.canvas import Canvas
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

SCREEN = Rect(0, 0, 640, 320)


def frame(colour: tuple[int, int, int] = (255, 255, 255), *parts: tuple[Rect, tuple[int, int, int]]) -> Frame:
    image = Image.new("RGB", (SCREEN.width, SCREEN.height), colour)
    for rect, other in parts:
        image.paste(other, (rect.x, rect.y, rect.right, rect.bottom))
    return Frame(SCREEN, image.tobytes("raw", "BGRX"))


def shown(canvas: Canvas, width: int, version: int = 0) -> Image.Image:
    """Return what a watcher of that width has, who had that version before and a red picture."""
    parts, _ = canvas.since(version)
    picture = Image.new("RGB", canvas.size(width), (255, 0, 0))
    for tile, data in canvas.files(parts, width):
        image = Image.open(io.BytesIO(data))
        assert image.size == (tile.width, tile.height)
        picture.paste(image, (tile.x, tile.y))
    return picture


def test_the_first_picture_is_whole_and_the_next_has_what_changed() -> None:
    canvas = Canvas()
    assert canvas.show(SeenScreen(frame()))
    assert canvas.since(0) == ((SCREEN,), True)
    assert not canvas.show(SeenScreen(frame()))
    dot = Rect(300, 100, 10, 10)
    assert canvas.show(SeenScreen(frame((255, 255, 255), (dot, (0, 0, 0)))))
    (part,), is_whole = canvas.since(1)
    assert not is_whole and part.covers(dot) and part.area < SCREEN.area / 20
    assert canvas.since(2) == ((), False)


def test_a_watcher_of_a_smaller_width_gets_the_parts_at_their_places() -> None:
    canvas = Canvas()
    canvas.show(SeenScreen(frame((255, 0, 0))))
    canvas.show(SeenScreen(frame((255, 0, 0), (Rect(320, 160, 320, 160), (0, 0, 255)))))
    picture = shown(canvas, 200, 1)
    assert picture.size == (200, 100)
    left, right = picture.getpixel((95, 75)), picture.getpixel((105, 75))
    assert isinstance(left, tuple) and left[0] > 200 and left[2] < 60
    assert isinstance(right, tuple) and right[2] > 200 and right[0] < 60


def test_what_is_held_stays_as_it_was_and_what_is_secret_is_black() -> None:
    canvas = Canvas()
    window, secret = Rect(64, 64, 256, 128), Rect(400, 200, 40, 20)
    canvas.show(SeenScreen(frame((0, 200, 0)), (), ((window, True),)))
    assert shown(canvas, 640).getpixel((100, 100)) == (64, 64, 64), "nothing was known of it before"
    canvas.show(SeenScreen(frame((0, 200, 0)), (secret,)))
    picture = shown(canvas, 640)
    assert picture.getpixel((420, 210)) == (0, 0, 0)
    before = picture.getpixel((100, 100))
    over = Rect(100, 90, 60, 40)
    canvas.show(SeenScreen(frame((0, 0, 200)), (), ((window, True), (over, False))))
    picture = shown(canvas, 640)
    assert picture.getpixel((300, 180)) == before
    assert picture.getpixel((130, 110)) == picture.getpixel((10, 10)) != before


def test_many_changed_places_become_one() -> None:
    canvas = Canvas()
    canvas.show(SeenScreen(frame()))
    dots = [(Rect(64 * column, 16 * row, 2, 2), (0, 0, 0)) for row in range(20) for column in range(row % 2, 10, 2)]
    canvas.show(SeenScreen(frame((255, 255, 255), *dots)))
    assert len(canvas.since(1)[0]) <= 128


def test_a_screen_of_another_size_is_sent_whole() -> None:
    canvas = Canvas()
    canvas.show(SeenScreen(frame()))
    small = Rect(0, 0, 320, 160)
    canvas.show(SeenScreen(Frame(small, bytes(320 * 160 * 4))))
    assert canvas.since(1) == ((small,), True)
