"""A line is read once, wherever it is."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from ufo.schema.geometry import Rect
from ufo_sight.local.line_cache import LineCache
from ufo_sight.local.ocr import Reader, Word

_FONT = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 14)


class Counting(Reader):
    """Remembers how much it was given to read."""

    def __init__(self) -> None:
        super().__init__("eng", None, os.environ)
        self.sizes: list[tuple[int, int]] = []

    def words(self, image: Image.Image, longest_s: float = 0) -> list[Word]:
        self.sizes.append(image.size)
        return super().words(image, longest_s)


def page(lines: Sequence[str]) -> Image.Image:
    image = Image.new("L", (420, 400), 255)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        pen.text((8, 6 + 24 * row), line, 0, _FONT)
    return image


def said(words: Sequence[Word]) -> list[str]:
    """Line by line."""
    rows: dict[int, list[Word]] = {}
    for word in sorted(words, key=lambda word: word.rect.x):
        rows.setdefault(word.rect.center.y // 24, []).append(word)
    return [" ".join(word.text for word in rows[row]) for row in sorted(rows)]


def test_of_a_page_that_scrolled_the_new_line_alone_is_read() -> None:
    reader = Counting()
    eye = LineCache(reader)
    lines = ["first entry", "second entry", "third entry", "fourth entry", "fifth entry"]
    assert said(eye.words(page(lines)).words) == lines
    first = sum(width * height for width, height in reader.sizes)
    reader.sizes.clear()
    scrolled = [*lines[1:], "sixth entry"]
    assert said(eye.words(page(scrolled)).words) == scrolled
    assert 0 < sum(width * height for width, height in reader.sizes) < first / 2


def test_the_same_page_is_not_read_again_and_an_empty_one_not_at_all() -> None:
    reader = Counting()
    eye = LineCache(reader)
    eye.words(page(["only line"]))
    reader.sizes.clear()
    assert said(eye.words(page(["only line"])).words) == ["only line"]
    assert eye.words(page([])).words == []
    assert reader.sizes == []


def test_a_line_between_two_that_are_known_takes_no_words_of_theirs() -> None:
    eye = LineCache(Counting())
    eye.words(page(["above it", "", "below it"]))
    assert said(eye.words(page(["above it", "new words", "below it"])).words) == ["above it", "new words", "below it"]


def test_when_the_time_is_over_the_rest_is_left_and_the_next_look_goes_on() -> None:
    eye = LineCache(Counting())
    lines = [
        f"entry number {word}" for word in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    ]
    image = page(lines)
    turns = iter([False])
    begun = eye.words(image, is_over=lambda: next(turns, True))
    assert 0 < begun.left < begun.lines == len(lines)
    assert len(said(begun.words)) == begun.lines - begun.left
    done = eye.words(image)
    assert done.left == 0
    assert said(done.words) == lines


def test_lines_with_controls_are_read_first() -> None:
    eye = LineCache(Counting())
    lines = [
        f"entry number {word}" for word in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    ]
    turns = iter([False])
    begun = eye.words(page(lines), [Rect(8, 6 + 24 * 4, 100, 20)], lambda: next(turns, True))
    assert "entry number five" in said(begun.words)
    assert begun.left


def test_lines_that_stand_so_close_that_nothing_is_between_them_are_known_each_by_itself() -> None:
    reader = Counting()
    eye = LineCache(reader)
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 12)

    def close(lines: Sequence[str]) -> Image.Image:
        image = Image.new("L", (420, 400), 255)
        pen = ImageDraw.Draw(image)
        for row, line in enumerate(lines):
            pen.text((8, 6 + 13 * row), line, 0, font)
        return image

    lines = [f"tree number {row} of nine" for row in range(1, 10)]
    eye.words(close(lines))
    reader.sizes.clear()
    eye.words(close([*lines[:8], "a new last one"]))
    assert max(height for _, height in reader.sizes) < 60
