"""Windows that are drawn as a grid of cells with one letter each, such as terminals, and the letters of the X server's own
fonts.
"""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.geometry import Rect


@dataclass(frozen=True, slots=True)
class GlyphSheet:
    """One font of fixed width, drawn by the same server that draws the window. `codes` are Unicode code points, one for each
    cell of the sheet in reading order, with `columns` in a row. `pixels` has one byte a pixel, 0 or 255; a row of the sheet
    is as high as a cell of the window. The last cell shows the font's sign for a missing letter: other codes that the font
    lacks look like it.
    """

    font: str
    columns: int
    codes: tuple[int, ...]
    pixels: bytes


@dataclass(frozen=True, slots=True)
class CellGrid:
    """The grid of a window. `cell` is width and height in pixels. `area` is where the window drew itself, in screen pixels,
    with the parts outside of the screen; `base` is how much wider and higher it is than its cells. `sheets` are the fonts
    with letters of that size; it is empty where the X server has none.
    """

    cell: tuple[int, int]
    base: tuple[int, int]
    area: Rect
    sheets: tuple[GlyphSheet, ...]
