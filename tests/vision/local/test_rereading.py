"""A line is read once, wherever it is."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from ufo.vision.local.reading import Reader, Word
from ufo.vision.local.rereading import Rereader

_FONT = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 14)


class Counting(Reader):
    """Remembers how much it was given to read."""

    def __init__(self) -> None:
        super().__init__("eng", None, os.environ)
        self.sizes: list[tuple[int, int]] = []

    def words(self, image: Image.Image) -> list[Word]:
        self.sizes.append(image.size)
        return super().words(image)


def page(lines: Sequence[str]) -> Image.Image:
    image = Image.new("L", (420, 400), 255)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        pen.text((8, 6 + 24 * row), line, 0, _FONT)
    return image


def said(words: Sequence[Word]) -> list[str]:
    """Line by line."""
    rows: dict[int, list[Word]] = {}
    for word in sorted(words, key=lambda one: one.rect.x):
        rows.setdefault(word.rect.center.y // 24, []).append(word)
    return [" ".join(word.text for word in rows[row]) for row in sorted(rows)]


def test_of_a_page_that_scrolled_the_new_line_alone_is_read() -> None:
    reader = Counting()
    eye = Rereader(reader)
    lines = ["first entry", "second entry", "third entry", "fourth entry", "fifth entry"]
    assert said(eye.words(page(lines))) == lines
    first = sum(width * height for width, height in reader.sizes)
    reader.sizes.clear()
    scrolled = [*lines[1:], "sixth entry"]
    assert said(eye.words(page(scrolled))) == scrolled
    assert 0 < sum(width * height for width, height in reader.sizes) < first / 2


def test_the_same_page_is_not_read_again_and_an_empty_one_not_at_all() -> None:
    reader = Counting()
    eye = Rereader(reader)
    eye.words(page(["only line"]))
    reader.sizes.clear()
    assert said(eye.words(page(["only line"]))) == ["only line"]
    assert eye.words(page([])) == []
    assert reader.sizes == []


def test_a_line_between_two_that_are_known_takes_no_words_of_theirs() -> None:
    eye = Rereader(Counting())
    eye.words(page(["above it", "", "below it"]))
    assert said(eye.words(page(["above it", "new words", "below it"]))) == ["above it", "new words", "below it"]
