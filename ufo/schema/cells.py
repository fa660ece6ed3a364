"""Windows that are drawn as a grid of cells with one letter each, as terminals are, and the letters of the screen's own fonts."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.geometry import Rect


@dataclass(frozen=True, slots=True)
class GlyphSheet:
    """One font of fixed width, drawn by what draws the window too. `codes` are Unicode code points, one a cell of the sheet in
    reading order, `columns` a row; `pixels` has a byte a pixel, 0 or 255, and the sheet's rows as high as a cell of the window.
    The last is that of no letter: other codes that the font has none for look like it."""

    font: str
    columns: int
    codes: tuple[int, ...]
    pixels: bytes


@dataclass(frozen=True, slots=True)
class CellGrid:
    """`cell` is width and height; `area` what the window drew itself in, in screen pixels, parts outside of the screen included;
    `base` how much wider and higher that is than its cells. `sheets` are the fonts with letters of that size, none where the
    screen's server has none."""

    cell: tuple[int, int]
    base: tuple[int, int]
    area: Rect
    sheets: tuple[GlyphSheet, ...]
