"""Shows files that are pictures, and pages of PDF files, as such: small enough for a model."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageOps

from ufo.conditions.readers.pdf import DrawnPicture, draw_page
from ufo.errors import UnreadableDocument
from ufo.proof.difference.line_words import decimal
from ufo.proof.difference.reading.plain_content import PICTURES
from ufo.proof.difference.showing.asked import spans
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture, png_rect

_LONGEST_EDGE = 768
_MOST_PIXELS = 100_000_000
_MOST_PAGES = 2


def as_pictures(path: Path, name: str, part: str) -> Iterator[tuple[str, Picture]]:
    """Iterate over what the file shows, with what each is called: the picture that it is, or the first pages of those that `part`
    names. Nothing where it is neither, or cannot be drawn. Blocking.
    """
    ending = Path(name).suffix.casefold()
    if ending in PICTURES and (picture := _picture(path)) is not None:
        yield name, picture
    elif ending == ".pdf":
        for number, png, _ in _pages(path, part):
            yield f"{name}, page {number + 1}", Picture(png, "image/png", png_rect(png))


def places_of_pictures(path: Path, part: str) -> Iterator[tuple[str, str]]:
    """Iterate over the pages of a PDF that `as_pictures` shows, with where the pictures on them stand. Blocking."""
    for number, _, pictures in _pages(path, part):
        if pictures:
            yield f"page {number + 1}", "; ".join(map(_place, pictures))


def _pages(path: Path, part: str) -> Iterator[tuple[int, bytes, tuple[DrawnPicture, ...]]]:
    asked = spans(part).get("page") or range(_MOST_PAGES)
    for number in asked[:_MOST_PAGES]:
        try:
            page = draw_page(path, number, _LONGEST_EDGE)
        except (UnreadableDocument, OSError):
            return
        if page is not None:
            yield number, page.png, page.pictures


def _place(picture: DrawnPicture) -> str:
    width, height = picture.pixels
    sides = " x ".join(decimal(round(side / 10, 2)) for side in (picture.width, picture.height))
    corner = f"left {decimal(round(picture.left / 10, 2))} cm, top {decimal(round(picture.top / 10, 2))} cm"
    turned = f", turned by {picture.turned} degrees" if picture.turned else ""
    return f"picture of {width} x {height} pixels: {corner}, {sides} cm{turned}"


def _picture(path: Path) -> Picture | None:
    """Return the picture of a file upright, at most 768 pixels long or high, where it is transparent on white."""
    try:
        with Image.open(path) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            image.draft("RGB", (_LONGEST_EDGE, _LONGEST_EDGE))
            small = ImageOps.exif_transpose(image).convert("RGBA")
        small.thumbnail((_LONGEST_EDGE, _LONGEST_EDGE), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    white = Image.new("RGBA", small.size, "white")
    out = io.BytesIO()
    Image.alpha_composite(white, small).convert("RGB").save(out, "PNG")
    return Picture(out.getvalue(), "image/png", Rect(0, 0, *small.size))
