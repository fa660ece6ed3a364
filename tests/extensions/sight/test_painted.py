"""Words that are painted on a control are read on any ground, once for each look, and where nothing can read they are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from ufo.config.settings import SightSettings
from ufo.errors import ToolError
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo_sight.local.ocr import Reader, Word
from ufo_sight.painted import PaintedWords, painted_words

_SIGHT = SightSettings()


def _button(text: str, ink: str, ground: str) -> Frame:
    image = Image.new("RGB", (170, 34), ground)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 169, 33), outline="#888888")
    draw.text((14, 8), text, fill=ink, font=ImageFont.load_default(15))
    return Frame(Rect(40, 60, 170, 34), image.convert("RGBA").tobytes("raw", "BGRA"))


@pytest.mark.parametrize(("ink", "ground"), [("black", "#eeeeee"), ("white", "#b00000"), ("#dddddd", "#303030")])
async def test_painted_words_are_read_on_any_ground(ink: str, ground: str) -> None:
    reader = painted_words(_SIGHT)
    assert await reader.words(_button("Delete account", ink, ground)) == "Delete account"
    assert await reader.words(_button("", ink, ground)) == ""


class _Counting(Reader):
    read = 0

    def words(self, image: Image.Image, longest_s: float = 0) -> list[Word]:
        self.read += 1
        return super().words(image)


async def test_what_looks_as_it_did_is_not_read_again() -> None:
    counting = _Counting(_SIGHT.languages, _SIGHT.tessdata, os.environ)
    reader = PaintedWords(lambda: counting)
    frame = _button("Send", "black", "white")
    for item in (frame, Frame(Rect(0, 0, 170, 34), frame.pixels)):
        assert await reader.words(item) == "Send"
    assert counting.read == 1
    assert await reader.words(_button("Delete", "black", "white")) == "Delete"
    assert counting.read == 2


async def test_without_a_reader_nothing_is_read() -> None:
    def missing() -> Reader:
        raise ToolError("tesserocr is missing")

    assert await PaintedWords(missing).words(_button("Send", "black", "white")) == ""


def test_all_runs_of_a_process_have_one_reader_for_each_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = painted_words(_SIGHT)
    assert painted_words(_SIGHT) is words
    assert painted_words(SightSettings(tessdata=tmp_path)) is not words
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert painted_words(_SIGHT) is not words


async def test_a_reader_that_was_missing_is_looked_for_again() -> None:
    readers = [None, Reader(_SIGHT.languages, _SIGHT.tessdata, os.environ)]

    def make() -> Reader:
        reader = readers.pop(0)
        if reader is None:
            raise ToolError("tesserocr is missing")
        return reader

    painted, button = PaintedWords(make), _button("Send", "black", "white")
    assert await painted.words(button) == ""
    painted.begin()
    assert await painted.words(button) == "Send"
