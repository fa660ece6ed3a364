"""The font of labels: bold where the system has such a font. Each digit is drawn once and pasted from then on."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS: tuple[str, ...] = (
    "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "NotoSans-Bold.ttf", "Ubuntu-B.ttf", "FreeSansBold.ttf",
    "arialbd.ttf", "Arial Bold.ttf", "segoeuib.ttf",
)  # fmt: skip
"""Font files in order of preference. Pillow looks for them in the system's font folders."""

FOLDERS: tuple[Path, ...] = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/truetype/liberation"),
    Path("/usr/share/fonts/dejavu-sans-fonts"),
    Path("/usr/share/fonts/TTF"),
)
"""Folders to try first: a search through all font folders of a full desktop takes longer than drawing."""

_DIGITS = "0123456789"


class Lettering:
    """The digits in one font size. `height` is a label's height in pixels, padding included."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._font = _load(size)
        left, top, right, bottom = self._font.getbbox(_DIGITS)
        self._pad = max(1, round(size / 10))
        self._top = int(top)
        self.height = int(bottom) - int(top) + 2 * self._pad
        self._glyphs = {digit: self._mask(digit) for digit in _DIGITS}

    def width(self, text: str) -> int:
        """Return the width of a label with this text, in pixels."""
        return sum(self._glyph(letter).width for letter in text) + 2 * self._pad

    def draw(self, image: Image.Image, place: tuple[int, int], text: str, fill: tuple[int, int, int]) -> None:
        x, y = place[0] + self._pad, place[1]
        for letter in text:
            mask = self._glyph(letter)
            image.paste(fill, (x, y), mask)
            x += mask.width

    def _glyph(self, letter: str) -> Image.Image:
        if letter not in self._glyphs:
            self._glyphs[letter] = self._mask(letter)
        return self._glyphs[letter]

    def _mask(self, letter: str) -> Image.Image:
        mask = Image.new("L", (max(1, round(self._font.getlength(letter))), self.height), 0)
        ImageDraw.Draw(mask).text((0, self._pad - self._top), letter, fill=255, font=self._font)
        return mask


def _load(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    known = [folder / name for name in FONTS for folder in FOLDERS]
    for candidate in [*(str(path) for path in known if path.is_file()), *FONTS]:
        try:
            return ImageFont.truetype(candidate, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
