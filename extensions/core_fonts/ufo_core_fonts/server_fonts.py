"""Reads the glyphs of the X server's own fonts. Terminals without an accessibility tree draw them with the same pixels each
time.

A terminal tells the window manager the size of its cells, so that it is resized in whole letters. Each server font of that
size is drawn once into a pixmap of our own, letter by letter, and read back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image
from Xlib import X, Xutil
from Xlib.display import Display
from Xlib.error import XError
from Xlib.xobject.drawable import Window

from ufo.schema.geometry import Rect
from ufo_core_fonts.grid import CellGrid, GlyphSheet

_LEAST_CELL, _MOST_CELL = (4, 6), (40, 80)
_COLUMNS = 64
# Letters, signs, arrows, lines and blocks. No fixed-width font draws what lies between these ranges into one cell.
_UNICODE = (*range(0x0000, 0x0600), *range(0x0E00, 0x0E80), *range(0x10A0, 0x1100), *range(0x1E00, 0x2C00))
_UNICODE_ENDS = (*range(0xFB00, 0xFB40), *range(0xFFC0, 0xFFFE))
# No font has a glyph for this code, so what is drawn for it stands for every missing glyph.
_NOTHING = 0xFFFF
_LATIN = tuple(range(0x100))
_ENCODINGS = {"iso10646-1": _UNICODE + _UNICODE_ENDS, "iso8859-1": _LATIN}
# Terminal fonts have the VT100's drawing set in the place of control characters.
_VT100 = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"
_VT100_CODES = {place: ord(sign) for place, sign in enumerate(_VT100, 1)}
_SPACINGS = ("c", "m")
_NAMES, _TRIED, _FONTS = 1000, 12, 6
# The size in a font's name leaves out the leading that some fonts have.
_LEADING = 6
# A font's name in the X server has 14 fields after its first hyphen; the seventh is its height in pixels.
_FIELDS, _WEIGHT, _SLANT, _PIXELS = 15, 3, 4, 7


class ServerFonts:
    """The glyphs of one server's fonts, read over `display`. `known` holds those that were read, by the size of a cell."""

    def __init__(self, display: Display, known: dict[tuple[int, int], tuple[GlyphSheet, ...]]) -> None:
        self._display = display
        self._root: Window = display.screen().root
        self._known = known

    def grid(self, window_id: str) -> CellGrid | None:
        """Return the window's cell grid, or None for a window that is not resized in steps of the size of a letter. Raises
        XError for a window that is gone.
        """
        window: Window = self._display.create_resource_object("window", int(window_id, 0))
        hints = window.get_wm_normal_hints()
        if hints is None or not hints.flags & Xutil.PResizeInc:
            return None
        cell = int(hints.width_inc), int(hints.height_inc)
        if not all(least <= size <= most for least, size, most in zip(_LEAST_CELL, cell, _MOST_CELL, strict=True)):
            return None
        has_base = bool(hints.flags & Xutil.PBaseSize)
        base = (int(hints.base_width), int(hints.base_height)) if has_base else (0, 0)
        if cell not in self._known:
            self._known[cell] = self._sheets(*cell)
        return CellGrid(cell, base, self._area(window), self._known[cell])

    def _area(self, window: Window) -> Rect:
        size = window.get_geometry()
        place = window.translate_coords(int(self._root.id), 0, 0)
        # The protocol translates from the source window, but python-xlib asks the other way round.
        return Rect(-int(place.x), -int(place.y), int(size.width), int(size.height))

    def _sheets(self, width: int, height: int) -> tuple[GlyphSheet, ...]:
        sheets = []
        for name in self._names(width, height)[:_TRIED]:
            try:
                sheet = self._drawn(name, width, height)
            except XError:
                # The server lists this font and cannot open it.
                continue
            sheets += [sheet] if sheet is not None else []
            if len(sheets) == _FONTS:
                break
        return tuple(sheets)

    def _names(self, width: int, height: int) -> list[str]:
        """Return the names of fonts that fit, those that terminals come with first. Where a font exists in several encodings or
        for several screens, return only the one with the most letters.
        """
        found = []
        for spacing in _SPACINGS:
            pattern = f"-*-*-*-*-*-*-*-*-*-*-{spacing}-{width * 10}-*-*"
            found += [str(name).casefold() for name in self._display.list_fonts(pattern, _NAMES)]
        names = sorted({name for name in found if _fits(name, height)}, key=lambda name: _order(name, height))
        best: dict[tuple[str, ...], str] = {}
        for name in names:
            best.setdefault(tuple(name.split("-")[: _PIXELS + 1]), name)
        return list(best.values())

    def _drawn(self, name: str, width: int, height: int) -> GlyphSheet | None:
        """Draw the font's letters and read them back. Return None for a font that is missing or has another height."""
        # The type stubs know neither the methods of a font nor that text may be a list of numbers.
        font: Any = self._display.open_font(name)
        if font is None:
            return None
        try:
            missing = font.query_text_extents([_NOTHING])
            if missing.font_ascent + missing.font_descent != height:
                return None
            codes = (*_ENCODINGS[_encoding(name)], _NOTHING)
            # Where the font draws nothing for a missing glyph, it takes no room; then each letter is drawn on its own.
            at_once = _COLUMNS if missing.overall_width == width else 1
            pixels = self._sheet(font, codes, (width, height, missing.font_ascent), at_once)
        finally:
            font.close()
        shown = tuple(_VT100_CODES.get(code, code) for code in codes)
        return GlyphSheet(name, _COLUMNS, shown, pixels)

    def _sheet(self, font: Any, codes: Sequence[int], cell: tuple[int, int, int], at_once: int) -> bytes:
        """Draw the letters into a pixmap and return its pixels. `cell` is the width, the height and the height above the
        baseline.
        """
        width, height, above = cell
        rows = -(-len(codes) // _COLUMNS)
        pixmap: Any = self._root.create_pixmap(_COLUMNS * width, rows * height, 1)
        try:
            gc = pixmap.create_gc(font=font, foreground=0, background=0)
            pixmap.fill_rectangle(gc, 0, 0, _COLUMNS * width, rows * height)
            gc.change(foreground=1)
            for first in range(0, len(codes), at_once):
                row, column = divmod(first, _COLUMNS)
                pixmap.image_text_16(gc, column * width, row * height + above, codes[first : first + at_once])
            gc.free()
            return self._pixels(pixmap, _COLUMNS * width, rows * height)
        finally:
            pixmap.free()

    def _pixels(self, pixmap: Any, width: int, height: int) -> bytes:
        """Return the pixmap with one byte for each pixel."""
        info = self._display.display.info
        answer = pixmap.get_image(0, 0, width, height, X.XYPixmap, 1)
        stride = -(-width // info.bitmap_format_scanline_pad) * info.bitmap_format_scanline_pad // 8
        order = "1" if info.bitmap_format_bit_order else "1;R"
        return Image.frombytes("1", (width, height), answer.data, "raw", order, stride).convert("L").tobytes()


def _fits(name: str, height: int) -> bool:
    parts = name.split("-")
    if len(parts) != _FIELDS or _encoding(name) not in _ENCODINGS or not parts[_PIXELS].isdecimal():
        return False
    if parts[_SLANT] != "r":
        return False
    return height - _LEADING <= int(parts[_PIXELS]) <= height + _LEADING


def _encoding(name: str) -> str:
    return "-".join(name.split("-")[-2:])


def _order(name: str, height: int) -> tuple[bool, bool, bool, bool, str]:
    parts = name.split("-")
    usual = name.startswith("-misc-fixed-")
    scaled = int(parts[_PIXELS]) != height
    return scaled, not usual, parts[_WEIGHT] == "bold", _encoding(name) != "iso10646-1", name
